/**
 * One command of plain words, which most calls are: no quotes, expansions, globs or operators. It is
 * analysed without the parser, with the very same result.
 */
import type { Analysis, AnalysisOptions, ChangedVariable, SimpleCommand, Word } from "./command.ts";
import { deepestCall } from "./bounds.ts";
import { type Directories, startDirectories } from "./directories.ts";
import { reservedWords, shellBuiltins, specialBuiltins } from "./shell_builtins.ts";
import { programName } from "./shells.ts";

/** Characters that mean nothing to bash or zsh where these words have them. */
const plainWords =
  /^[A-Za-z0-9_./][A-Za-z0-9_./+-]*(?: +[A-Za-z0-9_./:,@%+-][A-Za-z0-9_./:,@%+=-]*)*$/;

/** A longer text goes to the parser, which has bounds of its own. */
const longest = 4096;

/** The analysis of such a text; null when it is not surely one. */
export function analysePlain(text: string, options: AnalysisOptions): Analysis | null {
  const { depth = 0, variables = null } = options;
  if (depth > deepestCall) return null;
  const command = plainCommand(text, startDirectories(options), variables);
  return command === null ? null : { ok: true, commands: [command], problems: [] };
}

/** The command, or null when the text is not surely one of these. */
export function plainCommand(
  text: string,
  directories: Directories,
  variables: ChangedVariable | null = null,
): SimpleCommand | null {
  if (text.length > longest || !plainWords.test(text)) return null;
  const values = text.split(" ").filter((value) => value !== "");
  const name = values[0] ?? "";
  if (isShellWord(name)) return null;
  return {
    argv: values.map(wordOfPlain),
    assignments: [],
    redirects: [],
    pipe: { stdin: false, stdout: false },
    stdin: null,
    loop: "",
    range: [0, text.length],
    text: values.join(" "),
    original: null,
    directories,
    callsFunction: false,
    variables,
  };
}

/** Whether a word is the shell's own: grammar, or a builtin or program that changes what words mean. */
function isShellWord(name: string): boolean {
  return reservedWords.has(name) || shellBuiltins.has(name) || specialBuiltins.has(name) ||
    name === "command" || name === "builtin" || programName(name) === "env";
}

function wordOfPlain(value: string): Word {
  return { source: value, value, pieces: [{ kind: "text", text: value, quoted: false }] };
}
