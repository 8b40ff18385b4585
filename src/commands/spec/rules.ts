/** `usher rules` for the parser and for people. */
import type { CommandSpec } from "../options.ts";

/** (`01-cli.md`) */
export const rulesSpec = {
  name: "rules",
  summary: "Look at the rules that count here, and at what is wrong with them",
  usage: "list [WORD] | show ID | why [--] COMMAND... | lint",
  description: `list   every rule by its file, lowest layer first, with what does not count and why;
       with WORD those that hold it in their pattern, id or place
show   one rule by its id or place: its text, exceptions and tests
why    what the verdict on a command rests on, as 'usher check --explain'
lint   rules that can never decide, exceptions that match nothing, folders that are
       not there, names that nothing defines`,
  flags: {
    "output-format": { value: "FORMAT", choices: ["text", "json"], help: "How to print" },
  },
  words: "many",
  example: {
    command: "usher rules why -- git push --force",
    shows: "Each rule that matches the command, and which one decides.",
  },
  exits: [[0, "printed"], [1, "no such rule, or lint found something"], [2, "an error"]],
} as const satisfies CommandSpec;
