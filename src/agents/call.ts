/** What an agent's hook call comes down to, whatever the agent. */
import type { ToolCall } from "../rules/situation.ts";
import type { UsherError } from "../text/error.ts";

/** The hook event, by the name usher uses; every other event is `other`. */
export type HookEvent = "PreToolUse" | "PermissionRequest" | "PostToolUse" | "other";

/** What the agent wants to do. */
export type Action =
  /** Only `posix` text can be analysed; a command for PowerShell is never better than `ask`. */
  | { readonly kind: "shell"; readonly command: string; readonly syntax: "posix" | "powershell" }
  /** One entry a file for a patch. */
  | { readonly kind: "tools"; readonly calls: readonly ToolCall[] }
  /** The rules of this agent say nothing about it. */
  | { readonly kind: "none" };

/** One decoded hook call. */
export interface Call {
  /** Canonical agent name: `claude-code` or `codex`. */
  readonly agent: string;
  readonly event: HookEvent;
  /** The event's own name as the agent sent it. */
  readonly eventName: string;
  /** The agent's name of the tool, or null. */
  readonly tool: string | null;
  readonly action: Action;
  /** A field that the rules need is missing: the action is what is known, which may be denied, and nothing
   * else can be said of it. */
  readonly fault: UsherError | null;
  /** The tool's whole input as sent, for rewriting and correlation. */
  readonly toolInput: Readonly<Record<string, unknown>> | null;
  /** The payload's working directory, else its first workspace path, else null. */
  readonly cwd: string | null;
  readonly sessionId: string | null;
  readonly toolUseId: string | null;
  readonly promptId: string | null;
  readonly permissionMode: string | null;
}
