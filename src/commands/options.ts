/** Flags of a subcommand: one table that is parsed by, shown by `--help`, and printed in the docs. */
import { UsherError } from "../text/error.ts";
import { nearest } from "../text/suggest.ts";

/** One flag, keyed in its table by its long name without dashes. */
export interface Flag {
  /** One letter for `-x`. */
  readonly short?: string;
  /** What stands for its value in the help, such as `FILE`; a flag without one takes no value. */
  readonly value?: string;
  /** The only values it takes. */
  readonly choices?: readonly string[];
  /** One line for `--help`, without a final full stop. */
  readonly help: string;
}

/** The flags of a subcommand, in the order in which they are shown. */
export type FlagTable = Readonly<Record<string, Flag>>;

/** Flags that every subcommand has, before its name or after. (`01-cli.md`) */
export const globalFlags = {
  config: {
    short: "c",
    value: "FILE",
    help: "Load this file and the built-in rules, and search for no other",
  },
  "no-color": { help: "Print without color" },
  help: { short: "h", help: "Print this help" },
  version: { short: "V", help: "Print the version" },
} as const satisfies FlagTable;

/** What was given for the flags that every subcommand has. */
export type GlobalValues = Values<typeof globalFlags>;

/** What a subcommand is, for its parser and for people. */
export interface CommandSpec<Flags extends FlagTable = FlagTable> {
  readonly name: string;
  /** One line, without a final full stop. */
  readonly summary: string;
  /** What follows the name in the usage line, such as `[OPTIONS] [--] [COMMAND]...`. */
  readonly usage: string;
  /** Paragraphs of at most 80 columns. */
  readonly description: string;
  /** Its own flags; the global ones come on top. */
  readonly flags: Flags;
  /**
   * What words without a dash are. `command`: the first one ends the flags, and all from it on belong
   * to a command of the user's; `many`: any number, anywhere; `one`: at most one; `none`: an error.
   */
  readonly words: "command" | "many" | "one" | "none";
  readonly example: { readonly command: string; readonly shows: string };
  /** Exit codes, each with its meaning. */
  readonly exits: readonly (readonly [number, string])[];
}

/** What was given for a table of flags: a string, or undefined, where it takes a value; else whether
 * it was there. A flag given again counts as given last. */
export type Values<Flags extends FlagTable> = {
  readonly [Name in keyof Flags]: Flags[Name] extends { readonly value: string }
    ? string | undefined
    : "value" extends keyof Flags[Name] ? string | boolean | undefined
    : boolean;
};

/** A parsed command line. */
export interface Parsed<Flags extends FlagTable> {
  readonly flags: Values<Flags> & GlobalValues;
  readonly words: readonly string[];
  /** The first thing wrong with it; the rest has been read all the same. */
  readonly error: UsherError | null;
}

/**
 * Reads a subcommand's arguments: `--flag value`, `--flag=value`, `-x value`, `-xvalue`; after `--`
 * nothing is a flag.
 */
export function parseOptions<const Flags extends FlagTable>(
  spec: CommandSpec<Flags>,
  args: readonly string[],
): Parsed<Flags> {
  const table: FlagTable = { ...spec.flags, ...globalFlags };
  const found = new Map<string, string | true>();
  const words: string[] = [];
  let error: UsherError | null = null;
  const wrong = (why: string, hint?: string) =>
    error ??= new UsherError(spec.name || "options", why, hint === undefined ? {} : { hint });

  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    const ends = arg === "--" || (spec.words === "command" && !isFlag(arg));
    if (ends) {
      words.push(...args.slice(arg === "--" ? i + 1 : i));
      break;
    }
    if (!isFlag(arg)) {
      words.push(arg);
      continue;
    }
    const { name, flag, attached } = look(table, arg);
    if (flag === undefined) {
      wrong(unknownFlag(spec, arg), nearestFlag(table, arg));
    } else if (flag.value === undefined) {
      if (attached === null) found.set(name, true);
      else wrong(`'--${name}' takes no value`);
    } else {
      const value = attached ?? valueAt(args, i + 1);
      if (attached === null && value !== undefined) i++;
      // An empty one is a variable that is not set, more likely than meant.
      if (!value) wrong(`'--${name}' needs a value: --${name} ${flag.value}`);
      else if (flag.choices?.includes(value) === false) wrong(badChoice(name, flag, value));
      else found.set(name, value);
    }
  }
  const most = spec.words === "one" ? 1 : spec.words === "none" ? 0 : Infinity;
  if (words.length > most) wrong(`unexpected argument '${words[most]}'`);
  const flags: Record<string, string | boolean | undefined> = {};
  for (const [name, flag] of Object.entries(table)) {
    flags[name] = found.get(name) ?? (flag.value === undefined ? false : undefined);
  }
  return { flags: flags as Parsed<Flags>["flags"], words, error };
}

function isFlag(arg: string): boolean {
  return arg.length > 1 && arg.startsWith("-");
}

/** The argument at `index` as a flag's value; one that looks like a flag has to be given with `=`. */
function valueAt(args: readonly string[], index: number): string | undefined {
  const value = args[index];
  return value !== undefined && isFlag(value) ? undefined : value;
}

interface Look {
  readonly name: string;
  readonly flag: Flag | undefined;
  /** The value in the same argument, or null. */
  readonly attached: string | null;
}

function look(table: FlagTable, arg: string): Look {
  if (arg.startsWith("--")) {
    const equals = arg.indexOf("=");
    const name = arg.slice(2, equals < 0 ? undefined : equals);
    return {
      name,
      flag: Object.hasOwn(table, name) ? table[name] : undefined,
      attached: equals < 0 ? null : arg.slice(equals + 1),
    };
  }
  const letter = arg[1];
  for (const [name, flag] of Object.entries(table)) {
    if (flag.short !== letter) continue;
    return { name, flag, attached: arg.length > 2 ? arg.slice(2).replace(/^=/, "") : null };
  }
  return { name: arg.slice(1), flag: undefined, attached: null };
}

function unknownFlag(spec: CommandSpec, arg: string): string {
  const name = arg.startsWith("--") ? arg.replace(/=.*$/s, "") : arg;
  const why = `unknown flag '${name}' for '${`usher ${spec.name}`.trimEnd()}'`;
  if (spec.words !== "command" && spec.words !== "many") return why;
  return `${why}. Use '--' to separate usher flags from the command: ` +
    `usher ${spec.name} [OPTIONS] -- <COMMAND>`;
}

function nearestFlag(table: FlagTable, arg: string): string | undefined {
  if (!arg.startsWith("--")) return undefined;
  const name = nearest(arg.slice(2).replace(/=.*$/s, ""), Object.keys(table));
  return name ? `did you mean '--${name}'?` : undefined;
}

function badChoice(name: string, flag: Flag, value: string): string {
  return `'--${name}' is ${flag.choices?.join(" or ")}, not '${value}'`;
}
