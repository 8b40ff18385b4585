/** What is said about two patterns without a command holds for every command. */
import assert from "node:assert/strict";
import * as fc from "fast-check";
import { evaluateShell } from "../../src/rules/evaluate.ts";
import { areDisjoint, coversPattern } from "../../src/rules/pattern_cover.ts";
import { plainSituation, ruleSetFrom } from "./rule_set_from.ts";

/** A pattern, another one, and whether the first surely matches whatever the second does. */
const covers: readonly (readonly [string, string, boolean])[] = [
  ["rm *", "rm *", true],
  ["rm *", "rm -rf x", true],
  ["rm|mv *", "rm a b", true],
  ["rm *", "rm|mv a", false],
  ["*", "rm -rf x", true],
  ["*", "git [-C *] status", true],
  ["*", "> x", false],
  ["*", "@Read x", false],
  ["git push *", "git push", true],
  ["git push *", "git push -f", true],
  ["git push|pull *", "git push origin *", true],
  ["git push *", "git push|pull *", false],
  ["git push *", "git [-C *] push", false],
  ["git push *", "git -C * push", false],
  ["git push *", "git pull *", false],
  ["git push -f *", "git push -f origin", false],
  ["rm x", "rm *", false],
  ["r* *", "rm x", false],
  ["git p* *", "git p* x", true],
  ["git p* *", "git push x", false],
];
covers.forEach(([wide, narrow, expected]) =>
  Deno.test(`'${wide}' ${expected ? "covers" : "need not cover"} '${narrow}'`, () => {
    assert.equal(coversPattern(wide, narrow), expected);
  })
);

/** Two patterns, and whether surely no command matches both. */
const disjoint: readonly (readonly [string, string, boolean])[] = [
  ["rm *", "mv *", true],
  ["rm *", "/bin/rm x", false],
  ["rm|mv *", "cp|mv x", false],
  ["git push *", "git pull x", true],
  ["git push *", "git -C * pull", false],
  ["git push *", "git p* x", false],
  ["git -f *", "git push", false],
  ["@Read *", "@Write x", true],
  ["@Read|@Edit *", "@Edit x", false],
  ["> x", "rm x", true],
  ["> x", "> y", false],
  ["*", "rm", false],
];
disjoint.forEach(([a, b, expected]) =>
  Deno.test(`'${a}' and '${b}' ${expected ? "share no command" : "may share one"}`, () => {
    assert.equal(areDisjoint(a, b), expected);
    assert.equal(areDisjoint(b, a), expected);
  })
);

const name = fc.constantFrom("a", "b", "a|b", "*", "a*");
const element = fc.constantFrom(
  "x",
  "y",
  "x|y",
  "x*",
  "*",
  "-f",
  "-f x",
  "-o *",
  "!x",
  "!-f",
  "[-o *]",
  "--",
  "<n>",
);
const pattern = fc.tuple(name, fc.array(element, { maxLength: 3 }))
  .map(([first, rest]) => [first, ...rest].join(" "));
const word = fc.constantFrom("x", "y", "xy", "-f", "-o", "-f=x", "--", "$u", "z");
const command = fc.tuple(fc.constantFrom("a", "b", "/bin/a", "c"), fc.array(word, { maxLength: 4 }))
  .map(([first, rest]) => [first, ...rest].join(" "));

function says(action: string, text: string, line: string): string {
  const set = ruleSetFrom(`defaults: { action: pass }\nrules: [{ ${action}: '${text}' }]\n`);
  return evaluateShell(set, line, plainSituation).action;
}

function parses(text: string): boolean {
  try {
    return says("deny", text, "q") !== "";
  } catch {
    return false;
  }
}

Deno.test("no command that a covered pattern allows, asks or denies escapes the wider one", () => {
  fc.assert(
    fc.property(
      pattern,
      pattern,
      fc.array(command, { minLength: 1, maxLength: 8 }),
      (a, b, lines) => {
        fc.pre(a !== b && parses(a) && parses(b) && coversPattern(a, b));
        for (const line of lines) {
          if (says("allow", b, line) === "allow") {
            assert.equal(says("deny", a, line), "deny", `${a} over ${b}: ${line}`);
            assert.equal(says("allow", a, line), "allow", `${a} over ${b}: ${line}`);
          }
          const narrow = says("ask", b, line);
          if (narrow === "ask") {
            assert.notEqual(
              says("deny", a, line),
              "pass",
              `${a} over ${b}: ${line}`,
            );
          }
        }
      },
    ),
    { numRuns: 100, maxSkipsPerRun: 1000 },
  );
});

Deno.test("no command matches two patterns that share none", () => {
  fc.assert(
    fc.property(
      pattern,
      pattern,
      fc.array(command, { minLength: 1, maxLength: 8 }),
      (a, b, lines) => {
        fc.pre(parses(a) && parses(b) && areDisjoint(a, b));
        for (const line of lines) {
          if (line.includes("$")) continue;
          const both = says("deny", a, line) === "deny" && says("allow", b, line) === "allow";
          assert.ok(!both, `${a} and ${b}: ${line}`);
        }
      },
    ),
    { numRuns: 100, maxSkipsPerRun: 1000 },
  );
});
