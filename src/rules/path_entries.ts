/** The entries of a path list, made ready for one working directory. */
import { compileGlob, type GlobMatcher, type PatternPiece, readyPieces } from "../text/glob.ts";
import { once } from "../text/once.ts";
import { expandHome, insideTest, isAbsolute, normalizePath, resolvePath } from "../text/paths.ts";

/** One glob: an absolute one, or one relative to a folder that is not known. */
interface PathEntry {
  /** What every path of the entry begins with: a cheap first look. */
  readonly prefix: string;
  /** Made when that does not rule it out. */
  readonly matcher: () => GlobMatcher;
}

/** One glob for known paths. */
interface KnownEntry extends PathEntry {
  /** What every path of the entry ends with and holds. */
  readonly suffix: string;
  readonly middle: string;
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
  readonly plain: ReadonlySet<string>;
  /** What entries say of a folder that they name, by its path. */
  readonly folders: ReadonlyMap<string, FolderEntries>;
  /** What `**\/name` ends with, each with the slash in front, by the last part of it. */
  readonly ends: ReadonlyMap<string, readonly string[]>;
  /** Globs that name no folder in front. */
  readonly anywhere: readonly KnownEntry[];
  /** All of them as globs; made when a word that is not fully known is first looked for. */
  readonly all: () => readonly PathEntry[];
  /** Whether a path is inside one of them as a folder. */
  readonly inside: (path: string) => boolean;
  readonly caseSensitive: boolean;
}

/** A normalized path in the parts by which entries are found, made once for all lists. */
export interface SplitPath {
  readonly text: string;
  /** Its last part. */
  readonly name: string;
  /** Each folder that it is below, down to the `deepest`, and the path itself. */
  readonly folders: readonly string[];
}

/** Folders below each other by which entries are found: a word may have a million, in a million texts. */
const deepest = 64;

/** The parts of a normalized path. */
export function splitPath(text: string): SplitPath {
  const folders: string[] = [];
  let end = text.indexOf("/");
  for (; end >= 0 && folders.length < deepest; end = text.indexOf("/", end + 1)) {
    folders.push(text.slice(0, end));
  }
  folders.push(text);
  return { text, name: lastPart(text), folders };
}

/** The entries that begin with one folder. */
interface FolderEntries {
  /** `folder/**`: it and all that is below. */
  whole: boolean;
  readonly globs: KnownEntry[];
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
  const { home, caseSensitive } = place;
  const all = list.map((text) => absoluteEntry(text, place));
  const plain = new Set<string>();
  const folders = new Map<string, FolderEntries>();
  const ends = new Map<string, string[]>();
  const anywhere: KnownEntry[] = [];
  for (const glob of all) {
    const special = caseSensitive ? glob.search(/[*?[\\]/) : 0;
    const slash = special < 0 ? -1 : glob.lastIndexOf("/", special);
    if (special < 0) plain.add(glob);
    else if (glob.split("/", deepest + 1).length > deepest) {
      anywhere.push(knownEntryOf(glob, caseSensitive));
    } else if (special === glob.length - 2 && glob.endsWith("/**")) {
      folderIn(folders, glob.slice(0, slash)).whole = true;
    } else if (caseSensitive && /^\*\*\/[^*?[\\]+$/.test(glob)) addEnd(ends, glob.slice(2));
    else if (slash < 0) anywhere.push(knownEntryOf(glob, caseSensitive));
    else folderIn(folders, glob.slice(0, slash)).globs.push(knownEntryOf(glob, caseSensitive));
  }
  return {
    plain,
    folders,
    ends,
    anywhere,
    all: once(() => all.map((glob) => entryOf(glob, caseSensitive))),
    inside: insideAny(list.map((folder) => expandHome(folder, home))),
    caseSensitive,
  };
}

function folderIn(folders: Map<string, FolderEntries>, path: string): FolderEntries {
  let folder = folders.get(path);
  if (folder === undefined) folders.set(path, folder = { whole: false, globs: [] });
  return folder;
}

function addEnd(ends: Map<string, string[]>, end: string): void {
  const last = lastPart(end);
  const others = ends.get(last);
  if (others === undefined) ends.set(last, [end]);
  else others.push(end);
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Whether some entry holds a path. */
export function holdPath(entries: PathEntries, { text, name, folders }: SplitPath): boolean {
  if (entries.plain.has(text)) return true;
  const ending = entries.ends.get(name);
  if (ending !== undefined && ending.some((end) => `/${text}`.endsWith(end))) return true;
  if (entries.anywhere.some((entry) => holdsPath(entry, text))) return true;
  return entries.folders.size > 0 &&
    folders.some((folder) => holdsBelow(entries.folders.get(folder), text));
}

function holdsBelow(folder: FolderEntries | undefined, path: string): boolean {
  return folder !== undefined &&
    (folder.whole || folder.globs.some((entry) => holdsPath(entry, path)));
}

/** Whether some path that these pieces could be is in an entry. */
export function meetPath(
  { all, caseSensitive }: PathEntries,
  pieces: readonly PatternPiece[],
): boolean {
  const [first] = pieces;
  const start = caseSensitive && first?.kind === "text" ? first.text : "";
  const ready = readyPieces(pieces, { caseSensitive });
  return all().some(({ prefix, matcher }) =>
    (start.startsWith(prefix) || prefix.startsWith(start)) && matcher().meets(ready)
  );
}

/** Whether a path is one of the entries, or inside of one. */
export function isInsideEntry(entries: PathEntries, path: SplitPath): boolean {
  return entries.inside(path.text) || holdPath(entries, path);
}

/** Whether a path is inside one of these folders. Most commands run in one: the last answer is kept. */
function insideAny(folders: readonly string[]): (path: string) => boolean {
  const tests = once(() => folders.map(insideTest));
  let last: { readonly path: string; readonly isInside: boolean } | null = null;
  return (path) => {
    if (last?.path !== path) {
      last = { path, isInside: tests().some((isInside) => isInside(path)) };
    }
    return last.isInside;
  };
}

/** What every path of a glob begins with. `a/**` holds `a` too, so the slash is no part of it. */
function prefixOf(glob: string): string {
  const special = glob.search(/[*?[\\]/);
  return special < 0 ? glob : glob.slice(0, special).replace(/\/$/, "");
}

function holdsPath({ prefix, suffix, middle, matcher }: KnownEntry, path: string): boolean {
  return path.startsWith(prefix) && path.endsWith(suffix) && path.includes(middle) &&
    matcher().matches(path);
}

function absoluteEntry(text: string, { home, directory }: EntryPlace): string {
  const expanded = expandHome(text, home);
  if (isAbsolute(expanded) || expanded.startsWith("**/")) return normalizePath(expanded);
  return directory === null ? normalizePath(expanded) : resolvePath(directory, expanded);
}

function entryOf(glob: string, caseSensitive: boolean): PathEntry {
  return { prefix: prefixOf(glob), matcher: once(() => compileGlob(glob, { caseSensitive })) };
}

function knownEntryOf(glob: string, caseSensitive: boolean): KnownEntry {
  const { prefix, matcher } = entryOf(glob, caseSensitive);
  if (!caseSensitive) return { matcher, prefix: "", suffix: "", middle: "" };
  // `**/b` holds `b` as well, so the slashes beside a star are in none of these.
  const runs = glob.split(/[*?]+|\[.*\]|\\./).map((run) => run.replace(/^\/|\/$/g, ""));
  const middle = runs.reduce((longest, run) => run.length > longest.length ? run : longest, "");
  const suffix = /[[\]\\]/.test(glob) ? "" : runs[runs.length - 1] ?? "";
  return { matcher, prefix, suffix, middle };
}
