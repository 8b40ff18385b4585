/** Claude Code, checked on 2.1.332. */
import type { Agent, Answer } from "./agent.ts";
import type { Action, Call, HookEvent } from "./call.ts";
import {
  decodeClaudeForm,
  eventOfClaudeForm,
  permissionDenyOutput,
  plainDenial,
  preToolUseOutput,
  type ReadTool,
  shellCommand,
  type ToolReader,
} from "./claude_form.ts";
import type { Payload } from "./payload.ts";
import { fileTool, globTool, grepTool, namedTool, webFetch, webSearch } from "./tools.ts";

/** A tool that runs a command, or watches something else. */
function monitor(input: Payload): ReadTool {
  const read = shellCommand("posix")(input);
  return read.action === null && input["command"] == null ? namedTool("Monitor")(input) : read;
}

/** Claude Code's tools by what a rule calls them. Any other is `@` and its own name. */
const tools: ReadonlyMap<string, ToolReader> = new Map<string, ToolReader>([
  ["Bash", shellCommand("posix")],
  ["PowerShell", shellCommand("powershell")],
  ["Monitor", monitor],
  ["Read", fileTool("Read", "file_path", "path")],
  ["NotebookRead", fileTool("Read", "notebook_path")],
  ["Write", fileTool("Write", "file_path", "path")],
  ["Edit", fileTool("Edit", "file_path", "path")],
  ["MultiEdit", fileTool("Edit", "file_path", "path")],
  ["NotebookEdit", fileTool("Edit", "notebook_path")],
  ["LS", fileTool("LS", "path")],
  ["Glob", globTool],
  ["Grep", grepTool],
  ["WebFetch", webFetch],
  ["WebSearch", webSearch],
  ["Task", namedTool("Agent")],
]);

/** The fields of a tool's input that a rule looks at, as a person gives them one after another. */
const fields: ReadonlyMap<string, readonly string[]> = new Map([
  ["Read", ["file_path"]],
  ["NotebookRead", ["notebook_path"]],
  ["Write", ["file_path"]],
  ["Edit", ["file_path"]],
  ["MultiEdit", ["file_path"]],
  ["NotebookEdit", ["notebook_path"]],
  ["LS", ["path"]],
  ["Glob", ["path", "pattern"]],
  ["Grep", ["path", "glob"]],
  ["WebFetch", ["url"]],
  ["WebSearch", ["query"]],
  ["Bash", ["command"]],
  ["PowerShell", ["command"]],
]);

/**
 * What a call of a tool with these words comes down to, as a person writes it down: `Read PATH`,
 * `Glob FOLDER PATTERN`, `WebFetch URL`, `Bash COMMAND`. More words than that are the arguments as rules
 * have them. Null when the tool needs a word and there is none.
 */
export function toolActionOf(tool: string, words: readonly string[]): Action | null {
  const reader = tools.get(tool) ?? namedTool(tool);
  const keys = tool === "Monitor" && words.length > 0 ? ["command"] : fields.get(tool) ?? [];
  if (words.length === 0 && keys.length > 0) return null;
  const isField = words.length <= keys.length;
  const input = isField ? words.map((word, number) => [keys[number] ?? "", word] as const) : [];
  const { action } = reader(Object.fromEntries(input));
  if (action === null || isField || action.kind !== "tools") return action;
  return { kind: "tools", calls: action.calls.map(({ name }) => ({ name, arguments: words })) };
}

/** Claude Code's module. Its PermissionRequest is only ever denied by rules: what still asks there is
 * what it wants a human for. (`03-hook.md`, Dispatch) */
export const claude: Agent = {
  name: "claude-code",
  failureExit: 1,
  questionTool: "AskUserQuestion",
  decode,
  eventOf: eventOfClaudeForm,
  encode,
};

function decode(payload: Payload, eventArgument: string | null): Call {
  return decodeClaudeForm(
    "claude-code",
    payload,
    eventArgument,
    (tool) => tools.get(tool) ?? namedTool(tool),
  );
}

function encode(event: HookEvent, { action, reason }: Answer): string | null {
  if (event === "PreToolUse") {
    if (action === "pass") return null;
    return preToolUseOutput(action, action === "deny" ? reason ?? plainDenial : reason);
  }
  if (event === "PermissionRequest" && action === "deny") {
    return permissionDenyOutput(reason ?? plainDenial);
  }
  return null;
}
