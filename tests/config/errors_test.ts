/** Every error names file, line, column and the offending text, and says what to write instead. */
import assert from "node:assert/strict";
import { failuresOf, load, loadText, PROJECT, rulesOf } from "./load.ts";

/** A text, and its errors after the file's name. */
type Case = readonly [text: string, ...errors: readonly string[]];

const TOP_LEVEL = "disable, except, required_usher_version, required_runok_version, builtin, " +
  "extends, defaults, rules, definitions, audit, tests, experimental";
const RULE = "allow, ask, deny, message, fix_suggestion, sandbox, when, id, except, in, tests";

const unknownKeys: readonly Case[] = [
  ["rule: []", "1:1: unknown key `rule` | did you mean `rules`?"],
  ["defalts: {}", "1:1: unknown key `defalts` | did you mean `defaults`?"],
  ["Rules: []", "1:1: unknown key `Rules` | did you mean `rules`?"],
  ["zebra: 1", `1:1: unknown key \`zebra\` | known keys: ${TOP_LEVEL}`],
  ["<<: {rules: []}", `1:1: unknown key \`<<\` | known keys: ${TOP_LEVEL}`],
  ["__proto__: {rules: []}", "1:1: unknown key `__proto__` | remove it"],
  ["constructor: 1", `1:1: unknown key \`constructor\` | known keys: ${TOP_LEVEL}`],
  ["defaults: {acton: deny}", "1:12: unknown key `acton` (in defaults) | did you mean `action`?"],
  [
    "rules:\n  - deny: x\n    mesage: y",
    "3:5: unknown key `mesage` (in rules[0]) | did you mean `message`?",
  ],
  [
    "rules:\n  - deny: x\n    fix-suggestion: y",
    "3:5: unknown key `fix-suggestion` (in rules[0]) | did you mean `fix_suggestion`?",
  ],
  [
    "rules:\n  - {deny: x, <<: {ask: y}}",
    `2:15: unknown key \`<<\` (in rules[0]) | known keys: ${RULE}`,
  ],
  [
    "rules:\n  - {deny: x, __proto__: {ask: y}}",
    "2:15: unknown key `__proto__` | remove it",
  ],
  [
    "definitions: {path: {}}",
    "1:15: unknown key `path` (in definitions) | did you mean `paths`?",
  ],
  [
    "definitions: {sandbox: {w: {fs: {write: {alow: [x]}}}}}",
    "1:42: unknown key `alow` (in definitions.sandbox.w) | did you mean `allow`?",
  ],
  [
    "definitions: {wrappers: [{pattern: 'a <cmd>', appnds: true}]}",
    "1:47: unknown key `appnds` (in definitions.wrappers[0]) | did you mean `appends`?",
  ],
  ["audit: {enable: true}", "1:9: unknown key `enable` (in audit) | did you mean `enabled`?"],
  [
    "audit: {rotation: {days: 3}}",
    "1:20: unknown key `days` (in audit) | known keys: retention_days",
  ],
  ["tests: {case: []}", "1:9: unknown key `case` (in tests) | did you mean `cases`?"],
  [
    "tests: {cases: [{dney: x}]}",
    "1:18: unknown key `dney` (in tests.cases[0]) | did you mean `deny`?",
  ],
  [
    "rules:\n  - deny: x\n    tests: [{dney: x}]",
    "3:14: unknown key `dney` (in rules[0]) | did you mean `deny`?",
  ],
];

const forms: readonly Case[] = [
  ["- a", "1:1: a configuration file is a map | begin with keys such as `rules:`"],
  ["hello", "1:1: a configuration file is a map | begin with keys such as `rules:`"],
  ["rules: x", "1:8: `rules` is not a list | write one `- ` a rule"],
  ["rules: [x]", "1:9: `x` is not a map (in rules[0]) | write one `key: value` a line"],
  [
    "rules:\n  - deny: 5",
    "2:11: `deny`: `5` is not text (in rules[0]) | put it in quotes",
  ],
  [
    "rules:\n  - deny: [a, b]",
    "2:11: `deny`: a list is not text (in rules[0]) | write one text, in quotes",
  ],
  [
    "rules:\n  - deny: x\n    in: ~/work",
    "3:9: `in`: `~/work` is not a list (in rules[0]) | write one `- ` an item, or [one, two]",
  ],
  [
    "rules:\n  - deny: x\n    in: []",
    "3:9: `in` names no folder, so that rules[0] never applies | name a folder, or remove `in`",
  ],
  ["defaults: deny", "1:11: `deny` is not a map (in defaults) | write one `key: value` a line"],
  [
    "defaults: {action: dney}",
    "1:20: `action`: `dney` is not known (in defaults) | did you mean `deny`?",
  ],
  [
    "defaults: {action: 3}",
    "1:20: `action`: `3` is not known (in defaults) | write one of: allow, ask, deny, pass",
  ],
  ["builtin: no", "1:10: `no` is not true or false (in builtin) | write true or false"],
  [
    "audit: {rotation: {retention_days: -1}}",
    "1:36: `retention_days`: `-1` is not at least 0 (in audit) | write a number that is at least 0",
  ],
  [
    "audit: {rotation: {retention_days: 1.5}}",
    "1:36: `retention_days`: `1.5` is not a whole number (in audit) | write a whole number",
  ],
  [
    "definitions: {paths: {a: b}}",
    "1:26: `b` is not a list (in definitions.paths.a) | write one `- ` an item, or [one, two]",
  ],
  ["definitions: []", "1:14: definitions is not a map | write one `key: value` a line"],
  [
    "definitions: {paths: {a: [~]}}",
    "1:27: an empty value is not text (in definitions.paths.a) | write one text, in quotes",
  ],
  [
    "definitions: {paths: {a: ['<path:b>'], b: [c]}}",
    "1:27: definitions.paths.a holds concrete paths, not references such as `<path:b>` | " +
    "write the paths of that list here too",
  ],
  [
    "definitions: {wrappers: [{at_least: ask}]}",
    "1:26: the key `pattern` is missing (in definitions.wrappers[0]) | add `pattern`, text",
  ],
  [
    "definitions: {wrappers: [{pattern: 'a <cmd>', at_least: allow}]}",
    "1:57: `at_least`: `allow` is not known (in definitions.wrappers[0]) | write one of: pass, ask, deny",
  ],
  [
    "definitions: {long_flags: {rr: --recursive}}",
    "1:28: definitions.long_flags: `rr` is not one letter or digit | write it as `r: --recursive`",
  ],
  [
    "definitions: {long_flags: {f: -force}}",
    "1:31: definitions.long_flags.f is not a long flag | write it as `r: --recursive`",
  ],
  [
    "definitions: {sandbox: {w: {network: {allow: 3}}}}",
    "1:46: `allow`: `3` is not true or false or a list (in definitions.sandbox.w) | " +
    "write true or false or a list",
  ],
  [
    "definitions: {sandbox: {w: {network: {allow: [3]}}}}",
    "1:47: `allow`: `3` is not text (in definitions.sandbox.w) | put it in quotes",
  ],
  ["disable: a", "1:10: `a` is not a list (in disable) | write one `- ` an item, or [one, two]"],
  ["except: [a]", "1:9: except is not a map | write `except: { <id>: ['<pattern>'] }`"],
  ["tests: [a]", "1:8: `tests` is not a map | write the tests as a list below `cases`"],
  ["tests: {cases: a}", "1:16: `cases` is not a list (in tests) | write one `- ` a test"],
];

const rules: readonly Case[] = [
  [
    "rules:\n  - {}",
    "2:5: a rule has exactly one of `allow`, `ask` and `deny`, and rules[0] has none | " +
    "write one, such as `deny: 'rm -rf /'`",
  ],
  [
    "rules:\n  - deny:",
    "2:5: a rule has exactly one of `allow`, `ask` and `deny`, and rules[0] has none | " +
    "write one, such as `deny: 'rm -rf /'`",
  ],
  [
    "rules:\n  - deny: x\n    allow: y",
    "3:5: a rule has exactly one of `allow`, `ask` and `deny`, and rules[0] has `deny` and " +
    "`allow` | make it two rules",
  ],
  [
    "rules:\n  - deny: x\n    sandbox: w\ndefinitions: {sandbox: {w: {}}}",
    "3:14: deny rule cannot have a sandbox attribute (sandbox: `w`, in rules[0]) | " +
    "remove `sandbox`: what is denied does not run",
  ],
  [
    "rules:\n  - allow: x\n    sandbox: wrk\ndefinitions: {sandbox: {work: {}}}",
    "3:14: the sandbox preset `wrk` is not defined | did you mean `work`?",
  ],
  [
    "rules:\n  - allow: x\n    sandbox: toString",
    "3:14: the sandbox preset `toString` is not defined | define it, or remove it",
  ],
  [
    "definitions: {sandbox: {w: {fs: {read: {deny: ['<path:scrpts>']}}}}, paths: {scripts: [a]}}",
    "1:48: undefined path list `<path:scrpts>` | did you mean `scripts`?",
  ],
  [
    "rules:\n  - {deny: x, id: a}\n  - {ask: y, id: a}",
    "3:18: the id `a` is there twice | rename one of them",
  ],
  [
    "rules:\n  - {deny: x, id: 'builtin:a'}",
    "2:19: the id `builtin:a` is for built-in rules | rename it",
  ],
  [
    "rules:\n  - {deny: x, id: 'a b'}",
    "2:19: the id `a b` is not valid | use letters, digits and `-`, `_`, `.`, `/`, `:`",
  ],
  [
    "rules:\n  - {deny: x, except: ['> y']}",
    "2:24: an exception for a redirect in a rule about a command | " +
    "remove it, or make it an exception of another rule",
  ],
  [
    "rules:\n  - {deny: x, id: team/x}\ndisable: [team/y]",
    "3:11: no rule has the id `team/y` | did you mean `team/x`?",
  ],
  ["disable: [zebra]", "1:11: no rule has the id `zebra` | remove it"],
  [
    "rules:\n  - {deny: x, id: a}\nexcept: {a: ['@Read y']}",
    "3:10: `@Read y` is about a tool, and `a` is not | remove it, or write it for another rule",
  ],
  [
    "tests: {cases: [{deny: x, allow: y}]}",
    "1:17: a test has exactly one of `allow`, `ask`, `deny` and `pass` (in tests.cases[0]) | " +
    "write it as { deny: 'rm -rf /' }",
  ],
];

const LATER = "is not supported yet | remove it: a later release of usher reads it";

const later: readonly Case[] = [
  ["audit: {export: otlp}", `1:9: \`export\` ${LATER}`],
];

const CHECK = "experimental.require_command_in_path";

const names: readonly Case[] = [
  [
    "rules:\n  - deny: x <flag:a>",
    "2:5: undefined flag group `<flag:a>`: this pattern never matches | define it, or remove it",
  ],
  [
    "definitions: {flag_groups: {force: -f}}\nrules:\n  - deny: x <flag:forc>",
    "3:5: undefined flag group `<flag:forc>`: this pattern never matches | did you mean `force`?",
  ],
  [
    "definitions: {vars: [a]}",
    "1:21: definitions.vars is not a map | write one `key: value` a line",
  ],
  [
    "definitions: {vars: {a: {}}}",
    "1:25: the key `values` is missing (in definitions.vars.a) | add `values`, a list",
  ],
  [
    "definitions: {vars: {a: {values: [1]}}}",
    "1:35: `values`: `1` is not text or a map (in definitions.vars.a) | write text or a map",
  ],
  [
    "definitions: {vars: {a: {type: paht, values: [b]}}}",
    "1:32: `type`: `paht` is not known (in definitions.vars.a) | did you mean `path`?",
  ],
  [
    "definitions: {vars: {a: {type: path, values: ['<path:b>']}}}",
    "1:47: definitions.vars.a holds concrete values, not references such as `<path:b>` | write the " +
    "values here too, or use `type: pattern`",
  ],
  [
    "definitions: {vars: {a: {type: pattern, values: ['k [<flags:r>]']}}}",
    "1:50: definitions.vars.a: `<flags:r>` in `k [<flags:r>]`: Nested placeholders are not supported in " +
    "the values of a variable | write out what it stands for",
  ],
  [
    "definitions: {vars: {a: {type: pattern, values: ['k [-X']}}}",
    "1:53: definitions.vars.a: the pattern `k [-X` failed to parse: `[` is never closed",
  ],
  [
    "definitions: {vars: {a: {type: pattern, values: ['']}}}",
    "1:50: definitions.vars.a: a pattern is empty | remove it",
  ],
  [
    "definitions: {vars: {a: {type: pattern, values: ['[-n *]']}}}\nrules: [{allow: '<var:a> b'}]",
    "2:10: the command cannot be optional, in the pattern `<var:a> b` | change the rule, or the " +
    "definition of what it names",
  ],
  [
    "definitions: {vars: {a: {type: pattern, values: [b]}}}\nrules: [{allow: 'x [<var:a>]'}]",
    "2:10: Pattern-typed `<var:a>` is not supported inside an optional group | write one rule with it, " +
    "and one without",
  ],
  [
    "definitions: {flag_groups: {a: nope}}",
    "1:32: definitions.flag_groups.a: a flag group must start with a flag, in `nope` | write it as " +
    "`-f|--field *`",
  ],
  [
    "definitions: {flag_groups: {a: -f b c}}",
    "1:32: definitions.flag_groups.a: a flag group is a flag and at most its value, in `-f b c` | write " +
    "it as `-f|--field *`",
  ],
  [
    "definitions: {aliases: {'a b': c}}",
    "1:25: the alias `a b` is not one plain word | name it like a command",
  ],
  [
    "definitions: {aliases: {a: ['> b']}}",
    "1:29: definitions.aliases.a: an alias stands for a command, and `> b` is none | write it as " +
    "`kubectl [-n *]`",
  ],
  [
    "definitions: {aliases: {a: 'b [c'}}",
    "1:31: definitions.aliases.a: `[` is never closed, in `b [c`",
  ],
  [
    "definitions: {aliases: {a: 'b <flag:x>'}}",
    "1:28: undefined flag group `<flag:x>`: this pattern never matches | define it, or remove it",
  ],
  [
    "experimental: {require_command_in_path: {action: allow}}",
    `1:50: ${CHECK}.action: 'allow' is not a valid action for this check (must be 'deny' or 'ask') | ` +
    "write `action: ask` or `action: deny`",
  ],
  [
    "experimental: {require_command_in_path: {enabled: 1, ignroe: []}}",
    `1:51: \`1\` is not true or false (in ${CHECK}.enabled) | write true or false`,
    `1:54: unknown key \`ignroe\` (in ${CHECK}) | did you mean \`ignore\`?`,
  ],
  ["experimental: [a]", "1:15: experimental is not a map | write one `key: value` a line"],
];

for (const cases of [unknownKeys, forms, rules, names, later]) {
  cases.forEach(([text, ...errors]) =>
    Deno.test(`configuration error: ${JSON.stringify(text)}`, async () => {
      const found = failuresOf(await loadText(text));
      assert.deepEqual(found, errors.map((error) => `/etc/c.yml:${error}`));
    })
  );
}

/** A list of rules, and the line and column of the fault in a pattern. */
const faults: readonly (readonly [yaml: string, place: string])[] = [
  ["- deny: git [push", "1:13"],
  ["- deny: 'git [push'", "1:14"],
  ["- deny: 'a ''b'' [push'", "1:18"],
  ['- deny: "git [push"', "1:14"],
  ['- deny: "git\\t\\x41\\u0041\\U0001F600 [push"', "1:36"],
  ["- deny: |\n    git [push", "1:9"],
  ["- deny: >-\n    git\n    [push", "1:9"],
  ["- deny: git\n    [push", "1:9"],
  ["- deny: 'git\n    [push'", "1:9"],
  ["- {id: a, ask: 'git [push'}", "1:21"],
  ["- deny: x\n  except: ['x [y']", "2:15"],
];
faults.forEach(([yaml, place]) =>
  Deno.test(`place of a pattern's fault: ${JSON.stringify(yaml)}`, async () => {
    const text = `rules:\n${yaml}\n`;
    const [failure] = (await loadText(text)).failures;
    const [line = "", column = ""] = place.split(":");
    assert.deepEqual(failure?.place, {
      file: "/etc/c.yml",
      line: Number(line) + 1,
      column: Number(column),
    });
  })
);

/** Empty values count as absent ones, as in the seed's engine; `x-*` may hold anything. */
const good: readonly string[] = [
  "",
  "# nothing\n",
  "null",
  "{}",
  "\ufeffrules: []",
  "rules:\ndefaults:\ndefinitions:\naudit:\ntests:\nextends:\ndisable:\nexcept:\nbuiltin:\n",
  "rules:\r\n  - deny: x\r\n",
  "rules:\n  - deny: x\n    message:\n    sandbox:\n    tests:\n    in:\n    except:\n    when:\n",
  "extends: []\nexperimental: {}\ndefinitions: {vars: {}, aliases: {}}\n",
  "x-anything: [1, {a: ~}]\nx-: 2",
  "a: &a [deny]\n".replace("a:", "x-a:") + "rules: []",
  "x-rule: &r {deny: x}\nrules: [*r]",
  "definitions: {paths: {constructor: [a], toString: [b]}}\nrules: [{deny: 'x <path:toString>'}]",
];
good.forEach((text) =>
  Deno.test(`no configuration error: ${JSON.stringify(text)}`, async () => {
    const { failures } = await loadText(text);
    assert.deepEqual(failures, []);
  })
);

Deno.test("all errors of a file are reported, in the order of the file", async () => {
  const text = "rules:\n  - {}\n  - deny: '[x'\n  - ask: y\n    mesage: z\ndefalts: 1\n";
  const { failures } = await loadText(text);
  assert.deepEqual(failures.map(({ place }) => place?.line), [2, 3, 5, 6]);
});

Deno.test("beyond twenty errors the rest is counted", async () => {
  const { failures } = await loadText(`rules:\n${"  - {}\n".repeat(500)}`);
  assert.equal(failures.length, 21);
  assert.equal(failures.at(-1)?.message, "/etc/c.yml: 480 more errors");
});

Deno.test("a faulty file still has its clear deny and ask rules", async () => {
  const text = `
rules:
  - { deny: a, mesage: typo }
  - { ask: b, sandbox: undefined-preset }
  - { allow: c, mesage: typo }
  - { deny: d, sandbox: w }
  - { deny: e, except: ['[x'] }
  - { deny: f, when: 'tru' }
  - { allow: k, when: 'tru' }
  - { ask: l, when: 5 }
  - { deny: g, in: 5 }
  - { deny: '[h' }
  - { deny: i, tests: [5] }
  - { allow: j }
`;
  const configuration = await loadText(text);
  assert.deepEqual(rulesOf(configuration), [
    "deny a",
    "ask b",
    "deny d",
    "deny f",
    "ask l",
    "deny i",
    "allow j",
  ]);
  assert.ok(configuration.rules.rules.every(({ when }) => when === undefined));
  assert.ok(configuration.rules.rules.every(({ sandbox }) => sandbox === undefined));
});

Deno.test("hostile characters in an error are spelt out", async () => {
  const [failure] = (await loadText("rules:\n  - deny: '[\u202egnp'")).failures;
  assert.match(failure?.message ?? "", /\[\\u\{202e\}gnp/);
});

Deno.test("`~` in a path list needs HOME", async () => {
  const files = { [`${PROJECT}/usher.yml`]: "definitions: {paths: {a: ['~/x', '~root/y']}}" };
  const { failures } = await load({ files, env: {} }, { isTrusted: () => true });
  assert.deepEqual(failures.map(({ message }) => message), [
    `${PROJECT}/usher.yml:1:27: \`~\` stands for the home folder, and HOME is not set`,
  ]);
});
