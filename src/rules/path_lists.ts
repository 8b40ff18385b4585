/** `<path:name>` and `in:`: whether a word or a folder is in a list of paths. */
import type { PatternPiece } from "../text/glob.ts";
import { escapeGlob, expandHome, isAbsolute, normalizePath, resolvePath } from "../text/paths.ts";
import type { Certainty } from "./match.ts";
import {
  holdPath,
  isInsideEntry,
  meetPath,
  type PathEntries,
  pathEntries,
  type SplitPath,
  splitPath,
} from "./path_entries.ts";
import { filesNamed, type NamedPath, type PathReading, pathspecsNamed } from "./named_paths.ts";
import { attachedPaths, normalizedPieces, piecesBelow, wordPieces } from "./path_words.ts";
import type { Situation } from "./situation.ts";
import type { Token } from "./token.ts";

/** Path questions for one call; links are looked up once each. */
export interface PathLists {
  /**
   * Whether a token is a path in a list. For `allow` every place it may mean has to be in the list, links
   * followed. Else one is enough, a path attached to a flag or behind `=` or `@` counts (`--file=x`, `-fx`,
   * `if=x`, `@x`), and so does what a glob could expand to. In the other readings it is one of the paths
   * that `named_paths.ts` finds, never for `allow`.
   */
  readonly holds: (
    list: readonly string[],
    reading: PathReading,
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
  readonly tooMany: () => boolean;
  /**
   * Whether a command runs inside one of these folders, or in a folder that a `<path:name>` among them
   * holds; `possible` where that is not known.
   */
  readonly isRunInside: (
    directories: readonly string[] | null,
    folders: readonly string[],
    list: (name: string) => readonly string[],
  ) => "yes" | "no" | "possible";
}

/** The path list that an entry of `in:` names: `<path:name>`; null for a folder. */
export function listIn(entry: string): string | null {
  return /^<path:([^<>]+)>$/.exec(entry)?.[1] ?? null;
}

/** No system opens a longer path. */
const longestPath = 4096;

/** Path questions in a situation. */
export function pathLists(situation: Situation): PathLists {
  const { home, os } = situation;
  const caseSensitive = os !== "macos" && os !== "windows";
  const links = new Map<string, string>();
  const folders = new Map<string | null, Folder>();
  /** The folders of the last command that was asked about. */
  let last: {
    readonly directories: readonly string[] | null;
    readonly folders: readonly Folder[];
  } | null = null;
  const rests = new Map<Token, readonly Token[]>();
  const named = {
    file: new Map<Token, readonly NamedPath[] | null>(),
    pathspec: new Map<Token, readonly NamedPath[] | null>(),
  };
  let tooMany = false;
  /** Where the links among the expansions of a pattern lead. */
  const globs = new Map<string, readonly (readonly PatternPiece[])[] | null>();

  /** What is known of paths as they are seen from a folder. */
  function folderAt(directory: string | null): Folder {
    let folder = folders.get(directory);
    if (folder === undefined) {
      folder = { directory, places: new Map(), lists: new Map(), words: null, single: null };
      folders.set(directory, folder);
    }
    return folder;
  }

  function listAt({ directory, lists }: Folder, list: readonly string[]): ListAnswers {
    let answers = lists.get(list);
    if (answers === undefined) {
      const entries = pathEntries(list, { home, directory, caseSensitive });
      lists.set(list, answers = { entries, known: new Map(), gaps: null });
    }
    return answers;
  }

  function followed(path: string): string {
    let target = links.get(path);
    if (target === undefined) {
      target = situation.resolveLink(path) ?? normalizePath(path);
      links.set(path, target);
    }
    return target;
  }

  /** The places that a known path may mean in a folder: as written, and with links followed. */
  function placesOf(path: string, directory: string | null): readonly SplitPath[] {
    const absolute = directory === null ? normalizePath(path) : resolvePath(directory, path);
    const written = splitPath(absolute);
    if (!isAbsolute(absolute)) return [written];
    // What `..` behind a link leads to is seen only in the path as written.
    const target = followed(path.includes("..") ? join(directory, path) : absolute);
    return target === absolute ? [written] : [written, splitPath(target)];
  }

  /** The same, kept: a path is looked for in one list after the other. */
  function placesIn({ directory, places }: Folder, path: string): readonly SplitPath[] {
    let found = places.get(path);
    if (found === undefined) places.set(path, found = placesOf(path, directory));
    return found;
  }

  /** How many of the places that a known path may mean are in a list. */
  function heldIn(folder: Folder, { entries, known }: ListAnswers, path: string): Held {
    let held = known.get(path);
    if (held === undefined) {
      const places = placesIn(folder, path);
      const count = places.filter((place) => holdPath(entries, place)).length;
      known.set(path, held = count === 0 ? "none" : count === places.length ? "all" : "some");
    }
    return held;
  }

  function holdsPart(
    list: readonly string[],
    token: Token,
    folder: Folder,
    certainty: Certainty,
  ): boolean {
    const answers = listAt(folder, list);
    if (!token.hasGaps) {
      const held = heldIn(folder, answers, token.text);
      if (held === "all" || (held === "some" && certainty !== "allow")) return true;
      if (certainty !== "maybe" || folder.directory !== null || isAbsolute(token.text)) {
        return false;
      }
    }
    if (certainty === "allow" || (token.runs !== null && certainty !== "maybe")) return false;
    // It names no file that there can be; to compare it would take all the memory there is.
    if (token.text.length > longestPath) return certainty === "maybe";
    const { entries } = answers;
    const gaps = answers.gaps ??= new Map();
    const known = gaps.get(token);
    if (known === true) return true;
    const pieces = piecesIn(folder, token);
    const meets = known ?? meetPath(entries, normalizedPieces(pieces));
    gaps.set(token, meets);
    return meets || meetsLink(entries, pieces, certainty);
  }

  /** A word with gaps as the pieces of a path, kept like the places of a known one. */
  function piecesIn(folder: Folder, token: Token): readonly PatternPiece[] {
    const words = folder.words ??= new Map();
    let pieces = words.get(token);
    if (pieces === undefined) words.set(token, pieces = wordPieces(token, folder.directory));
    return pieces;
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
    listIn: (folder: Folder) => readonly string[],
    token: Token,
    directories: readonly string[] | null,
    certainty: Certainty,
  ): boolean {
    const folders = foldersOf(directories);
    const isIn = (part: Token) => (folder: Folder) =>
      holdsPart(listIn(folder), part, folder, certainty);
    if (certainty === "allow") return folders.every(isIn(token));
    return folders.some(isIn(token)) || restsOf(token).some((part) => folders.some(isIn(part)));
  }

  /** What of a word may be a path of its own: the same parts each time, so that they are known again. */
  function restsOf(token: Token): readonly Token[] {
    let parts = rests.get(token);
    if (parts === undefined) rests.set(token, parts = attachedPaths(token));
    return parts;
  }

  /** The folders that a command may run in; one that is not known where not all of them are. */
  function foldersOf(directories: readonly string[] | null): readonly Folder[] {
    if (last?.directories !== directories) {
      last = { directories, folders: (absoluteOnly(directories) ?? [null]).map(folderAt) };
    }
    return last.folders;
  }

  /** What a word names as tools read it, kept like the parts of a word. */
  function namedBy(reading: "file" | "pathspec", token: Token): readonly NamedPath[] | null {
    let paths = named[reading].get(token);
    if (paths === undefined) {
      paths = reading === "file" ? filesNamed(token) : pathspecsNamed(token);
      named[reading].set(token, paths);
    }
    return paths;
  }

  /** Whether a word names a path of the list, as tools read it. Nothing is guessed of a folder. */
  function namesOne(
    list: readonly string[],
    reading: "file" | "pathspec",
    token: Token,
    directories: readonly string[] | null,
    certainty: Certainty,
  ): boolean {
    if (certainty === "allow" || (token.runs !== null && certainty !== "maybe")) return false;
    const folders = foldersOf(directories);
    const paths = namedBy(reading, token);
    if (paths === null) return true;
    return paths.some((path) =>
      path.known === null && token.text.length > longestPath
        ? certainty === "maybe"
        : folders.some((folder) => isNamedIn(folder, list, path))
    );
  }

  function isNamedIn(
    folder: Folder,
    list: readonly string[],
    { known, pieces, anyCase }: NamedPath,
  ): boolean {
    if (known !== null) {
      return heldIn(folder, listAt(folder, list), expandHome(known, home)) !== "none";
    }
    const { directory } = folder;
    const entries = anyCase
      ? pathEntries(list, { home, directory, caseSensitive: false })
      : listAt(folder, list).entries;
    return meetPath(entries, normalizedPieces(piecesBelow(directory, pieces)));
  }

  /** What a path leads to. In a command, a `~` that is left is no home folder but a name. */
  function targetOf(path: string, folder: Folder): string {
    return placesIn(folder, path).at(-1)?.text ?? path;
  }

  /** Single paths as a list: each as written, and what it leads to. */
  function listOf(paths: readonly string[], folder: Folder): readonly string[] {
    const single = folder.single ??= new Map();
    let list = single.get(paths);
    if (list === undefined) {
      list = paths.flatMap((path) =>
        [path, targetOf(expandHome(path, home), folder)].map(escapeGlob)
      );
      single.set(paths, list);
    }
    return list;
  }

  return {
    tooMany: () => tooMany,

    holds(list, reading, token, directories, certainty) {
      if (list.length === 0) return false;
      if (reading !== "path") return namesOne(list, reading, token, directories, certainty);
      return holdsWord(() => list, token, directories, certainty);
    },

    isOneOf(paths, token, directories, certainty) {
      if (paths.length === 0) return false;
      if (certainty !== "allow") {
        return holdsWord((folder) => listOf(paths, folder), token, directories, certainty);
      }
      return !token.hasGaps && foldersOf(directories).every((folder) => {
        const target = targetOf(token.text, folder);
        return paths.some((path) => targetOf(expandHome(path, home), folder) === target);
      });
    },

    isRunInside(directories, folders, list) {
      const known = absoluteOnly(directories);
      if (known === null) return "possible";
      const anywhere = folderAt(null);
      const { entries } = listAt(anywhere, folders);
      const lists = folders.flatMap((folder) => {
        const name = listIn(folder);
        return name === null ? [] : [listAt(anywhere, list(name)).entries];
      });
      const inside = known.filter((directory) =>
        placesIn(anywhere, directory).every((place) =>
          isInsideEntry(entries, place) || lists.some((each) => holdPath(each, place))
        )
      );
      if (inside.length === known.length) return "yes";
      return inside.length === 0 ? "no" : "possible";
    },
  };
}

/** What is known of paths as they are seen from one folder. */
interface Folder {
  /** Absolute; null when not known. */
  readonly directory: string | null;
  /** What known paths mean. */
  readonly places: Map<string, readonly SplitPath[]>;
  readonly lists: Map<readonly string[], ListAnswers>;
  /** The pieces of words with gaps. */
  words: Map<Token, readonly PatternPiece[]> | null;
  /** Lists that were made of single paths. */
  single: Map<readonly string[], readonly string[]> | null;
}

/** What was found out about a list, as it is seen from one folder. */
interface ListAnswers {
  readonly entries: PathEntries;
  /** How much of what a known path may mean is in it. */
  readonly known: Map<string, Held>;
  /** Whether what a word with globs, or with something that is not known, could be is in it. */
  gaps: Map<Token, boolean> | null;
}

/** How many of the places that a path may mean are in a list. */
type Held = "none" | "some" | "all";

function join(directory: string | null, path: string): string {
  return directory === null || isAbsolute(path) ? path : `${directory}/${path}`;
}

/** The folders when all of them are known places. */
function absoluteOnly(directories: readonly string[] | null): readonly string[] | null {
  if (directories === null || directories.length === 0) return null;
  return directories.every(isAbsolute) ? directories : null;
}
