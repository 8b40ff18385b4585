/** The seed engine's cases of inline tests that are run: collected here, judged by the rules alone. */
import assert from "node:assert/strict";
import { mergeFiles } from "../../src/config/merge.ts";
import { NO_RULES } from "../../src/config/no_rules.ts";
import { parseFile } from "../../src/config/parse_file.ts";
import { compileRuleSet } from "../../src/rules/compile.ts";
import { evaluateShell } from "../../src/rules/evaluate.ts";
import type { Situation } from "../../src/rules/situation.ts";
import { differences, rows } from "../rows.ts";

interface Row {
  readonly id: string;
  readonly files: Readonly<Record<string, string>>;
  readonly test_results?: Readonly<Record<string, unknown>>;
}

const situation: Situation = {
  cwd: "/",
  home: null,
  os: "linux",
  agent: null,
  permissionMode: null,
  resolveLink: () => null,
};

/** How many tests of a file there are, pass and fail. */
function run(text: string): Readonly<Record<string, unknown>> {
  const context = { folder: null, home: null, anywhere: false };
  const parsed = parseFile("usher.yml", new TextEncoder().encode(text), context);
  assert.deepEqual(parsed.errors, []);
  const placed = {
    parsed,
    layer: "explicit",
    folder: "",
    standing: "full",
    origin: "local",
  } as const;
  const rules = compileRuleSet(mergeFiles(NO_RULES, [placed]).input);
  const passed =
    parsed.tests.filter(({ command, expected }) =>
      evaluateShell(rules, command, situation).action === expected
    ).length;
  const total = parsed.tests.length;
  return { total, passed, failed: total - passed, success: passed === total };
}

const listed = differences();
const cases = rows<Row>("runok/config.jsonl").flatMap(({ id, files, test_results: expected }) =>
  expected === undefined ? [] : [{ id, text: Object.values(files)[0] ?? "", expected }]
);

Deno.test("runok tests: no row is lost", () => assert.equal(cases.length, 4));

cases.forEach(({ id, text, expected }) =>
  Deno.test(`runok tests: ${id}`, () => {
    const results = run(text);
    const found = Object.fromEntries(Object.keys(expected).map((name) => [name, results[name]]));
    const difference = listed.get(id);
    if (difference === undefined) assert.deepEqual(found, expected);
    else assert.notDeepEqual(found, expected, "the listed difference is gone");
  })
);
