/** Old forms of a configuration, and what `usher migrate` makes of them. */
import assert from "node:assert/strict";
import { compileRuleSet } from "../../src/rules/compile.ts";
import { evaluateShell } from "../../src/rules/evaluate.ts";
import { mergeFiles } from "../../src/config/merge.ts";
import { NO_RULES } from "../../src/config/no_rules.ts";
import { presentForm } from "../../src/config/old_forms.ts";
import { parseFile } from "../../src/config/parse_file.ts";
import { rows } from "../rows.ts";
import { plainSituation } from "../rules/rule_set_from.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const migrate = (text: string) => presentForm("a.yml", bytesOf(text));

const preset = (fs: string, indent = "        ") =>
  `# head\ndefinitions:\n  sandbox:\n    # mine\n    s: # here\n      fs:\n${
    fs.split("\n").map((line) => line === "" ? "" : indent + line).join("\n")
  }\n      network: { allow: false } # off\nrules: []\n`;
const flow = (fs: string) => `definitions: { sandbox: { s: { fs: ${fs}, env: { deny: [A] } } } }\n`;

const cases: readonly (readonly [string, string, string])[] = [
  [
    "both lists",
    preset("writable: [./tmp, /tmp]\ndeny:\n  - a # why\n  - '<path:x>'"),
    preset("write:\n  allow: [./tmp, /tmp]\n  deny:\n    - a # why\n    - '<path:x>'"),
  ],
  ["one of them", preset("writable: [a]"), preset("write:\n  allow: [a]")],
  ["the other one", preset("deny: [a]  # b"), preset("write:\n  deny: [a]  # b")],
  [
    "with comments and blank lines",
    preset("# one\nwritable:\n  # two\n  - a\n\n# three\ndeny: [b]\n# four"),
    preset("write:\n  # one\n  allow:\n    # two\n    - a\n\n  # three\n  deny: [b]\n# four"),
  ],
  [
    "apart from each other",
    preset("deny: [b]\nread: { deny: [c] } # r\n# w\nwritable:\n  - a\n# end"),
    preset("write:\n  deny: [b]\n  # w\n  allow:\n    - a\nread: { deny: [c] } # r\n# end"),
  ],
  [
    "items as deep as their key, and text over several lines",
    preset("writable:\n- a\n- 'b\n   c'\n- |\n  d\n\n  e\ndeny: [\n  f,\n  g\n]"),
    preset(
      "write:\n  allow:\n  - a\n  - 'b\n     c'\n  - |\n    d\n\n    e\n  deny: [\n    f,\n    g\n  ]",
    ),
  ],
  [
    "four spaces a level",
    preset("writable: [a]", "          "),
    preset("write:\n    allow: [a]", "          "),
  ],
  [
    "quoted keys",
    preset(`"writable": [a]\n'deny': [b]`),
    preset(`write:\n  "allow": [a]\n  'deny': [b]`),
  ],
  [
    "in braces",
    flow("{ writable: [a], deny: [b] }"),
    flow("{ write: { allow: [a], deny: [b] } }"),
  ],
  [
    "in braces, apart from each other",
    flow("{deny: [b], read: {deny: [c]}, writable: [a]}"),
    flow("{write: { deny: [b], allow: [a] }, read: {deny: [c]}}"),
  ],
  [
    "in braces over several lines",
    flow('{\n  "writable": [a], # w\n  "deny": [b]\n }'),
    flow('{\n  "write": { "allow": [a], # w\n  "deny": [b] }\n }'),
  ],
  [
    "through aliases",
    "x-a: &a { fs: { writable: &w [a] } }\ndefinitions: { sandbox: { s: *a, t: *a, u: { fs: { deny: *w } } } }\n",
    "x-a: &a { fs: { write: { allow: &w [a] } } }\ndefinitions: { sandbox: { s: *a, t: *a, u: { fs: { write: { deny: *w } } } } }\n",
  ],
  ["the present form", preset("write: { allow: [a] }"), preset("write: { allow: [a] }")],
  ["nothing", "", ""],
  [
    "a byte order mark",
    `\ufeff${flow("{ deny: [b] }")}`,
    `\ufeff${flow("{ write: { deny: [b] } }")}`,
  ],
  [
    "line ends of Windows",
    preset("writable: [a]\ndeny: [b]").replaceAll("\n", "\r\n"),
    preset("write:\n  allow: [a]\n  deny: [b]").replaceAll("\n", "\r\n"),
  ],
  [
    "no newline at the end",
    "definitions:\n  sandbox:\n    s:\n      fs:\n        deny: [a]\n        read: {}\n        writable: [b]",
    "definitions:\n  sandbox:\n    s:\n      fs:\n        write:\n          deny: [a]\n          allow: [b]\n        read: {}\n",
  ],
  [
    "a bare question mark",
    `rules:\n  - allow: git ? # why\n  - deny: 'a ? b ?'\n  - ask: "c ?"\n    except: [c ? d]\n`,
    `rules:\n  - allow: git \\? # why\n  - deny: 'a \\? b \\?'\n  - ask: "c \\\\?"\n    except: [c \\? d]\n`,
  ],
  [
    "question marks in wrappers and exceptions",
    "definitions: { wrappers: ['a ? <cmd>', { pattern: 'b ? <cmd>' }] }\nexcept: { x: ['c ?'] }\n",
    "definitions: { wrappers: ['a \\? <cmd>', { pattern: 'b \\? <cmd>' }] }\nexcept: { x: ['c \\?'] }\n",
  ],
  [
    "question marks that mean something",
    `rules:\n  - allow: "git --abbrev ? a?b \\\\? '?'"\n`,
    `rules:\n  - allow: "git --abbrev ? a?b \\\\? '?'"\n`,
  ],
];
cases.forEach(([name, before, after]) =>
  Deno.test(`old form: ${name}`, () => {
    assert.equal(migrate(before), after);
    assert.equal(migrate(after), after, "a second time changes nothing");
  })
);

const errors: readonly (readonly [string, string, RegExp])[] = [
  ["no YAML", "rules: [", /^a.yml:1:9: no valid YAML/],
  ["no UTF-8", "\x00", /control character/],
  [
    "both forms at once",
    preset("writable: [a]\nwrite: { deny: [b] }"),
    /^a.yml:5:5: cannot be rewritten by itself/,
  ],
  [
    "a comment that would be lost",
    flow("{ deny: [b], read: {}, # c\n writable: [a] }"),
    /cannot be rewritten by itself/,
  ],
  ["a question mark in a block", "rules:\n  - allow: |-\n      git ?\n", /a.yml:2:12: cannot/],
];
errors.forEach(([name, text, message]) =>
  Deno.test(`old form that stays: ${name}`, () => {
    assert.throws(() => migrate(text), { message });
  })
);

/** What a text says about commands, and its sandbox presets; faulty rules are left out. */
function judgeOf(text: string) {
  const context = { folder: "/", home: "/", anywhere: false };
  const parsed = parseFile("a.yml", bytesOf(text), context);
  const placed = {
    parsed,
    layer: "explicit",
    folder: "/",
    standing: "full",
    origin: "local",
  } as const;
  const rules = compileRuleSet(mergeFiles(NO_RULES, [placed]).input);
  return (command: string) => {
    const { action, sandbox } = evaluateShell(rules, command, plainSituation);
    return { action, sandbox, presets: parsed.sandbox };
  };
}

Deno.test("migrated rules judge as before, in all rows of the seed's engine", () => {
  const all = rows<{ id: string; config: string; command: string }>("runok/eval.jsonl");
  let changed = 0;
  for (const { id, config, command } of all) {
    const after = migrate(config);
    if (after !== config) changed++;
    assert.deepEqual([id, judgeOf(after)(command)], [id, judgeOf(config)(command)]);
  }
  assert(all.length > 500 && changed > 5, String(changed));
});

Deno.test("every configuration of the seed's engine migrates to one without old forms", () => {
  const texts = rows<{ files: Record<string, string>; valid: boolean }>("runok/config.jsonl")
    .filter(({ valid }) => valid).flatMap(({ files }) => Object.values(files));
  for (const text of texts) {
    const after = migrate(text);
    assert.equal(migrate(after), after);
    const { notices } = parseFile("a.yml", bytesOf(after), {
      folder: "/",
      home: "/",
      anywhere: false,
    });
    assert.deepEqual(notices.filter(({ kind }) => kind === "deprecated"), []);
  }
});
