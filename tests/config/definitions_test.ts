/** Sandbox presets, wrappers and inline tests as data. */
import assert from "node:assert/strict";
import type { SandboxPreset } from "../../src/rules/rule_set.ts";
import { load, loadText, PROJECT } from "./load.ts";

/** A preset in a file of the project's folder, and its present form. */
const presets: readonly (readonly [yaml: string, preset: SandboxPreset])[] = [
  ["{}", {}],
  ["{fs: {}, network: {}, env: {}}", {}],
  ["{fs: , network: , env: }", {}],
  ["{fs: {read: {deny: [~/.ssh, <path:p>, x, /y]}}}", {
    fs: { read: { deny: ["~/.ssh", "<path:p>", `${PROJECT}/x`, "/y"] } },
  }],
  ["{fs: {write: {allow: [., ./tmp/, /tmp], deny: ['.env*', '**/.git']}}}", {
    fs: {
      write: {
        allow: [PROJECT, `${PROJECT}/tmp`, "/tmp"],
        deny: [`${PROJECT}/.env*`, `${PROJECT}/**/.git`],
      },
    },
  }],
  ["{fs: {write: {allow: []}}}", { fs: { write: { allow: [] } } }],
  ["{fs: {writable: [a], deny: [b]}}", {
    fs: { write: { allow: [`${PROJECT}/a`], deny: [`${PROJECT}/b`] } },
  }],
  ["{fs: {writable: [a], deny: [b], write: {allow: [c, a], deny: [b]}}}", {
    fs: { write: { allow: [`${PROJECT}/c`, `${PROJECT}/a`], deny: [`${PROJECT}/b`] } },
  }],
  ["{network: {allow: false}}", { network: { allow: false } }],
  ["{network: {allow: ['*.example.com']}}", { network: { allow: ["*.example.com"] } }],
  ["{env: {deny: ['*_TOKEN']}}", { env: { deny: ["*_TOKEN"] } }],
];
presets.forEach(([yaml, preset]) =>
  Deno.test(`sandbox preset: ${yaml}`, async () => {
    const text = `definitions:\n  paths: {p: [/p]}\n  sandbox:\n    w: ${yaml}\n`;
    const files = { [`${PROJECT}/usher.yml`]: text };
    const { failures, rules } = await load({ files }, { isTrusted: () => true });
    assert.deepEqual(failures, []);
    assert.deepEqual(rules.sandbox["w"], preset);
  })
);

Deno.test("sandbox preset: the folder's own name is no glob where entries are globs", async () => {
  const text = "definitions: {sandbox: {w: {fs: {write: {allow: [x], deny: ['x*']}}}}}";
  const files = { "/home/me/[a]/usher.yml": text };
  const machine = { files, cwd: "/home/me/[a]" };
  const { rules } = await load(machine, { isTrusted: () => true });
  assert.deepEqual(rules.sandbox["w"]?.fs?.write, {
    allow: ["/home/me/[a]/x"],
    deny: ["/home/me/\\[a]/x*"],
  });
});

Deno.test("sandbox preset: the old flat form is read with a notice for each key", async () => {
  const { notices } = await loadText(
    "definitions: {sandbox: {w: {fs: {writable: [/a], deny: [/b]}}}}",
  );
  assert.deepEqual(notices.map(({ kind, message }) => `${kind} ${message}`), [
    "deprecated /etc/c.yml:1:34: `fs.writable` in the sandbox preset `w` is an old form: " +
    "write `fs.write.allow`",
    "deprecated /etc/c.yml:1:50: `fs.deny` in the sandbox preset `w` is an old form: " +
    "write `fs.write.deny`",
  ]);
});

Deno.test("sandbox preset: a faulty one is reported once, not again by who uses it", async () => {
  const { failures, rules } = await loadText(
    "rules: [{allow: a, sandbox: w}]\ndefinitions: {sandbox: {w: {fs: {wrte: {}}}}}",
  );
  assert.equal(failures.length, 1);
  assert.deepEqual(rules.rules.filter(({ layer }) => layer === "explicit"), []);
});

Deno.test("wrappers: all they can say", async () => {
  const { failures, notices, rules } = await loadText(`
definitions:
  wrappers:
    - 'sudo <opts> <cmd>'
    - { pattern: 'doas <cmd>', at_least: ask, folder: [-C], behind: ["!"] }
    - { pattern: 'xargs <cmd>', appends: true, at_least: deny }
    - nothing
`);
  assert.deepEqual(failures, []);
  assert.deepEqual(
    rules.wrappers.filter(({ place }) => place.file === "/etc/c.yml").map((wrapper) => ({
      ...wrapper,
      place: wrapper.place.line,
    })),
    [
      { pattern: "sudo <opts> <cmd>", place: 4, scope: 0 },
      { pattern: "doas <cmd>", atLeast: "ask", folder: ["-C"], behind: ["!"], place: 5, scope: 0 },
      { pattern: "xargs <cmd>", atLeast: "deny", appends: true, place: 6, scope: 0 },
      { pattern: "nothing", place: 7, scope: 0 },
    ],
  );
  assert.deepEqual(notices.map(({ message }) => message), [
    "/etc/c.yml:7:7: this wrapper wraps nothing: it has no `<cmd>`",
  ]);
});

Deno.test("a rule: all it can say", async () => {
  const files = {
    [`${PROJECT}/usher.yml`]: `
rules:
  - id: team/x
    allow: 'x *'
    message: m
    fix_suggestion: f
    sandbox: w
    except: ['x 1']
    in: ['~/work/**', src, 'gen/*', /opt]
    tests: [{ allow: 'x 2' }]
definitions: { sandbox: { w: {} } }
`,
  };
  const { rules } = await load({ files }, { isTrusted: () => true });
  assert.deepEqual(rules.rules.filter(({ layer }) => layer === "project"), [{
    action: "allow",
    pattern: "x *",
    id: "team/x",
    message: "m",
    fixSuggestion: "f",
    sandbox: "w",
    except: ["x 1"],
    in: ["~/work/**", `${PROJECT}/src`, `${PROJECT}/gen/*`, "/opt"],
    place: { file: `${PROJECT}/usher.yml`, line: 4, column: 5 },
    layer: "project",
    scope: 0,
    trusted: true,
  }]);
});

Deno.test("tests: those of rules first, then those of the file", async () => {
  const { tests } = await loadText(`
rules:
  - deny: 'rm -rf *'
    id: team/rm
    tests:
      - deny: rm -rf /
      - { pass: rm x }
  - allow: ls
    tests: [{ allow: ls }]
tests:
  cases:
    - ask: git push
`);
  assert.deepEqual(
    tests.map(({ expected, command, place, rule }) => [expected, command, place.line, rule]),
    [
      ["deny", "rm -rf /", 6, { id: "team/rm", pattern: "rm -rf *" }],
      ["pass", "rm x", 7, { id: "team/rm", pattern: "rm -rf *" }],
      ["allow", "ls", 9, { id: null, pattern: "ls" }],
      ["ask", "git push", 12, null],
    ],
  );
});
