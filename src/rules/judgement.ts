/** The judgement of one subject by the rules alone, before wrappers and defaults. */
import { candidateRules } from "./candidates.ts";
import type { PathLists } from "./path_lists.ts";
import { ruleApplies } from "./rule_match.ts";
import type { Action, Rule, RuleSet } from "./rule_set.ts";
import { strictness } from "./strictness.ts";
import type { PlacedSubject } from "./subject.ts";
import type { RuleReference } from "./verdict.ts";

/** What the rules say about a subject. */
export interface Judgement {
  readonly action: Action;
  readonly rule: Rule;
  /** The rule only could match, and so asks. */
  readonly possible: boolean;
  readonly matched: readonly Rule[];
}

/** The strictest of the rules that apply, the last of equals that has something to say; null when none
 * does. */
export function judgeByRules(
  set: RuleSet,
  placed: PlacedSubject,
  paths: PathLists,
): Judgement | null {
  let best: { action: Action; rule: Rule; possible: boolean } | null = null;
  const matched: Rule[] = [];
  for (const rule of candidateRules(set, placed.subject)) {
    const scope = set.scopes[rule.scope];
    if (scope === undefined) continue;
    const applies = ruleApplies(rule, placed, scope, paths);
    if (applies === "no") continue;
    matched.push(rule);
    const possible = applies === "possible";
    const action: Action = possible ? "ask" : rule.action;
    const over = best === null ? 1 : strictness(action) - strictness(best.action);
    if (best === null || over > 0 || (over === 0 && speaksBefore({ rule, possible }, best))) {
      best = { action, rule, possible };
    }
  }
  return best === null ? null : { ...best, matched };
}

/**
 * Whether the later of two rules that say the same speaks for both: as in the seed's engine, unless it
 * only could match, is one whose text is not shown, or has nothing to say where the other has.
 */
function speaksBefore(
  later: { readonly rule: Rule; readonly possible: boolean },
  earlier: { readonly rule: Rule; readonly possible: boolean },
): boolean {
  if (later.possible !== earlier.possible) return earlier.possible;
  if (later.rule.trusted !== earlier.rule.trusted) return later.rule.trusted;
  if (later.rule.action === "allow") return true;
  return later.rule.message !== undefined || earlier.rule.message === undefined;
}

/** A rule as verdicts name it. */
export function referenceTo(rule: Rule): RuleReference {
  const { id, action, pattern, place, layer } = rule;
  return { id: id ?? null, action, pattern, place, layer };
}
