/** What all subcommands do with their arguments before their own work. */
import { errorText } from "../hook/error_text.ts";
import type { UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";
import {
  type CommandSpec,
  type FlagTable,
  type GlobalValues,
  type Parsed,
  parseOptions,
} from "./options.ts";

/** A subcommand: its arguments without its name in, its exit code out. */
export type Command = (host: Host, args: readonly string[]) => Promise<number>;

/**
 * Parses the arguments and serves `--help` and `--version`; wrong arguments are an error with exit code
 * 2. Else the work is done by `run`.
 */
export async function runCommand<const Flags extends FlagTable>(
  host: Host,
  spec: CommandSpec<Flags>,
  args: readonly string[],
  run: (parsed: Parsed<Flags>) => Promise<number>,
): Promise<number> {
  const parsed = parseOptions(spec, args);
  const served = await serveHelp(host, spec, parsed.flags);
  if (served) return 0;
  if (parsed.error !== null) return failWith(host, parsed.error, 2);
  return await run(parsed);
}

/** Prints what `--help` or `--version` asks for; whether one was given. */
export async function serveHelp(
  host: Host,
  spec: CommandSpec,
  flags: GlobalValues,
): Promise<boolean> {
  if (flags.help) {
    const { commandHelp } = await import("./help.ts");
    host.stdout(commandHelp(spec));
  } else if (flags.version) {
    const { versionLine } = await import("../text/version.ts");
    host.stdout(versionLine());
  } else {
    return false;
  }
  return true;
}

/** Prints an error and gives back the exit code. */
export function failWith(host: Host, error: UsherError, exit: number): number {
  host.stderr(errorText(error));
  return exit;
}
