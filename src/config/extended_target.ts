/** What an entry of `extends` leads to. */
import { granted } from "./allowance.ts";
import type { Host } from "../text/host.ts";
import { dirName, expandHome, isAbsolute, isInside, resolvePath } from "../text/paths.ts";
import { nearest } from "../text/suggest.ts";
import type { ExtendsEntry } from "./configuration_file.ts";
import { fileInCopy, remoteTarget } from "./extended_remote.ts";
import {
  causedRefusal,
  type Extender,
  refusal,
  type Surroundings,
  type Target,
} from "./extender.ts";
import { parseFile } from "./parse_file.ts";
import { readConfigurationFile } from "./read_file.ts";

/**
 * Finds what an entry leads to, without reading it; null for what is there anyway.
 * @param seen is told the file on the disk that holds it, there or not
 * @throws UsherError when it may not be read, or is not known
 */
export async function findExtended(
  host: Host,
  entry: ExtendsEntry,
  from: Extender,
  surroundings: Surroundings,
  seen: (source: string) => void,
): Promise<Target | null> {
  const { reference } = entry;
  if (reference.kind === "builtin") return await builtinTarget(entry, reference.name);
  if (reference.kind !== "local") {
    return await remoteTarget(host, entry, reference, from, surroundings, seen);
  }
  const { repository } = from;
  if (repository !== null) return fileInCopy(entry, reference.path, repository, surroundings);
  const file = localPath(entry, reference.path, from, surroundings);
  seen(file);
  return localTarget(host, entry, file, from, surroundings);
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
  { home, anywhere, foreign, standing, allowance }: Surroundings,
): Target {
  const folder = dirName(file);
  return {
    name: file,
    origin: "local",
    repository: null,
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
      const context = { folder, home, anywhere, foreign };
      if (standing !== "untrusted") return parseFile(file, bytes, context);
      const { bytes: part, excess } = granted(allowance, file, bytes);
      const parsed = parseFile(file, part, context);
      return excess === null
        ? parsed
        : { ...parsed, errors: [excess, ...parsed.errors], errorCount: parsed.errorCount + 1 };
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
    repository: null,
    folder: "",
    root: "",
    read: () => builtinFile(name),
  };
}
