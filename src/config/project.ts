/** The one project that a folder is in, for `usher trust`. */
import type { Host } from "../text/host.ts";
import { discover } from "./discover.ts";
import type { EnsurePreset } from "./extender.ts";
import { type Pin, type Pins, readPins } from "./pins.ts";
import { circumstancesOf, parseContent, readContent, type ReadFile } from "./read_found.ts";
import { readProject, type Trust } from "./trust.ts";

/** A project as it is now. */
export interface Project {
  /** Its links followed. */
  readonly folder: string;
  readonly trust: Trust;
  /** What it was when it was trusted; null when it never was. */
  readonly pin: Pin | null;
  /** Its files, read as those of a trusted project. */
  readonly read: readonly ReadFile[];
}

/** The user's list of trusted projects, and where it is kept. */
export interface TrustedList {
  /** The user's data folder; null when that is not known. */
  readonly data: string | null;
  readonly pins: Pins;
}

/**
 * The user's list, as seen from a folder.
 * @throws UsherError when it cannot be believed, or where it is cannot
 */
export function trustedList(host: Host, folder: string): TrustedList {
  const { data, failures } = discover(host, folder).folders;
  const [failure] = failures;
  if (data === null && failure !== undefined) throw failure;
  return { data, pins: data === null ? new Map() : readPins(host, data) };
}

/**
 * The nearest project of a folder; null when there is none.
 * @param ensure fetches what it extends of repositories; null to read the copies that are there
 */
export async function projectAt(
  host: Host,
  folder: string,
  pins: Pins,
  ensure: EnsurePreset | null = null,
): Promise<Project | null> {
  const { found, folders } = discover(host, folder);
  const own = found.filter(({ nearest, layer }) =>
    nearest && (layer === "project" || layer === "project-local")
  );
  const [first] = own;
  if (first === undefined) return null;
  const contents = own.map((each) => readContent(host, each));
  const circumstances = circumstancesOf(folders, ensure);
  const { trust } = await readProject(host, contents, { pins, isTrusted: null, circumstances });
  const read: ReadFile[] = [];
  for (const content of contents) {
    read.push(await parseContent(host, content, "full", circumstances));
  }
  return { folder: first.folder, trust, pin: pins.get(first.folder) ?? null, read };
}
