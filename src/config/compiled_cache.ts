/**
 * Compiled configurations on disk: a hook looks at the files' times and reads one JSON text in place of
 * YAML. What cannot be believed is compiled anew, and a write that fails changes nothing.
 * (`09-performance.md`)
 */
import { asciiJson, packRuleSet, unpackRuleSet } from "../rules/packed_rules.ts";
import type { RuleSet } from "../rules/rule_set.ts";
import type { AuditSettings } from "../text/audit_settings.ts";
import type { FileInfo, Host, HostFiles } from "../text/host.ts";
import { dirName } from "../text/paths.ts";
import type { Discovery } from "./discover.ts";
import { isPrivate } from "./private_path.ts";
import type { Notice } from "./problems.ts";

/** What is kept of a configuration without failures. */
export interface CompiledConfiguration {
  readonly rules: RuleSet;
  readonly audit: AuditSettings;
  readonly notices: readonly Notice[];
  /** Every file that was or could have been read. */
  readonly sources: readonly string[];
}

/**
 * The first line of an entry, which says what it is for, what it was made from, and what was made; the rule
 * set follows, packed.
 */
interface Entry extends Omit<CompiledConfiguration, "sources" | "rules"> {
  readonly key: string;
  /** Each file that was or could have been read beyond what discovery finds anew, as it was. */
  readonly stamps: readonly (readonly [file: string, stamp: string])[];
}

/** The entry of one configuration. */
export interface CompiledCache {
  /**
   * What is in it; null when there is nothing that holds for the files as they are now. Where it is damaged,
   * rules that are not parsed yet may throw. (`packed_rules.ts`)
   */
  read(): CompiledConfiguration | null;
  /**
   * Fills it. Does nothing when a file changed so short a time ago that another change of it could bear
   * the same time, or when there is nowhere to write.
   */
  write(configuration: CompiledConfiguration): void;
}

/** The largest entry, in bytes. */
const largest = 32 * 1024 * 1024;

/** Entries that are kept, about. */
const mostEntries = 64;

/** How long a file has to have been at rest, in milliseconds: its times may be in whole seconds. */
const rest = 2000;

/**
 * The cache for what discovery found, to be made before any of it is read; null when there is no folder
 * for it.
 * @param buildId tells this program's code and built-in rules from any other's
 */
export function compiledCache(
  host: Host,
  discovery: Discovery,
  buildId: string,
): CompiledCache | null {
  const { found, folders } = discovery;
  if (folders.cache === null) return null;
  const folder = `${folders.cache}/usher/compiled`;
  const key = JSON.stringify([
    buildId,
    host.os,
    host.uid,
    folders.home,
    folders.config,
    folders.data,
    found.map((
      { file, layer, nearest, doubtful, error },
    ) => [file, layer, nearest, doubtful, error?.message]),
    discovery.notices.concat(folders.notices).map(({ message }) => message),
  ]);
  const path = `${folder}/${hash(key)}.json`;
  const latest = host.now().getTime() - rest;

  return { read, write };

  function read(): CompiledConfiguration | null {
    if (!isPrivate(host, folder, "directory") || !isPrivate(host, path, "file")) return null;
    const entry = parseEntry(host.files, path);
    if (entry === null || entry.key !== key) return null;
    const { stamps, rules, audit, notices } = entry;
    if (stamps.some(([file, stamp]) => stampOf(host.files, file) !== stamp)) return null;
    const sources = [...discovery.sources, ...stamps.map(([file]) => file)];
    return { rules, audit, notices, sources: [...new Set(sources)] };
  }

  function write({ rules, audit, notices, sources }: CompiledConfiguration): void {
    const { files } = host;
    const looked = new Set(discovery.sources);
    const watched = [
      ...found.map(({ file }) => file),
      ...sources.filter((file) => !looked.has(file)),
    ];
    if (!watched.every((file) => isAtRest(files, file, latest))) return;
    const stamps = watched.map((file) => [file, stampOf(files, file)] as const);
    const entry: Entry = { key, stamps, audit, notices };
    try {
      files.makeFolder(folder, 0o700);
      if (!isPrivate(host, folder, "directory")) return;
      files.replace(path, `${asciiJson(entry)}\n${packRuleSet(rules)}`, 0o600);
      removeOldest(files, folder);
    } catch {
      // The next hook compiles again.
    }
  }
}

function parseEntry(files: HostFiles, path: string): Entry & { readonly rules: RuleSet } | null {
  try {
    const text = new TextDecoder().decode(files.read(path, largest));
    const end = text.indexOf("\n");
    const entry: Entry = JSON.parse(text.slice(0, end));
    return Array.isArray(entry.stamps)
      ? { ...entry, rules: unpackRuleSet(text.slice(end + 1)) }
      : null;
  } catch {
    return null;
  }
}

/** What tells a file from what it was: itself, and what it leads to when it is a link. */
function stampOf(files: HostFiles, file: string): string {
  const entry = files.lstat(file);
  if (entry === null) return "";
  const target = entry.kind === "link" ? files.stat(file) : null;
  return [entry, target].map(stamp).join(" ");
}

function stamp(info: FileInfo | null): string {
  if (info === null) return "";
  const { kind, size, mtime, ctime, inode, uid, mode } = info;
  return [kind, size, mtime, ctime, inode, uid, mode].join(",");
}

/**
 * Whether a file, or the place where it is not, was last changed before this time (milliseconds): then
 * it is what was read since, and any later change shows in its times.
 */
function isAtRest(files: HostFiles, file: string, latest: number): boolean {
  const entry = files.lstat(file);
  const infos = entry === null ? [files.stat(dirName(file))] : [entry, files.stat(file)];
  return infos.every((info) =>
    info === null || (info.ctime !== null && info.ctime < latest && (info.mtime ?? 0) < latest)
  );
}

function removeOldest(files: HostFiles, folder: string): void {
  const names = files.list(folder);
  if (names.length <= 2 * mostEntries) return;
  const ages = names.map((name) => {
    const path = `${folder}/${name}`;
    return { path, age: -(files.lstat(path)?.mtime ?? 0) };
  });
  for (const { path } of ages.sort((a, b) => a.age - b.age).slice(mostEntries)) files.remove(path);
}

/** 53 bits of a text, in base 36: a file name. Two texts of one name only drive each other out. */
function hash(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
