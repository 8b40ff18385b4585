/**
 * The hook: read the event, judge the call, answer, and only then write down what happened.
 * (`03-hook.md`)
 */
import type { Answer } from "../agents/agent.ts";
import type { Call } from "../agents/call.ts";
import type { Payload } from "../agents/payload.ts";
import { type Configuration, loadConfiguration } from "../config/configuration.ts";
import type { Verdict } from "../rules/verdict.ts";
import { UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";
import { visibleText } from "../text/visible.ts";
import { situationOf } from "./circumstances.ts";
import { answerTo, concerns, evaluationFailure, judge } from "./decide.ts";
import { asUsherError, configurationFailure, errorText } from "./error_text.ts";
import { fail, type Failing, unwritten } from "./failure.ts";
import { readEvent } from "./input.ts";
import { recordDecision, recordFailure } from "./records.ts";
import type { HookRequest } from "./request.ts";

/**
 * Handles one event and gives the exit code: 0, or the agent's code for a failure of ours. Never throws.
 * Standard output holds the agent's answer or nothing.
 */
export async function runHook(host: Host, request: HookRequest): Promise<number> {
  // What a status line is read for needs the app.
  if (request.statusline) return 0;
  const started = host.elapsed();
  const known: Known = { payload: null, call: null, configuration: null };
  let judged: Judged | null;
  try {
    judged = await judgeEvent(host, request, known);
  } catch (thrown) {
    return await failHook(host, request, asUsherError(thrown), known);
  }
  return judged === null ? 0 : await respond(host, request, judged, started);
}

/** Reports a failure that left this much known of the event, and gives the exit code. Never throws. */
export async function failHook(
  host: Host,
  request: HookRequest,
  error: UsherError,
  known: Readonly<Known> = { payload: null, call: null, configuration: null },
): Promise<number> {
  const { agent, failClosed, config } = request;
  const event = known.call?.event ?? agent.eventOf(known.payload ?? {}, request.event);
  const failing: Failing = {
    agent: agent.name,
    exit: agent.failureExit,
    denial: failClosed ? (reason) => agent.encode(event, { action: "deny", reason }) : null,
    config,
    call: known.call,
    audit: known.configuration?.audit ?? null,
  };
  return await fail(host, failing, error);
}

/** What is known of an event, filled in as it becomes so. */
interface Known {
  payload: Payload | null;
  call: Call | null;
  configuration: Configuration | null;
}

/** A call with its verdict. */
interface Judged {
  readonly call: Call;
  readonly configuration: Configuration;
  readonly verdict: Verdict;
  /** What failed although the verdict stands; null for nothing. */
  readonly failure: UsherError | null;
}

/**
 * Reads an event and judges it; null when there is nothing to say about it.
 * @throws UsherError when that fails
 */
async function judgeEvent(
  host: Host,
  request: HookRequest,
  known: Known,
): Promise<Judged | null> {
  const { agent, ask, config } = request;
  const { payload, fault } = await readEvent(host);
  known.payload = payload;
  const call = known.call = agent.decode(payload, request.event);
  if (call.action.kind === "none") return null;
  // With `--ask` the user answers the question in the app.
  if (ask && call.event === "PreToolUse" && call.tool === agent.questionTool) return null;

  const load = async (cache: "write" | "renew") =>
    known.configuration = await loadConfiguration(host, { cwd: call.cwd, explicit: config, cache });
  let configuration = await load("write");
  if (call.event === "PostToolUse") {
    const { recordApproval } = await import("./approval.ts");
    recordApproval(host, configuration.audit, call);
    return null;
  }
  let verdict: Verdict;
  try {
    verdict = await judge(configuration.rules, call.action, situationOf(host, call));
  } catch (error) {
    // Of a damaged configuration anything may be wrong, and then it is compiled anew.
    if (error instanceof UsherError) throw error;
    configuration = await load("renew");
    verdict = await judge(configuration.rules, call.action, situationOf(host, call));
  }
  const unread = concerns(configuration.rules, call.action) ? fault ?? call.fault : null;
  const failure = unread ?? configurationFailure(configuration.failures) ??
    evaluationFailure(verdict);
  // A deny stands, whatever else could not be read. (`02-rules.md`, Files)
  if (failure !== null && verdict.action !== "deny") throw failure;
  return { call, configuration, verdict, failure };
}

/** Prints the answer, and then everything else there is to say; gives the exit code. Never throws. */
async function respond(
  host: Host,
  request: HookRequest,
  judged: Judged,
  started: number,
): Promise<number> {
  const { call, configuration, verdict, failure } = judged;
  const { audit, notices } = configuration;
  const answer = answerTo(verdict);
  const output = request.agent.encode(call.event, answer);
  const isTold = output === null || host.stdout(output);
  const elapsed = host.elapsed() - started;

  for (const error of [failure, isTold ? null : unwritten]) {
    if (error === null) continue;
    host.stderr(errorText(error));
    recordFailure(host, audit, { agent: call.agent, call }, error);
  }
  if (request.verbose) {
    for (const { message } of notices) host.stderr(`usher: notice: ${visibleText(message)}\n`);
    const { explanationText } = await import("./explanation_text.ts");
    host.stderr(`usher: ${verdict.action}\n${explanationText(verdict)}`);
  }
  const defaultAction = configuration.rules.defaults.action;
  recordDecision(host, audit, call, {
    verdict: told(verdict, answer),
    defaultAction,
    elapsed,
    notices: notices.map(({ message }) => message),
  });
  return isTold ? 0 : request.agent.failureExit;
}

/** The verdict with what was told to the agent where that is another. */
function told(verdict: Verdict, { action, reason }: Answer): Verdict {
  return action === verdict.action ? verdict : { ...verdict, action, reason, message: reason };
}
