/**
 * Paths as text: nothing here looks at a disk or follows a link.
 *
 * Paths are POSIX. A path that begins with a drive (`C:\a`, `c:/a`) is a Windows one: there `\` is a
 * separator too, and the result is written `C:/a`. Whether a *relative* path is Windows is decided by
 * what it is resolved against, never by its own look: on a POSIX machine `C:\a` is a file's name, and
 * treating it as absolute would hide it from the rules.
 */

/**
 * A path without `.`, `..`, doubled and trailing slashes. `..` stays at the front of a relative path
 * and goes nowhere at the root; nothing at all is `.`. A relative path that would begin like a drive keeps
 * its `./`.
 */
export function normalizePath(path: string): string {
  const drive = driveOf(path);
  if (drive === null) return normalizePosix(path);
  return `${drive}${normalizePosix(slashed(path.slice(2)))}`;
}

/**
 * The path as seen from `base`, normalized. An absolute path does not look at `base`; an empty `base`
 * (unknown) leaves a relative path relative. Against a Windows base, `/c/a` is `C:/a` and `\a` is on
 * the drive of the base; network paths (`\\server\share`) are not known.
 */
export function resolvePath(base: string, path: string): string {
  if (base === "") return normalizePath(path);
  const drive = driveOf(base);
  if (drive === null) return normalizePosix(path.startsWith("/") ? path : `${base}/${path}`);
  if (driveOf(path) !== null) return normalizePath(path);
  const mounted = /^\/([A-Za-z])(?=\/|$)/.exec(path)?.[1];
  if (mounted !== undefined) return normalizePath(`${mounted}:/${path.slice(2)}`);
  const text = slashed(path);
  return normalizePath(text.startsWith("/") ? `${drive}${text}` : `${base}/${text}`);
}

/** Whether a path begins at a root: `/a`, `C:\a`, `C:/a`. Not `~`, which a shell expands first. */
export function isAbsolute(path: string): boolean {
  return path.startsWith("/") || driveOf(path) !== null;
}

/**
 * Whether a path is the folder or lies below it, both normalized first. An absolute and a relative path
 * have nothing to do with each other. Windows paths are compared without regard to case.
 */
export function isInside(folder: string, path: string): boolean {
  return insideTest(folder)(path);
}

/** `isInside` of one folder, for many paths. */
export function insideTest(folder: string): (path: string) => boolean {
  const outer = normalizePath(folder);
  if (driveOf(outer) === null) return (path) => holds(outer, normalizePosix(path));
  const lower = outer.toLowerCase();
  return (path) => {
    if (!/^[\\/]/.test(path) && driveOf(path) === null) return false;
    return holds(lower, resolvePath(outer, path).toLowerCase());
  };
}

/**
 * The path with a leading `~` replaced by the home folder, not normalized. `~user`, and every path when
 * the home folder is not known, stays as it is.
 */
export function expandHome(path: string, home: string | null): string {
  if (home === null || !path.startsWith("~")) return path;
  if (path === "~") return home;
  const separated = path[1] === "/" || (path[1] === "\\" && driveOf(home) !== null);
  return separated ? `${home.replace(/[\\/]$/, "")}/${path.slice(2)}` : path;
}

/** A path as the glob that means just this path. */
export function escapeGlob(path: string): string {
  return path.replace(/[*?[\\]/g, "\\$&");
}

/** The last part of a path as written, trailing slashes aside; empty for a root and an empty path. */
export function baseName(path: string): string {
  const text = driveOf(path) === null ? path : slashed(path.slice(2));
  let end = text.length;
  while (end > 0 && text[end - 1] === "/") end--;
  return text.slice(text.lastIndexOf("/", end - 1) + 1, end);
}

/** The normalized path without its last part: a root stays itself, a single name gives `.`. */
export function dirName(path: string): string {
  const whole = normalizePath(path);
  const slash = whole.lastIndexOf("/");
  if (slash < 0) return ".";
  const root = driveOf(whole) === null ? 1 : 3;
  return whole.slice(0, Math.max(slash, root));
}

/** `C:` for a path that begins with a drive and a separator, in upper case; else null. */
function driveOf(path: string): string | null {
  return /^[A-Za-z]:[\\/]/.test(path) ? path.slice(0, 2).toUpperCase() : null;
}

function slashed(path: string): string {
  return path.replaceAll("\\", "/");
}

function normalizePosix(path: string): string {
  // Most paths are normal already, and this runs for every path of every command.
  if (!/\/(?:\/|\.\.?(?:\/|$)|$)|^\.\.?(?:\/|$)|^$/.test(path)) return path;
  const absolute = path.startsWith("/");
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (!absolute) parts.push(part);
  }
  const joined = parts.join("/");
  if (absolute) return `/${joined}`;
  // `./C:/a` is a relative path, and has to go on being one.
  return driveOf(joined) === null ? joined || "." : `./${joined}`;
}

/** Both normalized. */
function holds(folder: string, path: string): boolean {
  if (folder === ".") return !path.startsWith("/") && path !== ".." && !path.startsWith("../");
  if (folder === path) return true;
  const prefix = folder.endsWith("/") ? folder : `${folder}/`;
  return path.startsWith(prefix) && !/^\.\.(?:\/|$)/.test(path.slice(prefix.length));
}
