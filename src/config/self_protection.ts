/**
 * The rules that keep an agent from switching usher off. Only the user's own configuration, and a file
 * named on the command line, may switch them off: a project that is trusted may not, nor may a file from a
 * repository that one extends. (`10-safety.md`, 4)
 */
import type { RuleSetInput } from "../rules/compile.ts";
import type { RuleSet } from "../rules/rule_set.ts";
import { escapeGlob } from "../text/paths.ts";
import type { RuleChange } from "./configuration_file.ts";
import { excerpt } from "./excerpt.ts";

import { NO_RULES } from "./no_rules.ts";
import type { PlacedFile } from "./placed_file.ts";
import { type Notice, placedNotice } from "./problems.ts";
import type { UserFolders } from "./user_folders.ts";

const SELF_PROTECTION = "builtin:self-protection/";

/** What counts of the built-in rules: all, none, or self-protection alone. */
export function builtinPart(builtin: RuleSetInput, files: readonly PlacedFile[]): RuleSetInput {
  if (isBuiltinOn(files)) return builtin;
  if (!isBuiltinOn(files.filter(isOwn))) return NO_RULES;
  const rules = builtin.rules.filter(({ id }) => id?.startsWith(SELF_PROTECTION));
  return { ...builtin, rules };
}

/** The changes to rules that files may make, and a notice for each that they may not. */
export function allowedChanges(
  files: readonly PlacedFile[],
): { changes: readonly RuleChange[]; notices: readonly Notice[] } {
  const changes: RuleChange[] = [];
  const notices: Notice[] = [];
  for (const file of files) {
    for (const change of file.parsed.changes) {
      if (isOwn(file) || !change.id.startsWith(SELF_PROTECTION)) {
        changes.push(change);
        continue;
      }
      const message = `${excerpt(change.id)} can be changed only in your own configuration`;
      notices.push(placedNotice("ignored", change.place, message));
    }
  }
  return { changes, notices };
}

/** The path list of usher's own files, which names the usual places. (`rules/base.yml`) */
const OWN_FILES = "usher";

/** A rule set in which usher's own files are also those in the user's folders that `XDG_…` names. */
export function protectFolders(rules: RuleSet, folders: UserFolders): RuleSet {
  const { home, config, data, cache } = folders;
  const usual = [".config", ".local/share", ".cache"].map((below) => `${home}/${below}`);
  const other = [config, data, cache].flatMap((folder) =>
    folder === null || usual.includes(folder) ? [] : [`${escapeGlob(folder)}/usher`]
  );
  if (other.length === 0) return rules;
  const entries = other.flatMap((folder) => [folder, `${folder}/**`]);
  const scopes = rules.scopes.map((scope) => {
    const list = Object.hasOwn(scope.paths, OWN_FILES) ? scope.paths[OWN_FILES] : undefined;
    if (list === undefined) return scope;
    return { ...scope, paths: { ...scope.paths, [OWN_FILES]: [...list, ...entries] } };
  });
  return { ...rules, scopes };
}

function isBuiltinOn(files: readonly PlacedFile[]): boolean {
  return files.findLast(({ parsed }) => parsed.builtin !== null)?.parsed.builtin ?? true;
}

function isOwn({ layer, origin }: PlacedFile): boolean {
  return origin === "local" && layer !== "project" && layer !== "project-local";
}
