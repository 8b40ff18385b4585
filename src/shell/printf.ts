/** What `printf` and `echo -e` make of their arguments. */
import type { Word, WordPiece } from "./command.ts";
import { quoteWord } from "./quote.ts";
import type { Output } from "./run.ts";
import { staticValue } from "./words.ts";
import { quotedPieces } from "./word.ts";

const escapes: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
};

const escape =
  /\\(?:([abeEfnrtv\\])|0([0-7]{1,3})|([0-7]{1,3})|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8}))/g;

/** Text with its backslash escapes decoded; `\c` ends it. */
export function decodeEscapes(text: string): string {
  const end = /^(?:[^\\]|\\[^c])*?\\c/s.exec(text);
  const whole = end === null ? text : end[0].slice(0, -2);
  return whole.replaceAll(escape, (found, simple, octal, bare, hex, short, long) => {
    if (typeof simple === "string") return escapes[simple] ?? found;
    const code = octal ?? bare;
    const value = typeof code === "string"
      ? parseInt(code, 8) & 255
      : parseInt(`${hex ?? short ?? long}`, 16);
    return value <= 0x10ffff ? String.fromCodePoint(value) : found;
  });
}

/** What `printf FORMAT ARGUMENT…` writes; null when the format is not known or not simple. */
export function formatText(operands: readonly Word[]): Output {
  const [head, ...others] = operands;
  const [format, ...values] = head?.value === "--" ? others : operands;
  if (format === undefined || format.value.startsWith("-")) return null;
  const text = staticValue(format);
  const specs = text === null ? null : specsOf(text);
  if (specs === null) return null;
  const pieces: WordPiece[] = [];
  let next = 0;
  do {
    const before = next;
    for (const spec of specs) {
      if (spec.kind === "text") pieces.push({ kind: "text", text: spec.text, quoted: true });
      else {
        const formatted = formatted1(spec.conversion, values[next++]);
        if (formatted === null) return null;
        pieces.push(...formatted);
      }
    }
    if (next === before) break;
  } while (next < values.length);
  return pieces;
}

type Spec =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "conversion"; readonly conversion: string };

/** A format cut into text and plain conversions; null when one has a width or is rare. */
function specsOf(format: string): readonly Spec[] | null {
  const specs: Spec[] = [];
  for (const part of format.split(/(%.)/s)) {
    if (part === "") continue;
    if (part === "%%") specs.push({ kind: "text", text: "%" });
    else if (!part.startsWith("%")) specs.push({ kind: "text", text: decodeEscapes(part) });
    else if (/^%[sbdiqc]$/.test(part)) {
      specs.push({ kind: "conversion", conversion: part.slice(1) });
    } else return null;
  }
  return specs;
}

function formatted1(conversion: string, word: Word | undefined): Output {
  if (word === undefined) return conversion === "d" || conversion === "i" ? textOf("0") : [];
  const pieces = quotedPieces(word);
  switch (conversion) {
    case "s":
      return pieces;
    case "b":
      return pieces.map((piece): WordPiece =>
        piece.kind === "text" ? { ...piece, text: decodeEscapes(piece.text) } : piece
      );
    case "d":
    case "i":
      return /^-?\d{1,15}$/.test(word.value) ? textOf(`${Number(word.value)}`) : null;
    default: {
      const value = staticValue(word);
      if (value === null) return null;
      return textOf(conversion === "q" ? quoteWord(value) : value.slice(0, 1));
    }
  }
}

function textOf(text: string): readonly WordPiece[] {
  return [{ kind: "text", text, quoted: true }];
}
