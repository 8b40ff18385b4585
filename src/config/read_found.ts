/** Reads the files that were found, with all that they extend, as far as the user trusts them. */
import { UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";
import { granted, untrustedAllowance } from "./allowance.ts";
import type { ConfigurationFile } from "./configuration_file.ts";
import type { FoundFile } from "./discover.ts";
import type { ExtendedFiles } from "./extended_files.ts";
import type { EnsurePreset, Surroundings } from "./extender.ts";
import type { FileContent } from "./pins.ts";
import type { PlacedFile, Standing } from "./placed_file.ts";
import { presetsFolder } from "./presets_folder.ts";
import { isRunokFile } from "./file_context.ts";
import { readConfigurationFile } from "./read_file.ts";
import { unmetRequirements } from "./requirements.ts";
import type { UserFolders } from "./user_folders.ts";
import { withConditions } from "./with_conditions.ts";

/** A file that was found, as it was read. Only these bytes are parsed, and compared with a pin. */
export interface FoundContent extends FileContent {
  readonly found: FoundFile;
  /** What is wrong with it so far. */
  readonly errors: readonly UsherError[];
}

/** What came of a file that was found. */
export interface ReadFile {
  readonly found: FoundFile;
  /** It and what it extends, lowest first. */
  readonly placed: readonly PlacedFile[];
  /** Everything that is wrong with them. */
  readonly errors: readonly UsherError[];
  /** How many errors there were. */
  readonly count: number;
  readonly extended: ExtendedFiles | null;
  /** What it and the local files that it extends hold. */
  readonly contents: readonly FileContent[];
}

/** What every file's reading depends on. */
export interface Circumstances extends Pick<Surroundings, "home" | "presets" | "allowance"> {
  /** Whether what a file's tests extend counts too. */
  readonly testing: boolean;
}

/** @param ensure fetches from repositories; null where only copies of them are read */
export function circumstancesOf(
  { home, cache }: UserFolders,
  ensure: EnsurePreset | null,
  testing = false,
): Circumstances {
  const folder = cache === null ? null : presetsFolder(cache);
  const presets = { folder, ensure, read: new Map() };
  return { home, presets, testing, allowance: untrustedAllowance() };
}

/** Reads a file. Never throws. */
export function readContent(host: Host, found: FoundFile): FoundContent {
  const { file, error, seen } = found;
  const before = error === null ? [] : [error];
  if (!seen) return { found, file, bytes: null, errors: before };
  try {
    return { found, file, bytes: readConfigurationFile(host, file), errors: before };
  } catch (thrown) {
    if (!(thrown instanceof UsherError)) throw thrown;
    return { found, file, bytes: null, errors: [...before, thrown] };
  }
}

/** Parses a file and reads what it extends, as its standing allows. Never throws. */
export async function parseContent(
  host: Host,
  content: FoundContent,
  standing: Standing,
  { home, presets, testing, allowance }: Circumstances,
): Promise<ReadFile> {
  const { found, bytes, errors } = content;
  const { file, layer, folder } = found;
  if (bytes === null) {
    const count = errors.length;
    return { found, placed: [], errors, count, extended: null, contents: [content] };
  }
  const { bytes: part, excess } = standing === "untrusted"
    ? granted(allowance, file, bytes)
    : { bytes, excess: null };
  const before = excess === null ? errors : [...errors, excess];
  const { parseFile } = await import("./parse_file.ts");
  const isProject = layer === "project" || layer === "project-local";
  const anywhere = layer === "user" || layer === "user-local";
  const parsed = await withConditions(parseFile(file, part, { folder, home, anywhere }));
  const foreign = isRunokFile(file);
  const around = { folder, home, anywhere, foreign, isProject, standing, presets, allowance };
  const readExtends = async (entries: ConfigurationFile["extends"]) =>
    entries.length === 0 ? null : await (await import("./extended_files.ts"))
      .readExtended(host, { ...parsed, extends: entries }, around);
  const extended = await readExtends(parsed.extends);
  const faults = [...await unmetRequirements(parsed), ...parsed.errors];
  const own = extended?.files ?? [{ parsed, origin: "local" as const }];
  const extra = testing ? await readExtends(parsed.testExtends) : null;
  const files = [...withoutTests(extra, own), ...own];
  const extendedErrors = [...extra?.errors ?? [], ...extended?.errors ?? []];
  return {
    found,
    placed: files.map((each) => ({
      ...each,
      layer: each.origin === "builtin" ? "builtin" as const : layer,
      folder,
      standing,
    })),
    errors: [...before, ...faults, ...extendedErrors],
    count: before.length + faults.length - parsed.errors.length + parsed.errorCount +
      extendedErrors.length,
    extended,
    contents: [content, ...extended?.contents ?? []],
  };
}

/** What only tests extend, lowest of all: its rules count, its tests are its own. */
function withoutTests(extra: ExtendedFiles | null, own: ExtendedFiles["files"]): typeof own {
  const known = new Set(own.map(({ parsed }) => parsed.file));
  return (extra?.files ?? []).filter(({ parsed }) => !known.has(parsed.file))
    .map((each) => ({ ...each, parsed: { ...each.parsed, tests: [] } }));
}
