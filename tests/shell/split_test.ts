import { deepStrictEqual, notDeepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { analyse } from "../../src/shell/analyse.ts";
import type { Analysis, SimpleCommand } from "../../src/shell/command.ts";
import { splitTopLevel } from "../../src/shell/split.ts";
import { differences, rows } from "../rows.ts";

interface Detail {
  readonly command?: string;
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly argv?: readonly string[];
  readonly redirects?: readonly unknown[];
  readonly pipe?: { readonly stdin: boolean; readonly stdout: boolean };
  readonly loop_kind?: string;
  readonly original_command?: string | null;
}

interface Row {
  readonly id: string;
  readonly mode: "commands" | "metadata" | "top_level";
  readonly input: string;
  readonly commands?: readonly string[];
  readonly details?: readonly Detail[];
  /** One command with these fields; a call's arguments and bodies are asserted by its commands here. */
  readonly some?: { readonly command: string; readonly function_call: object | null };
  readonly error?: "empty" | "syntax";
}

/** What the table can say about a text. */
type Result = Pick<Row, "commands" | "error">;

const table = rows<Row>("runok/split.jsonl");
const different = differences();

function analysed(text: string): Analysis {
  return analyse(text, { cwd: "/tmp", home: "/home/user" });
}

function commandsOf(text: string): readonly SimpleCommand[] {
  const analysis = analysed(text);
  ok(analysis.ok, `${text} does not parse`);
  return analysis.commands.filter(({ argv }) => argv.length > 0);
}

function result({ mode, input }: Row): Result {
  if (mode === "top_level") {
    const split = splitTopLevel(input);
    return split.ok
      ? { commands: split.statements.map(({ text }) => text) }
      : { error: split.error };
  }
  const analysis = analysed(input);
  if (analysis.ok) return { commands: commandsOf(input).map(({ text }) => text) };
  // The seed gives no commands for a text of comments alone, and an error for no text.
  const empty = analysis.error === "empty" && input !== "";
  return empty ? { commands: [] } : { error: analysis.error as "empty" | "syntax" };
}

/** A command in the table's form, as far as the table asks. */
function detailOf(command: SimpleCommand, asked: Detail): Detail {
  const whole: Required<Detail> = {
    command: command.text,
    env: command.assignments.filter(({ kind }) => kind === "prefix")
      .map(({ name, value }) => ({ name, value: value.value })),
    argv: command.argv.map(({ value }) => value),
    redirects: command.redirects.map(({ target, ...redirect }) => ({
      ...redirect,
      target: target.source,
    })),
    pipe: command.pipe,
    loop_kind: command.loop,
    original_command: command.original,
  };
  return Object.fromEntries(Object.entries(whole).filter(([key]) => key in asked));
}

Deno.test("the split table is whole", () => strictEqual(table.length, 142));

for (const row of table) {
  Deno.test(`${row.id} ${row.input}`, () => {
    const difference = different.get(row.id);
    const theirs: Result = row.error !== undefined
      ? { error: row.error }
      : { ...(row.commands === undefined ? {} : { commands: row.commands }) };
    if (difference !== undefined) {
      deepStrictEqual(result(row), difference.ours);
      notDeepStrictEqual(result(row), theirs, `${row.id} is no difference any more`);
      return;
    }
    if (row.error !== undefined || row.commands !== undefined) deepStrictEqual(result(row), theirs);
    if (row.details !== undefined) {
      const commands = commandsOf(row.input);
      const details = row.details.map((asked, i) => detailOf(commands[i]!, asked));
      deepStrictEqual(details, row.details);
    }
    if (row.some !== undefined) {
      const calls = commandsOf(row.input)
        .filter(({ argv }) => argv[0]?.value === row.some?.command);
      strictEqual(
        calls.some(({ callsFunction }) => callsFunction),
        row.some.function_call !== null,
      );
    }
  });
}

/** Calls of functions, which the table describes by bodies and arguments. */
const calls: readonly (readonly [string, readonly string[]])[] = [
  ["f() { git push; }; f", ["git push", "f"]],
  ["f() { git push $1; }; f --force", ["git push $1", "f --force", "git push --force"]],
  ["f; f() { git push; }", ["f", "git push"]],
  ["g() { git push; }; f() { g; }; f", ["git push", "g", "f"]],
  ["X=--force; f() { git push $X; }; f", ["git push --force", "f"]],
];

for (const [text, commands] of calls) {
  Deno.test(`the commands of ${text}`, () => {
    deepStrictEqual(commandsOf(text).map((command) => command.text), commands);
  });
}
