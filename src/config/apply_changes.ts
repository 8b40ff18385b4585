/** `disable` and `except`: what trusted files say about rules by their id. (`02-rules.md`, Files) */
import type { Rule } from "../rules/rule_set.ts";
import type { Place, UsherError } from "../text/error.ts";
import { nearest } from "../text/suggest.ts";
import type { RuleChange } from "./configuration_file.ts";
import { excerpt } from "./excerpt.ts";
import type { InactiveRule } from "./inactive_rule.ts";
import { kindName, patternFacts } from "./patterns.ts";
import { placedError } from "./source.ts";

/** Unknown ids that are reported. */
const MAX_REPORTED = 20;

/**
 * The rules without those that are switched off, and with the exceptions put in.
 * @param absent rules that do not count, whose ids are no misspellings all the same
 */
export function applyChanges(
  rules: readonly Rule[],
  changes: readonly RuleChange[],
  absent: readonly Rule[],
): {
  rules: readonly Rule[];
  failures: readonly UsherError[];
  disabled: readonly InactiveRule[];
} {
  if (changes.length === 0) return { rules, failures: [], disabled: [] };
  const failures: UsherError[] = [];
  const byId = Map.groupBy(rules, ({ id }) => id ?? "");
  const ids = new Set([...rules, ...absent].flatMap(({ id }) => id ?? []));
  const disabledBy = new Map<string, Place>();
  const disabled: InactiveRule[] = [];
  const exceptions = new Map<string, string[]>();
  for (const { id, except, place } of changes) {
    if (!ids.has(id)) {
      if (failures.length < MAX_REPORTED) failures.push(unknownId(id, place, ids));
    } else if (except === null) {
      disabledBy.set(id, place);
    } else {
      const kinds = (byId.get(id) ?? []).map(kindOf);
      const good = except.filter((pattern) => {
        const kind = patternFacts(pattern).kind;
        if (kinds.length === 0 || kinds.includes(kind)) return true;
        const why = `${excerpt(pattern)} is about ${kindName(kind)}, and ${excerpt(id)} is not`;
        failures.push(placedError(place, why, "remove it, or write it for another rule"));
        return false;
      });
      exceptions.set(id, [...exceptions.get(id) ?? [], ...good]);
    }
  }
  const left = rules.flatMap((rule) => {
    if (rule.id === undefined) return [rule];
    const by = disabledBy.get(rule.id);
    if (by !== undefined) {
      disabled.push({ rule, reason: "disabled", by });
      return [];
    }
    const added = exceptions.get(rule.id)?.filter((pattern) =>
      patternFacts(pattern).kind === kindOf(rule)
    );
    if (added === undefined || added.length === 0) return [rule];
    return [{ ...rule, except: [...new Set([...rule.except ?? [], ...added])] }];
  });
  return { rules: left, failures, disabled };
}

function unknownId(id: string, place: Place, ids: ReadonlySet<string>): UsherError {
  const near = nearest(id, ids);
  const hint = near === null ? "remove it" : `did you mean ${excerpt(near)}?`;
  return placedError(place, `no rule has the id ${excerpt(id)}`, hint);
}

function kindOf(rule: Rule) {
  return patternFacts(rule.pattern).kind;
}
