import { builtinRuleSet } from "#builtin";
import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { checkPattern, compileRuleSet } from "../../src/rules/compile.ts";
import { mistakeIn } from "../../src/rules/mistakes.ts";
import type { Rule } from "../../src/rules/rule_set.ts";

const rule = (pattern: string): Rule => ({
  action: "ask",
  pattern,
  place: { file: "usher.yml" },
  layer: "user",
  scope: 0,
  trusted: true,
});

Deno.test("an index that is made from a known one is the same", () => {
  const builtin = builtinRuleSet();
  const rules = [
    ...builtin.rules.slice(7),
    ...["x", "* y", "> z", "< z", "A=*", "@Read|@mcp__* z", '"a b"|c d', "/bin/ls", "n*|m"].map(
      rule,
    ),
  ];
  const input = { ...builtin, rules };
  deepStrictEqual(compileRuleSet(input, builtin).index, compileRuleSet(input).index);
});

const indexed: readonly (readonly [string, Partial<Record<string, unknown>>])[] = [
  ["git status|log *", { byName: { git: [0] }, needs: [["status", "log"]] }],
  ["/usr/bin/rm|del -f *", { byName: { rm: [0], del: [0] }, needs: [["-f"]] }],
  ["* --help", { anyName: [0], needs: [["--help"]] }],
  ["git* status", { anyName: [0] }],
  ["git [-C *] push", { byName: { git: [0] }, needs: [["push"]] }],
  ["git list-* x", { byName: { git: [0] }, needs: [["x"]] }],
  ["rm *", { byName: { rm: [0] }, needs: [null] }],
  ['"npx x"|y z', { byName: { npx: [0], y: [0] }, needs: [["x", "z"]] }],
  ["> x", { output: [0], input: [], needs: [null] }],
  ["< x", { input: [0], output: [] }],
  ["A=1", { assignment: [0] }],
  ["@Read|@Edit x", { tools: { Read: [0], Edit: [0] } }],
  ["@mcp__* x", { tools: { "*": [0] } }],
  ["constructor x", { byName: { constructor: [0] } }],
];
for (const [pattern, expected] of indexed) {
  Deno.test(`index of ${pattern}`, () => {
    const { index } = compileRuleSet({
      rules: [rule(pattern)],
      wrappers: [],
      scopes: [],
      sandbox: {},
      defaults: { action: "pass", sandbox: null },
      hasRules: true,
    });
    const found = Object.entries(index).filter(([key]) => key in expected);
    deepStrictEqual(Object.fromEntries(found), expected);
  });
}

Deno.test("a wrapper begins with a command", () => {
  strictEqual(checkPattern("sudo <cmd>", "wrapper"), null);
  strictEqual(checkPattern("> x", "wrapper")?.message, "a wrapper begins with a command name");
  strictEqual(checkPattern("git [-C", "rule")?.position, 4);
});

/** Patterns that parse and never match what they seem to say, and what the error says of them. */
const mistakes: readonly (readonly [pattern: string, hint: RegExp])[] = [
  ["a && b", /a rule for each/],
  ["a; b", /a rule for each/],
  ["a ; b", /a rule for each/],
  ["a &", /a rule for each/],
  [">> log", /begin with `> `/],
  ["&> log", /begin with `> `/],
  ["2> log", /begin with `> `/],
  [">log", /begin with `> `/],
  ["@Raed x", /did you mean @Read/],
  ["@read x", /did you mean @Read/],
  ["@Read|@Wirte x", /did you mean @Write/],
  ["@MultiEdit x", /@Edit covers it/],
  ["@Bash rm *", /begin with its name/],
];
mistakes.forEach(([pattern, hint]) =>
  Deno.test(`a mistake: ${pattern}`, () => {
    match(mistakeIn(pattern)?.hint ?? "", hint);
  })
);

const noMistakes = [
  "find * -exec <cmd> \\;",
  "sed *;* *",
  'x ";"',
  "> log",
  "< log",
  "@Heads x",
  "@mcp__a__raed x",
  "@* x",
  "@TodoWrite *",
  "curl a&b",
];
noMistakes.forEach((pattern) =>
  Deno.test(`no mistake: ${pattern}`, () => strictEqual(mistakeIn(pattern), null))
);
