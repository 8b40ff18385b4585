/**
 * Links among what a glob expands to: a repository could lay one so that `cat note*` reads something else.
 */
import { compilePieces, type PatternPiece } from "../text/glob.ts";
import type { HostFiles } from "../text/host.ts";

/** Entries of folders that one glob may look at. */
const mostEntries = 20_000;

/** One part of a path: its text, or what a glob asks of it. */
type Part = string | readonly PatternPiece[];

/**
 * Follows the links that the expansion of an absolute pattern passes. Each of them gives a pattern: what
 * it leads to, and the parts behind it. Null when there is too much to look at.
 * @param follow gives a path with its links followed; null when nothing changes
 */
export function globFollower(
  files: HostFiles,
  follow: (path: string) => string | null,
): (pattern: readonly PatternPiece[]) => readonly (readonly PatternPiece[])[] | null {
  return (pattern) => {
    const found: (readonly PatternPiece[])[] = [];
    let left = mostEntries;
    return walk("", partsOf(pattern), false) ? found : null;

    /** False when there was too much. */
    function walk(folder: string, parts: readonly Part[], moved: boolean): boolean {
      const [part, ...rest] = parts;
      if (part === undefined) {
        if (moved) found.push([{ kind: "text", text: folder }]);
        return true;
      }
      if (typeof part === "string") return enter(`${folder}/${part}`, rest, moved);
      if (moved) found.push([{ kind: "text", text: `${folder}/` }, ...joined(parts)]);
      const fits = compilePieces(part);
      for (const name of files.list(folder === "" ? "/" : folder)) {
        if (--left < 0) return false;
        if (fits(name) && !enter(`${folder}/${name}`, rest, moved)) return false;
      }
      return true;
    }

    function enter(path: string, rest: readonly Part[], moved: boolean): boolean {
      const target = follow(path);
      return walk(target === "/" ? "" : target ?? path, rest, moved || target !== null);
    }
  };
}

/** The parts between slashes. What could hold a slash ends the pattern. */
function partsOf(pattern: readonly PatternPiece[]): readonly Part[] {
  const parts: PatternPiece[][] = [[]];
  for (const piece of pattern) {
    if (piece.kind === "any" || piece.kind === "globstar") break;
    if (piece.kind !== "text") {
      parts.at(-1)?.push(piece);
      continue;
    }
    for (const [i, text] of piece.text.split("/").entries()) {
      if (i > 0) parts.push([]);
      if (text !== "") parts.at(-1)?.push({ kind: "text", text });
    }
  }
  return parts.filter((part) => part.length > 0).map((part) => {
    const isText = part.every(({ kind }) => kind === "text");
    return isText ? part.map((piece) => piece.kind === "text" ? piece.text : "").join("") : part;
  });
}

/** Parts with slashes between them. */
function joined(parts: readonly Part[]): readonly PatternPiece[] {
  return parts.flatMap((part, i): readonly PatternPiece[] => {
    const pieces: readonly PatternPiece[] = typeof part === "string"
      ? [{ kind: "text", text: part }]
      : part;
    return i === 0 ? pieces : [{ kind: "text", text: "/" }, ...pieces];
  });
}
