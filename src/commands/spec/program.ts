/** `usher` without a subcommand, for the parser. */
import type { CommandSpec } from "../options.ts";

/** Only the flags that every subcommand has. */
export const programSpec = {
  name: "",
  summary: "Decide from rules what a coding agent may run",
  usage: "<COMMAND> [OPTIONS]",
  description: "",
  flags: {},
  words: "none",
  example: {
    command: "usher check -- git push --force",
    shows: "What the rules say about a command, without running it.",
  },
  exits: [],
} as const satisfies CommandSpec;
