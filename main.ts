/** Reads argv, finds the subcommand, and imports only that one. */
import { findCommand } from "./src/commands/argv.ts";
import type { Command } from "./src/commands/command.ts";
import { denoHost } from "./src/text/deno_host.ts";

// A file that is not there is thrown as an error. Its trace is never printed and is most of its cost.
Error.stackTraceLimit = 0;

/** Runs the command that the arguments name, and gives the exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  const host = denoHost();
  const { name, args } = findCommand(argv);
  let code: number;
  try {
    code = await (await commandNamed(name))(host, args);
  } catch (thrown) {
    const { asUsherError, errorText } = await import("./src/hook/error_text.ts");
    host.stderr(errorText(asUsherError(thrown)));
    // An agent takes exit 2 of a hook for a denial.
    code = name === "hook" ? 1 : 2;
  }
  // The hook says so itself. Any other output that is not all there is no success.
  if (host.stdoutFault !== null && name !== "hook") {
    host.stderr(`usher: standard output: ${host.stdoutFault}\n`);
    code = 2;
  }
  return code;
}

async function commandNamed(name: string | null): Promise<Command> {
  switch (name) {
    case "hook":
      return (await import("./src/commands/hook.ts")).run;
    case "check":
      return (await import("./src/commands/check.ts")).run;
    case "test":
      return (await import("./src/commands/test.ts")).run;
    case "migrate":
      return (await import("./src/commands/migrate.ts")).run;
    case "schema":
      return (await import("./src/commands/schema.ts")).run;
    case "rules":
      return (await import("./src/commands/rules.ts")).run;
    case "trust":
      return (await import("./src/commands/trust.ts")).run;
    case "untrust":
      return (await import("./src/commands/untrust.ts")).run;
    case "update-presets":
      return (await import("./src/commands/update_presets.ts")).run;
    case "help":
      return (await import("./src/commands/help_command.ts")).run;
    case null:
      return (await import("./src/commands/no_command.ts")).run;
    default: {
      const { unknownCommand } = await import("./src/commands/unknown_command.ts");
      return unknownCommand(name);
    }
  }
}
