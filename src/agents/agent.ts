/** What every module in this folder gives the hook. (`06-agents.md`) */
import type { Action } from "../rules/rule_set.ts";
import type { Call, HookEvent } from "./call.ts";
import type { Payload } from "./payload.ts";

/** What is to be said to an agent about a call. */
export interface Answer {
  readonly action: Action;
  /** Why, in words for the agent; null when there is nothing to say. */
  readonly reason: string | null;
}

/** One agent's side of the hook: its JSON in, its JSON out. */
export interface Agent {
  /** Canonical name, as in {@link Call.agent}. */
  readonly name: string;
  /** The exit code of a failure of ours: 0 for an agent that takes any other as a refusal. */
  readonly failureExit: 0 | 1;
  /** Its tool that puts questions to the user; null when it has none that a hook can answer. */
  readonly questionTool: string | null;
  /**
   * Reads one event.
   * @param eventArgument the event's name on the command line, for payloads that do not name it
   * @throws UsherError when a field that the rules need is missing or of another type
   */
  decode(payload: Payload, eventArgument: string | null): Call;
  /** Which event a payload that may not decode is about. Never throws. */
  eventOf(payload: Payload, eventArgument: string | null): HookEvent;
  /** The line for standard output, newline included; null to print nothing. */
  encode(event: HookEvent, answer: Answer): string | null;
}
