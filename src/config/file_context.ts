/** Where a file stands, and how its relative paths become absolute. */
import {
  baseName,
  escapeGlob,
  expandHome,
  isAbsolute,
  normalizePath,
  resolvePath,
} from "../text/paths.ts";

/** What the reading of a file may know about its surroundings. */
export interface FileContext {
  /** The absolute folder that relative paths start from; null for the built-in files, whose relative
   * paths stay as they are and start from the folder of the command that is judged. */
  readonly folder: string | null;
  /** The home folder; null when it is not known. */
  readonly home: string | null;
  /** Whether an entry that begins with a `**` part means any folder, not only those below the file's:
   * true for the user's own files, which stand beside nothing that a rule is about. */
  readonly anywhere: boolean;
  /** Whether the file is of runok's, or another's work, so that a pattern that surely is a mistake is only
   * told; so is one of a file that is named as runok's are. @default false */
  readonly foreign?: boolean;
}

/** Whether a file is named as runok's are: what is valid there is valid here. (`02-rules.md`, Files) */
export function isRunokFile(file: string): boolean {
  return /^runok(?:\.local)?\.ya?ml$/.test(baseName(file));
}

/**
 * An entry of a path list, absolute, normalized and with `~` expanded. A folder name that holds glob
 * characters is escaped, so that only what the entry itself says is a glob. `~user/…` stays as it is.
 * Null when it begins with `~` and there is no home folder.
 */
export function resolveListEntry(entry: string, context: FileContext): string | null {
  const { folder, home, anywhere } = context;
  if (folder === null || (anywhere && entry.startsWith("**/"))) return entry;
  if (entry === "~" || entry.startsWith("~/")) {
    if (home === null) return null;
    return normalizePath(expandHome(entry, escapeGlob(home)));
  }
  if (entry.startsWith("~")) return entry;
  return isAbsolute(entry) ? normalizePath(entry) : resolvePath(escapeGlob(folder), entry);
}

/**
 * A path that stays short of expansion: relative ones become absolute; `~…` and `<path:name>` stay.
 * @param isGlob whether the result is read as a glob, so that the file's folder has to be escaped
 */
export function resolveLoosely(path: string, isGlob: boolean, context: FileContext): string {
  const { folder } = context;
  if (folder === null || path.startsWith("~") || path.startsWith("<")) return path;
  return isAbsolute(path) ? path : resolvePath(isGlob ? escapeGlob(folder) : folder, path);
}

/**
 * A single path that is no glob, absolute, normalized and with `~` expanded. Null when it begins with `~`
 * and there is no home folder.
 */
export function resolvePlainPath(path: string, { folder, home }: FileContext): string | null {
  if (folder === null) return path;
  if (path !== "~" && !path.startsWith("~/")) return resolvePath(folder, path);
  return home === null ? null : normalizePath(expandHome(path, home));
}

/** Whether a path holds something that globs act on. */
export function hasGlob(path: string): boolean {
  return /[*?[\\]/.test(path);
}
