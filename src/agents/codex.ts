/** Codex CLI, checked on 0.171.0. */
import type { Agent, Answer } from "./agent.ts";
import type { Call, HookEvent } from "./call.ts";
import {
  decodeClaudeForm,
  eventOfClaudeForm,
  permissionAllowOutput,
  permissionDenyOutput,
  plainDenial,
  preToolUseOutput,
  shellCommand,
  type ToolReader,
} from "./claude_form.ts";
import type { Payload } from "./payload.ts";

const shell = shellCommand("posix");
const unjudged: ToolReader = () => ({ action: { kind: "none" } });

/** Codex's module. Rules judge its shell tool alone. (seed, "Codex") */
export const codex: Agent = {
  name: "codex",
  failureExit: 1,
  questionTool: null,
  decode,
  eventOf: eventOfClaudeForm,
  encode,
};

function decode(payload: Payload, eventArgument: string | null): Call {
  return decodeClaudeForm(
    "codex",
    payload,
    eventArgument,
    (tool) => tool === "Bash" ? shell : unjudged,
  );
}

/**
 * Codex takes a plain allow, an ask and a deny without a reason for a failed hook and runs the command;
 * so an allow is silence at PreToolUse, and an ask is a deny that says what to do.
 */
function encode(event: HookEvent, { action, reason }: Answer): string | null {
  if (event === "PreToolUse") {
    if (action === "deny") return preToolUseOutput("deny", reason ?? plainDenial);
    if (action === "ask") return preToolUseOutput("deny", askInWords(reason));
  }
  if (event === "PermissionRequest") {
    if (action === "deny") return permissionDenyOutput(reason ?? plainDenial);
    if (action === "allow") return permissionAllowOutput();
  }
  return null;
}

/** An `ask` for an agent that has none: a denial whose reason tells the model how to go on. (seed) */
export function askInWords(reason: string | null): string {
  const why = reason === null ? "" : ` (${reason.replace(/\.$/, "")})`;
  return `usher: this command needs a human's approval${why}. ` +
    "This is not a hard rejection: a human must decide. " +
    "Stop, report which command needs approval and why, " +
    "and let the delegator or the user decide. " +
    "Do not retry it: this session cannot re-run the call with more rights.";
}
