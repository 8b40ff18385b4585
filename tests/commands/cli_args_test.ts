/** The command line rows of the seed's engine, as far as its subcommands are here. */
import assert from "node:assert/strict";
import { findCommand } from "../../src/commands/argv.ts";
import { type CommandSpec, parseOptions } from "../../src/commands/options.ts";
import { checkSpec } from "../../src/commands/spec/check.ts";
import { hookSpec } from "../../src/commands/spec/hook.ts";
import { migrateSpec } from "../../src/commands/spec/migrate.ts";
import { testSpec } from "../../src/commands/spec/test.ts";
import { rows } from "../rows.ts";

interface Row {
  readonly id: string;
  readonly argv: readonly string[];
  readonly unknown_flag?: string | null;
  readonly error?: string;
  readonly find_subcommand?: { readonly name: string } | null;
  readonly parsed?: Readonly<Record<string, unknown>>;
  readonly config?: string;
  readonly is_claude_code_hook_check?: boolean;
}

const specs: Readonly<Record<string, CommandSpec>> = {
  check: checkSpec,
  hook: hookSpec,
  migrate: migrateSpec,
  test: testSpec,
};

/** Subcommands that are not in this version. */
const later = /^(?:exec|audit|init)$/;

const all = rows<Row>("runok/cli_args.jsonl");
const { here = [], skipped = [] } = Object.groupBy(all, (row) => {
  const { name } = findCommand(row.argv.slice(1));
  return name !== null && later.test(name) && row.find_subcommand === undefined
    ? "skipped"
    : "here";
});

Deno.test("command line rows: how many run", () => {
  assert.deepEqual([here.length, skipped.length], [39, 23]);
});

here.forEach((row) =>
  Deno.test(`command line ${row.id}: ${row.argv.join(" ")}`, () => {
    const argv = row.argv[0] === "runok" ? row.argv.slice(1) : row.argv;
    const { name, args } = findCommand(argv);
    if (row.find_subcommand !== undefined) assert.equal(name, row.find_subcommand?.name ?? null);
    const spec = name === null ? undefined : specs[name];
    if (spec === undefined) return assert(!row.is_claude_code_hook_check);

    const { flags, words, error } = parseOptions(spec, args);
    if (row.unknown_flag === null) assert.equal(error, null);
    if (row.error !== undefined) assert.equal(error?.why, row.error.replaceAll("runok", "usher"));
    if (row.config !== undefined) assert.equal(flags["config"], row.config);
    if (row.parsed !== undefined) {
      const { subcommand, ...expected } = row.parsed;
      assert.equal(name, subcommand);
      const found = Object.fromEntries(
        Object.keys(expected).map((key) => {
          if (key === "command") return [key, words];
          const value = flags[key.replaceAll("_", "-")] ?? null;
          return [key, key === "output_format" ? value ?? "text" : value];
        }),
      );
      assert.deepEqual(found, expected);
    }
    if (row.is_claude_code_hook_check !== undefined) {
      assert.equal(flags["input-format"] === "claude-code-hook", row.is_claude_code_hook_check);
    }
  })
);
