/** `usher test` for the parser and for people. */
import type { CommandSpec } from "../options.ts";

/** (`01-cli.md`) */
export const testSpec = {
  name: "test",
  summary: "Run the tests that a configuration holds",
  usage: "[OPTIONS]",
  description: `Runs the 'tests' of every rule and the 'tests.cases' of the project's file, else of
your own configuration. A file is tested with the built-in rules and what it extends,
and nothing else of yours. FILE of '-c' may be a folder that holds one.`,
  flags: {
    "output-format": {
      value: "FORMAT",
      choices: ["text", "json", "junit"],
      help: "How to print",
    },
    builtin: { help: "Run the tests of the built-in rules" },
  },
  words: "none",
  example: {
    command: "usher test -c team.yml",
    shows: "PASS or FAIL for each case of team.yml, and how many there are.",
  },
  exits: [[0, "all pass"], [1, "some fail"], [2, "an error, or no tests"]],
} as const satisfies CommandSpec;
