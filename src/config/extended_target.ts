/** What an entry of `extends` leads to. */
import { UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";
import { dirName, expandHome, isAbsolute, isInside, resolvePath } from "../text/paths.ts";
import { nearest } from "../text/suggest.ts";
import type { ConfigurationFile, ExtendsEntry } from "./configuration_file.ts";
import { excerpt } from "./excerpt.ts";
import { parseFile } from "./parse_file.ts";
import type { FileContent } from "./pins.ts";
import type { Origin, Standing } from "./placed_file.ts";
import { readConfigurationFile } from "./read_file.ts";
import { placedError } from "./source.ts";

/** What the files that a first one leads to have in common with it. */
export interface Surroundings {
  /** The folder of the first file. */
  readonly folder: string;
  readonly home: string | null;
  /** See `FileContext`. */
  readonly anywhere: boolean;
  readonly standing: Standing;
}

/** A file that extends others. */
export interface Extender {
  /** Tells it apart from all others, and names it to people. */
  readonly name: string;
  readonly origin: Origin;
  /** The folder that its relative references start from. */
  readonly folder: string;
  /** The folder that they may not leave. */
  readonly root: string;
}

/** A file that is extended. */
export interface Target extends Extender {
  /** Where it is on the disk; null for a built-in one. */
  readonly source: string | null;
  /**
   * @param keep is given what a local file holds, read or not
   * @throws UsherError when it cannot be read
   */
  read(keep: (content: FileContent) => void): ConfigurationFile | Promise<ConfigurationFile>;
}

/**
 * Finds what an entry leads to, without reading it; null for what is there anyway.
 * @throws UsherError when it may not be read, or is not known
 */
export async function findExtended(
  host: Host,
  entry: ExtendsEntry,
  from: Extender,
  surroundings: Surroundings,
): Promise<Target | null> {
  const { reference } = entry;
  if (reference.kind === "local") {
    const file = localPath(entry, reference.path, from, surroundings);
    return localTarget(host, entry, file, from, surroundings);
  }
  if (reference.kind === "builtin") return await builtinTarget(entry, reference.name);
  throw refusal(entry, "is not supported yet", "extend a copy of it on this machine");
}

/** An error about an entry of `extends`. */
export function refusal({ place, written }: ExtendsEntry, why: string, hint?: string): UsherError {
  return placedError(place, `${why} (extends ${excerpt(written)})`, hint);
}

/**
 * Where a local reference leads, absolute. A relative one stays below the folder of the first file, one
 * with `~` below the home folder. An untrusted project reaches nothing outside itself.
 */
function localPath(
  entry: ExtendsEntry,
  written: string,
  from: Extender,
  { home, standing }: Surroundings,
): string {
  const isHome = written === "~" || written.startsWith("~/");
  if (isHome && home === null) {
    throw refusal(entry, "`~` stands for the home folder, and HOME is not set", "set HOME");
  }
  if (written.startsWith("~") && !isHome) {
    throw refusal(entry, "the home folders of others are not known", "write the whole path");
  }
  const path = resolvePath(from.folder, isHome ? expandHome(written, home) : written);
  const root = isHome && home !== null && standing !== "untrusted" ? home : from.root;
  const isBound = isHome || standing === "untrusted" || !isAbsolute(written);
  if (isBound && !isInside(root, path)) {
    const why = `path traversal detected: '${written}' escapes the base directory`;
    throw refusal(entry, why, `extend a file in ${root} or below`);
  }
  return path;
}

/** Refuses a link from an untrusted project to a file outside it, which an error could quote. */
function refuseLinkOut(host: Host, entry: ExtendsEntry, file: string, root: string): void {
  const real = host.files.realPath(file);
  if (real === null || isInside(host.files.realPath(root) ?? root, real)) return;
  const why = "leads out of a project that is not trusted";
  throw refusal(entry, why, "run `usher trust` in the project if you know what it says");
}

function localTarget(
  host: Host,
  entry: ExtendsEntry,
  file: string,
  from: Extender,
  { home, anywhere, standing }: Surroundings,
): Target {
  const folder = dirName(file);
  return {
    name: file,
    origin: "local",
    source: file,
    folder,
    root: isInside(from.root, file) ? from.root : folder,
    read(keep) {
      if (standing === "untrusted") refuseLinkOut(host, entry, file, from.root);
      let bytes: Uint8Array | null = null;
      try {
        bytes = readConfigurationFile(host, file);
      } catch (error) {
        throw causedRefusal(entry, error);
      } finally {
        keep({ file, bytes });
      }
      return parseFile(file, bytes, { folder, home, anywhere });
    },
  };
}

async function builtinTarget(entry: ExtendsEntry, name: string): Promise<Target | null> {
  // It is a switch, not a file: `readBuiltin` sets it.
  if (name === "base") return null;
  const { builtinFile, builtinParts } = await import("./builtin_source.ts");
  if (!builtinParts.includes(name)) {
    const known = ["base", ...builtinParts];
    const near = nearest(name, known);
    const hint = near === null ? "write one of them" : `did you mean builtin:${near}?`;
    const all = known.map((part) => `builtin:${part}`).join(", ");
    throw refusal(entry, `no built-in file has this name; there are ${all}`, hint);
  }
  return {
    name: `builtin:${name}`,
    origin: "builtin",
    source: null,
    folder: "",
    root: "",
    read: () => builtinFile(name),
  };
}

/** A failure to read a file, at the entry that names it. */
function causedRefusal(entry: ExtendsEntry, error: unknown): unknown {
  if (!(error instanceof UsherError)) return error;
  return refusal(entry, error.message, error.hint);
}
