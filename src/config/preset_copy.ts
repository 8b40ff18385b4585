/**
 * Copies of repositories that files extend: one JSON file each, with all YAML files of one commit. So a
 * copy is read as a whole or not at all, and no path or link in a repository names a file on this machine.
 */
import { createHash } from "node:crypto";
import { reasonOf, UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";
import { isObject, parseJsonObject, stringField } from "../text/json.ts";
import { isCommitHash, type RemoteReference } from "./preset_reference.ts";
import { isPrivate } from "./private_path.ts";

/** The YAML files of a commit. */
export interface PresetCopy {
  /** The whole hash of the commit. */
  readonly commit: string;
  /** When it was fetched, in milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** Texts by path from the repository's root. */
  readonly files: ReadonlyMap<string, string>;
}

/** Which repository and ref a copy is of. */
export type PresetSource = Pick<RemoteReference, "url" | "ref">;

/** Larger than the largest copy as JSON. */
const largest = 32 << 20;

/** The file of a copy. */
export function copyFile(folder: string, { url, ref }: PresetSource): string {
  const name = createHash("sha256").update(JSON.stringify([url, ref])).digest("hex");
  return `${folder}/${name.slice(0, 32)}.json`;
}

/**
 * The copy of a repository; null when there is none that may be believed: a link, another user's, one
 * that others may write to, one that is damaged.
 */
export function readCopy(host: Host, folder: string, source: PresetSource): PresetCopy | null {
  const path = copyFile(folder, source);
  if (!isPrivate(host, folder, "directory") || !isPrivate(host, path, "file")) return null;
  try {
    const copy = parseJsonObject(host.files.read(path, largest), path);
    const commit = stringField(copy, "commit");
    const fetchedAt = Date.parse(stringField(copy, "fetched_at") ?? "");
    const isSame = copy["version"] === 1 && copy["url"] === source.url &&
      copy["ref"] === source.ref;
    if (!isSame || commit === null || Number.isNaN(fetchedAt) || !isObject(copy["files"])) {
      return null;
    }
    const files = Object.entries(copy["files"]);
    if (!files.every((file): file is [string, string] => typeof file[1] === "string")) return null;
    return { commit, fetchedAt, files: new Map(files) };
  } catch (error) {
    if (error instanceof UsherError) return null;
    throw error;
  }
}

/**
 * Puts a copy in place of the last one. Of several that are written at once one stays, whole.
 * @throws UsherError when it cannot be written, or the folder could be another user's
 */
export function writeCopy(
  host: Host,
  folder: string,
  source: PresetSource,
  copy: PresetCopy,
): void {
  makePrivateFolder(host, folder);
  const { url, ref } = source;
  const text = JSON.stringify({
    version: 1,
    url,
    ref,
    commit: copy.commit,
    fetched_at: new Date(copy.fetchedAt).toISOString(),
    files: Object.fromEntries(copy.files),
  });
  try {
    host.files.replace(copyFile(folder, source), text, 0o600);
  } catch (error) {
    throw new UsherError(folder, `a copy cannot be written: ${reasonOf(error)}`);
  }
}

/**
 * Makes the folder of the copies.
 * @throws UsherError when that fails, or it could be another user's
 */
export function makePrivateFolder(host: Host, folder: string): void {
  try {
    host.files.makeFolder(folder, 0o700);
  } catch (error) {
    throw new UsherError(folder, reasonOf(error));
  }
  if (isPrivate(host, folder, "directory")) return;
  const hint = `remove it, or run: chmod go= ${folder}`;
  throw new UsherError(folder, "is a link, or others may write to it", { hint });
}

/** Whether a copy is due to be fetched again: never that of a commit, which cannot change. */
export function isDue(
  copy: PresetCopy,
  { ref }: PresetSource,
  now: Date,
  lifetime: number,
): boolean {
  if (ref !== null && isCommitHash(ref)) return false;
  const age = now.getTime() - copy.fetchedAt;
  // A clock that was set back makes it due, not eternal.
  return age < 0 || age >= lifetime;
}

/** Where the file of a reference may be in a repository, in the order in which it is looked for. */
export function pathsOf(path: string | null): readonly string[] {
  const names = ["usher.yml", "usher.yaml", "runok.yml", "runok.yaml"];
  if (path === null) return names;
  return [path, `${path}.yml`, `${path}.yaml`, ...names.map((name) => `${path}/${name}`)];
}
