/**
 * Secrets behind a name in something that is written in a command and is no command itself: JSON and its
 * like, YAML, settings, headers. The name says it (`secret_names.ts`).
 */
import type { Found } from "./found.ts";
import { isHarmless, isSecretName } from "./secret_names.ts";

const mask = "***";

/** Masks what names in the text say is a secret. */
export function maskFields(text: string, found: Found): string {
  if (!text.includes(":") && !text.includes("=")) return text;
  return maskBlocks(maskLines(maskQuoted(text, found), found), found);
}

/** `"password": "…"`, `password: '…'`, `password="…"`, in quotes that may be escaped. */
function maskQuoted(text: string, found: Found): string {
  const key =
    /(?:(\\?["'])([\w.-]{1,64})\1|(?<![\w.$-])([A-Za-z_][\w-]{0,63}))[ \t]{0,4}[:=][ \t]{0,4}(\\?["'])/g;
  let result = "";
  let done = 0;
  for (let match = key.exec(text); match !== null; match = key.exec(text)) {
    const [, , quotedName, bareName, quote = ""] = match;
    if (!isSecretName(quotedName ?? bareName ?? "")) continue;
    const start = key.lastIndex;
    const end = closing(text, start, quote);
    if (end < 0) continue;
    key.lastIndex = end + quote.length;
    const value = text.slice(start, end);
    if (isHarmless(value)) continue;
    found.add(value);
    result += text.slice(done, start) + mask;
    done = end;
  }
  return result + text.slice(done);
}

/** Where the quote is closed; -1 when it is not. */
function closing(text: string, start: number, quote: string): number {
  if (quote !== '"') return text.indexOf(quote, start);
  for (let at = start; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === quote) return at;
  }
  return -1;
}

/** These keep the kind of secret that stands in front of it; see `secret_shapes.ts`. */
const shaped = /^(?:proxy-)?authorization$|^(?:set-)?cookie$/i;

/** `password: …` and `password = …` at the start of a line, a quotation, a word or a header. */
function maskLines(text: string, found: Found): string {
  return text.replace(
    /((?:^|\n|["'=]|-H|\\n)[ \t]{0,80}(?:-[ \t]{1,4})?)([A-Za-z_][\w.-]{0,63})([ \t]{0,4}(?::[ \t]{1,8}|(?<=[ \t])=[ \t]{1,4}))([^"'\n\\]+)/g,
    (whole, start: string, name: string, sign: string, value: string) => {
      const plain = value.trimEnd();
      if (shaped.test(name) || !isSecretName(name) || isHarmless(plain)) return whole;
      // A tag, an anchor or a block of YAML.
      if (/^(?:[!&*]|[|>][-+\d]*$)/.test(plain)) return whole;
      found.add(plain);
      return `${start}${name}${sign}${mask}${value.slice(plain.length)}`;
    },
  );
}

/** `password: |` with the lines that are indented behind it, and the data of Kubernetes' secrets. */
function maskBlocks(text: string, found: Found): string {
  if (!text.includes("\n")) return text;
  const isSecret = /(?:^|\n)[ \t]*kind:[ \t]*["']?Secret\b/.test(text);
  let outer: { readonly indent: number; readonly block: boolean } | null = null;
  return text.split("\n").map((line) => {
    const indent = line.search(/[^ \t]/);
    if (outer !== null && indent >= 0 && indent <= outer.indent) outer = null;
    if (outer !== null && indent >= 0) {
      return masked(line, outer.block ? indent : valueOf(line));
    }
    const [, name = "", value = ""] =
      /^[ \t]*([A-Za-z_][\w.-]{0,63}):[ \t]*(\S*)[ \t]*$/.exec(line) ??
        [];
    if (isSecretName(name) && /^[|>][-+\d]*$/.test(value)) outer = { indent, block: true };
    else if (isSecret && value === "" && /^(?:stringData|data)$/.test(name)) {
      outer = { indent, block: false };
    }
    return line;
  }).join("\n");

  function masked(line: string, start: number): string {
    const value = line.slice(start).trimEnd();
    if (start < 0 || isHarmless(value)) return line;
    found.add(value);
    return line.slice(0, start) + mask;
  }
}

/** Where the value in `name: value` begins; -1 when there is none. */
function valueOf(line: string): number {
  return /^[ \t]*["']?[\w./-]{1,253}["']?:[ \t]+(?=\S)/.exec(line)?.[0].length ?? -1;
}
