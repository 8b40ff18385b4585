/** Judges calls by a rule set, with a given analysis of shell text. (`02-rules.md`, Evaluation) */
import { formatPlace } from "../text/error.ts";
import { expandHome } from "../text/paths.ts";
import { judgeByRules, referenceTo } from "./judgement.ts";
import type { Analysis } from "../shell/command.ts";
import { type Analyse, type JudgeContext, judgeContext, judgeText } from "./judge_text.ts";
import { type Part, partOf, subjectText, withSkipped } from "./part.ts";
import { reasonFor } from "./reason.ts";
import type { Action, RuleSet } from "./rule_set.ts";
import { mergeSandboxes } from "./sandbox_merge.ts";
import type { Situation, ToolCall } from "./situation.ts";
import { strictness } from "./strictness.ts";
import { plainSurroundings, type Subject } from "./subject.ts";
import { tokenOf } from "./token.ts";
import { toolWord } from "./tool_words.ts";
import { type RuleFailure, undecided, type Verdict } from "./verdict.ts";

/**
 * The verdict on a shell text: the strictest of everything in it that could run. Throws only what `analyse`
 * throws.
 */
export function evaluateText(
  set: RuleSet,
  text: string,
  situation: Situation,
  analyse: Analyse,
): Verdict {
  const context = judgeContext(set, situation, analyse);
  const directories = situation.cwd === "" ? null : [situation.cwd];
  const parts = judgeText(context, text, { depth: 0, directories, variables: null });
  return verdictOf(context, set.defaults.action, parts);
}

/** The verdict on a tool call; several calls (one per file of a patch) give the strictest. `pass` without
 * a rule that names the tool. Never throws. */
export function evaluateTools(
  set: RuleSet,
  calls: readonly ToolCall[],
  situation: Situation,
): Verdict {
  const context = judgeContext(set, situation, analysesNothing);
  const surroundings = plainSurroundings(situation.cwd === "" ? null : [situation.cwd]);
  const parts = calls.flatMap((call): readonly Part[] => {
    const words = call.arguments.map((text) =>
      toolWord(call.name, expandHome(text, situation.home))
    );
    const subject: Subject = { kind: "tool", name: call.name, arguments: words.map(tokenOf) };
    const { judgement, skipped } = judgeByRules(context, { subject, surroundings });
    if (judgement === null) return [];
    return [withSkipped(partOf("tool", subjectText(subject), judgement), skipped)];
  });
  // A call that no rule speaks of keeps an allow of the others from speaking for all.
  const spoken = parts.length === calls.length ? parts : parts.filter(isStricterThanPass);
  return verdictOf(context, "pass", spoken);
}

/** A tool call holds no shell text. */
function analysesNothing(): Analysis {
  return { ok: false, error: "empty", message: "no command", position: 0, words: [] };
}

function isStricterThanPass({ verdict }: Part): boolean {
  return strictness(verdict.action) > strictness("pass");
}

/** Merges parts: the strictest, the first of equals. `standing` is what no rule speaks of. */
function verdictOf(context: JudgeContext, standing: Action, all: readonly Part[]): Verdict {
  const reported = all.map((part) => part.verdict);
  const failed = failuresOf(context);
  const beside = [...failed.notes, ...exhaustionNotes(context)];
  const notes: string[] = [];
  const sandboxes: (string | null)[] = [];
  let best: Part | null = null;
  let hasCommand = false;
  for (const part of all) {
    if (part.neutral) continue;
    const { kind, action, note } = part.verdict;
    if (note !== null) notes.push(note);
    if (best === null || strictness(action) > strictness(best.verdict.action)) best = part;
    if (kind === "assignment" || kind === "redirect") continue;
    hasCommand = true;
    for (const sandbox of part.sandboxes) sandboxes.push(sandbox);
  }
  notes.push(...beside);
  // Assignments and redirects alone are judged by their own rules, and beside them stands the default.
  if (
    best === null || (!hasCommand && strictness(best.verdict.action) < strictness(standing))
  ) {
    const verdict = undecided(standing, reported);
    return { ...verdict, notes: [...verdict.notes, ...beside], failures: failed.failures };
  }
  const { verdict, rule, possible } = best;
  const sandbox = verdict.action === "deny"
    ? { choice: null, contradictory: false }
    : mergeSandboxes(sandboxes, context.set.sandbox);
  const contradicted = sandbox.contradictory && strictness(verdict.action) < strictness("ask");
  const several = reported.length > 1 ? verdict.command : null;
  const reason = contradicted
    ? "the sandboxes of these commands are contradictory: no place is writable for all of them"
    : best.reason ?? reasonFor(verdict.action, rule, verdict.note, possible, several);
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
    failures: failed.failures,
  };
}

/** Conditions that failed. */
interface Failed {
  readonly notes: readonly string[];
  readonly failures: readonly RuleFailure[];
}

const nothingFailed: Failed = { notes: [], failures: [] };

/** The conditions that failed. What nobody trusts fails nothing: that is only noted. */
function failuresOf({ failures }: JudgeContext): Failed {
  if (failures.length === 0) return nothingFailed;
  const notes = failures.flatMap(({ rule, message }) =>
    rule.trusted
      ? []
      : `${formatPlace(rule.place)}: the condition of a rule that nobody trusts failed: ${message}`
  );
  const told = failures.filter(({ rule }) => rule.trusted)
    .map(({ rule, message }) => ({ rule: referenceTo(rule), message }));
  return { notes, failures: told };
}

/** Most rules whose search ran out of steps that are named. */
const mostExhausted = 20;

/** What became of rules whose search ran out of steps. (`02-rules.md`, Patterns) */
function exhaustionNotes({ exhausted }: JudgeContext): readonly string[] {
  if (exhausted.size === 0) return [];
  return [...exhausted].slice(0, mostExhausted).map(({ action, pattern, place }) => {
    const taken = action === "allow" ? "not to apply" : "to apply";
    return `${action} '${pattern}' at ${formatPlace(place)} takes too many steps to match: ` +
      `it is taken ${taken}`;
  });
}
