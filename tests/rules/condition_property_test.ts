/**
 * Conditions from anywhere: what is hostile stays bounded, what is known is what the library says, and what
 * is not known never helps.
 */
import { Environment } from "@marcbachmann/cel-js";
import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import fc from "fast-check";
import { celConditions, checkCondition } from "../../src/rules/cel.ts";
import { mostSteps } from "../../src/rules/condition_run.ts";
import { mostConditionSteps, type Outcome, type Question } from "../../src/rules/conditions.ts";
import { evaluateShell } from "../../src/rules/evaluate.ts";
import { linearPattern } from "../../src/rules/linear_pattern.ts";
import { commandSubject, plainSurroundings } from "../../src/rules/subject.ts";
import { literalWord } from "../../src/shell/words.ts";
import { conditionsWith, plainSituation, ruleSetFrom } from "./rule_set_from.ts";

const environment = { A: "x", B: "", LONG: "a".repeat(200) };
const args = ["x", "build/a", "--", "é😀", ""];

const question: Question = {
  pattern: "command *",
  captures: { vars: {}, flagGroups: {} },
  allows: false,
  possible: false,
  placed: {
    subject: commandSubject(["command", "-v", "--out=x", ...args].map(literalWord))!,
    surroundings: plainSurroundings(["/tmp"]),
  },
  scope: { paths: { p: ["/a", "/b"] }, longFlags: {} },
  situation: plainSituation,
};

const { holds } = celConditions(
  { environment: () => environment, kindOf: () => null },
  linearPattern,
);

/** The outcome, and how many steps it took. */
function ask(when: string, of: Question = question): { outcome: Outcome; steps: number } {
  const work = { steps: mostConditionSteps };
  const outcome = holds(when, of, work);
  return { outcome, steps: mostConditionSteps - work.steps };
}

const leaf = fc.constantFrom(
  "env.A",
  "env.NOPE",
  "env['B']",
  "env.LONG",
  "args[0]",
  "args[9]",
  "args",
  "flags.v",
  "flags.out",
  "paths.p",
  "'x'",
  "''",
  "'build/*'",
  "1",
  "-1",
  "2u",
  "0.5",
  "true",
  "false",
  "null",
  "a",
  "b",
  "[]",
  "['x', 'y']",
  "{'k': 'x'}",
  "os",
);

/** Expressions, most of which are wrong in some way. */
const expression: fc.Arbitrary<string> = fc.letrec<{ any: string }>((tie) => {
  const any = tie("any");
  return {
    any: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      leaf,
      fc.tuple(any, fc.constantFrom("==", "!=", "<", ">=", "+", "-", "*", "/", "%", "in"), any)
        .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
      fc.tuple(any, fc.constantFrom("&&", "||"), any)
        .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
      fc.tuple(fc.constantFrom("!", "-"), any).map(([operator, of]) => `${operator}(${of})`),
      fc.tuple(any, any, any).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
      fc.tuple(any, fc.constantFrom("a", "b"), fc.constantFrom("all", "exists", "exists_one"), any)
        .map(([over, name, loop, body]) => `${over}.${loop}(${name}, ${body})`),
      fc.tuple(any, fc.constantFrom("a", "b"), fc.constantFrom("map", "filter"), any)
        .map(([over, name, loop, body]) => `${over}.${loop}(${name}, ${body})`),
      fc.tuple(any, fc.constantFrom("startsWith", "endsWith", "contains", "split"), any)
        .map(([of, method, other]) => `${of}.${method}(${other})`),
      fc.tuple(fc.constantFrom("size", "string", "int", "double", "bool", "dyn"), any)
        .map(([name, of]) => `${name}(${of})`),
      fc.tuple(any, any).map(([of, key]) => `${of}[${key}]`),
      any.map((of) => `[${of}, ${of}]`),
      fc.constantFrom("has(env.A)", "has(env.NOPE)", "has(flags.v)", "'v' in flags"),
    ),
  };
}).any;

const runs = { numRuns: 3000 };

Deno.test("any expression is checked and answered within its steps, and nothing is thrown", () => {
  fc.assert(
    fc.property(fc.oneof(expression, fc.string(), fc.string({ unit: "binary" })), (when) => {
      checkCondition(when, linearPattern);
      const { steps } = ask(when);
      ok(steps <= mostSteps + 1, `${steps} steps`);
    }),
    runs,
  );
});

const library = new Environment({ homogeneousAggregateLiterals: false })
  .registerVariable("env", "map<string, string>")
  .registerVariable("args", "list<string>")
  .registerVariable("flags", "map<string, dyn>")
  .registerVariable("paths", "map<string, list<string>>")
  .registerVariable("os", "string");

/** What the library itself says. */
function libraryOutcome(when: string): Outcome | "error" {
  try {
    const value = library.evaluate(when, {
      env: new Map(Object.entries(environment)),
      args,
      flags: new Map([["v", null], ["out", "x"]]),
      paths: new Map([["p", ["/a", "/b"]]]),
      os: "linux",
    });
    return value === true ? "yes" : value === false ? "no" : "error";
  } catch {
    return "error";
  }
}

Deno.test("where all is known, an expression is what the library says it is", () => {
  const plain = ["x", "build/a", "é😀", ""];
  const known: Question = {
    ...question,
    placed: {
      ...question.placed,
      subject: commandSubject(["command", "-v", "--out=x", ...plain].map(literalWord))!,
    },
  };
  args.splice(0, args.length, ...plain);
  let compared = 0;
  fc.assert(
    fc.property(expression, (when) => {
      if (checkCondition(when, linearPattern) !== null) return;
      const { outcome, steps } = ask(when, known);
      if (steps >= mostSteps) return;
      compared++;
      strictEqual(typeof outcome === "object" ? "error" : outcome, libraryOutcome(when), when);
    }),
    { numRuns: 5000 },
  );
  ok(compared > 100, `only ${compared} were good expressions`);
});

/** Expressions that try to take long or grow large. */
const hostile: readonly string[] = [
  `${"args.all(a, ".repeat(12)}true${")".repeat(12)}`,
  `${"env.LONG.split('').all(a, ".repeat(8)}true${")".repeat(8)}`,
  `${"[".repeat(20)}'x'${"].map(a, a + a)".repeat(20)} == []`,
  `size(${"[env.LONG + env.LONG].map(s, [s + s].map(s, [s + s].map(s, [s + s].map(s, ".repeat(4)}s${
    "))))".repeat(4)
  }) > 0`,
  `[${"[args + args].map(l, [l + l + l + l].map(l, [l + l + l + l].map(l, ".repeat(3)}size(l) > 0${
    ")))".repeat(3)
  }] == []`,
  `['x'].map(s, ${"[s + s].map(s, ".repeat(30)}s${")".repeat(30)}) == []`,
  `[['x']].map(l, ${"[l + l].map(l, ".repeat(30)}l${")".repeat(30)}) == []`,
  `[env.LONG].all(s, ${"[s + s].all(s, ".repeat(20)}s.contains(s + 'b')${")".repeat(20)})`,
  `[env.LONG].all(s, ${"[s + s].all(s, ".repeat(10)}glob_matches('*a*a*a*a*b', s)${
    ")".repeat(10)
  })`,
  "env.LONG.matches('(a+)+$b')",
  "env.LONG.matches('(a*)*(a*)*(a*)*c')",
  `[env.LONG].all(s, ${"[s + s].all(s, ".repeat(12)}s.matches('(a|aa|aaa){100}b')${
    ")".repeat(12)
  })`,
  `[${Array.from({ length: 200 }, () => "1").join()}].all(a, [${
    Array.from({ length: 200 }, () => "2").join()
  }].all(b, [${Array.from({ length: 200 }, () => "3").join()}].all(c, true)))`,
  "!".repeat(900) + "true",
  "-".repeat(900) + "1 == 1",
  Array.from({ length: 300 }, () => "true").join(" && "),
];

for (const when of hostile) {
  Deno.test(`steps and sizes are bounded: ${when.slice(0, 60)}`, () => {
    checkCondition(when, linearPattern);
    const { outcome, steps } = ask(when);
    ok(steps <= mostSteps + 1, `${steps} steps`);
    ok(steps < mostSteps || outcome === "possible", `${steps}: ${JSON.stringify(outcome)}`);
  });
}

Deno.test("all conditions of an evaluation have their steps together", () => {
  const loop = "!env.LONG.split('').all(a, env.LONG.split('').all(b, a == b))";
  const rules = Array.from({ length: 200 }, () => `  - { deny: 'x *', when: "${loop}" }`);
  const set = ruleSetFrom(`rules:\n${rules.join("\n")}`, "pass");
  let asked = 0;
  const answering = conditionsWith({ LONG: "a".repeat(150) });
  const conditions: typeof answering = {
    holds(when, of, work) {
      const before = work.steps;
      const outcome = answering.holds(when, of, work);
      asked += before - work.steps;
      return outcome;
    },
  };
  const verdict = evaluateShell(set, "x y; x z; x w", { ...plainSituation, conditions });
  deepStrictEqual([verdict.action, verdict.failures], ["ask", []]);
  ok(asked <= mostConditionSteps + mostSteps, `${asked} steps`);
});

/** Arguments of which some are not known, and one way in which they may turn out. */
const word = fc.constantFrom("a", "b", "-v", "-w", "--x=a", "'a b'", "''");
const unknown = fc.constantFrom(
  ['"$X"', "a"],
  ['"$X"', "-v"],
  ["$X", "a"],
  ["$X", "a b"],
  ["$X", ""],
  ["$X", "-v a"],
  ["$X", "-v"],
  ["$X", "b -v"],
  ["b$X", "b -v"],
  ["--x=$X", "--x=a -v"],
  ['"a$X"', "ab"],
  ["a$X", "ab"],
  ["a$X", "a b"],
  ['--x="$X"', "--x=b"],
  ["*", "a b"],
  ["a*", "ab"],
);
const conditions = fc.constantFrom(
  "args[0] == 'a'",
  "args.exists(x, x == 'a')",
  "args.all(x, x == 'a')",
  "args.all(x, x.startsWith('a'))",
  "args.exists(x, x.endsWith('b'))",
  "size(args) == 1",
  "size(args) > 0",
  "size(flags) == 0",
  "has(flags.v)",
  "has(flags.x) && flags.x == 'a'",
  "'a' in args",
  "!('b' in args)",
  "args.exists_one(x, x == 'a')",
  "args.filter(x, x != 'a') == []",
  "args.map(x, x + '!').exists(x, x == 'a!')",
  "size(args) > 1 && args[1] == 'b'",
  "args == ['a']",
  "args + ['z'] == ['a', 'z']",
  "size(args) > 0 ? args[0] != 'b' : false",
  "args.all(x, glob_matches('a*', x))",
  "'v' in flags || 'x' in flags",
);

/** `pattern :: condition`. */
const rules = fc.tuple(fc.constantFrom("c *", "c [-v *] *", "* [-v|-w *] *"), conditions)
  .map((parts) => parts.join(" :: "));

Deno.test("what is not known never helps an allow, and never hides a deny", () => {
  const holdsFor = (words: readonly string[], condition: string, action: "allow" | "deny") => {
    const [pattern, when] = condition.split(" :: ");
    const set = ruleSetFrom(`rules: [{ ${action}: '${pattern}', when: "${when}" }]`, "pass");
    const text = `c ${words.filter((each) => each !== "").join(" ")}`;
    return evaluateShell(set, text, { ...plainSituation, conditions: conditionsWith() }).action;
  };
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 2 }),
      unknown,
      fc.array(word, { maxLength: 2 }),
      rules,
      (
        before,
        [written = "", becomes = ""],
        after,
        when,
      ) => {
        const open = [...before, written, ...after];
        const known = [...before, becomes, ...after];
        const what = `${open.join(" ")} as ${known.join(" ")}, when ${when}`;
        const [pattern = ""] = when.split(" :: ");
        const matches = holdsFor(known, `${pattern} :: true`, "allow") === "allow";
        if (matches && holdsFor(open, when, "allow") === "allow") {
          strictEqual(holdsFor(known, when, "allow"), "allow", what);
        }
        const mayMatch = holdsFor(open, `${pattern} :: true`, "deny") !== "pass";
        if (mayMatch && holdsFor(known, when, "deny") === "deny") {
          ok(["deny", "ask"].includes(holdsFor(open, when, "deny")), what);
        }
      },
    ),
    { numRuns: 1500 },
  );
});

Deno.test("names of JavaScript's own mean nothing", () => {
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "prototype", "length"];
  for (const name of names) {
    for (const  of of["env", "flags", "paths", "vars", "flag_groups"]) {
      if (name !== "prototype" && name !== "__proto__") {
        strictEqual(ask(`has(${of}.${name})`).outcome, "no", `has(${of}.${name})`);
      }
      strictEqual(ask(`'${name}' in ${of}`).outcome, "no", `'${name}' in ${of}`);
    }
    for (const  of of["fs", "pipe", "shell", "session", "definitions", "redirects", "os", "args"]) {
      ok(checkCondition(`${of}.${name} == 'x'`, linearPattern) !== null, `${of}.${name}`);
    }
  }
  const odd = { ...question, captures: { vars: {}, flagGroups: {} } };
  strictEqual(ask("{'__proto__': {'x': 'y'}}['__proto__']['x'] == 'y'", odd).outcome, "yes");
  strictEqual(ask("has({'a': 1}.x)").outcome === "yes", false);
});
