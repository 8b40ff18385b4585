/** The words of a text that is no valid shell text, or is none at all: quotes and blanks, nothing more. */
import type { Word, WordPiece } from "./command.ts";

/**
 * Splits a text at blanks as POSIX quoting has it, without operators, expansions or comments: for text
 * that does not parse, and for values that hold several words. Null when a quote is not closed.
 */
export function shellWords(text: string): readonly Word[] | null {
  const words: Word[] = [];
  let pieces: WordPiece[] = [];
  let run = "";
  let start = -1;

  const flush = (quoted: boolean) => {
    if (run !== "") pieces.push({ kind: "text", text: run, quoted });
    run = "";
  };
  const finish = (end: number) => {
    if (start < 0) return;
    flush(false);
    const value = pieces.map((piece) => piece.text).join("");
    words.push({ source: text.slice(start, end), value, pieces });
    pieces = [];
    start = -1;
  };

  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? "";
    if (char === " " || char === "\t" || char === "\n" || char === "\r") {
      finish(i);
      continue;
    }
    if (start < 0) start = i;
    if (char === "\\") {
      const next = text[++i];
      if (next === undefined) run += "\\";
      else if (next !== "\n") {
        flush(false);
        run = next;
        flush(true);
      }
    } else if (char === "'") {
      const end = text.indexOf("'", i + 1);
      if (end < 0) return null;
      flush(false);
      run = text.slice(i + 1, end);
      flush(true);
      i = end;
    } else if (char === '"') {
      flush(false);
      for (i++; text[i] !== '"'; i++) {
        const inner = text[i];
        if (inner === undefined) return null;
        if (inner !== "\\") {
          run += inner;
          continue;
        }
        const next = text[++i];
        if (next === undefined) return null;
        if (next === "\n") continue;
        run += /["\\$`]/.test(next) ? next : `\\${next}`;
      }
      flush(true);
    } else run += char;
  }
  finish(text.length);
  return words;
}
