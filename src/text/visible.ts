/** Text of agents and repositories, made fit to be shown. (`10-safety.md`, 7) */

/** How to show a text. */
export interface VisibleOptions {
  /** At most this many characters of the result, then `…`. @default no limit */
  readonly limit?: number;
  /** Leave `\n` as it is. @default false */
  readonly newlines?: boolean;
}

/**
 * Everything that a terminal or a reader's eye would act on instead of show: control characters, marks
 * that turn or join text (bidi, zero-width, tags, variation selectors, blank fillers), line and paragraph
 * separators, halves of a surrogate pair. Made when first used, since a hook that shows nothing would
 * pay for it too.
 */
const hidden = () =>
  hiddenCharacters ??= new RegExp(
    String
      .raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u{34f}\u{115f}\u{1160}\u{17b4}\u{17b5}\u{180b}-\u{180f}\u{2065}\u{3164}\u{fe00}-\u{fe0f}\u{ffa0}\u{fff0}-\u{fff8}\u{e0000}-\u{e0fff}]`,
    "gu",
  );
let hiddenCharacters: RegExp | undefined;

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
  const shown = source.replace(hidden(), (char) => newlines && char === "\n" ? char : spell(char));
  return limit === undefined ? shown : cutText(shown, limit);
}

/** The first `limit` characters and `…` when there are more; no character is cut in half. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const chars = Array.from(text.slice(0, 2 * limit + 2));
  return chars.length <= limit ? text : `${chars.slice(0, limit).join("")}…`;
}

function spell(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return named[char] ?? (code < 0x100 ? `\\x${hex.padStart(2, "0")}` : `\\u{${hex}}`);
}
