/** The user's folders, as far as the environment may be believed. (`02-rules.md`, Files) */
import { UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";
import { baseName, dirName, isAbsolute, isInside, normalizePath } from "../text/paths.ts";
import type { Notice } from "./problems.ts";

/** Where the user's files are; null when nothing says so. */
export interface UserFolders {
  readonly home: string | null;
  /** `$XDG_CONFIG_HOME`, else `~/.config`. */
  readonly config: string | null;
  /** The same as the environment names it where that may not be believed: what is there may be a
   * project's or the user's own, and only tightens. Null where there is no doubt. */
  readonly doubtfulConfig: string | null;
  /** `$XDG_DATA_HOME`, else `~/.local/share`. */
  readonly data: string | null;
  /** `$XDG_CACHE_HOME`, else `~/.cache`. */
  readonly cache: string | null;
  readonly notices: readonly Notice[];
  readonly failures: readonly UsherError[];
}

/** `HOME` when it is absolute; null otherwise. */
export function homeOf(host: Host): string | null {
  const named = host.env("HOME") ?? (host.os === "windows" ? host.env("USERPROFILE") : undefined);
  return named !== undefined && isAbsolute(named) ? normalizePath(named) : null;
}

/**
 * The user's folders. A variable that is relative or points into a project does not count: a repository
 * could bring it along, and with it a configuration that is believed. `HOME` in a project is a failure,
 * because the user's real files are then not found; an `XDG_*` there falls back to what is below `HOME`.
 * Beside the working directory, below a folder that holds neither the home folder nor another of this
 * user's, an `XDG_*` does not count either: what was unpacked there has no mark of a project.
 * A path that is no UTF-8 reaches no file, so that one of the configuration is a failure too.
 * @param projects the folders with project files, and what is a project without one
 * @param above the working directory and the folders above it
 */
export function userFolders(
  host: Host,
  projects: readonly string[],
  above: readonly string[] = [],
): UserFolders {
  const notices: Notice[] = [];
  const failures: UsherError[] = [];
  const home = believedHome();
  const config = xdg("XDG_CONFIG_HOME", ".config");
  const named = host.env("XDG_CONFIG_HOME") || below(homeOf(host), ".config");
  const isDoubtful = named !== null && isAbsolute(named) && doubtAround(named, ".config") !== null;
  return {
    home,
    config,
    doubtfulConfig: isDoubtful ? normalizePath(named) : null,
    data: xdg("XDG_DATA_HOME", ".local/share"),
    cache: xdg("XDG_CACHE_HOME", ".cache"),
    notices,
    failures,
  };

  function believedHome(): string | null {
    const named = homeOf(host);
    if (named === null) {
      doubt("HOME is not set to an absolute path: nothing below it is read");
      return null;
    }
    if (isMangled(named)) {
      failures.push(mangled("HOME"));
      return null;
    }
    const project = projectAround(named);
    if (project === null) return named;
    failures.push(
      new UsherError("HOME", `${named} lies in the project ${project}`, {
        hint: "set HOME to your home folder, or name a configuration with -c",
      }),
    );
    return null;
  }

  function xdg(name: string, standard: string): string | null {
    const fallback = below(home, standard);
    const named = host.env(name);
    if (named === undefined || named === "") return fallback;
    if (isMangled(named)) {
      failures.push(mangled(name));
      return fallback;
    }
    const project = isAbsolute(named) ? doubtAround(named, standard) : null;
    if (isAbsolute(named) && project === null) return normalizePath(named);
    const why = project === null ? "is relative" : `lies in the project ${project}`;
    doubt(`${name} ${why}: it does not count`);
    return fallback;
  }

  /** The project, or another repository, that a path other than the usual one lies in. */
  function doubtAround(path: string, standard: string): string | null {
    const project = projectAround(path);
    if (project !== null || normalizePath(path) === below(home, standard)) return project;
    const real = host.files.realPath(path) ?? path;
    return sharedFolder(path) ?? sharedFolder(real) ?? repositoryAround(host, path, home) ??
      repositoryAround(host, real, home);
  }

  /** The folder above a path and the working directory that may be something unpacked. */
  function sharedFolder(path: string): string | null {
    return above.find((folder) => isInside(folder, path) && !isTop(folder) && !holdsHome(folder)) ??
      null;
  }

  /**
   * Whether the home folder is in a folder, or that is named so: `/scratch/me` is this user's, too. Without
   * a `HOME` nothing says which is whose.
   */
  function holdsHome(folder: string): boolean {
    const named = homeOf(host);
    return named === null || isInside(folder, named) || baseName(folder) === baseName(named);
  }

  /** The project that a path lies in. Everything lies in the root folder, so that says nothing. */
  function projectAround(path: string): string | null {
    const real = host.files.realPath(path) ?? path;
    return projects.find((project) =>
      !isRoot(project) && (isInside(project, path) || isInside(project, real))
    ) ?? null;
  }

  function doubt(message: string): void {
    notices.push({ kind: "environment", message, place: null });
  }
}

/** The nearest folder of git's around a path, below the home folder where it is in that. */
function repositoryAround(host: Host, path: string, home: string | null): string | null {
  for (let folder = normalizePath(path); !isRoot(folder) && folder !== home;) {
    if (host.files.lstat(`${folder}/.git`) !== null) return folder;
    const parent = dirName(folder);
    if (parent === folder) break;
    folder = parent;
  }
  return null;
}

/** Whether a folder is the root or stands there: it may hold what belongs to many. */
export function isTop(folder: string): boolean {
  return isRoot(folder) || isRoot(dirName(folder));
}

function isRoot(folder: string): boolean {
  return /^(?:[A-Za-z]:)?\/$/.test(folder);
}

function below(folder: string | null, path: string): string | null {
  return folder === null ? null : `${folder.replace(/\/$/, "")}/${path}`;
}

/** Whether a variable holds bytes that are no UTF-8. (`Host.env`) */
function isMangled(path: string): boolean {
  return path.includes("\u{fffd}");
}

function mangled(name: string): UsherError {
  const hint = "name a folder in plain UTF-8, or a configuration with -c";
  return new UsherError(name, "not valid UTF-8: what it names cannot be read", { hint });
}
