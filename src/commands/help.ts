/** What `--help` prints. */
import { type CommandSpec, type Flag, type FlagTable, globalFlags } from "./options.ts";
import { programSpec } from "./spec/program.ts";

/** The help of one subcommand, newline included. */
export function commandHelp(spec: CommandSpec): string {
  const own = flagLines(spec.flags);
  const global = flagLines(globalFlags);
  const width = widest([...own, ...global]);
  return [
    `${spec.summary}.`,
    "",
    `Usage: usher ${spec.name} ${spec.usage}`,
    "",
    spec.description,
    ...section("Options:", own, width),
    ...section("Options of every command:", global, width),
    ...section("Exit codes:", spec.exits.map(([code, meaning]) => [`${code}`, meaning]), 1),
    "",
    "Example:",
    ...spec.example.command.split("\n").map((line) => `  ${line}`),
    `      ${spec.example.shows}`,
    "",
  ].join("\n");
}

/** The help of the program, newline included. */
export function programHelp(commands: readonly CommandSpec[]): string {
  const { summary, usage, example } = programSpec;
  const lines = commands.map(({ name, summary }): Line => [name, summary]);
  const global = flagLines(globalFlags);
  const width = widest([...lines, ...global]);
  return [
    `${summary}.`,
    "",
    `Usage: usher ${usage}`,
    ...section("Commands:", lines, width),
    ...section("Options:", global, width),
    "",
    "Example:",
    `  ${example.command}`,
    `      ${example.shows}`,
    "",
    "'usher <COMMAND> --help' tells more about a command.",
    "",
  ].join("\n");
}

type Line = readonly [string, string];

function flagLines(table: FlagTable): Line[] {
  return Object.entries(table).map(([name, flag]) => [flagForms(name, flag), flagHelp(flag)]);
}

/** A flag as it is typed: `-c, --config FILE`. */
export function flagForms(name: string, { short, value }: Flag): string {
  const long = value === undefined ? `--${name}` : `--${name} ${value}`;
  return short === undefined ? `    ${long}` : `-${short}, ${long}`;
}

function flagHelp({ help, choices }: Flag): string {
  return choices === undefined ? help : `${help}: ${choices.join(" or ")}`;
}

function widest(lines: readonly Line[]): number {
  return Math.max(...lines.map(([left]) => left.length));
}

function section(title: string, lines: readonly Line[], width: number): string[] {
  if (lines.length === 0) return [];
  return ["", title, ...lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)];
}
