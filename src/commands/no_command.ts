/** `usher` without a subcommand: the version, or help. */
import type { Host } from "../text/host.ts";
import { runCommand } from "./command.ts";
import { programSpec } from "./spec/program.ts";

/** Runs it. */
export function run(host: Host, args: readonly string[]): Promise<number> {
  return runCommand(host, programSpec, args, async () => {
    const [{ commandSpecs }, { programHelp }] = await Promise.all([
      import("./catalogue.ts"),
      import("./help.ts"),
    ]);
    host.stdout(programHelp(commandSpecs));
    return 0;
  });
}
