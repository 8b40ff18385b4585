/** Text of agents and repositories, made fit to be shown. (`10-safety.md`, 7) */

/** How to show a text. */
export interface VisibleOptions {
  /** At most this many characters of the result, then `…`. @default no limit */
  readonly limit?: number;
  /** Leave `\n` as it is. @default false */
  readonly newlines?: boolean;
}

/**
 * The inside of a character class, for an expression with the `u` flag: everything that a terminal or a
 * reader's eye would act on instead of show. Control characters, marks that turn or join text (bidi,
 * zero-width, tags, variation selectors, blank fillers), line and paragraph separators, halves of a
 * surrogate pair, and what has no character of its own (private use, not assigned), which a font may show
 * as anything or nothing.
 */
export const hiddenClass = String
  .raw`\p{C}\p{Zl}\p{Zp}\u{34f}\u{115f}\u{1160}\u{17b4}\u{17b5}\u{180b}-\u{180f}\u{2800}\u{3164}\u{fe00}-\u{fe0f}\u{ffa0}\u{e0100}-\u{e01ef}`;

/** Made when first used, since a hook that shows nothing would pay for it too. */
const hidden = () => hiddenCharacters ??= new RegExp(`[${hiddenClass}]`, "gu");
let hiddenCharacters: RegExp | undefined;

/** Most texts, which hold nothing that would have to be looked up. */
const plain = /^[ -~]*$/;

/** Short names that everyone reads. */
const named: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * A text with hidden characters spelt out: `\n`, `\x1b`, `\u{202e}`. It is for eyes, and cannot be
 * turned back: a backslash in the text stays one.
 */
export function visibleText(text: string, options: VisibleOptions = {}): string {
  const { limit, newlines = false } = options;
  // Nothing shown comes from more than one character, so what lies behind the limit cannot matter.
  const source = limit === undefined ? text : text.slice(0, 2 * limit + 2);
  const shown = plain.test(source)
    ? source
    : source.replace(hidden(), (char) => newlines && char === "\n" ? char : spell(char));
  return limit === undefined ? shown : cutText(shown, limit);
}

/**
 * A text with hidden characters spelt out, and without its middle where it has more than about `limit`
 * characters: what stands at the end often matters most.
 */
export function visibleExcerpt(text: string, limit: number, newlines = false): string {
  const shown = visibleText(text, { limit, newlines });
  if (text.length <= limit && shown.length <= limit) return shown;
  const tail = Math.floor(limit / 3);
  // The second half of a pair says nothing by itself.
  const end = text.slice(-tail).replace(/^[\u{dc00}-\u{dfff}]/u, "");
  const ending = Array.from(visibleText(end, { newlines })).slice(-tail).join("");
  return `${visibleText(text, { limit: limit - tail, newlines })}${ending}`;
}

/** JSON on one line in which everything hidden is written as `\uXXXX`: no terminal acts on it. */
export function printableJson(value: unknown): string {
  const json = JSON.stringify(value);
  return plain.test(json) ? json : json.replace(hidden(), escapeUnits);
}

/** The first `limit` characters and `…` when there are more; no character is cut in half. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const chars = Array.from(text.slice(0, 2 * limit + 2));
  return chars.length <= limit ? text : `${chars.slice(0, limit).join("")}…`;
}

function escapeUnits(char: string): string {
  return char.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}

function spell(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return named[char] ?? (code < 0x100 ? `\\x${hex.padStart(2, "0")}` : `\\u{${hex}}`);
}
