/** `<path:name>` and `in:`: whether a word or a folder is in a list of paths. */
import { compileGlob, globPieces, globsIntersect, type PathPiece } from "../text/glob.ts";
import { expandHome, isAbsolute, isInside, normalizePath, resolvePath } from "../text/paths.ts";
import type { Certainty } from "./match.ts";
import type { Situation } from "./situation.ts";
import type { Token } from "./token.ts";

/** Path questions for one call; links are looked up once each. */
export interface PathLists {
  /**
   * Whether a token is a path in the list `name`. For `allow` every place it may mean has to be in the
   * list, links followed; else one is enough.
   */
  readonly holds: (
    lists: Readonly<Record<string, readonly string[]>>,
    name: string,
    token: Token,
    directories: readonly string[] | null,
    certainty: Certainty,
  ) => boolean;
  /** Whether a command runs inside one of these folders; `possible` where that is not known. */
  readonly isRunInside: (
    directories: readonly string[] | null,
    folders: readonly string[],
  ) => "yes" | "no" | "possible";
}

/** Path questions in a situation. */
export function pathLists(situation: Situation): PathLists {
  const { home, os } = situation;
  const caseSensitive = os !== "macos" && os !== "windows";
  const links = new Map<string, string>();

  function followed(path: string): string {
    let target = links.get(path);
    if (target === undefined) {
      target = situation.resolveLink(path) ?? path;
      links.set(path, target);
    }
    return target;
  }

  function matchesEntry(entry: string, path: string, directory: string | null): boolean {
    return compileGlob(absoluteEntry(entry, directory), { caseSensitive }).matches(path);
  }

  function absoluteEntry(entry: string, directory: string | null): string {
    const expanded = expandHome(entry, home);
    if (isAbsolute(expanded) || expanded.startsWith("**/")) return normalizePath(expanded);
    return directory === null ? normalizePath(expanded) : resolvePath(directory, expanded);
  }

  /** The places that a known path may mean: for each folder, as written and with links followed. */
  function places(path: string, directory: string | null): readonly string[] {
    const absolute = isAbsolute(path) || directory === null
      ? normalizePath(path)
      : resolvePath(directory, path);
    if (!isAbsolute(absolute)) return [absolute];
    const target = followed(absolute);
    return target === absolute ? [absolute] : [absolute, target];
  }

  return {
    holds(lists, name, token, directories, certainty) {
      const entries = Object.hasOwn(lists, name) ? lists[name] ?? [] : [];
      if (entries.length === 0) return false;
      const folders = absoluteOnly(directories) ?? [null];
      const hasGlob = token.word.pieces.some((piece) => piece.kind === "glob");
      if (token.runs !== null || hasGlob) {
        if (certainty === "allow" || (token.runs !== null && certainty !== "maybe")) return false;
        return folders.some((directory) =>
          entries.some((entry) =>
            globsIntersect(
              globPieces(absoluteEntry(entry, directory)),
              wordPieces(token, directory),
            )
          )
        );
      }
      const path = token.text;
      const inList = (directory: string | null) => (place: string) =>
        entries.some((entry) => matchesEntry(entry, place, directory));
      if (certainty === "allow") {
        return folders.every((directory) => places(path, directory).every(inList(directory)));
      }
      return folders.some((directory) => places(path, directory).some(inList(directory)));
    },

    isRunInside(directories, folders) {
      const known = absoluteOnly(directories);
      if (known === null) return "possible";
      const inside = known.filter((directory) =>
        places(directory, null).every((place) =>
          folders.some((folder) => {
            const glob = expandHome(folder, home);
            return isInside(glob, place) || compileGlob(glob, { caseSensitive }).matches(place);
          })
        )
      );
      if (inside.length === known.length) return "yes";
      return inside.length === 0 ? "no" : "possible";
    },
  };
}

/** The folders when all of them are known places. */
function absoluteOnly(directories: readonly string[] | null): readonly string[] | null {
  if (directories === null || directories.length === 0) return null;
  return directories.every(isAbsolute) ? directories : null;
}

/** A partly known word as the pieces of a path, from the folder it runs in when it begins relative. */
function wordPieces(token: Token, directory: string | null): readonly PathPiece[] {
  const pieces = token.word.pieces.flatMap((piece): readonly PathPiece[] => {
    if (piece.kind === "unknown") return [{ kind: "any" }];
    if (piece.kind === "glob") return globPieces(piece.text);
    return [{ kind: "text", text: piece.text }];
  });
  const [first] = pieces;
  if (first === undefined || first.kind === "any") return pieces;
  if (first.kind === "text" && isAbsolute(first.text)) return pieces;
  if (directory === null) return [{ kind: "any" }, ...pieces];
  return [{ kind: "text", text: directory === "/" ? "/" : `${directory}/` }, ...pieces];
}
