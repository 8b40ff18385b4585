/** What the command line of a hook asks for. */
import type { Agent } from "../agents/agent.ts";

/** One call of `usher hook`. (`03-hook.md`) */
export interface HookRequest {
  readonly agent: Agent;
  /** The event's name, for payloads that do not name it; null when it was not given. */
  readonly event: string | null;
  /** The file that `-c` names, or null. */
  readonly config: string | null;
  /** The entry waits for answers to questions: the question tool is left to the app. */
  readonly ask: boolean;
  /** The input is that of a status line. */
  readonly statusline: boolean;
  /** A failure of ours denies the call. */
  readonly failClosed: boolean;
  /** Tell standard error which rules matched. */
  readonly verbose: boolean;
}
