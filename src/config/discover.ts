/** Finds the files of all layers. (`02-rules.md`, Files) */
import type { Layer } from "../rules/rule_set.ts";
import { UsherError } from "../text/error.ts";
import type { Host, HostFiles } from "../text/host.ts";
import { dirName, isAbsolute, normalizePath, resolvePath } from "../text/paths.ts";
import { type Notice, placedNotice } from "./problems.ts";
import { placedError } from "./source.ts";
import { homeOf, isTop, type UserFolders, userFolders } from "./user_folders.ts";

/** A file that is there, whatever it is. */
export interface FoundFile {
  readonly file: string;
  readonly layer: Layer;
  /** The folder it is in. */
  readonly folder: string;
  /** Whether its project is the nearest one; true for the user's files. */
  readonly nearest: boolean;
  /** Where the environment names it and may not be believed: it only tightens. */
  readonly doubtful: boolean;
  /** What is wrong with its being there. */
  readonly error: UsherError | null;
  /** Whether it could be looked for; false with an `error`, and then it may be there or not. */
  readonly seen: boolean;
}

/** What was looked for and what is there. */
export interface Discovery {
  /** Lowest layer first: the user's, then the projects from the outermost to the nearest. */
  readonly found: readonly FoundFile[];
  /** Every path that was looked at, there or not. */
  readonly sources: readonly string[];
  readonly folders: UserFolders;
  readonly notices: readonly Notice[];
}

/** No system has a longer path; a made-up one would take long to walk up. */
const LONGEST_PATH = 4096;

const EXTENSIONS = [".yml", ".yaml"] as const;

/** A place in a layer: `usher.yml` and `runok.yml`, or their `.local` forms. */
interface Slot {
  readonly stem: "" | ".local";
  readonly layer: Layer;
}

const USER_SLOTS: readonly Slot[] = [
  { stem: "", layer: "user" },
  { stem: ".local", layer: "user-local" },
];
const PROJECT_SLOTS: readonly Slot[] = [
  { stem: "", layer: "project" },
  { stem: ".local", layer: "project-local" },
];

/** Looks for the files of a working directory. An unknown directory ("") has no project. */
export function discover(host: Host, cwd: string): Discovery {
  const sources: string[] = [];
  const notices: Notice[] = [];
  const unseen = new Set<string>();
  const mayHold = glances(host.files);
  const above = projectFolders(host, cwd);
  const candidates = above
    .map((folder) => PROJECT_SLOTS.flatMap((slot) => filesOf(slot, folder, folder)))
    .filter((files) => files.length > 0);
  const believed = candidates.filter((files) =>
    files.some(({ file, seen }) => seen && isOurs(host, file))
  );
  const marked = believed.flatMap((files) => files[0]?.folder ?? []);
  const folders = userFolders(host, [...marked, ...unmarkedProjects(host, above, mayHold)], above);
  const user = userFiles(folders.config, false);
  // In the user's own folder its files are no project as well.
  const own = new Set(user.map(({ file }) => file));
  const known = new Set([...own, ...candidates.flat().map(({ file }) => file)]);
  const doubtful = userFiles(folders.doubtfulConfig, true).filter(({ file }) => !known.has(file));
  const projects = candidates
    .filter((files) => !files.some(({ file }) => own.has(file)))
    .map((files, number) =>
      files.map((file) => ({ ...file, doubtful: false, nearest: number === 0 }))
    );
  const found = [...doubtful, ...user, ...projects.reverse().flat()];
  return { found, sources: [...new Set(sources)], folders, notices };

  function userFiles(config: string | null, doubtful: boolean): readonly FoundFile[] {
    if (config === null) return [];
    const [usher, runok] = [resolvePath(config, "usher"), resolvePath(config, "runok")];
    return USER_SLOTS.flatMap((slot) => filesOf(slot, usher, runok))
      .map((file) => ({ ...file, doubtful, nearest: true }));
  }

  /** The files that stand in a slot: one, or both when two contradict each other. */
  function filesOf(slot: Slot, folder: string, runokFolder: string): readonly Standing[] {
    try {
      return seenFiles(slot, folder, runokFolder);
    } catch (thrown) {
      if (!(thrown instanceof UsherError)) throw thrown;
      const file = thrown.what;
      // For a folder that nobody may look into, one name is enough.
      if (unseen.has(dirName(file))) return [];
      unseen.add(dirName(file));
      const hint = "make its folder readable, or remove it";
      const error = placedError({ file }, `cannot be looked for: ${thrown.why}`, hint);
      return [{ file, layer: slot.layer, folder, error, seen: false }];
    }
  }

  function seenFiles(
    { stem, layer }: Slot,
    folder: string,
    runokFolder: string,
  ): readonly Standing[] {
    const files = present(folder, `usher${stem}`);
    const [first, second] = files;
    if (first !== undefined) {
      const place = { file: second ?? first };
      const error = second === undefined
        ? null
        : placedError(place, `stands beside ${first}`, "keep one of the two");
      return files.map((file) => ({
        file,
        layer,
        folder,
        error: file === second ? error : null,
        seen: true,
      }));
    }
    const [file, ignored] = present(runokFolder, `runok${stem}`);
    if (file === undefined) return [];
    if (ignored !== undefined) {
      const place = { file: ignored };
      notices.push(placedNotice("ignored", place, `not read: ${file} stands beside it`));
    }
    return [{ file, layer, folder: runokFolder, error: null, seen: true }];
  }

  /** @throws UsherError when it cannot be told which are there */
  function present(folder: string, name: string): readonly string[] {
    const start = folder.endsWith("/") ? folder : `${folder}/`;
    const names = EXTENSIONS.map((extension) => `${name}${extension}`);
    sources.push(...names.map((each) => `${start}${each}`));
    return names
      .filter((each) => mayHold(folder, each) && host.files.exists(`${start}${each}`))
      .map((each) => `${start}${each}`);
  }
}

/** Whether a name, in small letters, may be in a folder: false only where it surely is not. */
type MayHold = (folder: string, name: string) => boolean;

/**
 * Looks at a folder once for all names, where it is small: to find that a file is missing takes as long as
 * to list a few. Where case is ignored a name may be spelt in another way.
 */
function glances(files: HostFiles): MayHold {
  const known = new Map<string, ReadonlySet<string> | null>();
  return (folder, name) => {
    let names = known.get(folder);
    if (names === undefined) {
      const found = files.fewNames(folder);
      names = found === null ? null : new Set(found.map((each) => each.toLowerCase()));
      known.set(folder, names);
    }
    return names === null || names.has(name);
  };
}

/** A file of a slot, wherever that is. */
type Standing = Omit<FoundFile, "nearest" | "doubtful">;

/**
 * What is a project without a file of ours: the working directory, and the nearest folder above it that
 * git keeps. Neither the home folder nor anything above that is in the list; a folder at the top, such as
 * `/home` or `/data`, may hold homes, and is one only when git keeps it.
 * @param above the working directory and the folders above it
 */
function unmarkedProjects(
  host: Host,
  above: readonly string[],
  mayHold: MayHold,
): readonly string[] {
  const [here] = above;
  const root = above.find((folder) =>
    mayHold(folder, ".git") && host.files.lstat(resolvePath(folder, ".git")) !== null
  );
  return [
    ...(here === undefined || isTop(here) ? [] : [here]),
    ...(root === undefined ? [] : [root]),
  ];
}

/** Whether a file is this user's or root's: another's is reported, and makes its folder no project. */
function isOurs(host: Host, file: string): boolean {
  const uid = host.files.lstat(file)?.uid ?? null;
  return uid === null || host.uid === null || uid === 0 || uid === host.uid;
}

/** The configuration file in a folder, as `usher test FOLDER` looks for it; null when there is none. */
export function configurationIn(host: Host, folder: string): string | null {
  const names = ["usher", "runok"].flatMap((name) =>
    EXTENSIONS.map((extension) => `${name}${extension}`)
  );
  const files = names.map((name) => resolvePath(folder, name));
  return files.find((file) => host.files.lstat(file) !== null) ?? null;
}

/**
 * The folders that may be a project of the working directory, nearest first: itself and what is above it,
 * but not the home folder nor anything above that. Links in the directory's path are followed first.
 */
export function projectFolders(host: Host, cwd: string): readonly string[] {
  if (!isAbsolute(cwd) || cwd.length > LONGEST_PATH) return [];
  const named = homeOf(host);
  const home = named === null ? null : normalizePath(host.files.realPath(named) ?? named);
  const folders: string[] = [];
  let folder = normalizePath(host.files.realPath(cwd) ?? cwd);
  while (folder !== home && folder !== named) {
    folders.push(folder);
    const parent = dirName(folder);
    if (parent === folder) break;
    folder = parent;
  }
  return folders;
}
