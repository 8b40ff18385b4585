/** The folders that a command may run in, followed through `cd`. */
import { dirName, isAbsolute, normalizePath, resolvePath } from "../text/paths.ts";
import type { AnalysisOptions } from "./command.ts";

/** Every folder it may be, normalized; null when not known. */
export type Directories = readonly string[] | null;

/** More alternatives than this are as good as not known. */
const limit = 8;

/** No system has longer paths. */
const longestPath = 4096;

/** Where a text starts: its working directory, or a place that later ones are relative to. */
export function startDirectories({ cwd, directories }: AnalysisOptions): Directories {
  if (directories === undefined) return [cwd === "" ? "" : normalizePath(cwd)];
  return directories?.length === 0 ? null : directories;
}

/** Either of two. */
export function eitherDirectory(a: Directories, b: Directories): Directories {
  if (a === b) return a;
  if (a === null || b === null) return null;
  const all = new Set([...a, ...b]);
  return all.size > limit ? null : [...all];
}

/** Where `cd path` leads from each. */
export function enter(from: Directories, path: string): Directories {
  if (path.length > longestPath) return null;
  if (isAbsolute(path)) return [normalizePath(path)];
  if (from === null) return null;
  if (from.some((directory) => directory.length > longestPath)) return null;
  return [...new Set(from.map((directory) => below(directory, path)))];
}

/** These and all folders above them. */
export function andAbove(from: Directories): Directories {
  const all = new Set<string>();
  for (const directory of from ?? []) {
    if (!isAbsolute(directory) || directory.length > longestPath) return null;
    for (let folder = directory; !all.has(folder); folder = dirName(folder)) all.add(folder);
  }
  return all.size === 0 || all.size > 4 * limit ? null : [...all];
}

function below(directory: string, path: string): string {
  const entered = resolvePath(directory, path);
  return directory === "" && entered === "." ? "" : entered;
}
