/** The situation that a call is judged in, as far as the machine and the payload tell. */
import { homeOf } from "../config/user_folders.ts";
import type { Situation } from "../rules/situation.ts";
import { type LazyConditions, lazyConditions } from "./lazy_conditions.ts";
import type { Host, HostFiles } from "../text/host.ts";
import { commandLookup } from "./command_lookup.ts";
import { globFollower } from "./followed_globs.ts";

/** What the caller knows about a call. */
export interface Circumstances {
  /** Absolute; null for the process's own. */
  readonly cwd: string | null;
  /** The agent's name, or null outside a hook. */
  readonly agent: string | null;
  readonly permissionMode: string | null;
}

/** A situation on this machine. */
export interface HostSituation extends Situation {
  readonly conditions: LazyConditions;
}

/** Completes what is known about a call with what the machine says. */
export function situationOf(
  host: Host,
  { cwd, agent, permissionMode }: Circumstances,
): HostSituation {
  const folder = cwd ?? host.cwd() ?? "";
  const resolveLink = linkResolver(host.files);
  return {
    cwd: folder,
    home: homeOf(host),
    os: host.os,
    agent,
    permissionMode,
    resolveLink,
    followGlob: globFollower(host.files, resolveLink),
    isRepository: (directory) => host.files.lstat(`${directory}/.git`) !== null,
    isOnPath: commandLookup(host, folder),
    conditions: lazyConditions(host),
  };
}

/** Longer paths name no file on any system, and are not looked up. */
const longestPath = 4096;

/** Links that are followed one after another at most, as on any system. */
const mostLinks = 40;

/**
 * Follows the links in an absolute path as far as it exists: what that part leads to, and the rest behind
 * it; null when that is the path itself. A link leads on although its target is not there yet, and `..`
 * behind a link goes up from where the link leads. Each place is looked at once.
 */
export function linkResolver(files: HostFiles): (path: string) => string | null {
  const seen: Seen = { places: new Map(), folders: new Map() };
  return (path) => {
    if (path.length > longestPath) return null;
    const target = path.startsWith("/") ? follow(files, path, seen) : files.realPath(path);
    return target === path ? null : target;
  };
}

/** What is at a place: what a link says, `there` for anything else, `missing` for nothing. */
type Place = { readonly link: string } | "there" | "missing";

function follow(files: HostFiles, path: string, seen: Seen): string | null {
  let real = "";
  let links = 0;
  let missing = false;
  const parts = partsOf(path);
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if (part === "..") {
      real = real.slice(0, Math.max(0, real.lastIndexOf("/")));
      continue;
    }
    const here = `${real}/${part}`;
    const place: Place = missing
      ? "missing"
      : leadsToDescriptor(here, parts)
      ? "there"
      : placeAt(files, here, seen);
    if (typeof place === "string") {
      missing = place === "missing";
      real = here;
      continue;
    }
    if (++links > mostLinks) return null;
    if (place.link.startsWith("/")) real = "";
    parts.push(...partsOf(place.link));
  }
  return real === "" ? "/" : real;
}

/** A descriptor of whoever opens it. What it leads to in this process says nothing of the command's. */
const descriptor =
  /^\/(?:dev\/(?:stdin|stdout|stderr|tty|fd\/\d+)|proc\/(?:self|thread-self)\/fd\/\d+)(?:\/|$)/;

/** Whether a place is a descriptor, or is on the way to one; `rest` is what comes behind it, last first. */
function leadsToDescriptor(place: string, rest: readonly string[]): boolean {
  if (!/^\/(?:dev|proc)\//.test(place)) return false;
  return descriptor.test([place, ...rest.slice(-2).reverse()].join("/"));
}

/** The parts of a path, the first one last. */
function partsOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "" && part !== ".").reverse();
}

/** What was seen so far. */
interface Seen {
  readonly places: Map<string, Place>;
  /** How many places were missing in a folder, and then what is in it; null when that is not known. */
  readonly folders: Map<string, number | ReadonlySet<string> | null>;
}

/** After so many missing places a folder is listed: a command may have ten thousand words that are none. */
const mostMissing = 16;

function placeAt(files: HostFiles, path: string, { places, folders }: Seen): Place {
  const known = places.get(path);
  if (known !== undefined) return known;
  const folder = path.slice(0, path.lastIndexOf("/"));
  const names = folders.get(folder) ?? 0;
  const name = comparable(path.slice(folder.length + 1));
  if (names instanceof Set && name !== other && !names.has(name) && !names.has(other)) {
    return "missing";
  }
  const info = files.lstat(path);
  const link = info?.kind === "link" ? files.readLink(path) : null;
  const place = link !== null ? { link } : info === null ? "missing" : "there";
  places.set(path, place);
  if (place === "missing" && typeof names === "number") {
    const found = names < mostMissing ? null : files.fewNames(folder === "" ? "/" : folder);
    folders.set(
      folder,
      names < mostMissing ? names + 1 : found && new Set(found.map(comparable)),
    );
  }
  return place;
}

/** A name that is not plain ASCII: some file system may take it for any other. */
const other = "";

/** What two names of ASCII have in common that some file system takes for one. */
function comparable(name: string): string {
  return /^[ -~]*$/.test(name) ? name.toLowerCase() : other;
}
