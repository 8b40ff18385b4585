/** From a decoded call to what its agent is told. */
import type { Answer } from "../agents/agent.ts";
import type { Action } from "../agents/call.ts";
import { evaluateText, evaluateTools } from "../rules/evaluation.ts";
import type { Analyse } from "../rules/judge_text.ts";
import type { RuleSet } from "../rules/rule_set.ts";
import type { Situation } from "../rules/situation.ts";
import { analysePlain } from "../shell/plain_command.ts";
import { formatPlace, UsherError } from "../text/error.ts";
import type { HostSituation } from "./circumstances.ts";
import { type SandboxChoice, undecided, type Verdict } from "../rules/verdict.ts";
import { visibleExcerpt } from "../text/visible.ts";

/**
 * What the rules say about an action. The parser is loaded for a text that is no plain command, and what
 * answers conditions when a rule first asks one; then the action is judged anew. Throws only where that
 * cannot be loaded.
 */
export async function judge(
  rules: RuleSet,
  action: Action,
  situation: HostSituation,
): Promise<Verdict> {
  let analyse: Analyse = plainAnalysis;
  let verdict = await evaluate();
  while (situation.conditions.isWanting) {
    try {
      await situation.conditions.load();
    } catch (error) {
      // A deny needs no condition that could not be loaded.
      if (verdict.action === "deny") return verdict;
      throw error;
    }
    verdict = await evaluate();
  }
  return verdict;

  async function evaluate(): Promise<Verdict> {
    try {
      return verdictOn(rules, action, situation, analyse);
    } catch (error) {
      if (error !== needsParser) throw error;
      ({ analyse } = await import("../shell/analyse.ts"));
      return verdictOn(rules, action, situation, analyse);
    }
  }
}

/** Thrown for a text that is no plain command. */
const needsParser = new Error("the text is no plain command");

/** The analysis of plain commands, without the parser. */
function plainAnalysis(...[text, options]: Parameters<Analyse>): ReturnType<Analyse> {
  const analysis = analysePlain(text, options);
  if (analysis === null) throw needsParser;
  return analysis;
}

/** The conditions that failed, as one error; null for none. A deny stands all the same. */
export function evaluationFailure({ failures }: Verdict): UsherError | null {
  const [first, ...others] = failures;
  if (first === undefined) return null;
  const { place } = first.rule;
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  return new UsherError("config error", `${formatPlace(place)}: ${first.message}${more}`, {
    place,
  });
}

function verdictOn(
  rules: RuleSet,
  action: Action,
  situation: Situation,
  analyse: Analyse,
): Verdict {
  if (action.kind === "none") return undecided("pass", []);
  if (action.kind === "tools") return evaluateTools(rules, action.calls, situation);
  const verdict = evaluateText(rules, action.command, situation, analyse);
  return withSandbox(action.syntax === "posix" ? verdict : unanalysed(verdict), rules);
}

/** Whether any rule may speak of an action: of a tool that none names there is nothing to know. */
export function concerns({ index }: RuleSet, action: Action): boolean {
  if (action.kind !== "tools") return action.kind === "shell";
  const isNamed = (name: string) => Object.hasOwn(index.tools, name);
  return isNamed("*") || action.calls.some(({ name }) => isNamed(name));
}

/** A verdict on a text that is no shell's we know: at least ask. (`02-rules.md`, Resolution) */
function unanalysed(verdict: Verdict): Verdict {
  if (verdict.action === "deny" || verdict.action === "ask") return verdict;
  const reason = "PowerShell commands are not analysed";
  return { ...verdict, action: "ask", rule: null, message: null, reason, notes: [reason] };
}

/** Applies `defaults.sandbox` where no rule named a preset. (seed's engine: only the adapters do) */
function withSandbox(verdict: Verdict, { defaults }: RuleSet): Verdict {
  const { action, sandbox } = verdict;
  if (action === "deny" || sandbox !== null || defaults.sandbox === null) return verdict;
  return { ...verdict, sandbox: { kind: "preset", name: defaults.sandbox } };
}

/** Characters of a reason: more would only fill an agent's context. */
const longestReason = 2000;

/**
 * What is told to the agent: nothing hidden, and bounded. (`10-safety.md`, 7)
 */
export function answerTo(verdict: Verdict): Answer {
  const { action, reason } = sandboxed(verdict);
  return { action, reason: reason === null ? null : visibleExcerpt(reason, longestReason, true) };
}

/**
 * What is told to the agent, given that no sandbox can be applied: where one belongs to an allow, ask.
 * (`03-hook.md`: never a plain allow)
 */
function sandboxed({ action, reason, sandbox }: Verdict): Answer {
  if (sandbox === null || action === "deny" || action === "pass") return { action, reason };
  const why = `its ${sandboxName(sandbox)} cannot be applied yet`;
  return { action: "ask", reason: reason === null ? why : `${reason} (${why})` };
}

function sandboxName(sandbox: SandboxChoice): string {
  return sandbox.kind === "preset" ? `sandbox preset '${sandbox.name}'` : "merged sandbox";
}
