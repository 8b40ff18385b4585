/** Making words out of values. */
import type { Word, WordPiece } from "./command.ts";
import { quotePieces, quoteWord } from "./quote.ts";

/** A word that stands for exactly this value, as if it had been quoted. */
export function literalWord(value: string): Word {
  const pieces: WordPiece[] = value === "" ? [] : [{ kind: "text", text: value, quoted: true }];
  return { source: quoteWord(value), value, pieces };
}

/** The word that pieces make, its source quoted where that is needed. */
export function wordOf(pieces: readonly WordPiece[]): Word {
  return { source: quotePieces(pieces), value: valueOf(pieces), pieces };
}

/** Words that a wrapper adds by itself, such as those `xargs` reads: one unknown, unquoted word. */
export function appendedWord(): Word {
  const piece: WordPiece = { kind: "unknown", text: "…", quoted: false, cause: "appended" };
  return { source: "…", value: "…", pieces: [piece] };
}

/** `$0` where it is not known. */
export function unknownZero(): Word {
  const piece: WordPiece = { kind: "unknown", text: "$0", quoted: true, cause: "variable" };
  return { source: "$0", value: "$0", pieces: [piece] };
}

/** Whether some of the word is not known before the command runs. A glob is known. */
export function isUnresolved(word: Word): boolean {
  return word.pieces.some((piece) => piece.kind === "unknown");
}

/** The value of a word without globs and unknown pieces, else null. */
export function staticValue(word: Word): string | null {
  return word.pieces.every((piece) => piece.kind === "text") ? word.value : null;
}

/** The text that pieces make together. */
export function valueOf(pieces: readonly WordPiece[]): string {
  if (pieces.length === 1) return pieces[0]?.text ?? "";
  let value = "";
  for (const piece of pieces) value += piece.text;
  return value;
}
