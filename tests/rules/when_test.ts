import { ok, strictEqual } from "node:assert/strict";
import { celConditions, checkCondition } from "../../src/rules/cel.ts";
import { mostConditionSteps, type Question } from "../../src/rules/conditions.ts";
import type { Scope } from "../../src/rules/rule_set.ts";
import { commandSubject } from "../../src/rules/subject.ts";
import { tokenOf } from "../../src/rules/token.ts";
import type { LoopKind, Redirect } from "../../src/shell/command.ts";
import { literalWord } from "../../src/shell/words.ts";
import { rows } from "../rows.ts";
import { plainSituation } from "./rule_set_from.ts";

/** An expression and what it is asked with. */
interface Row {
  readonly id: string;
  readonly expr: string;
  readonly context: {
    readonly home: string | null;
    readonly cwd?: string;
    readonly os?: "linux" | "macos" | "windows";
    readonly env?: Record<string, string>;
    readonly args?: string[];
    readonly flags?: Record<string, string>;
    readonly paths?: Record<string, string[]>;
    readonly vars?: Record<string, string>;
    readonly definitions_vars?: Record<string, string[]>;
    readonly flag_groups?: Record<string, string[]>;
    readonly redirects?:
      (Pick<Redirect, "type" | "operator" | "descriptor"> & { target: string })[];
    readonly pipe?: { readonly stdin: boolean; readonly stdout: boolean };
    readonly loop_kind?: LoopKind;
  };
  readonly fs?: Record<string, "file" | "dir" | { readonly symlink: string }>;
  readonly result: boolean | "error";
  readonly error_kind?: "parse" | "type" | "eval";
}

const table = rows<Row>("runok/when.jsonl");

Deno.test("the table of conditions is whole", () => strictEqual(table.length, 57));

for (const row of table) {
  Deno.test(`${row.id} ${row.expr}`, () => {
    const fault = checkCondition(row.expr, null);
    if (row.result === "error") return ok(fault !== null);
    strictEqual(fault, null);
    const { holds } = celConditions({
      environment: () => row.context.env ?? {},
      kindOf: (path) => kindOf(row.fs ?? {}, path),
    }, null);
    const outcome = holds(row.expr, questionOf(row), { steps: mostConditionSteps });
    strictEqual(outcome, row.result ? "yes" : "no");
  });
}

function questionOf({ context }: Row): Question {
  const flags = Object.entries(context.flags ?? {}).map(([name, value]) => `--${name}=${value}`);
  const words = ["command", ...flags, ...context.args ?? []].map(literalWord);
  const tokens = (values: readonly string[]) => values.map((value) => tokenOf(literalWord(value)));
  const scope: Scope = {
    paths: context.paths ?? {},
    longFlags: {},
    vars: mapped(
      context.definitions_vars,
      (values) => values.map((value) => ({ type: "literal" as const, value })),
    ),
    flagGroups: mapped(context.flag_groups, () => "-f"),
  };
  return {
    pattern: "command *",
    captures: {
      vars: mapped(context.vars, (value) => tokenOf(literalWord(value))),
      flagGroups: mapped(context.flag_groups, tokens),
    },
    allows: true,
    possible: false,
    placed: {
      subject: commandSubject(words)!,
      surroundings: {
        directories: [context.cwd ?? "/tmp"],
        redirects: (context.redirects ?? []).map((redirect) => ({
          ...redirect,
          target: literalWord(redirect.target),
        })),
        pipe: context.pipe ?? { stdin: false, stdout: false },
        loop: context.loop_kind ?? "",
        variables: null,
      },
    },
    scope,
    situation: { ...plainSituation, home: context.home, os: context.os ?? "linux" },
  };
}

function mapped<A, B>(map: Record<string, A> | undefined, change: (value: A) => B) {
  return Object.fromEntries(
    Object.entries(map ?? {}).map(([key, value]) => [key, change(value)]),
  );
}

function kindOf(files: NonNullable<Row["fs"]>, path: string): "file" | "directory" | null {
  const entry = files[path];
  if (entry === undefined) return null;
  if (typeof entry === "object") return kindOf(files, entry.symlink);
  return entry === "dir" ? "directory" : entry;
}
