/** A line of the log as a record, from this version or another, from usher or the seed's engine. */
import type { Action } from "../rules/rule_set.ts";
import { isObject, stringField } from "../text/json.ts";
import type {
  ActionRecord,
  EvaluationRecord,
  MatchedRuleRecord,
  RedirectRecord,
} from "./evaluation.ts";
import type { AskResolutionRecord, AuditRecord, Metadata } from "./record.ts";

type Fields = Readonly<Record<string, unknown>>;

const actions: readonly Action[] = ["allow", "ask", "deny", "pass"];
const outcomes: readonly AskResolutionRecord["outcome"][] = [
  "approved",
  "denied",
  "expired",
  "terminal",
];
const ways: readonly AskResolutionRecord["via"][] = ["dialog", "card", "always"];

/**
 * Reads a line; null when it is no JSON or lacks what makes it a record: its time, and the command with
 * its verdict, what failed, or what became of an ask. Anything else that is missing or of another type is
 * null or empty.
 */
export function parseRecord(line: string): AuditRecord | null {
  const value = parseJson(line);
  if (!isObject(value)) return null;
  const timestamp = stringField(value, "timestamp");
  if (timestamp === null || Number.isNaN(Date.parse(timestamp))) return null;
  switch (value["kind"]) {
    case undefined:
      return decision(value, timestamp);
    case "ask_resolution":
      return resolution(value, timestamp);
    case "failure":
      return failure(value, timestamp);
    default:
      return null;
  }
}

function decision(value: Fields, timestamp: string): AuditRecord | null {
  const command = stringField(value, "command");
  const action = actionOf(value["action"]);
  if (command === null || action === null) return null;
  const omitted = value["omitted_evaluations"];
  return {
    timestamp,
    command,
    action,
    sandbox_preset: stringField(value, "sandbox_preset"),
    default_action: oneOf(actions, value["default_action"]) ?? "pass",
    metadata: metadataOf(value["metadata"]),
    agent: stringField(value, "agent"),
    surface: stringField(value, "surface"),
    elapsed_us: typeof value["elapsed_us"] === "number" ? value["elapsed_us"] : 0,
    command_evaluations: objects(value["command_evaluations"]).flatMap((each) =>
      evaluationOf(each) ?? []
    ),
    ...(typeof omitted === "number" ? { omitted_evaluations: omitted } : {}),
  };
}

function resolution(value: Fields, timestamp: string): AuditRecord | null {
  const command = stringField(value, "command");
  const outcome = oneOf(outcomes, value["outcome"]);
  if (command === null || outcome === null) return null;
  return {
    kind: "ask_resolution",
    timestamp,
    outcome,
    via: oneOf(ways, value["via"]) ?? "dialog",
    tool_use_id: stringField(value, "tool_use_id"),
    session_id: stringField(value, "session_id"),
    cwd: stringField(value, "cwd"),
    command,
    executed_command: stringField(value, "executed_command"),
  };
}

function failure(value: Fields, timestamp: string): AuditRecord | null {
  const what = stringField(value, "what");
  const why = stringField(value, "why");
  if (what === null || why === null) return null;
  return {
    kind: "failure",
    timestamp,
    what,
    why,
    hint: stringField(value, "hint"),
    place: stringField(value, "place"),
    command: stringField(value, "command"),
    metadata: metadataOf(value["metadata"]),
    agent: stringField(value, "agent"),
  };
}

function actionOf(value: unknown): ActionRecord | null {
  if (!isObject(value)) return null;
  const type = oneOf(actions, value["type"]);
  if (type === null) return null;
  const detail = value["detail"];
  if (!isObject(detail)) return { type };
  const message = stringField(detail, "message");
  return { type, detail: { message, fix_suggestion: stringField(detail, "fix_suggestion") } };
}

function metadataOf(value: unknown): Metadata {
  const fields = isObject(value) ? value : {};
  return {
    endpoint_type: fields["endpoint_type"] === "exec" ? "exec" : "hook",
    session_id: stringField(fields, "session_id"),
    cwd: stringField(fields, "cwd"),
    tool_name: stringField(fields, "tool_name"),
    hook_event_name: stringField(fields, "hook_event_name"),
    tool_use_id: stringField(fields, "tool_use_id"),
  };
}

function evaluationOf(value: Fields): EvaluationRecord | null {
  const command = stringField(value, "command");
  const action = actionOf(value["action"]);
  if (command === null || action === null) return null;
  const original = stringField(value, "original_command");
  const env = isObject(value["env"]) ? Object.entries(value["env"]) : [];
  const pipe = isObject(value["pipe"]) ? value["pipe"] : {};
  return {
    command,
    ...(original === null ? {} : { original_command: original }),
    action,
    matched_rules: objects(value["matched_rules"]).flatMap((each) => matchedRule(each) ?? []),
    eval_type: value["eval_type"] === "primary" ? "primary" : "compound",
    env: Object.fromEntries(
      env.flatMap(([name, text]) => typeof text === "string" ? [[name, text]] : []),
    ),
    argv: strings(value["argv"]),
    redirects: objects(value["redirects"]).flatMap((each) => redirectOf(each) ?? []),
    pipe: { stdin: pipe["stdin"] === true, stdout: pipe["stdout"] === true },
  };
}

function matchedRule(value: Fields): MatchedRuleRecord | null {
  const kind = oneOf(actions, value["action_kind"]);
  const pattern = stringField(value, "pattern");
  if (kind === null || pattern === null) return null;
  return {
    action_kind: kind,
    pattern,
    source: stringField(value, "source") ?? "",
    matched_tokens: strings(value["matched_tokens"]),
  };
}

function redirectOf(value: Fields): RedirectRecord | null {
  const type = oneOf(["input", "output", "dup"] as const, value["type"]);
  const target = stringField(value, "target");
  if (type === null || target === null) return null;
  const descriptor = value["descriptor"];
  return {
    type,
    operator: stringField(value, "operator") ?? "",
    target,
    descriptor: typeof descriptor === "number" ? descriptor : null,
  };
}

function objects(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

function oneOf<Known extends string>(known: readonly Known[], value: unknown): Known | null {
  return known.find((each) => each === value) ?? null;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
