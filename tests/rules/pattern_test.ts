import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { PatternError } from "../../src/rules/lexer.ts";
import { compiledPattern } from "../../src/rules/compiled_pattern.ts";
import { coversName } from "../../src/rules/command_name.ts";
import { captureCommands, matchElements } from "../../src/rules/match.ts";
import { pathLists } from "../../src/rules/path_lists.ts";
import type { Scope, VariableValue } from "../../src/rules/rule_set.ts";
import { patternForms } from "../../src/rules/pattern_forms.ts";
import { matchOptions } from "../../src/rules/scope.ts";
import { tokenOf } from "../../src/rules/token.ts";
import { analyse } from "../../src/shell/analyse.ts";
import { differences, rows } from "../rows.ts";
import { plainSituation } from "./rule_set_from.ts";

interface Row {
  readonly id: string;
  readonly pattern: string;
  readonly command?: string;
  readonly matches?: boolean;
  readonly captures?: { wildcards?: string[]; vars?: object; cmd?: string[][] };
  readonly definitions?: {
    readonly paths?: Record<string, string[]>;
    readonly vars?: Record<string, { type?: "path"; values: (string | VariableValue)[] }>;
    readonly flag_groups?: Record<string, string>;
  };
  readonly error?: boolean;
  readonly error_kind?: string;
  readonly error_contains?: string;
  readonly error_message?: string;
}

function scopeOf({ definitions = {} }: Row): Scope {
  const vars = Object.entries(definitions.vars ?? {}).map(([name, { type, values }]) =>
    [
      name,
      values.map((value): VariableValue =>
        typeof value === "string" ? { type: type ?? "literal", value } : value
      ),
    ] as const
  );
  return {
    paths: definitions.paths ?? {},
    longFlags: {},
    vars: Object.fromEntries(vars),
    flagGroups: definitions.flag_groups ?? {},
  };
}

function check(row: Row): void {
  const analysis = analyse(row.command!, { cwd: "/tmp", home: "/home/user" });
  ok(analysis.ok, `${row.command} does not parse`);
  const tokens = analysis.commands.at(-1)!.argv.map(tokenOf);
  const scope = scopeOf(row);
  const paths = pathLists(plainSituation);
  const options = matchOptions("allow", scope, paths, ["/tmp"]);
  const results = patternForms(row.pattern, scope, "allow").map((pattern) => {
    ok(pattern.kind === "command");
    const { command } = pattern;
    const covers = command.kind === "places"
      ? paths.isOneOf(command.paths, tokens[0]!, ["/tmp"], "allow")
      : coversName(command, tokens[0]!.text, false);
    const rest = covers ? tokens.slice(1) : null;
    if (row.captures?.cmd !== undefined) {
      const { captures } = rest === null
        ? { captures: [] }
        : captureCommands(pattern.elements, rest, options);
      const found = captures.map(({ command }) => command.map(({ text }) => text));
      deepStrictEqual(found, row.captures.cmd);
      return found.length > 0;
    }
    if (rest === null) return false;
    const match = matchElements(pattern.elements, rest, options);
    if (row.captures?.wildcards !== undefined) {
      deepStrictEqual(match.wildcards, row.captures.wildcards);
    }
    if (row.captures?.vars !== undefined) {
      const vars = Object.entries(match.readings[0]?.vars ?? {})
        .map(([name, { text }]) => [name, text]);
      deepStrictEqual(Object.fromEntries(vars), row.captures.vars);
    }
    return match.matched;
  });
  strictEqual(results.some(Boolean), row.matches);
}

const table = rows<Row>("runok/pattern.jsonl");
const different = differences();

Deno.test("the pattern table is whole", () => strictEqual(table.length, 243));

for (const row of table) {
  Deno.test(`${row.id} ${row.pattern} · ${row.command ?? "error"}`, () => {
    if (row.error) {
      return throws(() => compiledPattern(row.pattern), (error: unknown) => {
        ok(error instanceof PatternError);
        if (row.error_kind !== undefined) strictEqual(error.kind, row.error_kind);
        ok(error.message.includes(row.error_contains ?? ""), error.message);
        if (row.error_message !== undefined) {
          strictEqual(`${error.kind.replace("_", " ")}: ${error.message}`, row.error_message);
        }
        return true;
      });
    }
    const difference = different.get(row.id);
    if (difference === undefined) return check(row);
    check({ ...row, ...(difference.ours as Partial<Row>) });
    throws(() => check(row), `${row.id} is no difference any more`);
  });
}
