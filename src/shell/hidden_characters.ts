/** Characters that do not show, or mislead the eye, outside quotes. */

import { hiddenClass } from "../text/visible.ts";

/** Where they are, and which parts of the text are quoted. */
export interface HiddenCharacters {
  /** Offsets, ascending. */
  readonly offsets: readonly number[];
  /** `[start, end)` of what is quoted or data: such characters mean nothing there. */
  readonly quoted: (readonly [number, number])[];
}

/** Text that needs no closer look: most. */
const plain = /^[ -~\t\n]*$/;

/** Everything hidden but tab and newline, and blanks that are none to a shell. */
const hidden = () => hiddenCharacters ??= new RegExp(`(?![ \\t\\n])[${hiddenClass}\\p{Z}]`, "u");
let hiddenCharacters: RegExp | undefined;

/** More are not told apart. */
const most = 1000;

/** The hidden characters of a text; null for none. */
export function findHidden(text: string): HiddenCharacters | null {
  if (plain.test(text) || !hidden().test(text)) return null;
  const offsets: number[] = [];
  for (const match of text.matchAll(new RegExp(hidden(), "gu"))) {
    offsets.push(match.index);
    if (offsets.length > most) break;
  }
  return { offsets, quoted: [] };
}

/** Notes a quoted stretch of the text. */
export function noteQuoted({ quoted }: HiddenCharacters, start: number, end: number): void {
  quoted.push([start, end]);
}

/** What is wrong with the ones outside quotes; null for nothing. */
export function hiddenProblem(found: HiddenCharacters, text: string): string | null {
  if (text.includes("\0")) return "the text holds a NUL character, which shells drop or stop at";
  const quoted = found.quoted.toSorted(([a], [b]) => a - b);
  let at = 0;
  let reach = 0;
  for (const offset of found.offsets) {
    for (; at < quoted.length && (quoted[at]?.[0] ?? 0) <= offset; at++) {
      reach = Math.max(reach, quoted[at]?.[1] ?? 0);
    }
    if (offset < reach) continue;
    const code = (text.codePointAt(offset) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    return text[offset] === "\r"
      ? "a carriage return outside quotes, which some programs take for the end of a line"
      : `a character that does not show outside quotes (U+${code})`;
  }
  return found.offsets.length > most ? "very many characters that do not show" : null;
}
