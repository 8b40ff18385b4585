/** Judges calls by a rule set. (`02-rules.md`, Evaluation) */
import { analyse } from "../shell/analyse.ts";
import { evaluateText } from "./evaluation.ts";
import type { RuleSet } from "./rule_set.ts";
import type { Situation } from "./situation.ts";
import type { Verdict } from "./verdict.ts";

export { evaluateTools } from "./evaluation.ts";

/** The verdict on a shell text: the strictest of everything in it that could run. Never throws. */
export function evaluateShell(set: RuleSet, text: string, situation: Situation): Verdict {
  return evaluateText(set, text, situation, analyse);
}
