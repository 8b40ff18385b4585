/** `usher check` for the parser and for people. */
import type { CommandSpec } from "../options.ts";

/** (`01-cli.md`) */
export const checkSpec = {
  name: "check",
  summary: "Show what the rules say about commands, running and recording nothing",
  usage: "[OPTIONS] [--] [COMMAND]...",
  description: `One COMMAND is shell text; several are one command and its arguments. Without any,
standard input is read: a JSON object {"command": "…"} or a hook event, one such object
a line, or shell text, of which every statement is judged by itself. Prints one line
for each.`,
  flags: {
    "output-format": {
      value: "FORMAT",
      choices: ["text", "json"],
      help: "How to print",
    },
    "input-format": {
      value: "FORMAT",
      help: "claude-code-hook, deprecated: as 'usher hook --agent claude-code'",
    },
    explain: { help: "Show each part of a command, and what each rule that matched came to" },
    tool: { value: "NAME", help: "Check a call of this agent tool with the arguments" },
    "exit-code": { help: "Make the verdict the exit code; of several, the worst" },
    verbose: { help: "Print to standard error which rules matched" },
  },
  words: "command",
  example: {
    command: "usher check --explain -- 'git status && rm -rf build'",
    shows: "The verdict, and which rule decided each of the two commands.",
  },
  exits: [
    [0, "judged; with --exit-code: allow"],
    [1, "with --exit-code: ask or pass"],
    [2, "an error"],
    [3, "with --exit-code: deny"],
  ],
} as const satisfies CommandSpec;
