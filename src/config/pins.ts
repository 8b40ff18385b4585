/**
 * Which projects the user trusts, and what their files were then: `usher/trusted.json` in the user's data
 * folder, a private file. (`10-safety.md`, 3)
 */
import { reasonOf, UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";
import { isObject, parseJsonObject, stringField } from "../text/json.ts";

/** A project as it was when the user trusted it. */
export interface Pin {
  /** SHA-256 of each of its files in hexadecimal, by absolute path. */
  readonly files: ReadonlyMap<string, string>;
  /** When that was, RFC 3339 in UTC. */
  readonly trustedAt: string;
}

/** Pins by the project's folder, its links followed. */
export type Pins = ReadonlyMap<string, Pin>;

/** The content of a file as it was read; null when it could not be. */
export interface FileContent {
  readonly file: string;
  readonly bytes: Uint8Array | null;
}

/** More than a person ever trusts. */
const largest = 4 << 20;
const folderMode = 0o700;
const fileMode = 0o600;
const othersMayWrite = 0o022;
const othersMayRead = 0o077;

/** The file of the pins below a data folder. */
export function pinsFile(data: string): string {
  return `${folderOf(data)}/trusted.json`;
}

/**
 * The pins; empty when there is no file.
 * @throws UsherError when the file or its folder could be another user's work, or is damaged
 */
export function readPins(host: Host, data: string): Pins {
  const path = pinsFile(data);
  if (host.files.lstat(path) === null) return new Map();
  refuseShared(host, folderOf(data), "directory", othersMayWrite);
  refuseShared(host, path, "file", othersMayRead);
  const { projects } = parseJsonObject(host.files.read(path, largest), path);
  if (!isObject(projects)) throw damaged(path);
  return new Map(Object.entries(projects).map(([folder, pin]) => [folder, pinFrom(pin, path)]));
}

/**
 * Changes the pins, alone among all that do so at the same time.
 * @param change gets the pins and gives back what they are to be
 * @throws UsherError as {@link readPins}, and when it cannot be written
 */
export function changePins(host: Host, data: string, change: (pins: Pins) => Pins): void {
  const folder = folderOf(data);
  const path = pinsFile(data);
  try {
    if (host.files.lstat(folder) === null) host.files.makeFolder(folder, folderMode);
    refuseShared(host, folder, "directory", othersMayWrite);
    host.files.locked(`${folder}/trusted.lock`, () => {
      host.files.replace(path, textOf(change(readPins(host, data))), fileMode);
    });
  } catch (error) {
    throw error instanceof UsherError ? error : new UsherError(path, reasonOf(error));
  }
}

/** The SHA-256 of files, by path; null when one could not be read. */
export async function digestsOf(
  contents: readonly FileContent[],
): Promise<ReadonlyMap<string, string> | null> {
  const digests = new Map<string, string>();
  for (const { file, bytes } of contents) {
    if (bytes === null) return null;
    const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(bytes));
    digests.set(file, new Uint8Array(digest).toHex());
  }
  return digests;
}

/**
 * Whether files are as they were pinned.
 * @param part `all`: they are all of the project's files, so that none other may be pinned
 */
export async function matchesPin(
  pin: Pin,
  contents: readonly FileContent[],
  part: "some" | "all",
): Promise<boolean> {
  const digests = await digestsOf(contents);
  return digests !== null && (part === "some" || digests.size === pin.files.size) &&
    [...digests].every(([file, digest]) => pin.files.get(file) === digest);
}

function folderOf(data: string): string {
  return `${data.replace(/\/$/, "")}/usher`;
}

/** Refuses what another user could have put there. */
function refuseShared(
  host: Host,
  path: string,
  kind: "file" | "directory",
  mask: number,
): void {
  const info = host.files.lstat(path);
  const why = info === null
    ? "cannot be seen"
    : info.kind === "link"
    ? "is a link"
    : info.kind !== kind
    ? kind === "file" ? "is no regular file" : "is no folder"
    : host.uid !== null && info.uid !== null && info.uid !== host.uid
    ? "belongs to another user"
    : info.mode !== null && host.os !== "windows" && (info.mode & mask) !== 0
    ? "is open to other users"
    : null;
  if (why === null) return;
  const hint = why === "is open to other users" ? `run: chmod go= ${path}` : `remove ${path}`;
  throw new UsherError(path, why, { hint });
}

function pinFrom(pin: unknown, path: string): Pin {
  const files = isObject(pin) && isObject(pin["files"]) ? Object.entries(pin["files"]) : null;
  const trustedAt = isObject(pin) ? stringField(pin, "trusted_at") : null;
  if (files === null || trustedAt === null) throw damaged(path);
  return {
    trustedAt,
    files: new Map(files.map(([file, digest]) => {
      if (typeof digest !== "string") throw damaged(path);
      return [file, digest];
    })),
  };
}

function textOf(pins: Pins): string {
  const projects = [...pins].sort(([a], [b]) => a < b ? -1 : 1)
    .map(([folder, { files, trustedAt }]) =>
      [folder, { trusted_at: trustedAt, files: Object.fromEntries(files) }] as const
    );
  return JSON.stringify({ version: 1, projects: Object.fromEntries(projects) }, null, 2) + "\n";
}

function damaged(path: string): UsherError {
  const hint = `remove ${path}, and run 'usher trust' again in each project`;
  return new UsherError(path, "is damaged", { hint });
}
