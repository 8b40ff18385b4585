/** `usher trust` and `usher untrust` for the parser and for people. */
import type { CommandSpec } from "../options.ts";

/** (`01-cli.md`; `10-safety.md`, 3) */
export const trustSpec = {
  name: "trust",
  summary: "Let a project's configuration count in full, as it is now",
  usage: "[OPTIONS] [FOLDER]",
  description:
    `A project's file may only tighten until you trust it. This shows what the configuration
of the project around FOLDER, or around the working directory, would be able to do,
asks, and remembers what its files hold, and the files on this machine that they
extend. When one of them changes, the project is not trusted any more. An agent may
not run this.`,
  flags: {
    yes: { short: "y", help: "Trust without asking" },
    list: { help: "Print the trusted projects, and whether they have changed" },
  },
  words: "one",
  example: {
    command: "usher trust ~/src/app",
    shows: "What the project's files allow and change, and a question.",
  },
  exits: [[0, "trusted, or the list is printed"], [1, "not trusted"], [2, "wrong arguments"]],
} as const satisfies CommandSpec;

/** (`01-cli.md`; `10-safety.md`, 3) */
export const untrustSpec = {
  name: "untrust",
  summary: "Let a project's configuration only tighten again",
  usage: "[OPTIONS] [FOLDER]",
  description: `Forgets that the project around FOLDER, or around the working directory, is trusted.
An agent may not run this.`,
  flags: {},
  words: "one",
  example: {
    command: "usher untrust ~/src/app",
    shows: "That the project is not trusted any more.",
  },
  exits: [[0, "not trusted any more"], [1, "it was not trusted"], [2, "wrong arguments"]],
} as const satisfies CommandSpec;
