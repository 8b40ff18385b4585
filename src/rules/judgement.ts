/** The judgement of one subject by the rules alone, before wrappers and defaults. */
import { candidateRules } from "./candidates.ts";
import type { JudgeContext } from "./judge_text.ts";
import { ruleApplies } from "./rule_match.ts";
import type { Action, Rule } from "./rule_set.ts";
import { strictness } from "./strictness.ts";
import type { PlacedSubject } from "./subject.ts";
import type { RuleReference, SkippedRule } from "./verdict.ts";

/** What the rules say about a subject. */
export interface Judgement {
  readonly action: Action;
  readonly rule: Rule;
  /** The rule only could match, and so asks. */
  readonly possible: boolean;
  readonly matched: readonly Rule[];
}

/** What became of the rules whose pattern matches a subject. */
export interface Judged {
  /** Null when no rule applies. */
  readonly judgement: Judgement | null;
  readonly skipped: readonly SkippedRule[];
}

const nothingSkipped: readonly SkippedRule[] = [];

/** The strictest of the rules that apply, the last of equals that has something to say. */
export function judgeByRules(context: JudgeContext, placed: PlacedSubject): Judged {
  let best: { action: Action; rule: Rule; possible: boolean } | null = null;
  let skipped = nothingSkipped;
  const matched: Rule[] = [];
  for (const candidate of candidateRules(context.set, placed.subject)) {
    const { rule } = candidate;
    const applies = ruleApplies(candidate, placed, context);
    if (applies === "no") continue;
    if (applies !== "yes" && applies !== "possible") {
      skipped = [...skipped, { rule: referenceTo(rule), reason: applies }];
      continue;
    }
    matched.push(rule);
    const possible = applies === "possible";
    const action: Action = possible ? "ask" : rule.action;
    const over = best === null ? 1 : strictness(action) - strictness(best.action);
    if (best === null || over > 0 || (over === 0 && speaksBefore({ rule, possible }, best))) {
      best = { action, rule, possible };
    }
  }
  return { judgement: best === null ? null : { ...best, matched }, skipped };
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
  const { id, action, pattern, place, layer, when } = rule;
  return { id: id ?? null, action, pattern, place, layer, when: when ?? null };
}
