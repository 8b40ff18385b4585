/**
 * The records of the audit log, as they stand in it, and how they are made. Field names and their order
 * are the published schema of the seed's engine with fields of ours added, so that queries written for
 * that keep working. (`08-audit.md`)
 */
import type { Action } from "../rules/rule_set.ts";
import type { ToolCall } from "../rules/situation.ts";
import type { SandboxChoice, Verdict } from "../rules/verdict.ts";
import { formatPlace, UsherError } from "../text/error.ts";
import {
  type ActionRecord,
  actionRecord,
  type EvaluationRecord,
  evaluationsOf,
} from "./evaluation.ts";

/** Where a record comes from. Null: not known, or there is no such thing. */
export interface Metadata {
  readonly endpoint_type: "exec" | "hook";
  readonly session_id: string | null;
  readonly cwd: string | null;
  readonly tool_name: string | null;
  /** The event's own name as the agent sent it. */
  readonly hook_event_name: string | null;
  readonly tool_use_id: string | null;
}

/** A verdict on a call. The one kind without `kind`, as in the published schema. */
export interface DecisionRecord {
  /** RFC 3339 in UTC, `2026-03-04T05:06:07.089+00:00`. */
  readonly timestamp: string;
  /** The shell text; a tool call as `@Tool argument…`, several on a line each. */
  readonly command: string;
  readonly action: ActionRecord;
  /** The preset's name; `merged` for a policy of several. */
  readonly sandbox_preset: string | null;
  readonly default_action: Action;
  readonly metadata: Metadata;
  readonly agent: string | null;
  /** Where a human was asked, if one was. */
  readonly surface: string | null;
  /** Microseconds, whole. */
  readonly elapsed_us: number;
  readonly command_evaluations: readonly EvaluationRecord[];
  /** What else there was to say of the configuration, such as a project's file that does not count;
   * only there when there was something. */
  readonly notices?: readonly string[];
  /** How many evaluations a bounded record left out; only there when some were. */
  readonly omitted_evaluations?: number;
}

/** What became of an `ask`. */
export interface AskResolutionRecord {
  readonly kind: "ask_resolution";
  readonly timestamp: string;
  readonly outcome: "approved" | "denied" | "expired" | "terminal";
  readonly via: "dialog" | "card" | "always";
  readonly tool_use_id: string | null;
  readonly session_id: string | null;
  readonly cwd: string | null;
  /** As in the decision that asked. */
  readonly command: string;
  /** What ran in the end; null when nothing did. */
  readonly executed_command: string | null;
}

/** A failure of ours: a call that no rule has judged. */
export interface FailureRecord {
  readonly kind: "failure";
  readonly timestamp: string;
  readonly what: string;
  readonly why: string;
  readonly hint: string | null;
  /** `file:line:column`. */
  readonly place: string | null;
  /** What was to be judged, as far as it was read. */
  readonly command: string | null;
  readonly metadata: Metadata;
  readonly agent: string | null;
}

/** A line of the log. */
export type AuditRecord = DecisionRecord | AskResolutionRecord | FailureRecord;

/** Whether a record is a verdict. */
export function isDecision(record: AuditRecord): record is DecisionRecord {
  return !("kind" in record);
}

/** What of a hook call is written down; the `Call` of `agents/` is one. */
export interface RecordedCall {
  readonly agent: string;
  readonly eventName: string;
  readonly tool: string | null;
  readonly action:
    | { readonly kind: "shell"; readonly command: string }
    | { readonly kind: "tools"; readonly calls: readonly ToolCall[] }
    | { readonly kind: "none" };
  readonly cwd: string | null;
  readonly sessionId: string | null;
  readonly toolUseId: string | null;
}

/** What else a record says. */
export interface RecordFacts {
  readonly endpointType: "hook" | "exec";
  /** When there is no call, or its agent is not known. */
  readonly agent: string | null;
  /** The folder the call was judged for, when the call does not say. */
  readonly cwd: string | null;
  readonly now: Date;
  /** What was to be run, for `exec`. @default what the call says */
  readonly command?: string;
}

/** What else a decision's record says. */
export interface DecisionFacts extends RecordFacts {
  readonly surface: string | null;
  /** Microseconds. */
  readonly elapsedUs: number;
  readonly defaultAction: Action;
  readonly notices?: readonly string[];
}

/** The record of a verdict. */
export function decisionRecord(
  verdict: Verdict,
  call: RecordedCall | null,
  facts: DecisionFacts,
): DecisionRecord {
  const { kept, omitted } = evaluationsOf(verdict);
  return {
    timestamp: timestampOf(facts.now),
    command: facts.command ?? commandOf(call) ??
      verdict.parts.map((part) => part.command).join("\n"),
    action: actionRecord(
      verdict.action,
      verdict.message ?? verdict.decidedBy?.note ?? null,
      verdict.fixSuggestion,
    ),
    sandbox_preset: presetOf(verdict.sandbox),
    default_action: facts.defaultAction,
    metadata: metadataOf(call, facts),
    agent: call?.agent ?? facts.agent,
    surface: facts.surface,
    elapsed_us: Math.max(0, Math.round(facts.elapsedUs)),
    command_evaluations: kept,
    ...(facts.notices?.length ? { notices: facts.notices } : {}),
    ...(omitted > 0 ? { omitted_evaluations: omitted } : {}),
  };
}

/** The record of a failure: an `UsherError`, or whatever else was thrown. */
export function failureRecord(
  error: unknown,
  call: RecordedCall | null,
  facts: RecordFacts,
): FailureRecord {
  const known = error instanceof UsherError ? error : null;
  return {
    kind: "failure",
    timestamp: timestampOf(facts.now),
    what: known?.what ?? "internal error",
    why: known?.why ?? String(error),
    hint: known?.hint ?? null,
    place: known?.place === undefined ? null : formatPlace(known.place),
    command: facts.command ?? commandOf(call),
    metadata: metadataOf(call, facts),
    agent: call?.agent ?? facts.agent,
  };
}

/** What a call wants to do as one text, the same for the `ask` and for what follows it; null for none. */
export function commandOf(call: RecordedCall | null): string | null {
  if (call === null || call.action.kind === "none") return null;
  if (call.action.kind === "shell") return call.action.command;
  return call.action.calls.map(({ name, arguments: words }) => [`@${name}`, ...words].join(" "))
    .join("\n");
}

/** RFC 3339 in UTC with milliseconds. */
export function timestampOf(time: Date): string {
  return time.toISOString().replace("Z", "+00:00");
}

function metadataOf(call: RecordedCall | null, facts: RecordFacts): Metadata {
  return {
    endpoint_type: facts.endpointType,
    session_id: call?.sessionId ?? null,
    cwd: call?.cwd ?? facts.cwd,
    tool_name: call?.tool ?? null,
    hook_event_name: call?.eventName ?? null,
    tool_use_id: call?.toolUseId ?? null,
  };
}

function presetOf(sandbox: SandboxChoice | null): string | null {
  if (sandbox === null) return null;
  return sandbox.kind === "preset" ? sandbox.name : "merged";
}
