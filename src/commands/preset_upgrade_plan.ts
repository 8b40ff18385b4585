/** Which tags `usher update-presets` raises in which files. */
import { loadConfiguration } from "../config/configuration.ts";
import { discover } from "../config/discover.ts";
import { listTags } from "../config/git.ts";
import { isOnThisMachine } from "../config/preset_reference.ts";
import { type NamedVersion, namedVersions, newestCompatible } from "../config/preset_upgrades.ts";
import { presetsFolder } from "../config/presets_folder.ts";
import { placedError } from "../config/source.ts";
import { userFolders } from "../config/user_folders.ts";
import { applyEdits, type Edit } from "../text/edits.ts";
import { UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";
import { resolvePath } from "../text/paths.ts";
import { type FileChange, fileError, permitted, readToChange } from "./file_changes.ts";

/** The changes, and what stood in the way of others. */
export interface UpgradePlan {
  readonly changes: readonly FileChange[];
  readonly errors: readonly UsherError[];
}

/**
 * Looks through the files that count for the working directory, and those on this machine that they
 * extend.
 * @param given what `-c` names, or null
 * @throws UsherError when there is no folder for git
 */
export async function planUpgrades(host: Host, given: string | null): Promise<UpgradePlan> {
  const cwd = host.cwd() ?? "";
  const { localExtends } = await loadConfiguration(host, { cwd: null, explicit: given });
  const discovery = given === null ? discover(host, cwd) : null;
  const found = discovery?.found ??
    [{
      file: resolvePath(cwd, given ?? ""),
      layer: "explicit" as const,
      folder: "",
      doubtful: false,
    }];
  const { cache } = discovery?.folders ?? userFolders(host, []);
  /** The project of a file, whose repositories on this machine do not count; null for the user's own. */
  const files = new Map(
    found.flatMap(({ file, layer, folder, doubtful }) => {
      const isProject = doubtful || layer === "project" || layer === "project-local";
      const project = isProject ? folder : null;
      return [file, ...localExtends[file] ?? []].map((each) => [each, project] as const);
    }),
  );
  const changes: FileChange[] = [];
  const errors: UsherError[] = [];
  const known = new Map<string, readonly string[]>();
  for (const [file, project] of files) {
    try {
      const change = await upgraded(file, project);
      if (change !== null) addChange(change);
    } catch (error) {
      if (!(error instanceof UsherError)) throw error;
      // What is wrong with a file is said when it is loaded.
    }
  }
  return { changes, errors };

  function addChange(change: FileChange): void {
    try {
      changes.push(permitted(host, change));
    } catch (error) {
      errors.push(fileError(change.path, error));
    }
  }

  async function upgraded(file: string, project: string | null): Promise<FileChange | null> {
    const before = readToChange(host, file);
    const edits: Edit[] = [];
    for (const version of namedVersions(file, before)) {
      if (project !== null && isOnThisMachine(version.url)) continue;
      const newest = newestCompatible(version.tag, await tagsOf(version));
      if (newest !== null) edits.push({ start: version.start, end: version.end, text: newest });
    }
    if (edits.length === 0) return null;
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(before);
    const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
    const after = mark + applyEdits(text.slice(mark.length), edits);
    return { path: file, project, copyOf: null, before, after };
  }

  async function tagsOf({ url, place }: NamedVersion): Promise<readonly string[]> {
    const again = known.get(url);
    if (again !== undefined) return again;
    let tags: readonly string[] = [];
    try {
      if (cache === null) {
        throw new UsherError("git", "HOME is not set, so there is no folder for it");
      }
      tags = await listTags(host, presetsFolder(cache), url);
    } catch (error) {
      if (!(error instanceof UsherError)) throw error;
      errors.push(placedError(place, error.message, error.hint));
    }
    known.set(url, tags);
    return tags;
  }
}
