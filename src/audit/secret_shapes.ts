/**
 * Secrets that show by their own look or by the text right before them, wherever they stand. Each rule
 * is a pattern with the parts that stay in groups, in front of and behind `***`.
 *
 * Every pattern takes time that grows with the text and no faster: it begins with fixed characters or is
 * kept from beginning inside its own repetition, and what repeats is bounded or ends where it must.
 */

import type { Found } from "./found.ts";

/** One kind of secret. */
export interface ShapeRule {
  /** What it is, for tests. */
  readonly name: string;
  /**
   * Every text with such a secret holds one of these, in lower case. Most texts hold none, and a pattern
   * costs a hook more to make ready than to use.
   */
  readonly needles: readonly string[];
  /** Global; the first group and the second (if any) stay. */
  readonly pattern: () => RegExp;
}

/** Beginnings of tokens that their makers gave a shape: what follows them, how much of it, and they. */
const tokenHeads: readonly (readonly [string, number, string])[] = [
  // GitHub, GitLab, Slack.
  ["[A-Za-z0-9]", 16, "ghp_ gho_ ghu_ ghs_ ghr_"],
  ["[A-Za-z0-9_]", 20, "github_pat_"],
  ["[\\w-]", 16, "glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- gloas-"],
  ["[A-Za-z0-9-]", 10, "xoxb- xoxa- xoxp- xoxe- xoxr- xoxs- xoxo- xapp-"],
  // Models: Anthropic, OpenAI, OpenRouter, Groq, xAI, Perplexity, NVIDIA, Hugging Face, Replicate.
  ["[\\w-]", 20, "sk-ant- sk-proj- sk-svcacct- sk-or- nvapi-"],
  ["[A-Za-z0-9]", 30, "gsk_ xai- pplx- hf_ r8_"],
  // Registries: npm, RubyGems, PyPI, Docker.
  ["[A-Za-z0-9]", 30, "npm_ rubygems_"],
  ["[\\w-]", 20, "pypi-AgE dckr_pat_ dckr_oat_"],
  // Google, Stripe, Shopify, DigitalOcean, Supabase, Pulumi.
  ["[\\w-]", 20, "AIza GOCSPX- ya29."],
  ["[A-Za-z0-9]", 16, "sk_live_ sk_test_ rk_live_ rk_test_ whsec_"],
  ["[a-f0-9]", 30, "shpat_ shpss_ shpca_ shppa_ dop_v1_ doo_v1_ dor_v1_ sbp_ pul-"],
  // Vault, Tailscale, Sentry, Grafana, Atlassian, Linear, Notion, Figma, SendGrid.
  ["[\\w-]", 20, "hvs. hvb. hvr. tskey- figd_"],
  ["[\\w+/=]", 30, "sntrys_ sntryu_ glsa_ ATATT3"],
  ["[A-Za-z0-9]", 30, "lin_api_ ntn_"],
  ["[\\w.-]", 40, "SG."],
  ["[0-9A-Z]", 30, "AGE-SECRET-KEY-1 AGE-SECRET-KEY-PQ-1"],
];

const tokens = tokenHeads.map(([rest, length, names]): ShapeRule => {
  const heads = names.split(" ");
  return {
    name: `token ${names}`,
    needles: heads.map((head) => head.toLowerCase()),
    pattern: () => {
      const head = heads.join("|").replaceAll(".", "\\.");
      return new RegExp(`(?<![A-Za-z0-9])(${head})${rest}{${length},}`, "g");
    },
  };
});

/** The rules, in the order in which they are applied. */
export const shapeRules: readonly ShapeRule[] = [
  {
    name: "private key",
    needles: ["private key"],
    pattern: () =>
      /(-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)[^]*?(?:(-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)|$)/g,
  },
  ...tokens,
  // OpenAI's older keys; only with a digit, since `sk-` begins words too.
  {
    name: "sk token",
    needles: ["sk-"],
    pattern: () => /(?<![\w-])(sk-)(?=[A-Za-z_-]{0,200}\d)[\w-]{20,}/g,
  },
  {
    name: "AWS key id",
    needles: ["akia", "asia"],
    pattern: () => /(?<![A-Za-z0-9])(AKIA|ASIA)[0-9A-Z]{16}(?![A-Za-z0-9])/g,
  },
  {
    name: "JSON web token",
    needles: ["eyj"],
    pattern: () => /(?<![\w-])(eyJ)[\w-]{8,}(?:\.[\w-]+){1,4}/g,
  },
  {
    name: "Telegram bot token",
    needles: [":aa"],
    pattern: () => /(?<!\w)(\d{8,10}:)AA[\w-]{33}(?!\w)/g,
  },
  {
    name: "web hook",
    needles: ["hooks.slack", "webhooks"],
    pattern: () =>
      /(hooks\.slack\.com\/(?:services|workflows)\/|discord(?:app)?\.com\/api\/webhooks\/\d{1,30}\/)[\w/-]+/g,
  },
  // `scheme://user:password@host`; a password that is one variable stays.
  {
    name: "password in an address",
    needles: ["://"],
    pattern: () =>
      /(:\/\/[^\s/:@'"`?#]{0,256}:)(?!(?:\w{1,12}[_-])?\*\*\*@|\$\{?\w+\}?@)[^\s/'"`?#@]+(?:@[^\s/'"`?#@]+)*(?=@)/g,
  },
  {
    name: "authorization header",
    needles: ["authorization"],
    pattern: () =>
      /(\b(?:proxy-)?authorization[ \t]{0,8}:[ \t\\]{0,8}(?:(?:bearer|basic|token|digest|negotiate|apikey|bot|splunk)[ \t\\]{1,8})?)(?![*$]|bearer|basic|token|digest|negotiate)[^\s"'\\]+/gi,
  },
  {
    name: "bearer",
    needles: ["bearer"],
    pattern: () => /(\bbearer[ \t]{1,8})(?![*$])(?=[^\s"'\\\d]{0,200}\d)[\w.~+/=-]{16,}/gi,
  },
  {
    name: "key header",
    needles: ["x-", "api", "-token"],
    pattern: () =>
      /(\b(?:x-[a-z-]{0,40}(?:token|key|secret|auth|password)|api-?key|(?:private|job|deploy|auth)-token)[ \t]{0,8}:[ \t\\]{0,8})(?![*$])[^\s"'\\]+/gi,
  },
  {
    name: "cookie header",
    needles: ["cookie:"],
    pattern: () =>
      /((?<=^|["'=\n]|-H[ \t]?)(?:set-)?cookie:(?![ \t]{0,8}[*$])[ \t]{0,8})[^"'\r\n]+/gi,
  },
  // As the tools `http` and `xh` take it.
  {
    name: "cookie field",
    needles: ["cookie:"],
    pattern: () => /((?<=[ \t])cookie:[\w.-]{1,64}=)(?![*$])[^\s"']+/gi,
  },
  {
    name: "netrc",
    needles: ["password"],
    pattern: () =>
      /(\b(?:login|user)\s{1,8}[^\s"']{1,200}\s{1,8}password\s{1,8})(?![*$])[^\s"'\\]+/gi,
  },
  {
    name: "element",
    needles: ["</"],
    pattern: () =>
      /(<[\w.:-]{0,40}(?:password|passphrase|secret|token|api[-_]?key)>)(?![*$])[^<]+(?=<\/)/gi,
  },
  {
    name: "key in an address",
    needles: ["key="],
    pattern: () => /([?&]key=)[\w-]{20,}/gi,
  },
  // `?sig=…`, `&X-Amz-Signature=…`: only in an address is that name enough.
  {
    name: "signature in an address",
    needles: ["sig=", "signature=", "assertion="],
    pattern: () =>
      /([?&](?:sig|signature|x-amz-signature|x-goog-signature|client_assertion)=)[^\s&"'`#*$]{12,}/gi,
  },
];

/** Masks every secret of these shapes. */
export function maskShapes(text: string, found: Found): string {
  const lower = text.toLowerCase();
  return shapeRules.reduce((rest, { needles, pattern }) => {
    if (!needles.some((needle) => lower.includes(needle))) return rest;
    return rest.replace(
      pattern(),
      (whole: string, head: string, tail: unknown) => {
        const end = typeof tail === "string" ? tail : "";
        found.add(whole.slice(head.length, whole.length - end.length));
        return `${head}***${end}`;
      },
    );
  }, text);
}
