/** `<path:name>` and `in:`: whether a word or a folder is in a list of paths. */
import { globPieces, type PatternPiece } from "../text/glob.ts";
import {
  escapeGlob,
  expandHome,
  isAbsolute,
  isInside,
  normalizePath,
  resolvePath,
} from "../text/paths.ts";
import type { Certainty } from "./match.ts";
import { holdPath, meetPath, type PathEntries, pathEntries } from "./path_entries.ts";
import type { Situation } from "./situation.ts";
import { tail, type Token } from "./token.ts";

/** Path questions for one call; links are looked up once each. */
export interface PathLists {
  /**
   * Whether a token is a path in the list `name`. For `allow` every place it may mean has to be in the
   * list, links followed. Else one is enough, a path attached to a flag or behind `=` or `@` counts
   * (`--file=x`, `-fx`, `if=x`, `@x`), and so does what a glob could expand to.
   */
  readonly holds: (
    lists: Readonly<Record<string, readonly string[]>>,
    name: string,
    token: Token,
    directories: readonly string[] | null,
    certainty: Certainty,
  ) => boolean;
  /**
   * Whether a token is one of these paths, which are no globs. For `allow` both have to lead to the same
   * place, links followed; else it is as for a list.
   */
  readonly isOneOf: (
    paths: readonly string[],
    token: Token,
    directories: readonly string[] | null,
    certainty: Certainty,
  ) => boolean;
  /** Some glob expanded to more files than were looked at: what is not in a list may be. */
  readonly tooMany: boolean;
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
  /** Lists that were made of single paths, by folder. */
  const single = new Map<readonly string[], Map<string | null, readonly string[]>>();
  /** What was found out about words with globs or something that is not known. */
  const gaps = new WeakMap<Token, Map<PathEntries, boolean>>();
  let tooMany = false;
  /** Where the links among the expansions of a pattern lead. */
  const globs = new Map<string, readonly (readonly PatternPiece[])[] | null>();
  /** What was found out about known paths, by list. */
  const answers = new Map<readonly string[], Map<string, boolean>>();

  function followed(path: string): string {
    let target = links.get(path);
    if (target === undefined) {
      target = situation.resolveLink(path) ?? normalizePath(path);
      links.set(path, target);
    }
    return target;
  }

  /** The places that a known path may mean in a folder: as written, and with links followed. */
  function places(path: string, directory: string | null): readonly string[] {
    const absolute = directory === null ? normalizePath(path) : resolvePath(directory, path);
    if (!isAbsolute(absolute)) return [absolute];
    // What `..` behind a link leads to is seen only in the path as written.
    const target = followed(path.includes("..") ? join(directory, path) : absolute);
    return target === absolute ? [absolute] : [absolute, target];
  }

  function holdsKnown(
    list: readonly string[],
    path: string,
    directory: string | null,
    every: boolean,
  ): boolean {
    let known = answers.get(list);
    if (known === undefined) answers.set(list, known = new Map());
    const key = `${every ? "+" : "-"}${directory ?? ""}\0${path}`;
    let answer = known.get(key);
    if (answer === undefined) {
      const entries = pathEntries(list, { home, directory, caseSensitive });
      const isIn = (place: string) => holdPath(entries, place);
      const found = places(path, directory);
      known.set(key, answer = every ? found.every(isIn) : found.some(isIn));
    }
    return answer;
  }

  function holdsPart(
    list: readonly string[],
    token: Token,
    directory: string | null,
    certainty: Certainty,
  ): boolean {
    if (!hasGaps(token)) {
      if (holdsKnown(list, token.text, directory, certainty === "allow")) return true;
      if (certainty !== "maybe" || directory !== null || isAbsolute(token.text)) return false;
    }
    if (certainty === "allow" || (token.runs !== null && certainty !== "maybe")) return false;
    const entries = pathEntries(list, { home, directory, caseSensitive });
    const known = gaps.get(token)?.get(entries);
    if (known === true) return true;
    const pieces = wordPieces(token, directory);
    const meets = known ?? meetPath(entries, normalized(pieces));
    let answers = gaps.get(token);
    if (answers === undefined) gaps.set(token, answers = new Map());
    answers.set(entries, meets);
    return meets || meetsLink(entries, pieces, certainty);
  }

  /** Whether a link among what a glob expands to leads into the list. */
  function meetsLink(
    entries: PathEntries,
    pieces: readonly PatternPiece[],
    certainty: Certainty,
  ): boolean {
    const [first] = pieces;
    if (situation.followGlob === undefined) return false;
    if (first?.kind !== "text" || !first.text.startsWith("/")) return false;
    const key = JSON.stringify(pieces);
    let targets = globs.get(key);
    if (targets === undefined) globs.set(key, targets = situation.followGlob(pieces));
    // With too many files to look at, any of them could be one.
    if (targets === null) tooMany = true;
    if (targets === null) return certainty === "maybe";
    return targets.some((target) => meetPath(entries, target));
  }

  /** Whether a word, or for deny something attached to it, is in the list of each or some folder. */
  function holdsWord(
    listIn: (directory: string | null) => readonly string[],
    token: Token,
    directories: readonly string[] | null,
    certainty: Certainty,
  ): boolean {
    const folders = absoluteOnly(directories) ?? [null];
    const isIn = (part: Token) => (directory: string | null) =>
      holdsPart(listIn(directory), part, directory, certainty);
    if (certainty === "allow") return folders.every(isIn(token));
    return folders.some(isIn(token)) || attached(token).some((part) => folders.some(isIn(part)));
  }

  /** What a path leads to. In a command, a `~` that is left is no home folder but a name. */
  function targetOf(path: string, directory: string | null): string {
    return places(path, directory).at(-1) ?? path;
  }

  /** Single paths as a list: each as written, and what it leads to. */
  function listOf(paths: readonly string[], directory: string | null): readonly string[] {
    let known = single.get(paths);
    if (known === undefined) single.set(paths, known = new Map());
    let list = known.get(directory);
    if (list === undefined) {
      list = paths.flatMap((path) =>
        [path, targetOf(expandHome(path, home), directory)].map(escapeGlob)
      );
      known.set(directory, list);
    }
    return list;
  }

  return {
    get tooMany() {
      return tooMany;
    },

    holds(lists, name, token, directories, certainty) {
      const list = Object.hasOwn(lists, name) ? lists[name] : undefined;
      if (list === undefined || list.length === 0) return false;
      return holdsWord(() => list, token, directories, certainty);
    },

    isOneOf(paths, token, directories, certainty) {
      if (paths.length === 0) return false;
      if (certainty !== "allow") {
        return holdsWord((directory) => listOf(paths, directory), token, directories, certainty);
      }
      return !hasGaps(token) && (absoluteOnly(directories) ?? [null]).every((directory) => {
        const target = targetOf(token.text, directory);
        return paths.some((path) => targetOf(expandHome(path, home), directory) === target);
      });
    },

    isRunInside(directories, folders) {
      const known = absoluteOnly(directories);
      if (known === null) return "possible";
      const inside = known.filter((directory) =>
        places(directory, null).every((place) =>
          folders.some((folder) => isInside(expandHome(folder, home), place)) ||
          holdPath(pathEntries(folders, { home, directory: null, caseSensitive }), place)
        )
      );
      if (inside.length === known.length) return "yes";
      return inside.length === 0 ? "no" : "possible";
    },
  };
}

function join(directory: string | null, path: string): string {
  return directory === null || isAbsolute(path) ? path : `${directory}/${path}`;
}

/** The folders when all of them are known places. */
function absoluteOnly(directories: readonly string[] | null): readonly string[] | null {
  if (directories === null || directories.length === 0) return null;
  return directories.every(isAbsolute) ? directories : null;
}

/** The rests of a token that may be a path of their own: of `--file=x`, `-fx`, `if=x`, `a=@x`, `@x`. */
function attached(token: Token): readonly Token[] {
  const { text } = token;
  if (!/^[@-]|=/.test(text)) return [];
  const parts: Token[] = [];
  const add = (length: number) => {
    if (length >= text.length) return;
    parts.push(tail(token, length));
    if (text[length] === "@" && length + 1 < text.length) parts.push(tail(token, length + 1));
  };
  if (text.startsWith("@")) add(1);
  if (text.startsWith("-") && !text.startsWith("--")) add(2);
  const equals = text.indexOf("=");
  if (equals > 0) add(equals + 1);
  return parts;
}

function hasGaps(token: Token): boolean {
  return token.runs !== null || token.word.pieces.some((piece) => piece.kind === "glob");
}

/**
 * A partly known word as the pieces of a path. Of one with text in it that is not known, only what is
 * behind that counts: with a `..` it leads anywhere. A glob at the start of a part does not match a
 * leading dot, as in bash.
 */
function wordPieces({ word }: Token, directory: string | null): readonly PatternPiece[] {
  let written = "";
  const pieces: PatternPiece[] = [];
  for (const piece of word.pieces) {
    const startsPart = written === "" || written.endsWith("/");
    written += piece.text;
    if (piece.kind === "text") pieces.push({ kind: "text", text: piece.text });
    else if (piece.kind === "glob") pieces.push(...partGlob(piece.text, startsPart));
    else if (piece.cause === "number") pieces.push({ kind: "star" });
    else if (piece.cause === "process") pieces.push({ kind: "text", text: "/dev/fd/0" });
    else pieces.splice(0, pieces.length, { kind: "any" });
  }
  const [first, ...rest] = pieces;
  if (first === undefined || first.kind === "any") return pieces;
  const start = first.kind === "text" ? first.text : "";
  const behind = first.kind === "text" ? rest : pieces;
  if (isAbsolute(start)) return pieces;
  if (directory === null) {
    const known = start.replace(/^(?:\.{0,2}\/)+/, "");
    const below: PatternPiece[] = known === "" ? [] : [{ kind: "text", text: known }];
    return [{ kind: "any" }, { kind: "text", text: "/" }, ...below, ...behind];
  }
  const base = directory === "/" ? "/" : `${directory}/`;
  return [{ kind: "text", text: base + start }, ...behind];
}

/** The pieces with their known beginning normalized. */
function normalized(pieces: readonly PatternPiece[]): readonly PatternPiece[] {
  const [first, ...rest] = pieces;
  if (first?.kind !== "text") return pieces;
  return [{ kind: "text", text: normalizeStart(first.text) }, ...rest];
}

function partGlob(glob: string, startsPart: boolean): readonly PatternPiece[] {
  if (/[()]/.test(glob)) return [{ kind: "any" }];
  if (!startsPart) return globPieces(glob);
  if (glob.startsWith("*")) return globPieces(`[!.]${glob}`);
  return globPieces(glob.replace(/^\?/, "[!.]"));
}

/** The known beginning of a path, normalized as far as its last slash. */
function normalizeStart(text: string): string {
  const slash = text.lastIndexOf("/");
  const folder = normalizePath(text.slice(0, slash + 1));
  return `${folder === "/" ? "" : folder}/${text.slice(slash + 1)}`;
}
