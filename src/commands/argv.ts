/** Finding the subcommand in a command line. */

/** A command line, taken apart as far as every subcommand does. */
export interface CommandLine {
  /** The subcommand as typed; null when there is none. */
  readonly name: string | null;
  /** Everything but the name, in order: the global flags before it, then all that follows. */
  readonly args: readonly string[];
}

/** Finds the first word that is neither a flag nor the value of `-c`. */
export function findCommand(argv: readonly string[]): CommandLine {
  for (let i = 0; i < argv.length; i++) {
    const arg = argv[i] ?? "";
    if (arg === "--") return findCommand([...argv.slice(0, i), ...argv.slice(i + 1)]);
    if (!arg.startsWith("-")) {
      return { name: arg, args: [...argv.slice(0, i), ...argv.slice(i + 1)] };
    }
    if (arg === "-c" || arg === "--config") i++;
  }
  return { name: null, args: argv };
}
