/** The situation that a call is judged in, as far as the machine and the payload tell. */
import { homeOf } from "../config/user_folders.ts";
import type { Situation } from "../rules/situation.ts";
import type { Host, HostFiles } from "../text/host.ts";
import { normalizePath } from "../text/paths.ts";

/** What the caller knows about a call. */
export interface Circumstances {
  /** Absolute; null for the process's own. */
  readonly cwd: string | null;
  /** The agent's name, or null outside a hook. */
  readonly agent: string | null;
  readonly permissionMode: string | null;
}

/** Completes what is known about a call with what the machine says. */
export function situationOf(host: Host, { cwd, agent, permissionMode }: Circumstances): Situation {
  return {
    cwd: cwd ?? host.cwd() ?? "",
    home: homeOf(host),
    os: host.os,
    agent,
    permissionMode,
    resolveLink: linkResolver(host.files),
  };
}

/** Longer paths name no file on any system, and are not looked up. */
const longestPath = 4096;

/**
 * Follows the links in an absolute path as far as it exists: what its longest existing part leads to,
 * and the rest behind it; null when that is the path itself. Each path is looked up once.
 */
export function linkResolver(files: HostFiles): (path: string) => string | null {
  const known = new Map<string, string | null>();
  return (path) => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const target = path.length > longestPath ? null : follow(files, path);
    known.set(path, target);
    return target;
  };
}

/** Links that are followed one after another at most, as on any system. */
const mostLinks = 40;

function follow(files: HostFiles, path: string): string | null {
  let current = path;
  for (let links = 0; links < mostLinks; links++) {
    const [real, rest] = existingPart(files, current);
    const [next = "", ...others] = rest.split("/").filter((part) => part !== "");
    // A link whose target does not exist yet leads there all the same.
    const link = next === "" ? null : files.readLink(`${real}/${next}`);
    if (link === null) {
      const target = normalizePath(`${real}/${rest}`);
      return target === path ? null : target;
    }
    current = [link.startsWith("/") ? link : `${real}/${link}`, ...others].join("/");
  }
  return null;
}

/** The longest part of a path that exists, with links followed, and what is behind it. */
function existingPart(files: HostFiles, path: string): readonly [string, string] {
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
    const real = files.realPath(path.slice(0, end));
    if (real !== null) return [real === "/" ? "" : real, path.slice(end)];
  }
  return ["", path];
}
