/** Rule sets as text: what comes out is what went in, and what is damaged says so. */
import assert from "node:assert/strict";
import { builtinRuleSet } from "../../src/config/builtin_source.ts";
import type { RuleSet } from "../../src/rules/rule_set.ts";
import {
  asciiJson,
  DamagedRules,
  packRuleSet,
  unpackRuleSet,
  withScopes,
} from "../../src/rules/packed_rules.ts";

const set = builtinRuleSet();

/** With everything parsed. */
function plain({ parsing: _, ...rest }: RuleSet): RuleSet {
  return rest;
}

Deno.test("a rule set is the same after it was packed", () => {
  const text = packRuleSet(set);
  assert.match(text, /^[\0-\x7f]*$/);
  const { parsing } = unpackRuleSet(text);
  assert.deepEqual(plain(unpackRuleSet(text)), set);
  assert.deepEqual(parsing?.rules.one(3), set.rules[3]);
  assert.deepEqual(parsing?.wrappers.one(0), set.wrappers[0]);
  assert.equal(parsing?.rules.one(set.rules.length), undefined);
  assert.equal(parsing?.wrappers.one(-1), undefined);
  assert.equal(packRuleSet(unpackRuleSet(text)), text);
});

Deno.test("other scopes leave the rest as it is", () => {
  const scopes = [{ paths: {}, longFlags: {} }];
  for (const each of [set, unpackRuleSet(packRuleSet(set))]) {
    assert.deepEqual(plain(withScopes(each, scopes)), { ...set, scopes });
  }
});

Deno.test("all text but ASCII is escaped", () => {
  const value = { "ü": ["€ \u{1f600}", "\n"] };
  assert.equal(asciiJson(value), String.raw`{"\u00fc":["\u20ac \ud83d\ude00","\n"]}`);
  assert.deepEqual(JSON.parse(asciiJson(value)), value);
});

const packed = packRuleSet({ ...set, rules: set.rules.slice(0, 2), wrappers: [] }).split("\n");
const [header = "", first = ""] = packed;
function restOf(header: string): object {
  return JSON.parse(header).rest;
}

/** Texts that are refused at once. */
const refused: readonly (readonly [string, string])[] = [
  ["nothing", ""],
  ["no JSON", "{"],
  ["no object", "[]"],
  ["another object", "{}"],
  ...["null", "5", "{}", "[]", '"x"'].flatMap((value) =>
    ["index", "scopes", "defaults", "sandbox", "hasRules"].flatMap((part) => {
      const changed = { ...restOf(header), [part]: JSON.parse(value) };
      // An empty object is a good sandbox and good defaults to a first look.
      if (value === "{}" && (part === "sandbox" || part === "defaults")) return [];
      const first = JSON.stringify({ ...JSON.parse(header), rest: changed });
      return [[`${part} is ${value}`, [first, ...packed.slice(1)].join("\n")] as const];
    })
  ),
  ["a line is missing", `${header}\n${first}`],
  ["a line too many", [...packed, first].join("\n")],
];
for (const [name, text] of refused) {
  Deno.test(`no rule set: ${name}`, () => assert.throws(() => unpackRuleSet(text), DamagedRules));
}

for (const line of ["", "null", "7", "[]", first.slice(1), first.slice(0, -1), "\0".repeat(9)]) {
  Deno.test(`a line that is no rule shows when it is asked for: ${JSON.stringify(line)}`, () => {
    const unpacked = unpackRuleSet([header, first, line].join("\n"));
    assert.deepEqual(unpacked.parsing?.rules.one(0), set.rules[0]);
    assert.throws(() => unpacked.parsing?.rules.one(1), DamagedRules);
    assert.throws(() => unpacked.rules, DamagedRules);
  });
}
