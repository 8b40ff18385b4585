/** Judges calls by a rule set. (`02-rules.md`, Evaluation) */
import { literalWord } from "../shell/words.ts";
import { expandHome } from "../text/paths.ts";
import { judgeByRules } from "./judgement.ts";
import { commandLimit, type JudgeContext, judgeText } from "./judge_text.ts";
import { type Part, partOf, subjectText } from "./part.ts";
import { pathLists } from "./path_lists.ts";
import { reasonFor } from "./reason.ts";
import type { RuleSet } from "./rule_set.ts";
import { mergeSandboxes } from "./sandbox_merge.ts";
import type { Situation, ToolCall } from "./situation.ts";
import { strictness } from "./strictness.ts";
import type { Subject } from "./subject.ts";
import { tokenOf } from "./token.ts";
import { undecided, type Verdict } from "./verdict.ts";

/** The verdict on a shell text: the strictest of everything in it that could run. Never throws. */
export function evaluateShell(set: RuleSet, text: string, situation: Situation): Verdict {
  const context: JudgeContext = {
    set,
    situation,
    paths: pathLists(situation),
    budget: { commands: commandLimit },
  };
  const directories = situation.cwd === "" ? null : [situation.cwd];
  return verdictOf(set, judgeText(context, text, { depth: 0, directories }));
}

/** The verdict on a tool call; several calls (one per file of a patch) give the strictest. `pass` without
 * a rule that names the tool. Never throws. */
export function evaluateTools(
  set: RuleSet,
  calls: readonly ToolCall[],
  situation: Situation,
): Verdict {
  const paths = pathLists(situation);
  const directories = situation.cwd === "" ? null : [situation.cwd];
  const parts = calls.flatMap((call): readonly Part[] => {
    const words = call.arguments.map((text) => literalWord(expandHome(text, situation.home)));
    const subject: Subject = { kind: "tool", name: call.name, arguments: words.map(tokenOf) };
    const judgement = judgeByRules(set, { subject, directories }, paths);
    return judgement === null ? [] : [partOf("tool", subjectText(subject), judgement)];
  });
  // A call that no rule speaks of keeps an allow of the others from speaking for all.
  const spoken = parts.length === calls.length ? parts : parts.filter(isStricterThanPass);
  return verdictOf({ ...set, defaults: { ...set.defaults, action: "pass" } }, spoken);
}

function isStricterThanPass({ verdict }: Part): boolean {
  return strictness(verdict.action) > strictness("pass");
}

/** Merges parts: the strictest, the first of equals. */
function verdictOf(set: RuleSet, all: readonly Part[]): Verdict {
  const parts = all.filter((part) => !part.neutral);
  const reported = all.map((part) => part.verdict);
  const notes = parts.flatMap(({ verdict }) => verdict.note ?? []);
  const commands = parts.filter(({ verdict }) =>
    verdict.kind !== "assignment" && verdict.kind !== "redirect"
  );
  // Assignments and redirects alone are judged by their own rules, and beside them stands the default.
  const standing = set.defaults.action;
  let best: Part | null = null;
  for (const part of parts) {
    if (best === null || strictness(part.verdict.action) > strictness(best.verdict.action)) {
      best = part;
    }
  }
  if (
    best === null ||
    (commands.length === 0 && strictness(best.verdict.action) < strictness(standing))
  ) {
    return undecided(standing, reported);
  }
  const { verdict, rule, possible } = best;
  const sandbox = verdict.action === "deny"
    ? { choice: null, contradictory: false }
    : mergeSandboxes(commands.flatMap((part) => part.sandboxes), set.sandbox);
  const contradicted = sandbox.contradictory && strictness(verdict.action) < strictness("ask");
  const several = reported.length > 1 ? verdict.command : null;
  const reason = contradicted
    ? "the sandboxes of these commands are contradictory: no place is writable for all of them"
    : reasonFor(verdict.action, rule, verdict.note, possible, several);
  return {
    action: contradicted ? "ask" : verdict.action,
    decidedBy: verdict,
    rule: verdict.rule,
    message: verdict.message,
    fixSuggestion: verdict.fixSuggestion,
    reason,
    sandbox: sandbox.choice,
    parts: reported,
    notes,
  };
}
