/** Where `usher check` gets what it judges from: its arguments, else standard input. */
import { toolActionOf } from "../agents/claude.ts";
import { quoteCommand } from "../shell/quote.ts";
import { UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";
import { type CheckInput, inputReader } from "./inputs.ts";

/**
 * The inputs, in batches as they come. One argument is shell text; several are the words of one command.
 * @param tool the agent tool that the arguments are given to, or null; `Bash` without arguments reads standard input
 */
export async function* inputsOf(
  host: Host,
  tool: string | null,
  words: readonly string[],
): AsyncGenerator<readonly CheckInput[]> {
  const name = tool?.replace(/^@/, "") ?? null;
  if (name !== null && (name !== "Bash" || words.length > 0)) yield [toolInput(name, words)];
  else if (words.length > 0) yield [shellInput(words)];
  else yield* stdinInputs(host);
}

/** A shell tool takes several words as one command. */
const shellTools = ["Bash", "PowerShell", "Monitor"];

function toolInput(name: string, words: readonly string[]): CheckInput {
  if (name === "") return { kind: "bad", error: new UsherError("check", "'--tool' needs a name") };
  const isCommand = shellTools.includes(name) && words.length > 1;
  const action = toolActionOf(name, isCommand ? [quoteCommand(words)] : words);
  if (action !== null) return { kind: "tool", action };
  const hint = `write it behind '--': usher check --tool ${name} -- ARGUMENT`;
  const error = new UsherError("check", `'--tool ${name}' needs what the tool is given`, { hint });
  return { kind: "bad", error };
}

function shellInput(words: readonly string[]): CheckInput {
  const [text = ""] = words;
  return { kind: "shell", text: words.length > 1 ? quoteCommand(words) : text, cwd: null };
}

async function* stdinInputs(host: Host): AsyncGenerator<readonly CheckInput[]> {
  if (host.isTerminal("stdin")) host.stderr("usher: reading commands, until Ctrl-D\n");
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const reader = inputReader();
  try {
    for await (const chunk of host.stdinChunks()) {
      yield reader.push(decoder.decode(chunk, { stream: true }));
    }
    yield [...reader.push(decoder.decode()), ...reader.end()];
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    yield [{ kind: "bad", error: new UsherError("standard input", "not valid UTF-8") }];
  }
}
