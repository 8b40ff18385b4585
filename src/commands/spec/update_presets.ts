/** `usher update-presets` for the parser and for people. */
import type { CommandSpec } from "../options.ts";

/** (`01-cli.md`; `02-rules.md`, Evaluation: "`extends`") */
export const updatePresetsSpec = {
  name: "update-presets",
  summary: "Fetch anew what your configuration extends of git repositories",
  usage: "[OPTIONS]",
  description:
    `Fetches every repository that the files which count here extend, and those which these
extend, and keeps a copy; nothing else that judges commands uses the network. A tag
such as v1.2.0 is first raised to the newest compatible one, in your file: what
changes is shown, and the file from before is kept beside it. What cannot be fetched
keeps its old copy. An agent may not run this.`,
  flags: {
    "dry-run": { help: "Only show which tags would be raised" },
  },
  words: "none",
  example: {
    command: "usher update-presets --dry-run",
    shows: "Which tags in your files have a newer compatible one.",
  },
  exits: [[0, "all is as new as it gets"], [1, "something failed"], [2, "wrong arguments"]],
} as const satisfies CommandSpec;
