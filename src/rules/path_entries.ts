/** The entries of a path list, made ready for one working directory. */
import { compileGlob, type PatternPiece } from "../text/glob.ts";
import { expandHome, isAbsolute, normalizePath, resolvePath } from "../text/paths.ts";

/** One glob. */
interface PathEntry {
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

/** The entries of a list in one place, by what it takes to look at them. */
export interface PathEntries {
  /** Those that are one path, spelt out. */
  readonly plain: Set<string>;
  /** `folder/**`, each with its final slash. */
  readonly folders: string[];
  /** What `**\/name` ends with, each with the slash in front. */
  readonly ends: string[];
  readonly globs: PathEntry[];
  /** All of them as globs. */
  readonly all: readonly string[];
  readonly caseSensitive: boolean;
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
  const { caseSensitive } = place;
  const all = list.map((text) => absoluteEntry(text, place));
  const entries: PathEntries = {
    plain: new Set(),
    folders: [],
    ends: [],
    globs: [],
    all,
    caseSensitive,
  };
  for (const glob of all) {
    const special = caseSensitive ? glob.search(/[*?[\\]/) : 0;
    if (special < 0) entries.plain.add(glob);
    else if (special === glob.length - 2 && glob.endsWith("/**")) {
      entries.folders.push(glob.slice(0, special));
    } else if (special === 0 && /^\*\*\/[^*?[\\]+$/.test(glob)) entries.ends.push(glob.slice(2));
    else entries.globs.push(entryOf(glob, caseSensitive));
  }
  return entries;
}

/** Whether some entry holds a normalized path. */
export function holdPath(entries: PathEntries, path: string): boolean {
  const { plain, folders, ends, globs } = entries;
  if (plain.has(path)) return true;
  const below = `${path}/`;
  const last = `/${path}`;
  return folders.some((folder) => below.startsWith(folder)) ||
    ends.some((end) => last.endsWith(end)) ||
    globs.some((entry) => holdsPath(entry, path));
}

/** Whether some path that these pieces could be is in an entry. */
export function meetPath(
  { all, caseSensitive }: PathEntries,
  pieces: readonly PatternPiece[],
): boolean {
  const [first] = pieces;
  const start = caseSensitive && first?.kind === "text" ? first.text : "";
  return all.some((glob) => {
    const prefix = prefixOf(glob);
    if (!start.startsWith(prefix) && !prefix.startsWith(start)) return false;
    return compileGlob(glob, { caseSensitive }).meets(pieces);
  });
}

/** What every path of a glob begins with. `a/**` holds `a` too, so the slash is no part of it. */
function prefixOf(glob: string): string {
  const special = glob.search(/[*?[\\]/);
  return special < 0 ? glob : glob.slice(0, special).replace(/\/$/, "");
}

function holdsPath(entry: PathEntry, path: string): boolean {
  const { glob, prefix, suffix, middle, caseSensitive } = entry;
  return path.startsWith(prefix) && path.endsWith(suffix) && path.includes(middle) &&
    compileGlob(glob, { caseSensitive }).matches(path);
}

function absoluteEntry(text: string, { home, directory }: EntryPlace): string {
  const expanded = expandHome(text, home);
  if (isAbsolute(expanded) || expanded.startsWith("**/")) return normalizePath(expanded);
  return directory === null ? normalizePath(expanded) : resolvePath(directory, expanded);
}

function entryOf(glob: string, caseSensitive: boolean): PathEntry {
  if (!caseSensitive) return { glob, prefix: "", suffix: "", middle: "", caseSensitive };
  // `**/b` holds `b` as well, so the slashes beside a star are in none of these.
  const runs = glob.split(/[*?]+|\[.*\]|\\./).map((run) => run.replace(/^\/|\/$/g, ""));
  const middle = runs.reduce((longest, run) => run.length > longest.length ? run : longest, "");
  const suffix = /[[\]\\]/.test(glob) ? "" : runs[runs.length - 1] ?? "";
  return { glob, prefix: prefixOf(glob), suffix, middle, caseSensitive };
}
