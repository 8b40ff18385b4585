/** Which command names a rule's command word covers. (`02-rules.md`, Deliberate differences, 1) */
import type { CommandPattern } from "./pattern.ts";
import { matchesAnyText, matchesText, textSet } from "./text_pattern.ts";

/** Folders whose programs an allow rule with a bare name covers. */
const systemFolders: readonly string[] = [
  "/bin/",
  "/sbin/",
  "/usr/bin/",
  "/usr/sbin/",
  "/usr/local/bin/",
  "/opt/homebrew/bin/",
];

/** The last part of a command word: `rm` of `/bin/rm`. */
export function baseOf(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

/**
 * Whether a command word is one that the pattern names.
 * @param tighten for a deny or ask rule or a wrapper: a name without `/` covers every folder
 */
export function coversName(pattern: CommandPattern, name: string, tighten: boolean): boolean {
  if (pattern.kind === "any") return true;
  if (pattern.kind !== "texts") return false;
  if (matchesAnyText(pattern.texts, name)) return true;
  const slash = name.lastIndexOf("/");
  if (slash < 0 || (!tighten && !systemFolders.includes(name.slice(0, slash + 1)))) return false;
  const base = name.slice(slash + 1);
  const { literals, globs } = textSet(pattern.texts);
  return literals.has(base) ||
    globs.some((runs) => !runs.some((run) => run.includes("/")) && matchesText(runs, base));
}
