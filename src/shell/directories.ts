/** The folders that a command may run in, followed through `cd`. */
import { isAbsolute, normalizePath, resolvePath } from "../text/paths.ts";

/** Every folder it may be, normalized; null when not known. */
export type Directories = readonly string[] | null;

/** More alternatives than this are as good as not known. */
const limit = 8;

/** No system has longer paths. */
const longestPath = 4096;

/** Where a text starts: its working directory, or a place that later ones are relative to. */
export function startDirectories(cwd: string): Directories {
  return [cwd === "" ? "" : normalizePath(cwd)];
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

function below(directory: string, path: string): string {
  const entered = resolvePath(directory, path);
  return directory === "" && entered === "." ? "" : entered;
}
