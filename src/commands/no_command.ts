/** `usher` without a subcommand: the version, or help. */
import type { Host } from "../text/host.ts";
import { failWith } from "./command.ts";
import { parseOptions } from "./options.ts";
import { programSpec } from "./spec/program.ts";

/** Runs it. */
export async function run(host: Host, args: readonly string[]): Promise<number> {
  const { flags, error } = parseOptions(programSpec, args);
  if (error !== null) return failWith(host, error, 2);
  if (flags.version && !flags.help) {
    const { versionLine } = await import("../text/version.ts");
    host.stdout(versionLine());
    return 0;
  }
  const { commandSpecs } = await import("./catalogue.ts");
  const { programHelp } = await import("./help.ts");
  host.stdout(programHelp(commandSpecs));
  return 0;
}
