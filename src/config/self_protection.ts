/**
 * The rules that keep an agent from switching usher off. Only the user's own configuration, and a file
 * named on the command line, may switch them off: a project that is trusted may not, nor may a file from a
 * repository that one extends. (`10-safety.md`, 4)
 */
import type { RuleSetInput } from "../rules/compile.ts";
import { withScopes } from "../rules/packed_rules.ts";
import type { RuleSet, Scope } from "../rules/rule_set.ts";
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

/** The path lists of usher's own files and of the folders around them, which name the usual places. (`rules/base.yml`) */
const OWN_FILES = "usher";
const AROUND_THEM = "usher-parents";

/**
 * A rule set in which usher's own files are also those in the user's folders that `XDG_…` names, which are
 * then around them.
 */
export function protectFolders(rules: RuleSet, folders: UserFolders): RuleSet {
  const { home, config, data, cache } = folders;
  const usual = [".config", ".local/share", ".cache"].map((below) => `${home}/${below}`);
  const other = [config, data, cache].flatMap((folder) =>
    folder === null || usual.includes(folder) ? [] : [escapeGlob(folder)]
  );
  if (other.length === 0) return rules;
  const own = other.flatMap((folder) => [`${folder}/usher`, `${folder}/usher/**`]);
  const scopes = rules.scopes.map((scope) => ({
    ...scope,
    paths: extended(extended(scope.paths, OWN_FILES, own), AROUND_THEM, other),
  }));
  return withScopes(rules, scopes);
}

/** Path lists with more entries in one of them, where there is such a one. */
function extended(
  paths: Scope["paths"],
  name: string,
  entries: readonly string[],
): Scope["paths"] {
  const list = Object.hasOwn(paths, name) ? paths[name] : undefined;
  return list === undefined ? paths : { ...paths, [name]: [...list, ...entries] };
}

function isBuiltinOn(files: readonly PlacedFile[]): boolean {
  return files.findLast(({ parsed }) => parsed.builtin !== null)?.parsed.builtin ?? true;
}

function isOwn({ layer, origin }: PlacedFile): boolean {
  return origin === "local" && layer !== "project" && layer !== "project-local";
}
