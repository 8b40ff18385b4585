/** Files that extend and are extended: what the modules that find them share. */
import type { Allowance } from "./allowance.ts";
import { UsherError } from "../text/error.ts";
import type { ConfigurationFile, ExtendsEntry } from "./configuration_file.ts";
import { excerpt } from "./excerpt.ts";
import type { FileContent } from "./pins.ts";
import type { Origin, Standing } from "./placed_file.ts";
import type { PresetCopy } from "./preset_copy.ts";
import type { RemoteReference } from "./preset_reference.ts";
import { placedError } from "./source.ts";

/** What the files that a first one leads to have in common with it. */
export interface Surroundings {
  /** The folder of the first file. */
  readonly folder: string;
  readonly home: string | null;
  /** See `FileContext`. */
  readonly anywhere: boolean;
  /** Whether the first file is one of runok's: what it extends is too. */
  readonly foreign: boolean;
  /** Whether it is a project's file, trusted or not, and not one of the user's own. */
  readonly isProject: boolean;
  readonly standing: Standing;
  readonly presets: PresetAccess;
  /** What projects that are not trusted may still bring. */
  readonly allowance: Allowance;
}

/**
 * Makes sure that there is a copy of a repository, and one that is not too old.
 * @param folder where the copies are
 * @returns what to tell the user about the copy, or null
 * @throws UsherError when there is none and it cannot be fetched
 */
export type EnsurePreset = (
  folder: string,
  reference: RemoteReference,
  standing: Standing,
) => Promise<string | null>;

/** How copies of repositories are come by. */
export interface PresetAccess {
  /** Where they are; null when no folder is known. */
  readonly folder: string | null;
  /** Null where nothing is fetched. */
  readonly ensure: EnsurePreset | null;
  /** Those that have been read, or that are not there, by their file. */
  readonly read: Map<string, PresetCopy | null>;
}

/** A file in a copy of a repository. */
export interface RepositoryFile {
  readonly reference: RemoteReference;
  readonly copy: PresetCopy;
  /** From the repository's root. */
  readonly path: string;
}

/** A file that extends others. */
export interface Extender {
  /** Tells it apart from all others, and names it to people. */
  readonly name: string;
  readonly origin: Origin;
  /** Null for a file that is in none. */
  readonly repository: RepositoryFile | null;
  /** The folder that its relative references start from. */
  readonly folder: string;
  /** The folder that they may not leave. */
  readonly root: string;
}

/** A file that is extended. */
export interface Target extends Extender {
  /**
   * @param keep is given what a local file holds, read or not
   * @throws UsherError when it cannot be read
   */
  read(keep: (content: FileContent) => void): ConfigurationFile | Promise<ConfigurationFile>;
}

/** An error about an entry of `extends`. */
export function refusal({ place, written }: ExtendsEntry, why: string, hint?: string): UsherError {
  return placedError(place, `${why} (extends ${excerpt(written)})`, hint);
}

/** A failure to read a file, at the entry that names it. */
export function causedRefusal(entry: ExtendsEntry, error: unknown): unknown {
  if (!(error instanceof UsherError)) return error;
  return refusal(entry, error.message, error.hint);
}
