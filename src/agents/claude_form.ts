/**
 * The hook JSON that Claude Code made up and Codex took over: reading an event, writing the two kinds
 * of answer. What the tools are and which answers an agent honours is in the agents' own modules.
 */
import { UsherError } from "../text/error.ts";
import { printableJson } from "../text/visible.ts";
import type { Action, Call, HookEvent } from "./call.ts";
import { objectAt, type Payload, stringAt, workingDirectory } from "./payload.ts";

/** What a tool call comes down to. */
export interface ReadTool {
  /** Null when nothing can be said without what is missing. */
  readonly action: Action | null;
  /** A field of its input that is needed and is not there as a string. @default none */
  readonly missing?: string;
}

/** Reads a tool's input. */
export type ToolReader = (input: Payload) => ReadTool;

const judged: readonly HookEvent[] = ["PreToolUse", "PermissionRequest", "PostToolUse"];

/**
 * Reads an event in Claude Code's form. The event is `hook_event_name`, else the argument, else
 * PreToolUse. (seed, "Event dispatch")
 * @param toolReader how to read a tool's input, by the tool's name
 * @throws UsherError for a PreToolUse or PermissionRequest that lacks a field the rules need
 */
export function decodeClaudeForm(
  agent: string,
  payload: Payload,
  eventArgument: string | null,
  toolReader: (tool: string) => ToolReader,
): Call {
  const { hook_event_name } = payload;
  if (hook_event_name != null && typeof hook_event_name !== "string") {
    throw new UsherError("hook input", "`hook_event_name` is not a string");
  }
  const eventName = eventNameOf(payload, eventArgument);
  const event = eventNamed(eventName);
  const tool = stringAt(payload, "tool_name");
  const toolInput = objectAt(payload, "tool_input");
  const { action, fault } = event === "other"
    ? { action: noAction, fault: null }
    : actionOf(event, tool, toolInput, toolReader);
  return {
    agent,
    event,
    eventName,
    tool,
    action,
    fault,
    toolInput,
    cwd: workingDirectory(payload),
    sessionId: stringAt(payload, "session_id"),
    toolUseId: stringAt(payload, "tool_use_id"),
    promptId: stringAt(payload, "prompt_id"),
    permissionMode: stringAt(payload, "permission_mode"),
  };
}

/** The event of a payload of which nothing else may be right. */
export function eventOfClaudeForm(payload: Payload, eventArgument: string | null): HookEvent {
  return eventNamed(eventNameOf(payload, eventArgument));
}

/** Reads a shell tool's input, `{command}`. */
export function shellCommand(syntax: "posix" | "powershell"): ToolReader {
  return (input) => {
    const command = input["command"];
    if (typeof command !== "string") return { action: null, missing: "command" };
    return { action: { kind: "shell", command, syntax } };
  };
}

/**
 * A PreToolUse answer. (seed, "PreToolUse response")
 * @param reason left out when null
 */
export function preToolUseOutput(
  decision: "allow" | "deny" | "ask",
  reason: string | null,
): string {
  return outputLine({
    hookEventName: "PreToolUse",
    permissionDecision: decision,
    ...(reason === null ? {} : { permissionDecisionReason: reason }),
  });
}

/** A PermissionRequest answer that lets the call run. */
export function permissionAllowOutput(): string {
  return outputLine({ hookEventName: "PermissionRequest", decision: { behavior: "allow" } });
}

/** A PermissionRequest answer that refuses the call. The agent shows the message to its model. */
export function permissionDenyOutput(message: string): string {
  return outputLine({
    hookEventName: "PermissionRequest",
    decision: { behavior: "deny", message },
  });
}

/** What a denial says when no rule gives a reason. (`03-hook.md`) */
export const plainDenial = "Denied from usher";

function outputLine(hookSpecificOutput: Payload): string {
  return printableJson({ hookSpecificOutput }) + "\n";
}

function eventNameOf(payload: Payload, eventArgument: string | null): string {
  return stringAt(payload, "hook_event_name") ?? (eventArgument || "PreToolUse");
}

function eventNamed(name: string): HookEvent {
  return judged.find((event) => event === name) ?? "other";
}

const noAction: Action = { kind: "none" };

function actionOf(
  event: HookEvent,
  tool: string | null,
  input: Payload | null,
  toolReader: (tool: string) => ToolReader,
): { readonly action: Action; readonly fault: UsherError | null } {
  if (tool === null) {
    if (event === "PostToolUse") return { action: noAction, fault: null };
    throw new UsherError("hook input", `a ${event} event without \`tool_name\``);
  }
  const { action, missing } = toolReader(tool)(input ?? {});
  if (event === "PostToolUse") return { action: action ?? noAction, fault: null };
  if (missing === undefined) return { action: action ?? noAction, fault: null };
  const why = `a ${event} event without the string \`tool_input.${missing}\` of ${tool}`;
  const fault = new UsherError("hook input", why);
  if (action === null) throw fault;
  return { action, fault };
}
