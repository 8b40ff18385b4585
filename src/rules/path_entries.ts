/** The entries of a path list, made ready for one working directory. */
import { compileGlob, type PatternPiece } from "../text/glob.ts";
import { expandHome, isAbsolute, normalizePath, resolvePath } from "../text/paths.ts";

/** One entry. */
export interface PathEntry {
  /** An absolute glob, or one relative to a folder that is not known. */
  readonly glob: string;
  /** What every path of the entry begins with, ends with and holds: a cheap first look. */
  readonly prefix: string;
  readonly suffix: string;
  readonly middle: string;
  readonly caseSensitive: boolean;
}

/** What the entries of a list depend on besides their text. */
export interface EntryPlace {
  readonly home: string | null;
  /** Absolute, for relative entries; null leaves them relative. */
  readonly directory: string | null;
  readonly caseSensitive: boolean;
}

/** The entries of a list in one place. */
export interface PathEntries {
  /** Those that are one path, spelt out. */
  readonly plain: ReadonlySet<string>;
  readonly globs: readonly PathEntry[];
  /** All of them. */
  readonly all: readonly PathEntry[];
}

const made = new WeakMap<readonly string[], Map<string, PathEntries>>();

/** Places that are kept for one list. */
const most = 64;

/** The entries of a list in a place; made once. */
export function pathEntries(list: readonly string[], place: EntryPlace): PathEntries {
  const key = `${place.caseSensitive}\0${place.home}\0${place.directory}`;
  let places = made.get(list);
  if (places === undefined || places.size > most) made.set(list, places = new Map());
  let entries = places.get(key);
  if (entries === undefined) places.set(key, entries = entriesOf(list, place));
  return entries;
}

function entriesOf(list: readonly string[], place: EntryPlace): PathEntries {
  const all = list.map((text) => entryOf(absoluteEntry(text, place), place.caseSensitive));
  const isPlain = ({ glob, prefix }: PathEntry) => prefix !== "" && prefix === glob;
  return {
    plain: new Set(all.filter(isPlain).map(({ glob }) => glob)),
    globs: all.filter((entry) => !isPlain(entry)),
    all,
  };
}

/** Whether some entry holds a normalized path. */
export function holdPath({ plain, globs }: PathEntries, path: string): boolean {
  return plain.has(path) || globs.some((entry) => holdsPath(entry, path));
}

function holdsPath(entry: PathEntry, path: string): boolean {
  const { glob, prefix, suffix, middle, caseSensitive } = entry;
  return path.startsWith(prefix) && path.endsWith(suffix) && path.includes(middle) &&
    compileGlob(glob, { caseSensitive }).matches(path);
}

/** Whether some path that these pieces could be is in an entry. */
export function meetsPath(
  { glob, prefix, caseSensitive }: PathEntry,
  pieces: readonly PatternPiece[],
): boolean {
  const [first] = pieces;
  const start = first?.kind === "text" ? first.text : "";
  if (!start.startsWith(prefix) && !prefix.startsWith(start)) return false;
  return compileGlob(glob, { caseSensitive }).meets(pieces);
}

function absoluteEntry(text: string, { home, directory }: EntryPlace): string {
  const expanded = expandHome(text, home);
  if (isAbsolute(expanded) || expanded.startsWith("**/")) return normalizePath(expanded);
  return directory === null ? normalizePath(expanded) : resolvePath(directory, expanded);
}

function entryOf(glob: string, caseSensitive: boolean): PathEntry {
  if (!caseSensitive) return { glob, prefix: "", suffix: "", middle: "", caseSensitive };
  const special = glob.search(/[*?[\\]/);
  if (special < 0) return { glob, prefix: glob, suffix: glob, middle: "", caseSensitive };
  // `a/**` holds `a` too, and `**/b` holds `b`: those slashes are in none of these.
  const runs = glob.split(/[*?]+|\[.*\]|\\./).map((run) => run.replace(/^\/|\/$/g, ""));
  const middle = runs.reduce((longest, run) => run.length > longest.length ? run : longest, "");
  const suffix = /[[\]\\]/.test(glob) ? "" : runs[runs.length - 1] ?? "";
  return { glob, prefix: glob.slice(0, special).replace(/\/$/, ""), suffix, middle, caseSensitive };
}
