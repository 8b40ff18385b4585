/** `<file:name>` and `<pathspec:name>`: the paths that a word names in the way of other tools. */
import { globPieces, type PatternPiece } from "../text/glob.ts";
import { partGlob } from "./path_words.ts";
import type { Token } from "./token.ts";

/** How a word is read: as a path of the shell, or as what these tools make of it. */
export type PathReading = "path" | "file" | "pathspec";

/** A path that a word names. */
export interface NamedPath {
  /** The path of a file that is fully known, which is no glob; else null. */
  readonly known: string | null;
  readonly pieces: readonly PatternPiece[];
  /** Names in it are compared without regard to case. */
  readonly anyCase: boolean;
}

/** Places in one word at which a path may begin that are looked at. */
const mostStarts = 4096;

/**
 * The files that a word names: all of it, what is attached to a flag, and what stands behind `=`, `,`, `@`
 * or `file://`, each as far as the next `,` or `:`: `--from-file=key=x`, `type=bind,source=x`, `x:/inside`.
 * Part of a name may be unknown, but a word that begins with something unknown names nothing. Null for a
 * word of so many parts that it may name anything.
 */
export function filesNamed({ word, text }: Token): readonly NamedPath[] | null {
  const { pieces } = word;
  const [first] = pieces;
  if (first === undefined || first.kind === "unknown") return [];
  const isPlain = first.kind === "text" && pieces.length === 1;
  // Most words name one file, or none: themselves.
  if (isPlain && !/^-|[=,@:]/.test(text)) return [fileOf([{ kind: "text", text }])];
  const marks = [...text.matchAll(/fileb?:\/\/|[=,@:]/g)].filter(({ index }) => isText(index));
  const starts = [
    0,
    ...(/^-[^-]./.test(text) ? [2] : []),
    ...marks.flatMap(({ 0: mark, index }) => mark === ":" ? [] : [index + mark.length]),
  ];
  if (starts.length > mostStarts) return null;
  return starts.flatMap((start) => {
    const end = marks.find(({ 0: mark, index }) => index >= start && /^[,:]$/.test(mark))?.index;
    const ends = end === undefined ? [text.length] : [text.length, end];
    return ends.filter((end) => end > start).map((end) => between(start, end));
  });

  /** Whether the character at this offset is no part of something that is not known. */
  function isText(offset: number): boolean {
    if (isPlain) return true;
    let at = 0;
    const piece = pieces.find((piece) => (at += piece.text.length) > offset);
    return piece?.kind === "text";
  }

  function between(start: number, end: number): NamedPath {
    if (isPlain) return fileOf([{ kind: "text", text: text.slice(start, end) }]);
    let at = 0;
    const found = pieces.flatMap((piece): readonly PatternPiece[] => {
      const from = Math.max(0, start - at);
      const to = Math.min(piece.text.length, end - at);
      at += piece.text.length;
      if (to <= from) return [];
      if (piece.kind === "text") return [{ kind: "text", text: piece.text.slice(from, to) }];
      const startsPart = at - piece.text.length === start ||
        text[at - piece.text.length - 1] === "/";
      return partGlob(piece.kind === "unknown" ? "*" : piece.text.slice(from, to), startsPart);
    });
    return fileOf(joined(found));
  }
}

function fileOf(pieces: readonly PatternPiece[]): NamedPath {
  const [first] = pieces;
  const known = first?.kind === "text" && pieces.length === 1 ? first.text : null;
  return { known, pieces, anyCase: false };
}

/**
 * The paths that git may take a word for: a pathspec, whose globs count in quotes too, with what `:(icase)x`
 * and its like say; `REVISION:path`; `-L1,5:path`. None for one that any name fits: `src/*` aims at nothing.
 */
export function pathspecsNamed({ word, text }: Token): readonly NamedPath[] {
  const { pieces } = word;
  if (pieces[0] === undefined || pieces[0].kind === "unknown") return [];
  if (text.startsWith("-") && !/^-L[^:]*:/.test(text)) return [];
  const written = pieces.map(({ kind, text }) => kind === "unknown" ? "*" : text).join("");
  return specsOf(written).filter(aims);
}

function specsOf(text: string): readonly NamedPath[] {
  if (text.startsWith(":")) {
    const [, long = "", rest] = /^:\(([^)]*)\)(.*)$/s.exec(text) ?? [];
    if (/^:[!^]/.test(text) || /\bexclude\b/.test(long)) return [];
    const anyCase = /\bicase\b/.test(long);
    if (rest === undefined) return [specOf(text.replace(/^:\/?/, ""), anyCase)];
    if (!/\bliteral\b/.test(long)) return [specOf(rest, anyCase)];
    return [{ known: null, pieces: [{ kind: "text", text: rest }], anyCase }];
  }
  const colon = text.indexOf(":");
  const whole = text.startsWith("-") ? [] : [specOf(text, false)];
  return colon < 0 ? whole : [...whole, specOf(text.slice(colon + 1), false)];
}

/**
 * A `*` passes a `/` for git. At the end, or before a single letter, it is taken for part of a name: `src*`
 * and `x.*y` aim at no other folder.
 */
function specOf(text: string, anyCase: boolean): NamedPath {
  const pieces = globPieces(text.replace(/^(?:\.{0,2}\/)+/, ""));
  const passes = (piece: PatternPiece, i: number) =>
    (piece.kind === "star" || piece.kind === "globstar") && lengthOf(pieces.slice(i + 1)) > 1;
  return {
    known: null,
    pieces: pieces.map((piece, i) => passes(piece, i) ? { kind: "any" } : piece),
    anyCase,
  };
}

/** Characters that pieces surely have. */
function lengthOf(pieces: readonly PatternPiece[]): number {
  return pieces.reduce((length, piece) => {
    if (piece.kind === "text") return length + piece.text.length;
    return piece.kind === "one" || piece.kind === "class" ? length + 1 : length;
  }, 0);
}

/** Whether the last part of a path says something of the name. */
function aims({ pieces }: NamedPath): boolean {
  const slash = pieces.findLastIndex((piece) => piece.kind === "text" && piece.text.includes("/"));
  return pieces.slice(Math.max(0, slash)).some((piece, i) =>
    piece.kind === "class" ||
    (piece.kind === "text" && (i > 0 || slash < 0 || !piece.text.endsWith("/")))
  );
}

/** Texts beside each other as one. */
function joined(pieces: readonly PatternPiece[]): readonly PatternPiece[] {
  const all: PatternPiece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (last?.kind === "text" && piece.kind === "text") {
      all.splice(-1, 1, { kind: "text", text: last.text + piece.text });
    } else all.push(piece);
  }
  return all;
}
