/** What the hook writes down. Nothing here throws. (`08-audit.md`) */
import type { Call } from "../agents/call.ts";
import { decisionRecord, failureRecord, type RecordFacts } from "../audit/record.ts";
import { writeRecord } from "../audit/writer.ts";
import type { Action } from "../rules/rule_set.ts";
import type { Verdict } from "../rules/verdict.ts";
import type { AuditSettings } from "../text/audit_settings.ts";
import type { UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";

/** The verdict on a call, as it was told to the agent. */
export interface Decision {
  readonly verdict: Verdict;
  readonly defaultAction: Action;
  /** Milliseconds from the start of the call to the answer. */
  readonly elapsed: number;
  readonly notices: readonly string[];
}

/** Writes down a verdict, unless no rule speaks of the tool: then there is nothing to tell. */
export function recordDecision(
  host: Host,
  settings: AuditSettings,
  call: Call,
  { verdict, defaultAction, elapsed, notices }: Decision,
): void {
  if (call.action.kind !== "shell" && verdict.parts.length === 0) return;
  const facts = {
    ...factsOf(host, call.agent),
    surface: null,
    elapsedUs: elapsed * 1000,
    defaultAction,
    notices,
  };
  writeRecord(host, settings, decisionRecord(verdict, call, facts));
}

/** Writes down a failure, so that a call that was not judged is seen. */
export function recordFailure(
  host: Host,
  settings: AuditSettings,
  { agent, call }: { readonly agent: string | null; readonly call: Call | null },
  error: UsherError,
): void {
  writeRecord(host, settings, failureRecord(error, call, factsOf(host, agent)));
}

function factsOf(host: Host, agent: string | null): RecordFacts {
  return { endpointType: "hook", agent, cwd: host.cwd(), now: host.now() };
}
