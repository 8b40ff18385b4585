/** The entries of a path list, made ready for one working directory. */
import { compileGlob, type GlobMatcher, globPieces, type PatternPiece } from "../text/glob.ts";
import { expandHome, isAbsolute, normalizePath, resolvePath } from "../text/paths.ts";

/** One entry. */
export interface PathEntry {
  /** What every path of the entry begins with and ends with: a cheap first look. */
  readonly prefix: string;
  readonly suffix: string;
  readonly matcher: GlobMatcher;
  readonly pieces: readonly PatternPiece[];
}

/** What the entries of a list depend on besides their text. */
export interface EntryPlace {
  readonly home: string | null;
  /** Absolute, for relative entries; null leaves them relative. */
  readonly directory: string | null;
  readonly caseSensitive: boolean;
}

const made = new WeakMap<readonly string[], Map<string, readonly PathEntry[]>>();

/** Places that are kept for one list. */
const most = 64;

/** The entries of a list in a place; made once. */
export function pathEntries(list: readonly string[], place: EntryPlace): readonly PathEntry[] {
  const key = `${place.caseSensitive}\0${place.home}\0${place.directory}`;
  let places = made.get(list);
  if (places === undefined || places.size > most) made.set(list, places = new Map());
  let entries = places.get(key);
  if (entries === undefined) {
    entries = list.map((text) => entryOf(absoluteEntry(text, place), place.caseSensitive));
    places.set(key, entries);
  }
  return entries;
}

/** Whether an entry holds a normalized path. */
export function holdsPath(entry: PathEntry, path: string): boolean {
  return path.startsWith(entry.prefix) && path.endsWith(entry.suffix) &&
    entry.matcher.matches(path);
}

function absoluteEntry(text: string, { home, directory }: EntryPlace): string {
  const expanded = expandHome(text, home);
  if (isAbsolute(expanded) || expanded.startsWith("**/")) return normalizePath(expanded);
  return directory === null ? normalizePath(expanded) : resolvePath(directory, expanded);
}

function entryOf(glob: string, caseSensitive: boolean): PathEntry {
  const pieces = globPieces(glob);
  const first = pieces[0];
  const last = pieces[pieces.length - 1];
  const plain = pieces.length === 1;
  // `a/**` holds `a` too, so the slash in front of a globstar is no part of the prefix.
  const prefix = caseSensitive && first?.kind === "text"
    ? pieces[1]?.kind === "globstar" ? first.text.replace(/\/$/, "") : first.text
    : "";
  const suffix = caseSensitive && !plain && last?.kind === "text"
    ? pieces[pieces.length - 2]?.kind === "globstar" ? last.text.replace(/^\//, "") : last.text
    : "";
  return { prefix, suffix, matcher: compileGlob(glob, { caseSensitive }), pieces };
}
