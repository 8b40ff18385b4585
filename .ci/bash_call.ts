/** Hook calls as Claude Code sends them. */
import { root } from "./project.ts";

/** A recorded call, as far as it is looked at. */
interface Recorded {
  readonly tool_input: Readonly<Record<string, unknown>>;
}

/** The JSON of a recorded PreToolUse call of the shell tool, with another command and folder. */
export function bashCall(command: string, cwd: string): string {
  const file = `${root}/tests/data/payloads/claude/PreToolUse-Bash.json`;
  const recorded: Recorded = JSON.parse(Deno.readTextFileSync(file));
  return JSON.stringify({ ...recorded, cwd, tool_input: { ...recorded.tool_input, command } });
}
