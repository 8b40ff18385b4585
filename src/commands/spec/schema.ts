/** `usher schema` for the parser and for people. */
import type { CommandSpec } from "../options.ts";

/** (`01-cli.md`) */
export const schemaSpec = {
  name: "schema",
  summary: "Print the JSON Schema of the configuration, for editors",
  usage: "",
  description: `An editor with a YAML language server completes and checks keys with it. Begin the
configuration with the line
  # yaml-language-server: $schema=usher.schema.json`,
  flags: {},
  words: "none",
  example: {
    command: "usher schema > usher.schema.json",
    shows: "The schema beside the configuration, where editors find it.",
  },
  exits: [[0, "printed"], [2, "an error"]],
} as const satisfies CommandSpec;
