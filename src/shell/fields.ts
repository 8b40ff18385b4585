/** Building the words that one word of the source becomes, piece by piece. */
import type { UnknownCause, Word, WordPiece } from "./command.ts";
import { valueOf, wordOf } from "./words.ts";

/** The words so far, and the one being built. */
export interface Fields {
  readonly done: WordPiece[][];
  pieces: WordPiece[];
  /** The current word exists even if it is empty: there were quotes. */
  started: boolean;
  /** A value of the text's own variables, or a brace, was put in: the source is no longer what it says. */
  changed: boolean;
}

/** No words yet. */
export function startFields(): Fields {
  return { done: [], pieces: [], started: false, changed: false };
}

/** Adds literal text to the current word. */
export function addText(fields: Fields, text: string, quoted: boolean): void {
  if (quoted) fields.started = true;
  if (text === "") return;
  const { pieces } = fields;
  const last = pieces[pieces.length - 1];
  if (last?.kind === "text" && last.quoted === quoted) {
    pieces[pieces.length - 1] = { kind: "text", text: last.text + text, quoted };
  } else pieces.push({ kind: "text", text, quoted });
}

/** Adds a glob as written. */
export function addGlob(fields: Fields, text: string): void {
  fields.pieces.push({ kind: "glob", text });
}

/** Adds an expansion that could not be resolved, as written. */
export function addUnknown(
  fields: Fields,
  text: string,
  quoted: boolean,
  cause: UnknownCause,
): void {
  if (quoted) fields.started = true;
  fields.pieces.push({ kind: "unknown", text, quoted, cause });
}

/** Adds pieces of a known value: in quotes as they are, else split at blanks and with globs in force. */
export function addValue(fields: Fields, value: readonly WordPiece[], quoted: boolean): void {
  if (quoted) fields.started = true;
  for (const piece of value) {
    if (piece.kind === "glob") fields.pieces.push(piece);
    else if (piece.kind === "unknown") fields.pieces.push({ ...piece, quoted });
    else if (quoted) addText(fields, piece.text, true);
    else addSplit(fields, piece.text);
  }
}

/** Ends the current word, if there is one. */
export function endField(fields: Fields): void {
  if (fields.pieces.length > 0 || fields.started) fields.done.push(fields.pieces);
  fields.pieces = [];
  fields.started = false;
}

/** The words. A single one that is as the source has it keeps its source. */
export function finishFields(fields: Fields, source: string): readonly Word[] {
  endField(fields);
  const [first] = fields.done;
  if (first !== undefined && fields.done.length === 1 && !fields.changed) {
    return [{ source, value: valueOf(first), pieces: first }];
  }
  return fields.done.map(wordOf);
}

/** Unquoted text of a value: blanks end words, glob characters are globs. */
function addSplit(fields: Fields, text: string): void {
  if (!/[\s*?[]/.test(text)) return addText(fields, text, false);
  for (const [i, part] of text.split(/[ \t\n]+/).entries()) {
    if (i > 0) endField(fields);
    addGlobbed(fields, part);
  }
}

function addGlobbed(fields: Fields, text: string): void {
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char !== "*" && char !== "?" && char !== "[") continue;
    const end = char === "[" ? text.indexOf("]", i + 2) : i;
    if (end < 0) break;
    addText(fields, text.slice(start, i), false);
    addGlob(fields, text.slice(i, end + 1));
    i = end;
    start = end + 1;
  }
  addText(fields, text.slice(start), false);
}
