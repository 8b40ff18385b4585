/** Whether a program is on PATH, for `experimental.require_command_in_path`. */
import type { Host } from "../text/host.ts";
import { isAbsolute, resolvePath } from "../text/paths.ts";

/** Longer names are no file's on any system. */
const longestName = 255;

/** What a program's name may end with on Windows, where `PATHEXT` does not say. */
const usualEndings = ".COM;.EXE;.BAT;.CMD";

/**
 * Looks for programs on the PATH of this process, which the agent's shell has from the same place.
 * The answer is null where there is no PATH, or part of it starts from a folder that is not known. PATH is
 * read, and each name looked for, once, when it is first asked about.
 * @param cwd the folder that relative parts of PATH start from; "" when it is not known
 */
export function commandLookup(host: Host, cwd: string): (name: string) => boolean | null {
  const answers = new Map<string, boolean | null>();
  let folders: readonly string[] | null | undefined;
  let endings: readonly string[] = [""];
  return (name) => {
    if (folders === undefined) {
      folders = foldersOf(host, cwd);
      if (host.os === "windows") endings = endingsOf(host);
    }
    let answer = answers.get(name);
    if (answer === undefined) answers.set(name, answer = find(host, folders, endings, name));
    return answer;
  };
}

function find(
  host: Host,
  folders: readonly string[] | null,
  endings: readonly string[],
  name: string,
): boolean | null {
  if (folders === null) return null;
  if (name.length > longestName || name.includes("\0")) return false;
  return folders.some((folder) =>
    endings.some((ending) => isProgram(host, `${folder}/${name}${ending}`))
  );
}

function isProgram({ files }: Host, path: string): boolean {
  const info = files.stat(path);
  return info?.kind === "file" && (info.mode === null || (info.mode & 0o111) !== 0);
}

function foldersOf(host: Host, cwd: string): readonly string[] | null {
  const path = host.env("PATH");
  if (path === undefined || path === "") return null;
  const parts = path.split(host.os === "windows" ? ";" : ":");
  if (cwd === "" && parts.some((part) => !isAbsolute(part))) return null;
  return parts.map((part) => resolvePath(cwd, part === "" ? "." : part));
}

function endingsOf(host: Host): readonly string[] {
  return ["", ...(host.env("PATHEXT") ?? usualEndings).split(";").filter(Boolean)];
}
