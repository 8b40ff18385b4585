/** How layers merge, and how little an untrusted one may say. (`02-rules.md`, Files; `10-safety.md`, 3) */
import assert from "node:assert/strict";
import { builtinRuleSet } from "../../src/config/builtin_source.ts";
import { failuresOf, load, PROJECT, rulesOf, USER } from "./load.ts";

const LOCAL = "/home/me/.config/usher/usher.local.yml";
const TEAM = `${PROJECT}/usher.yml`;
const trusted = { isTrusted: () => true };

Deno.test("rules and wrappers append, lowest layer first", async () => {
  const configuration = await load({
    files: {
      [USER]: "rules: [{deny: a}]\ndefinitions: {wrappers: ['sudo <cmd>']}",
      [LOCAL]: "rules: [{ask: b}]",
      [TEAM]: "rules: [{allow: c}]\ndefinitions: {wrappers: [{pattern: 'x <cmd>', appends: true}]}",
      [`${PROJECT}/usher.local.yml`]: "rules: [{deny: d}]",
    },
  }, trusted);
  assert.deepEqual(rulesOf(configuration), ["deny a", "ask b", "allow c", "deny d"]);
  const { rules, wrappers } = configuration.rules;
  const own = rules.filter(({ layer }) => layer !== "builtin");
  assert.deepEqual(own.map(({ layer }) => layer), [
    "user",
    "user-local",
    "project",
    "project-local",
  ]);
  assert.ok(own.every((rule) => rule.trusted && rule.scope === 0));
  const added = wrappers.filter(({ place }) => !place.file.startsWith("builtin:"));
  assert.deepEqual(added.map(({ pattern, appends }) => [pattern, appends]), [
    ["sudo <cmd>", undefined],
    ["x <cmd>", true],
  ]);
});

Deno.test("path lists append without duplicates; presets and long flags replace by name", async () => {
  const { rules } = await load({
    files: {
      [USER]: `
definitions:
  paths: { p: [/a, /b] }
  long_flags: { q: --quiet, z: --zero }
  sandbox: { w: { fs: { write: { allow: [/a] } } }, v: { network: { allow: false } } }
`,
      [TEAM]: `
definitions:
  paths: { p: [/b, /c], r: [/d] }
  long_flags: { q: --quick }
  sandbox: { w: { network: { allow: true } } }
`,
    },
  }, trusted);
  assert.deepEqual(rules.scopes[0]?.paths["p"], ["/a", "/b", "/c"]);
  assert.deepEqual(rules.scopes[0]?.paths["r"], ["/d"]);
  assert.equal(rules.scopes[0]?.longFlags["q"], "--quick");
  assert.equal(rules.scopes[0]?.longFlags["z"], "--zero");
  assert.deepEqual(rules.sandbox["w"], { network: { allow: true } });
  assert.deepEqual(rules.sandbox["v"], { network: { allow: false } });
});

Deno.test("defaults override one by one", async () => {
  const { rules } = await load({
    files: { [USER]: "defaults: {action: ask, sandbox: w}", [TEAM]: "defaults: {action: deny}" },
  }, trusted);
  assert.deepEqual(rules.defaults, { action: "deny", sandbox: "w" });
  assert.deepEqual((await load({})).rules.defaults, { action: "pass", sandbox: null });
});

/** `builtin` in the user's and in a trusted project's file, and whether built-in rules remain. */
const builtins: readonly (readonly [user: string, team: string, on: boolean])[] = [
  ["{}", "{}", true],
  ["builtin: false", "{}", false],
  ["builtin: false", "builtin: true", true],
];
builtins.forEach(([user, team, on]) =>
  Deno.test(`builtin: ${user} and ${team}`, async () => {
    const { rules } = await load({ files: { [USER]: user, [TEAM]: team } }, trusted);
    if (on) assert.deepEqual(rules, builtinRuleSet());
    else assert.deepEqual([rules.rules, rules.scopes], [[], [{ paths: {}, longFlags: {} }]]);
  })
);

Deno.test("without built-in rules and without `rules`, wrappers are ignored", async () => {
  const off = await load({ files: { [USER]: "builtin: false" } });
  assert.equal(off.rules.hasRules, false);
  const empty = await load({ files: { [USER]: "builtin: false\nrules: []" } });
  assert.equal(empty.rules.hasRules, true);
});

Deno.test("the audit log is the user's alone", async () => {
  const { audit, notices } = await load({
    files: {
      [USER]: "audit: {path: '~/log/', rotation: {retention_days: 30}}",
      [LOCAL]: "audit: {redact: false}",
      [TEAM]: "audit: {enabled: false, path: /tmp, redact: true}",
    },
  }, trusted);
  assert.deepEqual(audit, {
    enabled: true,
    path: "/home/me/log",
    retentionDays: 30,
    redact: false,
  });
  assert.deepEqual(notices.map(({ message }) => message), [
    `${TEAM}:1:1: \`audit\` counts only in the user's own configuration`,
  ]);
});

/** The environment, the user's `audit`, and where the log goes. */
const audits: readonly (readonly [
  env: Readonly<Record<string, string>>,
  audit: string,
  path: string,
  enabled: boolean,
])[] = [
  [{ HOME: "/home/me" }, "{}", "/home/me/.local/share/usher/audit", true],
  [{ HOME: "/home/me", XDG_DATA_HOME: "/data/" }, "{}", "/data/usher/audit", true],
  [{ HOME: "/home/me", XDG_DATA_HOME: "data" }, "{}", "/home/me/.local/share/usher/audit", true],
  [{ HOME: "/home/me" }, "{enabled: false}", "/home/me/.local/share/usher/audit", false],
  [{ HOME: "/home/me" }, "{path: log}", "/home/me/.config/usher/log", true],
  [{ XDG_CONFIG_HOME: "/home/me/.config" }, "{}", "", false],
  [{ XDG_CONFIG_HOME: "/home/me/.config" }, "{path: /log}", "/log", true],
  [{ XDG_CONFIG_HOME: "/home/me/.config" }, "{enabled: false, path: /log}", "/log", false],
];
audits.forEach(([env, text, path, enabled]) =>
  Deno.test(`audit: ${text} with ${JSON.stringify(env)}`, async () => {
    const { audit } = await load({ files: { [USER]: `audit: ${text}` }, env });
    assert.deepEqual(audit, { enabled, path, retentionDays: 7, redact: true });
  })
);

const CHANGES = `
disable: [team/a]
except: { team/b: ['b ok', 'b fine'], team/c: ['> /tmp/x'] }
`;
const TEAM_RULES = `
rules:
  - { deny: a, id: team/a }
  - { deny: b, id: team/b, except: ['b ok', 'b 1'] }
  - { deny: '> /**', id: team/c }
  - { deny: d, id: team/d }
`;

Deno.test("`disable` and `except` of a trusted file change rules of every layer", async () => {
  for (const isTrusted of [() => true, () => false]) {
    const files = { [USER]: CHANGES, [TEAM]: TEAM_RULES };
    const configuration = await load({ files }, { isTrusted });
    assert.deepEqual(configuration.failures, []);
    assert.deepEqual(rulesOf(configuration), ["deny b", "deny > /**", "deny d"]);
    const own = configuration.rules.rules.filter(({ layer }) => layer !== "builtin");
    assert.deepEqual(own.map(({ except }) => except), [
      ["b ok", "b 1", "b fine"],
      ["> /tmp/x"],
      undefined,
    ]);
  }
});

Deno.test("`disable` and `except` with an unknown id are failures in trusted files", async () => {
  const files = { [USER]: "disable: [team/aa]", [TEAM]: TEAM_RULES };
  assert.deepEqual(failuresOf(await load({ files })), [
    `${USER}:1:11: no rule has the id \`team/aa\` | did you mean \`team/a\`?`,
  ]);
});

Deno.test("an untrusted project only tightens", async () => {
  const configuration = await load({
    files: {
      [USER]: `
rules: [{ deny: u, id: u }]
definitions: { paths: { p: [/user] }, sandbox: { w: { network: { allow: false } } } }
`,
      [TEAM]: `
disable: [u]
except: { u: ['u 1'] }
builtin: false
defaults: { action: allow, sandbox: w }
rules:
  - { allow: '*' }
  - { deny: d <path:p>, message: text }
  - { ask: a, sandbox: w, except: ['a 1'], in: [src] }
definitions:
  paths: { p: [own] }
  long_flags: { r: --own }
  sandbox: { w: { network: { allow: true } } }
  wrappers: ['x <cmd>']
audit: { enabled: false }
tests: { cases: [{ deny: d }] }
`,
    },
  });
  const { rules, audit, failures, notices, tests } = configuration;
  assert.deepEqual(failures, []);
  assert.deepEqual(rulesOf(configuration), ["deny u", "deny d <path:p>", "ask a"]);
  const own = rules.rules.filter(({ layer }) => layer === "project");
  assert.deepEqual(own.map(({ trusted, scope, sandbox }) => ({ trusted, scope, sandbox })), [
    { trusted: false, scope: 1, sandbox: undefined },
    { trusted: false, scope: 1, sandbox: undefined },
  ]);
  assert.deepEqual([own[1]?.except, own[1]?.in], [["a 1"], [`${PROJECT}/src`]]);
  assert.equal(rules.rules.find(({ id }) => id === "u")?.except, undefined);
  assert.equal(rules.hasRules, true);
  assert.deepEqual(rules.scopes[0]?.paths["p"], ["/user"]);
  assert.deepEqual(rules.scopes[1]?.paths["p"], ["/user", `${PROJECT}/own`]);
  assert.notEqual(rules.scopes[0]?.longFlags["r"], "--own");
  assert.equal(rules.scopes[1]?.longFlags["r"], "--own");
  assert.deepEqual(rules.sandbox["w"], { network: { allow: false } });
  assert.ok(!rules.wrappers.some(({ pattern }) => pattern === "x <cmd>"));
  assert.deepEqual(rules.defaults, { action: "pass", sandbox: null });
  assert.equal(audit.enabled, true);
  assert.equal(tests.length, 1);
  assert.deepEqual(notices.map(({ kind, place }) => [kind, place?.file]), [["untrusted", TEAM]]);
});

Deno.test("a broken untrusted project is a notice, and its clear denies count", async () => {
  const files = {
    [USER]: "rules: [{allow: a}]",
    [TEAM]: "rules: [{deny: d}, {deny: '[e'}, {}]\ndefalts: {}",
  };
  const configuration = await load({ files });
  assert.deepEqual(configuration.failures, []);
  assert.deepEqual(rulesOf(configuration), ["allow a", "deny d"]);
  const [notice] = configuration.notices;
  assert.equal(notice?.kind, "untrusted");
  assert.match(notice?.message ?? "", /^untrusted project configuration: .*:1:28: .*; and 2 more$/);
});

Deno.test("a broken trusted file is a failure, and no other layer is lost", async () => {
  const files = { [USER]: "rules: [", [LOCAL]: "rules: [{deny: d}]", [TEAM]: "rules: [{ask: e}]" };
  const configuration = await load({ files });
  assert.equal(configuration.failures.length, 1);
  assert.deepEqual(rulesOf(configuration), ["deny d", "ask e"]);
});

Deno.test("the nearest trusted project counts in full, those above it only tighten", async () => {
  const configuration = await load({
    files: {
      "/home/me/a/usher.yml": `
rules: [{ allow: outer }, { deny: d <path:p>, sandbox: w }, { ask: e, message: m }]
defaults: { action: deny }
disable: [n]
definitions: { paths: { p: [outer] }, wrappers: ['x <cmd>'] }
`,
      "/home/me/a/b/usher.yml": `
rules: [{ allow: inner }, { deny: n <path:p>, id: n }]
definitions: { paths: { p: [inner] } }
`,
    },
    cwd: "/home/me/a/b/c",
  }, trusted);
  assert.deepEqual(rulesOf(configuration), [
    "deny d <path:p>",
    "ask e",
    "allow inner",
    "deny n <path:p>",
  ]);
  const own = configuration.rules.rules.filter(({ layer }) => layer !== "builtin");
  assert.deepEqual(own.map(({ scope, trusted }) => [scope, trusted]), [
    [1, true],
    [1, true],
    [0, true],
    [0, true],
  ]);
  assert.deepEqual(configuration.rules.scopes.map(({ paths }) => paths["p"]), [
    ["/home/me/a/b/inner"],
    ["/home/me/a/b/inner", "/home/me/a/outer"],
  ]);
  assert.equal(configuration.rules.defaults.action, "pass");
});

Deno.test("trust is in all files of a project", async () => {
  const local = `${PROJECT}/usher.local.yml`;
  const files = { [TEAM]: "rules: [{allow: a}, {deny: b}]", [local]: "rules: [{allow: c}]" };
  const asked: string[] = [];
  const isTrusted = (folder: string) => asked.push(folder) > 0;
  const configuration = await load({ files }, { isTrusted });
  assert.deepEqual(rulesOf(configuration), ["allow a", "deny b", "allow c"]);
  assert.deepEqual([...new Set(asked)], [PROJECT]);
});

/** What an untrusted project's file says, and what of it is said not to count. */
const gains: readonly (readonly [string, string | null])[] = [
  ["rules: [{deny: a, message: m}, {ask: b}]", null],
  ["", null],
  ["rules: [{deny: a}, {allow: b}]", "1 allow rule"],
  ["rules: [{allow: a}, {allow: b}]\ndefaults: {action: allow}", "2 allow rules, `defaults`"],
  ["rules: [{ask: a, sandbox: w}]", "the `sandbox` of rules"],
  ["builtin: false", "`builtin`"],
  ["disable: [x]\nexcept: {y: [z]}", "`disable`, `except`"],
  ["definitions: {wrappers: ['x <cmd>']}", "`wrappers`"],
  ["definitions: {paths: {p: [a]}}", "`definitions`"],
  ["definitions: {vars: {v: {values: [a]}}}", "`definitions`"],
  ["definitions: {aliases: {a: b}}", "`definitions`"],
  ["experimental: {require_command_in_path: {enabled: true}}", "`experimental`"],
];
gains.forEach(([text, lost]) =>
  Deno.test(`untrusted: of ${JSON.stringify(text)} ${lost ?? "nothing"} is lost`, async () => {
    const { notices } = await load({ files: { [TEAM]: text } });
    const expected = lost === null ? [] : [
      `${TEAM}: untrusted project configuration: run \`usher trust\` ` +
      `(until then these do not count: ${lost})`,
    ];
    assert.deepEqual(notices.map(({ message }) => message), expected);
  })
);

Deno.test("the files of one untrusted folder share their definitions", async () => {
  const { rules } = await load({
    files: {
      [TEAM]: "definitions: {paths: {p: [a]}}",
      [`${PROJECT}/usher.local.yml`]: "rules: [{deny: 'x <path:p>'}]",
      "/home/me/project/sub/usher.yml": "rules: [{deny: 'y <path:p>'}]",
    },
    cwd: "/home/me/project/sub",
  });
  const scopes = rules.rules.filter(({ layer }) => layer !== "builtin").map(({ scope }) => scope);
  assert.deepEqual(scopes.map((scope) => rules.scopes[scope]?.paths["p"]), [
    [`${PROJECT}/a`],
    undefined,
  ]);
});

Deno.test("an allow rule without its sandbox is none; an ask rule stays", async () => {
  const files = { [USER]: "rules: [{allow: a, sandbox: w}, {ask: b, sandbox: w}]" };
  const configuration = await load({ files });
  assert.equal(configuration.failures.length, 2);
  assert.deepEqual(rulesOf(configuration), ["ask b"]);
});

Deno.test("a preset may be defined in another layer", async () => {
  const files = {
    [USER]: "definitions: {sandbox: {w: {network: {allow: false}}}}",
    [TEAM]: "rules: [{allow: a, sandbox: w}]",
  };
  assert.deepEqual(failuresOf(await load({ files }, trusted)), []);
});

Deno.test("names that nothing defines and that only keep a rule from applying are notices", async () => {
  const text = "rules: [{deny: 'x <path:secrts>'}]\ndefaults: {sandbox: nope}\n" +
    "definitions: {paths: {secrets2: [/a]}}";
  const { failures, notices } = await load({ files: { [USER]: text } });
  assert.deepEqual(failures, []);
  assert.deepEqual(notices.map(({ kind }) => kind), ["undefined-name", "undefined-name"]);
  assert.match(notices[0]?.message ?? "", /:1:10: undefined path list `<path:secrts>`/);
});

/** Entries of a path list in a file of this folder, and what they become. */
const entries: readonly (readonly [file: string, entry: string, expected: string])[] = [
  [TEAM, "a/b", `${PROJECT}/a/b`],
  [TEAM, "./a/../b/", `${PROJECT}/b`],
  [TEAM, "../x", "/home/me/x"],
  [TEAM, ".env*", `${PROJECT}/.env*`],
  [TEAM, "**/.git", `${PROJECT}/**/.git`],
  [TEAM, "/etc/./x", "/etc/x"],
  [TEAM, "~", "/home/me"],
  [TEAM, "~/.ssh/**", "/home/me/.ssh/**"],
  [TEAM, "~root/x", "~root/x"],
  [USER, "a", "/home/me/.config/usher/a"],
  [USER, "**/.git", "**/.git"],
  ["/home/me/[app]/usher.yml", "a*", "/home/me/\\[app]/a*"],
];
entries.forEach(([file, entry, expected]) =>
  Deno.test(`path list: ${entry} in ${file}`, async () => {
    const files = { [file]: `definitions: {paths: {mine: ['${entry}']}}` };
    const cwd = file === USER ? PROJECT : file.replace("/usher.yml", "");
    const { rules } = await load({ files, cwd }, trusted);
    assert.deepEqual(rules.scopes[0]?.paths["mine"], [expected]);
  })
);

/** Faults in a file that takes rules away. */
const faults: readonly (readonly [what: string, text: string])[] = [
  ["nothing", ""],
  ["an unknown key", "rulez: []"],
  ["a bad rule", "rules: [{deny: 'x', in: 5}]"],
  ["no YAML from some line on", "rules: [{"],
  ["an unknown rule switched off", "except: {nope: [x]}"],
  ["a preset that is not there", "rules: [{allow: x, sandbox: nope}]"],
  ["an extended file that is not there", "extends: [./nope.yml]"],
  ["a version that is not this one", "required_usher_version: '>=99'"],
];
const loosening = ["builtin: false", "disable: ['builtin:disasters/rm-root']"];
faults.forEach(([what, fault]) =>
  loosening.forEach((loose) =>
    Deno.test(`a file with ${what} and ${loose}`, async () => {
      const { rules, failures } = await load({ files: { [USER]: `${loose}\n${fault}` } });
      const ids = rules.rules.map(({ id }) => id);
      const isWhole = fault !== "";
      assert.equal(failures.length > 0, isWhole);
      assert.equal(ids.includes("builtin:disasters/rm-root"), isWhole);
    })
  )
);
