/** Hook calls as Claude Code sends them. */
import { root } from "./project.ts";

/** A recorded call, as far as it is looked at. */
interface Recorded {
  readonly tool_input: Readonly<Record<string, unknown>>;
}

/** The JSON of a recorded PreToolUse call of the shell tool, with another command and folder. */
export function bashCall(command: string, cwd: string): string {
  const recorded = recording("PreToolUse-Bash");
  return JSON.stringify({ ...recorded, cwd, tool_input: { ...recorded.tool_input, command } });
}

/** The JSON of any recorded call, with another folder. */
export function recordedCall(name: string, cwd: string): string {
  return JSON.stringify({ ...recording(name), cwd });
}

function recording(name: string): Recorded {
  return JSON.parse(Deno.readTextFileSync(`${root}/tests/data/payloads/claude/${name}.json`));
}
