/** Judges calls by a rule set. (`02-rules.md`, Evaluation) */
import type { RuleSet } from "./rule_set.ts";
import type { Situation, ToolCall } from "./situation.ts";
import type { Verdict } from "./verdict.ts";

/** The verdict on a shell text: the strictest of everything in it that could run. Never throws. */
export function evaluateShell(_rules: RuleSet, _text: string, _situation: Situation): Verdict {
  throw new Error("being written");
}

/** The verdict on a tool call; several calls (one per file of a patch) give the strictest. `pass` without
 * a rule that names the tool. Never throws. */
export function evaluateTools(
  _rules: RuleSet,
  _calls: readonly ToolCall[],
  _situation: Situation,
): Verdict {
  throw new Error("being written");
}
