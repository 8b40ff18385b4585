import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { evaluateShell } from "../../src/rules/evaluate.ts";
import type { RuleSet } from "../../src/rules/rule_set.ts";
import { mergePresets } from "../../src/rules/sandbox_merge.ts";
import type { SandboxChoice } from "../../src/rules/verdict.ts";
import { differences, rows } from "../rows.ts";
import { conditionsWith, plainSituation, ruleSetFrom } from "./rule_set_from.ts";

interface Row {
  readonly id: string;
  readonly config: string;
  readonly command: string;
  readonly entry: "command" | "compound" | "cli";
  readonly decision: string;
  readonly reason?: string | null;
  readonly reason_contains?: string;
  readonly sandbox?: string | Record<string, unknown> | null;
  readonly fix_suggestion?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly os?: "linux" | "macos" | "windows";
  readonly files?: unknown;
  readonly path_commands?: readonly string[] | null;
  readonly error_contains?: string;
}

/** Keys of a configuration that the language does not have yet. */
const later = /^\s*(- )?(extends|required_runok_version)\b\s*:/m;

const table = rows<Row>("runok/eval.jsonl");
const different = differences();

Deno.test("the evaluation table is whole", () => {
  deepStrictEqual([table.length, table.filter(({ config }) => later.test(config)).length], [
    541,
    7,
  ]);
});

/** A sandbox in the form of the table. */
function neutral(choice: SandboxChoice | null): unknown {
  if (choice === null) return null;
  if (choice.kind === "preset") return choice.name;
  const { writable, writeDeny, readDeny, network } = choice.policy;
  return {
    writable: writable ?? [],
    deny: writeDeny,
    read_deny: readDeny,
    network_allowed: network,
  };
}

/** The entry for whole texts has a merged policy even where one command names one preset. */
function policyOf(set: RuleSet, choice: SandboxChoice | null): SandboxChoice | null {
  if (choice?.kind !== "preset") return choice;
  return { kind: "merged", policy: mergePresets([set.sandbox[choice.name] ?? {}]) };
}

function check(row: Row): void {
  if (row.decision === "error" && row.error_contains !== undefined) {
    return throws(() => ruleSetFrom(row.config), ({ message }: Error) => {
      ok(message.includes(row.error_contains ?? ""), message);
      return true;
    });
  }
  const set = ruleSetFrom(row.config);
  const situation = {
    ...plainSituation,
    cwd: row.cwd ?? "/tmp",
    os: row.os ?? "linux",
    isOnPath,
    conditions: conditionsWith(row.env),
  };
  function isOnPath(name: string): boolean | null {
    const { path_commands: known } = row;
    return known === null ? null : known === undefined || known.includes(name);
  }
  const verdict = evaluateShell(set, row.command, situation);
  if (row.decision === "error") return strictEqual(verdict.failures.length, 1);
  deepStrictEqual(verdict.failures, []);
  strictEqual(verdict.action, row.decision);
  if (row.reason !== undefined) strictEqual(verdict.reason, row.reason);
  if (row.reason_contains !== undefined) ok(verdict.reason?.includes(row.reason_contains));
  if (row.fix_suggestion !== undefined) strictEqual(verdict.fixSuggestion, row.fix_suggestion);
  if (row.sandbox === undefined) return;
  const chosen = row.entry === "cli" && verdict.sandbox === null ? set.defaults.sandbox : null;
  const merged = row.entry === "compound" ? policyOf(set, verdict.sandbox) : verdict.sandbox;
  const sandbox = chosen ?? neutral(merged);
  if (row.sandbox === null || typeof row.sandbox === "string") {
    return strictEqual(sandbox, row.sandbox);
  }
  const asserted = Object.keys(row.sandbox);
  const ours = Object.entries(sandbox as object).filter(([key]) => asserted.includes(key));
  deepStrictEqual(Object.fromEntries(ours), row.sandbox);
}

for (const row of table.filter(({ config }) => !later.test(config))) {
  Deno.test(`${row.id} ${row.command}`, () => {
    const difference = different.get(row.id);
    if (difference === undefined) return check(row);
    check({ ...row, ...(difference.ours as Partial<Row>) });
    throws(() => check(row), `${row.id} is no difference any more`);
  });
}
