/** `usher schema`: the JSON Schema of the configuration. */
import { configurationJsonSchema } from "../config/json_schema.ts";
import type { Host } from "../text/host.ts";
import { runCommand } from "./command.ts";
import { schemaSpec } from "./spec/schema.ts";

/** Runs the command. */
export function run(host: Host, args: readonly string[]): Promise<number> {
  return runCommand(host, schemaSpec, args, () => {
    host.stdout(`${JSON.stringify(configurationJsonSchema(), null, 2)}\n`);
    return Promise.resolve(0);
  });
}
