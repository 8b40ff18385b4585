/** Writing values so that a shell reads them back as one word. */
import type { WordPiece } from "./command.ts";

/** Characters that mean nothing to a shell wherever they stand; `~` and `=` do at the front. */
const plain = /^[\w@%+:,./^-][\w@%+=:,./~^-]*$/;

/**
 * The value as one shell word: as it is where that is safe, else in single quotes, or in double quotes
 * where it holds a single quote and nothing that those would expand.
 * @example `hello world` → `'hello world'`, `it's` → `"it's"`, the empty value → `''`
 */
export function quoteWord(value: string): string {
  if (plain.test(value)) return value;
  if (!value.includes("'")) return `'${value}'`;
  if (!/["$`\\!]/.test(value)) return `"${value}"`;
  return `'${value.replaceAll("'", `'\\''`)}'`;
}

/** Values as one line of shell text. */
export function quoteCommand(values: readonly string[]): string {
  return values.map(quoteWord).join(" ");
}

/** Pieces as one shell word: text quoted where needed, globs and unknown expansions as they are. */
export function quotePieces(pieces: readonly WordPiece[]): string {
  const [first] = pieces;
  if (first === undefined) return "''";
  let source = "";
  let text = "";
  const flush = () => {
    if (text !== "") source += source === "" ? quoteWord(text) : quoteInside(text);
    text = "";
  };
  for (const piece of pieces) {
    if (piece.kind === "text") {
      text += piece.text;
      continue;
    }
    flush();
    source += piece.kind === "unknown" && piece.quoted ? `"${piece.text}"` : piece.text;
  }
  flush();
  return source;
}

/** Quotes text that follows something in the same word: `~` and `=` mean nothing there. */
function quoteInside(text: string): string {
  return /^[~=]/.test(text) && plain.test(`.${text}`) ? text : quoteWord(text);
}
