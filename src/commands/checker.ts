/** Judging one thing that `usher check` was given. */
import type { Action } from "../agents/call.ts";
import { claude } from "../agents/claude.ts";
import { workingDirectory } from "../agents/payload.ts";
import type { Configuration } from "../config/configuration.ts";
import { type HostSituation, situationOf } from "../hook/circumstances.ts";
import { answerTo, concerns, evaluationFailure, judge } from "../hook/decide.ts";
import type { RuleSet } from "../rules/rule_set.ts";
import type { Verdict } from "../rules/verdict.ts";
import type { UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";
import type { CheckInput } from "./inputs.ts";

/** An input that can be judged. */
export type Judgeable = Exclude<CheckInput, { kind: "bad" }>;

/** A judged input. */
export interface Checked {
  /** What was judged, as a person would write it. */
  readonly subject: string;
  readonly verdict: Verdict;
  /** For a hook event, the line that the agent would be told; null when that is nothing. */
  readonly answer: string | null;
  /** What is said about configuration that does not count because nobody trusts it. */
  readonly untrusted: readonly string[];
}

/** The folder that an input says it is about; null for the process's own. */
export function folderOf(input: Judgeable): string | null {
  if (input.kind === "event") return workingDirectory(input.payload);
  return input.kind === "shell" ? input.cwd : null;
}

/** What the inputs of one folder are judged by. */
export interface Judge {
  readonly folder: string | null;
  readonly rules: RuleSet;
  readonly situation: HostSituation;
  readonly untrusted: readonly string[];
}

/** The judge of a folder. What links lead to is looked up once for all its inputs. */
export function judgeOf(
  host: Host,
  folder: string | null,
  { rules, notices }: Configuration,
): Judge {
  const situation = situationOf(host, { cwd: folder, agent: null, permissionMode: null });
  const untrusted = notices.flatMap(({ kind, message }) => kind === "untrusted" ? [message] : []);
  return { folder, rules, situation, untrusted };
}

/**
 * Judges an input. A hook event is taken for one of Claude Code's.
 * @throws UsherError for an event that lacks what the rules need, and for a condition that fails
 */
export async function checkInput(judging: Judge, input: Judgeable): Promise<Checked> {
  const { rules, situation, untrusted } = judging;
  if (input.kind === "event") return await checkEvent(judging, input.payload);
  const [action, subject] = input.kind === "shell"
    ? [{ kind: "shell", command: input.text, syntax: "posix" }, input.text] as const
    : [input.action, subjectOf(input.action, "")] as const;
  const verdict = standing(await judge(rules, action, situation));
  return { subject, verdict, answer: null, untrusted };
}

/**
 * The verdict, where nothing failed or a deny stands.
 * @throws UsherError
 */
function standing(verdict: Verdict, fault: UsherError | null = null): Verdict {
  const failure = verdict.action === "deny" ? null : fault ?? evaluationFailure(verdict);
  if (failure !== null) throw failure;
  return verdict;
}

async function checkEvent(
  { rules, situation, untrusted }: Judge,
  payload: Extract<Judgeable, { kind: "event" }>["payload"],
): Promise<Checked> {
  const call = claude.decode(payload, null);
  const { action } = call;
  const fault = concerns(rules, action) ? call.fault : null;
  const subject = subjectOf(action, call.eventName);
  const { agent, permissionMode } = call;
  const verdict = standing(
    await judge(rules, action, { ...situation, agent, permissionMode }),
    fault,
  );
  return { subject, verdict, answer: claude.encode(call.event, answerTo(verdict)), untrusted };
}

/** An action as a person would write it; `otherwise` for none. */
function subjectOf(action: Action, otherwise: string): string {
  if (action.kind === "none") return otherwise;
  if (action.kind === "shell") return action.command;
  return action.calls.map((call) => [`@${call.name}`, ...call.arguments].join(" ")).join("; ");
}
