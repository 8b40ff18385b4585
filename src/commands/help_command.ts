/** `usher help [COMMAND]`. */
import type { Host } from "../text/host.ts";
import { commandSpecs } from "./catalogue.ts";
import { runCommand } from "./command.ts";
import { commandHelp, programHelp } from "./help.ts";
import { helpSpec } from "./spec/help.ts";
import { unknownCommand } from "./unknown_command.ts";

/** Runs the command. */
export function run(host: Host, args: readonly string[]): Promise<number> {
  return runCommand(host, helpSpec, args, async ({ words: [name] }) => {
    const spec = commandSpecs.find((spec) => spec.name === name);
    if (name !== undefined && spec === undefined) return await unknownCommand(name)(host, []);
    host.stdout(spec === undefined ? programHelp(commandSpecs) : commandHelp(spec));
    return 0;
  });
}
