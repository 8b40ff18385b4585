/** `usher hook` for the parser and for people. */
import type { CommandSpec } from "../options.ts";

/** (`03-hook.md`) */
export const hookSpec = {
  name: "hook",
  summary: "Answer a coding agent's hook event",
  usage: "--agent AGENT [OPTIONS] [EVENT]",
  description: `Reads a hook event as JSON on standard input, judges it by the rules, and prints the
answer in the agent's own form, or nothing. Agents call this; see 'usher check' for
looking at what the rules say. EVENT is used where the JSON names no event.`,
  flags: {
    agent: {
      value: "AGENT",
      help: "Whose hook protocol to speak: claude-code, codex",
    },
    "agent-name": {
      value: "NAME",
      help: "With --agent other: the tool's name, 1 to 24 of a-z, 0-9 and -",
    },
    ask: { help: "Wait for the user's answer to the agent's question (with the app)" },
    statusline: { help: "Read the agent's status line input (with the app)" },
    decide: { help: "With --agent other: print denials" },
    "fail-closed": { help: "Deny a call that could not be judged" },
    verbose: { help: "Print to standard error which rules matched" },
  },
  words: "one",
  example: {
    command: "usher hook --agent claude-code < event.json",
    shows: "What Claude Code is told about the recorded event.",
  },
  exits: [
    [0, "handled; for some agents also a failure, which they would take for a refusal"],
    [1, "a failure of usher's own, after which the agent goes on by itself"],
  ],
} as const satisfies CommandSpec;
