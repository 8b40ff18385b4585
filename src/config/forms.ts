/** What files' patterns come to once their names are looked up, checked after merging. */
import { hasNames, lookUpNames } from "../rules/pattern_forms.ts";
import type { Scope } from "../rules/rule_set.ts";
import type { UsherError } from "../text/error.ts";
import { excerpt } from "./excerpt.ts";
import type { PlacedFile } from "./placed_file.ts";
import { type Notice, placedNotice } from "./problems.ts";
import { placedError } from "./source.ts";

/** Faults of one file that are reported. */
const MAX_REPORTED = 20;

/**
 * Patterns that a variable or an alias makes none of, or too many: a failure, and only a notice for a file
 * that nobody trusts.
 */
export function checkForms(
  files: readonly PlacedFile[],
  scopes: readonly Scope[],
  scopeOf: (file: PlacedFile) => number,
): { readonly failures: readonly UsherError[]; readonly notices: readonly Notice[] } {
  const failures: UsherError[] = [];
  const notices: Notice[] = [];
  for (const file of files) {
    const scope = scopes[scopeOf(file)];
    if (scope === undefined) continue;
    const faults = (file.parsed.rules ?? []).flatMap(({ pattern, action, place }) => {
      if (!hasNames(pattern, scope)) return [];
      const use = action === "allow" ? "allow" : "tighten";
      return lookUpNames(pattern, scope, use).faults.map((fault) => ({ fault, pattern, place }));
    });
    for (const { fault, pattern, place } of faults.slice(0, MAX_REPORTED)) {
      const why = `${fault}, in the pattern ${excerpt(pattern)}`;
      if (file.standing === "full") failures.push(placedError(place, why, HINT));
      else notices.push(placedNotice("ignored", place, `${why}; ${HINT}`));
    }
  }
  return { failures, notices };
}

const HINT = "change the rule, or the definition of what it names";
