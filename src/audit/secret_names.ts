/** Which names say that their value is a secret, and which values surely are none. */

/** `DB_PASSWORD`, `apiKey`, `clientSecret`, `npm_config__authToken`… at the end of a name. */
const secretEnd =
  /(?:pass(?:word|wd|phrase|code)|secret|token|api[-_]?key|(?:access|account|admin|auth|deploy|encryption|license|master|private|secret|service|shared[-_]?access|signing|storage|subscription)[-_]?key|(?:^|[-_.])(?:pass|otp|pat)|[-_.](?:pwd|pw)|[a-z]Pass|basic[-_]?auth|^_auth|^(?:proxy-)?authorization)[-_]?\d{0,4}$/i;
/** `CLIENT_SECRET_VALUE`: the word anywhere in a variable's name. */
const secretWithin = /secret/i;
/** The token with which a hook's rewritten command runs without being judged again. */
const ownToken = /^(?:USHER|RUNOK)_HOOK_ORIGIN$/;
/** `STRIPE_KEY`: any key in capitals, but for those that databases and caches have. */
const capitalKey = /_KEY$/;
const dullKey = /(?:PUBLIC|PRIMARY|FOREIGN|SORT|CACHE|PARTITION|UNIQUE|INDEX|LOOKUP)_KEY$/;
/** Names about a secret, not of one. */
const aboutSecret =
  /(?:[-_.](?:file|path|dir|name|names|id|arn|url|uri|type|ttl|version|count|length|len|policy|store)|existingSecret)$/i;

/** Flags that ask for a secret or switch one off, and take no value. */
const switches =
  /^(?:no|ask|prompt|use|skip|with|without|show|list|print|get|create|refresh|read|has|require|ignore|disable|enable|allow|force|change|reset|verify)-/i;
/** Words in which `pass` ends without a dash, of Java's tools and openssl. */
const javaFlags = /^(?:src|dest)?(?:store|key)pass$|^pass(?:in|out)$/;
/** Flags whose value is a secret when it looks like one. */
const keyFlag = /(?:^|[-_])(?:key|hex|salt|seed|auth|creds?|credentials?|hmac|sign|signature)$/i;

/** What every name of a secret holds; a look at it costs a hook less than the first use of a pattern. */
const hints = "pass secret token key pwd pw otp pat auth cred hex salt seed hmac sign origin".split(
  " ",
);

function isHinted(name: string): boolean {
  // Longer ones are no names; and no look at one may take long.
  if (name.length > 128) return false;
  const lower = name.toLowerCase();
  return hints.some((hint) => lower.includes(hint));
}

/** Whether a variable, a JSON key or a parameter of an address with this name holds a secret. */
export function isSecretName(name: string): boolean {
  if (!isHinted(name) || aboutSecret.test(name)) return false;
  return secretEnd.test(name) || secretWithin.test(name) ||
    (capitalKey.test(name) && !dullKey.test(name)) || ownToken.test(name);
}

/** Whether a flag of this name, without dashes, takes a secret. */
export function isSecretFlag(name: string): boolean {
  if (!isHinted(name) || switches.test(name)) return false;
  return secretEnd.test(name) || javaFlags.test(name);
}

/** Whether a flag of this name takes a secret when its value looks like one. */
export function isKeyFlag(name: string): boolean {
  return name === "k" || name === "K" || (isHinted(name) && keyFlag.test(name));
}

/** What stands for a secret that is somewhere else, and plain words. Paths: see `placed`. */
const harmless: readonly RegExp[] = [
  /^$/,
  // A variable or a substitution, which the text names and does not hold.
  /^\$(?:$|[A-Za-z_]\w*$|\{[A-Za-z_]\w*\}$|\(|\{\{)/,
  /^`/,
  // Templates and placeholders: `{{ token }}`, `<token>`, `%TOKEN%`, `@file`, `...`.
  /^(?:\{\{|<|@|%\w+%$|\.\.\.$|\u2026$)/,
  // Of printf.
  /^%[-\d.]*[sdqvb](?:\\n)?$/,
  // Patterns of sed and grep.
  /^(?:\.[*+]|\[|\\[swSWd]|\()/,
  /^(?:true|false|yes|no|on|off|null|none|nil|undefined|stdin|-)$/i,
  /^\d{1,3}$/,
  // Where openssl and docker find it.
  /^(?:env|file|fd|id|type|src|source)[:=]/i,
];
/** Masked already. */
const masked = /^(?:[A-Za-z]{1,12}[:_-](?:[A-Za-z]{1,12}[_-])?)?\*\*\*$/;
const placed = /^(?:~|\.{1,2})?\/(?:[\w.@~+-]*\/)*[\w.@~+-]*$/;

/** Whether the value of a secret name is no secret; without quotes. */
export function isHarmless(value: string): boolean {
  if (value.length > 4096) return false;
  return masked.test(value) || harmless.some((form) => form.test(value)) || isPath(value);
}

/** A path: it starts like one, and no part of it is random. Base64 may start with `/` too. */
function isPath(value: string): boolean {
  if (value.length > 1024 || !placed.test(value)) return false;
  return !value.split("/").some(looksRandom);
}

/** 32 characters or more of hexadecimal or base64 that no one would type: a key, not a word or a path. */
export function looksRandom(value: string): boolean {
  if (value.length < 32 || value.length > 4096) return false;
  if (/^(?:0x)?[0-9a-fA-F]+$/.test(value)) {
    return /\d/.test(value) && /[a-fA-F]/.test(value) && new Set(value).size >= 8;
  }
  return /^[\w+/-]+={0,2}$/.test(value) && /\d/.test(value) && /[a-z]/.test(value) &&
    /[A-Z]/.test(value);
}
