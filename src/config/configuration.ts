/** The configuration that holds for a working directory: found, read, merged, compiled. */
import { buildId as builtId } from "#build-id";
import { DamagedRules } from "../rules/packed_rules.ts";
import type { RuleSet } from "../rules/rule_set.ts";
import type { UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";
import { dirName, resolvePath } from "../text/paths.ts";
import { type AuditSettings, changeAudit, defaultAudit } from "./audit_settings.ts";
import { compiledCache } from "./compiled_cache.ts";
import type { TestCase } from "./configuration_file.ts";
import { discover, type Discovery, type FoundFile } from "./discover.ts";
import { tightened } from "./faulty.ts";
import { pinsFile } from "./pins.ts";
import type { EnsurePreset } from "./extender.ts";
import type { InactiveRule } from "./inactive_rule.ts";
import type { PlacedFile } from "./placed_file.ts";
import { type Notice, placedNotice } from "./problems.ts";
import {
  circumstancesOf,
  type FoundContent,
  parseContent,
  readContent,
  type ReadFile,
} from "./read_found.ts";
import { readProject, trustedProjects, untrustedNotices } from "./trust.ts";
import { protectFolders } from "./self_protection.ts";
import { userFolders } from "./user_folders.ts";

export type { AuditSettings, Notice, TestCase };

/** Which configuration to load. */
export interface ConfigurationRequest {
  /** The directory that the judged command runs in; null for that of the process. */
  readonly cwd: string | null;
  /** The file of `-c`: it and the built-in rules, no discovery. */
  readonly explicit?: string | null;
  /** Whether the user trusts the project in this folder, for tests. @default by the user's list */
  readonly isTrusted?: (folder: string) => boolean;
  /** Whether the tests are to be run, so that what they extend counts too. @default false */
  readonly testing?: boolean;
  /** Fetches what files extend of repositories. @default nothing is fetched, and copies are read */
  readonly ensurePreset?: EnsurePreset | undefined;
  /**
   * Whether a compiled configuration may be read from the cache; with `write` it is also put there, and its
   * rules are parsed when they are asked for, which may throw `DamagedRules`; with `renew` it is only put
   * there. One from the cache has no tests, no `localExtends` and no `inactive` rules.
   * @default the files are read
   */
  readonly cache?: "read" | "write" | "renew" | undefined;
  /** Tells the code that compiles from any other's; null for no cache. @default the built program's */
  readonly buildId?: string | null;
}

/** Everything that decides, and everything there is to say about where it came from. */
export interface Configuration {
  readonly rules: RuleSet;
  readonly audit: AuditSettings;
  readonly notices: readonly Notice[];
  /** What could not be read or is wrong. The rules hold everything else: a deny of theirs stands, any
   * other verdict does not. (`02-rules.md`, Files) */
  readonly failures: readonly UsherError[];
  /** Every file that was or could have been read. */
  readonly sources: readonly string[];
  /** For every file that was found and extends local files: these, absolute, and those that they extend,
   * there or not. What a project that is not trusted may not reach is not among its own. */
  readonly localExtends: Readonly<Record<string, readonly string[]>>;
  /** The inline tests of the files, not those of the built-in rules. */
  readonly tests: readonly TestCase[];
  /** Rules that are there and do not count. */
  readonly inactive: readonly InactiveRule[];
}

/**
 * Loads the configuration. Expected faults are in `failures`; none is thrown. With no file there at all,
 * or with files as they were when they were compiled, it loads neither the YAML nor the schema library.
 * (`09-performance.md`)
 */
export async function loadConfiguration(
  host: Host,
  request: ConfigurationRequest,
): Promise<Configuration> {
  const { explicit = null, buildId = builtId } = request;
  const cwd = request.cwd ?? host.cwd() ?? "";
  const discovery = explicit === null ? discover(host, cwd) : explicitly(host, explicit, cwd);
  const isCached = request.cache !== undefined && discovery.found.length > 0;
  const cache = isCached && buildId !== null ? compiledCache(host, discovery, buildId) : null;
  const cached = request.cache === "renew" ? null : cache?.read() ?? null;
  if (cached !== null && (request.cache === "write" || isSound(cached.rules))) {
    return { ...cached, failures: [], localExtends: {}, tests: [], inactive: [] };
  }
  const configuration = await compileConfiguration(host, discovery, request);
  const isWritten = request.cache !== "read" && configuration.failures.length === 0;
  if (isWritten) cache?.write(configuration);
  return configuration;
}

/** Whether all rules and wrappers can be parsed. */
function isSound(rules: RuleSet): boolean {
  try {
    rules.parsing?.rules.all();
    rules.parsing?.wrappers.all();
    return true;
  } catch (error) {
    if (error instanceof DamagedRules) return false;
    throw error;
  }
}

async function compileConfiguration(
  host: Host,
  discovery: Discovery,
  { isTrusted, ensurePreset, testing }: ConfigurationRequest,
): Promise<Configuration> {
  const { found, folders } = discovery;
  const { data } = folders;
  const circumstances = circumstancesOf(folders, ensurePreset ?? null, testing);
  const sources = new Set(discovery.sources);
  const localExtends: Record<string, readonly string[]> = {};
  const failures = [...folders.failures];
  const notices = [...folders.notices, ...discovery.notices];
  const contents = found.map((each) => readContent(host, each));
  const read: ReadFile[] = [];
  for (const content of contents.filter((each) => !isProject(each.found))) {
    const standing = content.found.doubtful ? "untrusted" : "full";
    const file = await parseContent(host, content, standing, circumstances);
    read.push(file);
    failures.push(...file.errors);
  }
  const projects = Map.groupBy(contents.filter((each) => isProject(each.found)), folderOf);
  const pins = trustedProjects(host, projects.size === 0 ? null : data);
  notices.push(...pins.notices);
  if (projects.size > 0 && data !== null) sources.add(pinsFile(data));
  for (const project of projects.values()) {
    const { trust, read: files } = await readProject(host, project, {
      pins: pins.pins,
      isTrusted: isTrusted ?? null,
      circumstances,
    });
    read.push(...files);
    if (project[0]?.found.nearest) notices.push(...untrustedNotices({ trust, read: files }));
    for (const { found, errors, count } of files) {
      if (trust === "trusted") failures.push(...errors);
      else notices.push(...faultNotice(found.file, errors, count));
    }
  }
  for (const { found, extended } of read) {
    extended?.sources.forEach((file) => sources.add(file));
    if (extended !== null && extended.localFiles.length > 0) {
      localExtends[found.file] = extended.localFiles;
    }
  }
  const files = read.flatMap(({ placed }) => placed);
  notices.push(...files.flatMap(({ parsed }) => parsed.notices), ...standingNotices(files));

  const audit = auditSettings(defaultAudit(folders.data), files);
  const tests = files.flatMap(({ parsed }) => parsed.tests);
  const { builtinRuleSet } = await import("#builtin");
  const builtin = builtinRuleSet();
  if (files.length === 0) {
    const rules = protectFolders(builtin, folders);
    const inactive: readonly InactiveRule[] = [];
    return {
      rules,
      audit,
      notices,
      failures,
      sources: [...sources],
      localExtends,
      tests,
      inactive,
    };
  }
  const { compileRuleSet } = await import("../rules/compile.ts");
  const { mergeFiles } = await import("./merge.ts");
  const merged = mergeFiles(builtin, files);
  failures.push(...merged.failures);
  const { input } = failures.length === 0
    ? merged
    : mergeFiles(builtin, tightened(read, merged.failures));
  return {
    rules: protectFolders(compileRuleSet(input, builtin), folders),
    audit,
    notices: [...notices, ...merged.notices],
    failures,
    sources: [...sources],
    localExtends,
    tests,
    inactive: merged.inactive,
  };
}

/** The file of `-c`, taken from the process's directory. */
function explicitly(host: Host, explicit: string, cwd: string): Discovery {
  const file = resolvePath(host.cwd() ?? cwd, explicit);
  const folder = dirName(file);
  const found: FoundFile = {
    file,
    layer: "explicit",
    folder,
    nearest: true,
    doubtful: false,
    error: null,
    seen: true,
  };
  return { found: [found], sources: [file], folders: userFolders(host, []), notices: [] };
}

function isProject({ layer }: FoundFile): boolean {
  return layer === "project" || layer === "project-local";
}

function folderOf({ found }: FoundContent): string {
  return found.folder;
}

/** What is wrong with a file that nobody trusts, in one notice: it could only have tightened. */
function faultNotice(
  file: string,
  errors: readonly UsherError[],
  count: number,
): readonly Notice[] {
  const [first] = errors;
  if (first === undefined) return [];
  const more = count > 1 ? `; and ${count - 1} more` : "";
  const message = `untrusted project configuration: ${first.message}${more}`;
  return [{ kind: "untrusted", message, place: first.place ?? { file } }];
}

/** What does not count because of where it stands. */
function standingNotices(files: readonly PlacedFile[]): readonly Notice[] {
  return files.flatMap(({ parsed: { audit }, layer, standing }) =>
    audit === null || isUserLayer(layer) || standing === "untrusted" ? [] : [
      placedNotice("ignored", audit.place, "`audit` counts only in the user's own configuration"),
    ]
  );
}

function auditSettings(settings: AuditSettings, files: readonly PlacedFile[]): AuditSettings {
  return files.reduce(
    (current, { parsed: { audit }, layer, standing }) =>
      audit === null || !isUserLayer(layer) || standing !== "full"
        ? current
        : changeAudit(current, audit),
    settings,
  );
}

function isUserLayer(layer: PlacedFile["layer"]): boolean {
  return layer === "user" || layer === "user-local";
}
