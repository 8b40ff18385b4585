/** What `usher migrate` would change: in configurations, and in agents' hooks. */
import { rewriteHookSettings } from "../agents/hook_settings.ts";
import { type SettingsFile, settingsFiles } from "../agents/settings_files.ts";
import { loadConfiguration } from "../config/configuration.ts";
import { discover, projectFolders } from "../config/discover.ts";
import { newErrorIn, presentForm, saysTheSameIn } from "../config/old_forms.ts";
import { homeOf } from "../config/user_folders.ts";
import { UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";
import { baseName, dirName, isAbsolute, resolvePath } from "../text/paths.ts";
import { type FileChange, fileError, permitted, readToChange } from "./file_changes.ts";

/** Everything that there is to do, and to say about it. */
export interface MigrationPlan {
  readonly changes: readonly FileChange[];
  /** What was left, and what to do afterwards; safe to show. */
  readonly notes: readonly string[];
  /** Files that could not be read or rewritten, and are left alone. */
  readonly errors: readonly UsherError[];
}

/** What to look at. */
export interface MigrationRequest {
  /** The one file of `-c`; null for all. */
  readonly file: string | null;
  /** Whether `runok.yml` becomes `usher.yml`. */
  readonly rename: boolean;
}

/** Looks at everything, and changes nothing. */
export async function planMigration(
  host: Host,
  { file, rename }: MigrationRequest,
): Promise<MigrationPlan> {
  const changes: FileChange[] = [];
  const notes: string[] = [];
  const errors: UsherError[] = [];
  const attempt = (path: string, work: () => void) => {
    try {
      work();
    } catch (thrown) {
      errors.push(fileError(path, thrown));
    }
  };
  const seen = new Set<string>();
  for (const { path, isTop, project } of await configurations(host, file)) {
    const real = host.files.realPath(path) ?? path;
    if (seen.has(real)) continue;
    seen.add(real);
    attempt(path, () => {
      const name = rename && isTop ? newName(host, path) : null;
      const change = configurationChange(host, path, project, name);
      if (change === null) return;
      changes.push(permitted(host, change));
      if (project !== null) notes.push(TRUST_AGAIN);
    });
  }
  if (file === null) {
    const program = programFinder(host, notes);
    for (const settings of agentSettings(host)) {
      const real = host.files.realPath(settings.path) ?? settings.path;
      if (seen.has(real)) continue;
      seen.add(real);
      attempt(settings.path, () => {
        const { change, left } = settingsChange(host, settings, program);
        notes.push(...left);
        if (change === null) return;
        changes.push(permitted(host, change));
        if (settings.agent === "codex") notes.push(CODEX_REVIEW);
      });
    }
  }
  return { changes, notes: [...new Set(notes)], errors };
}

const TRUST_AGAIN = "a project that you trust has to be trusted again: usher trust";
const CODEX_REVIEW = "Codex runs a changed hook only after you reviewed it: open /hooks in Codex";

interface ConfigurationPath {
  readonly path: string;
  /** Whether it is found by its name, and not extended by another. */
  readonly isTop: boolean;
  /** The folder of the project that it is part of; null for the user's own. */
  readonly project: string | null;
}

async function configurations(
  host: Host,
  file: string | null,
): Promise<readonly ConfigurationPath[]> {
  const { localExtends } = await loadConfiguration(host, { cwd: null, explicit: file });
  const found = file !== null
    ? [{
      file: resolvePath(host.cwd() ?? "/", file),
      layer: "explicit",
      folder: "",
      doubtful: false,
    }]
    : discover(host, host.cwd() ?? "").found;
  return found.flatMap(({ file: path, layer, folder, doubtful }) => {
    const isProject = doubtful || layer === "project" || layer === "project-local";
    const project = isProject ? folder : null;
    const extended = localExtends[path] ?? [];
    return [
      { path, isTop: true, project },
      ...extended.filter((each) => host.files.stat(each) !== null)
        .map((each) => ({ path: each, isTop: false, project })),
    ];
  });
}

function configurationChange(
  host: Host,
  path: string,
  project: string | null,
  name: string | null,
): FileChange | null {
  const before = readToChange(host, path);
  const after = presentForm(path, before);
  if (name === null) {
    return isSame(before, after) ? null : { path, project, copyOf: null, before, after };
  }
  if (host.files.lstat(name) !== null) throw new UsherError(name, "is there already");
  const mistake = newErrorIn(after, path, name);
  if (mistake !== null) throw mistake;
  if (!saysTheSameIn(after, path, name)) {
    const hint = `copy it to ${name} yourself, and write its relative paths anew`;
    throw new UsherError(path, "would mean other files in another folder", { hint });
  }
  return { path: name, project, copyOf: path, before, after };
}

/** `usher.yml` for `runok.yml`: beside it, but the user's own in usher's folder. Null for other names. */
function newName(host: Host, path: string): string | null {
  const rest = /^runok((?:\.local)?\.ya?ml)$/.exec(baseName(path))?.[1];
  if (rest === undefined) return null;
  const { config } = discover(host, "").folders;
  const folder = dirName(path);
  const isOwn = config !== null && folder === resolvePath(config, "runok");
  return resolvePath(isOwn ? resolvePath(config, "usher") : folder, `usher${rest}`);
}

function agentSettings(host: Host): readonly SettingsFile[] {
  return settingsFiles(host, homeOf(host), projectFolders(host, host.cwd() ?? ""));
}

function settingsChange(
  host: Host,
  { path, format, agent, project }: SettingsFile,
  program: (old: string) => string,
): { change: FileChange | null; left: readonly string[] } {
  const before = readToChange(host, path);
  const text = decode(path, before);
  const { text: after, notes } = rewriteHookSettings(text, path, format, { agent, program });
  const change = after === text ? null : { path, project, copyOf: null, before, after };
  return { change, left: notes };
}

/**
 * How to call this program where runok was called: by its name where the shell finds it, by the same folder
 * where it lies there, else by its own path.
 */
function programFinder(host: Host, notes: string[]): (old: string) => string {
  const isFile = (path: string) => host.files.stat(path)?.kind === "file";
  const home = homeOf(host);
  const known = new Map<string, string>();
  return (written) => {
    const program = known.get(written) ?? found(written);
    known.set(written, program);
    return program;
  };

  function found(written: string): string {
    const old = home === null
      ? written
      : written.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/)/, () => home);
    const name = baseName(old).replace("runok", "usher");
    const folders = isAbsolute(old)
      ? [dirName(old)]
      : old === baseName(old)
      ? (host.env("PATH") ?? "").split(host.os === "windows" ? ";" : ":").filter(isAbsolute)
      : [];
    const beside = folders.map((folder) => resolvePath(folder, name)).find(isFile);
    if (beside !== undefined) return isAbsolute(old) ? beside : name;
    const own = ownPath(host);
    if (own !== null) return own;
    notes.push(`'${name}' is not found in PATH: put it there, or hooks do not run`);
    return name;
  }
}

/** This program's file; null when it is run from its sources, or the system does not say. */
function ownPath(host: Host): string | null {
  try {
    const path = host.process(host.pid)?.executable ?? null;
    return path !== null && /^usher(?:\.exe)?$/.test(baseName(path)) ? path : null;
  } catch {
    return null;
  }
}

function decode(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UsherError(path, "is not UTF-8", { place: { file: path } });
  }
}

function isSame(bytes: Uint8Array, text: string): boolean {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) === text;
}
