import { deepStrictEqual, notDeepStrictEqual, strictEqual } from "node:assert/strict";
import { argumentMap } from "../../src/rules/argument_map.ts";
import { tokenOf } from "../../src/rules/token.ts";
import { analyse } from "../../src/shell/analyse.ts";
import type { Word } from "../../src/shell/command.ts";
import { quoteCommand } from "../../src/shell/quote.ts";
import { differences, rows } from "../rows.ts";

interface Row {
  readonly id: string;
  readonly input?: string;
  readonly tokens?: readonly string[];
  readonly error?: "empty" | "syntax";
  readonly value_flags?: readonly string[];
  readonly command?: string;
  readonly args?: readonly string[];
  readonly flags?: Readonly<Record<string, string | null>>;
  readonly command_is_expansion?: boolean;
  readonly quote_tokens?: readonly string[];
  readonly quoted?: string;
}

/** The rows, their flags named as conditions name them: without dashes. */
const table = rows<Row>("runok/tokenize.jsonl").map((row): Row => {
  if (row.flags === undefined) return row;
  const flags = Object.entries(row.flags).map(([name, value]) => [name.replace(/^-+/, ""), value]);
  return { ...row, flags: Object.fromEntries(flags) };
});
const different = differences();

/** The words of the one command that a text is, or why it is none. */
function wordsOf(text: string): readonly Word[] | "empty" | "syntax" {
  const analysis = analyse(text, { cwd: "/tmp", home: "/home/user" });
  if (!analysis.ok) return analysis.error === "empty" ? "empty" : "syntax";
  const whole = analysis.commands.at(-1);
  const [start, end] = whole?.range ?? [0, 0];
  return whole !== undefined && start === text.search(/\S|$/) && end === text.trimEnd().length
    ? whole.argv
    : "syntax";
}

/** Our result in the fields that the row has. */
function result(row: Row): Partial<Row> {
  const words = wordsOf(row.input ?? "");
  if (typeof words === "string") return { error: words };
  const tokens = words.map(({ value }) => value);
  const map = argumentMap(words.slice(1).map(tokenOf), row.value_flags ?? [], true);
  const [first] = words[0]?.pieces ?? [];
  const whole: Partial<Row> = {
    tokens,
    ...(words[0] === undefined ? {} : { command: words[0].value }),
    args: map.args.items as string[],
    flags: Object.fromEntries(map.flags.entries) as Record<string, string | null>,
    command_is_expansion: first?.kind === "unknown" && !first.quoted,
  };
  return Object.fromEntries(Object.entries(whole).filter(([key]) => key in row));
}

Deno.test("the token table is whole", () => strictEqual(table.length, 55));

for (const row of table) {
  const { id, input, value_flags: _, quote_tokens, quoted, ...theirs } = row;
  Deno.test(`${id} ${input ?? quoted}`, () => {
    if (quote_tokens !== undefined) return strictEqual(quoteCommand(quote_tokens), quoted);
    const difference = different.get(id);
    if (difference === undefined) return deepStrictEqual(result(row), theirs);
    deepStrictEqual(result(row), difference.ours);
    notDeepStrictEqual(result(row), theirs, `${id} is no difference any more`);
  });
}
