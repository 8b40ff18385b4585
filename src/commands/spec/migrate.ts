/** `usher migrate` for the parser and for people. */
import type { CommandSpec } from "../options.ts";

/** (`01-cli.md`) */
export const migrateSpec = {
  name: "migrate",
  summary: "Rewrite old forms in your configuration and in agents' hooks",
  usage: "[OPTIONS]",
  description: `Looks at your configuration, the project's and the files that they extend on this
machine, and at the hooks of Claude Code and Codex; with '-c' only at that file. Shows
what would change, asks, keeps each file of before beside it with the date, and writes.
Comments and everything else in the files stay as they are.`,
  flags: {
    yes: { short: "y", help: "Write without asking" },
    "dry-run": { help: "Show what would change, and write nothing" },
    rename: { help: "Copy runok.yml to usher.yml, which is then read instead" },
  },
  words: "none",
  example: {
    command: "usher migrate --dry-run",
    shows: "What would change, as a difference.",
  },
  exits: [
    [0, "written, or nothing to do; with --dry-run: shown"],
    [1, "not all could be rewritten, or it was not agreed to"],
    [2, "wrong options"],
  ],
} as const satisfies CommandSpec;
