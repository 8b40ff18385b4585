/** `usher help` for the parser and for people. */
import type { CommandSpec } from "../options.ts";

/** (`01-cli.md`) */
export const helpSpec = {
  name: "help",
  summary: "Print help for usher or one of its commands",
  usage: "[COMMAND]",
  description: "Without COMMAND: what commands there are.",
  flags: {},
  words: "one",
  example: { command: "usher help check", shows: "The same as 'usher check --help'." },
  exits: [[0, "printed"], [2, "no such command"]],
} as const satisfies CommandSpec;
