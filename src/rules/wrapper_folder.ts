/** The folder that a launcher runs its command in: `env -C x …`, `git -C x …`. */
import type { Word } from "../shell/command.ts";
import { type Directories, enter } from "../shell/directories.ts";
import { isUnresolved, wordOf } from "../shell/words.ts";
import { expandHome } from "../text/paths.ts";

/**
 * The folders after the values of some flags, entered one after the other.
 * @param options the words between the launcher and what it runs
 */
export function foldersBehind(
  from: Directories,
  flags: readonly string[],
  options: readonly Word[],
  home: string | null,
): Directories {
  let directories = from;
  for (const [i, word] of options.entries()) {
    const { value } = word;
    const flag = flags.find((flag) =>
      value === flag || value.startsWith(flag.startsWith("--") ? `${flag}=` : flag)
    );
    if (flag === undefined) continue;
    const target = value === flag ? options[i + 1] : wordOf(word.pieces);
    if (target === undefined) continue;
    if (isUnresolved(target) || target.pieces.some(({ kind }) => kind === "glob")) return null;
    const path = value === flag ? target.value : value.slice(flag.length).replace(/^=/, "");
    directories = enter(directories, expandHome(path, home));
  }
  return directories;
}
