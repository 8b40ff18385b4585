/** `usher check` and `usher test` of the built program. */
import assert from "node:assert/strict";
import { sandbox } from "./usher.ts";

const config = `builtin: false
rules:
  - allow: 'git status'
    tests: [ { allow: 'git status' } ]
  - allow: 'echo *'
  - deny: 'rm -rf *'
    id: team/rm
    message: 'no'
    fix_suggestion: 'trash x'
    tests: [ { deny: 'rm -rf x' } ]
  - deny: '@Read *.pem'
    tests: [ { deny: '@Read a.pem' } ]
`;

const forms: readonly (readonly [readonly string[], string, string])[] = [
  [["--", "git", "status"], "", "allow: git status\n"],
  [["git", "status"], "", "allow: git status\n"],
  [
    ["--", "git status && rm -rf x"],
    "",
    "deny: git status && rm -rf x (no) [suggestion: trash x]\n",
  ],
  [["--", "echo", "a b", "&&", "make"], "", "allow: echo 'a b' '&&' make\n"],
  [["--", "make"], "", "pass: make\n"],
  [["--", "# nothing"], "", "pass: # nothing\n"],
  [["--tool", "Read", "a.pem"], "", "deny: @Read a.pem\n"],
  [["--tool", "@Read", "--", "a.txt"], "", "pass: @Read a.txt\n"],
  [["--tool", "Bash", "--", "git status"], "", "allow: git status\n"],
  [[], '{"command":"git status"}', "allow: git status\n"],
  [[], '{\n  "command": "git status"\n}\n', "allow: git status\n"],
  [[], '{"command":"git status"}\n\n{"command":"make"}\n', "allow: git status\npass: make\n"],
  [[], "git status\nmake\n", "allow: git status\npass: make\n"],
  [[], "git status; make", "allow: git status\npass: make\n"],
  [[], "if true; then\n  make\nfi\n", "pass: if true; then\\n  make\\nfi\n"],
  [[], "{ git status; }", "allow: { git status; }\n"],
  [["--", "git", "status"], "make\n", "allow: git status\n"],
];
forms.forEach(([args, stdin, output]) =>
  Deno.test(`check ${args.join(" ")} < ${JSON.stringify(stdin)}`, async () => {
    using at = sandbox();
    const file = at.write("rules.yml", config);
    const { code, out, err } = await at.run(["check", "-c", file, ...args], { stdin });
    assert.deepEqual([code, out, err], [0, output, ""]);
  })
);

const bad: readonly (readonly [readonly string[], string | Uint8Array, RegExp, string?])[] = [
  [[], "", /no commands provided/],
  [[], "\n \n", /no commands provided/],
  [[], '{"command":', /JSON parse error/],
  [[], '{"command":5}', /`command` is not a string/],
  [[], '{"x":5}', /neither a `command` nor a hook event/],
  [[], '{"hook_event_name":"PreToolUse"}', /without `tool_name`/],
  [[], 'echo "unterminated\n', /stdin parse error/],
  [[], new Uint8Array([0x6c, 0x73, 0xff, 0x0a]), /not valid UTF-8/],
  [[], '{"command":"git status"}\nrm -rf x\n', /JSON parse error/, "allow: git status\n"],
  [["--typo", "ls"], "", /unknown flag '--typo' for 'usher check'. Use '--' to separate/],
  [["--output-format", "xml", "ls"], "", /'--output-format' is text or json, not 'xml'/],
  [["--input-format", "xml", "ls"], "", /'--input-format' is claude-code-hook, not 'xml'/],
  [["--tool="], "", /'--tool' needs a value/],
];
bad.forEach(([args, stdin, message, output = ""]) =>
  Deno.test(`check fails: ${args.join(" ")} < ${JSON.stringify(String(stdin))}`, async () => {
    using at = sandbox();
    const file = at.write("rules.yml", config);
    const { code, out, err } = await at.run(["check", "-c", file, ...args], { stdin });
    assert.deepEqual([code, out], [2, output]);
    assert.match(err, message);
    assert.match(err, /^usher: /);
  })
);

Deno.test("check names the place of what is wrong with a configuration", async () => {
  using at = sandbox();
  const file = at.write("rules.yml", "rules:\n  - alow: ls\n");
  const { code, out, err } = await at.run(["check", "-c", file, "ls"]);
  assert.deepEqual([code, out], [2, ""]);
  assert.match(err, /^usher: config error: [^\n]*rules\.yml:2:\d+: /);
});

const exits: readonly (readonly [string, number])[] = [
  ["git status", 0],
  ["make", 1],
  ["rm -rf x", 3],
  ["git status\nmake\nrm -rf x\ngit status", 3],
  ["git status\nmake", 1],
  ["rm -rf x\necho 'open", 2],
];
exits.forEach(([stdin, exit]) =>
  Deno.test(`check --exit-code of ${JSON.stringify(stdin)}`, async () => {
    using at = sandbox();
    const file = at.write("rules.yml", config);
    const { code } = await at.run(["check", "--exit-code", "-c", file], { stdin });
    assert.equal(code, exit);
    const without = await at.run(["check", "-c", file], { stdin });
    assert.equal(without.code, exit === 2 ? 2 : 0);
  })
);

Deno.test("check --output-format json", async () => {
  using at = sandbox();
  const file = at.write("rules.yml", config);
  const args = ["check", "--output-format", "json", "-c", file];
  const { out } = await at.run(args, { stdin: "git status\nrm -rf x\nmake\n" });
  const rule = { id: "team/rm", pattern: "rm -rf *", source: `${file}:6:5` };
  const status = { pattern: "git status", source: `${file}:3:5` };
  assert.deepEqual(out.trimEnd().split("\n").map((line) => JSON.parse(line)), [
    {
      decision: "allow",
      rule: status,
      commands: [{ command: "git status", decision: "allow", rule: status }],
    },
    {
      decision: "deny",
      reason: "no",
      fix_suggestion: "trash x",
      rule,
      commands: [{
        command: "rm -rf x",
        decision: "deny",
        reason: "no",
        fix_suggestion: "trash x",
        rule,
      }],
    },
    { decision: "pass", commands: [{ command: "make", decision: "pass" }] },
  ]);
});

Deno.test("check --explain shows each part and its rules", async () => {
  using at = sandbox();
  const file = at.write("rules.yml", config);
  const { out } = await at.run(["check", "--explain", "-c", file, "git status && rm -rf x | make"]);
  assert.equal(
    out.replaceAll(file, "rules.yml"),
    [
      "deny: git status && rm -rf x | make (no) [suggestion: trash x]",
      "├─ allow git status",
      "│        by allow 'git status'  rules.yml:3:5",
      "├─ deny  rm -rf x  ◀ decides",
      "│        by deny 'rm -rf *'  rules.yml:6:5  team/rm",
      "│        message: no",
      "│        suggestion: trash x",
      "└─ pass  make",
      "         no rule matches",
      "why: of 3 parts the strictest decides: deny 'rm -rf *' at rules.yml:6:5 for: rm -rf x",
      "",
    ].join("\n"),
  );
});

Deno.test("check streams 20,000 lines, one answer a line", async () => {
  using at = sandbox();
  const file = at.write("rules.yml", config);
  const stdin = "echo hello world\n".repeat(20_000);
  const { code, out } = await at.run(["check", "-c", file], { stdin });
  assert.equal(code, 0);
  assert.equal(out, "allow: echo hello world\n".repeat(20_000));
});

Deno.test("a reader that goes away is no error", async () => {
  using at = sandbox();
  const file = at.write("rules.yml", config);
  const { code, err } = await at.run(["check", "-c", file], {
    stdin: "echo hello world\n".repeat(100_000),
    closeOutput: true,
  });
  assert.deepEqual([code, err], [0, ""]);
});

Deno.test("an untrusted project's configuration is a notice", async () => {
  using at = sandbox();
  at.write("usher.yml", "rules:\n  - allow: 'frobnicate'\n");
  const { code, out, err } = await at.run(["check", "frobnicate"]);
  assert.deepEqual([code, out], [0, "pass: frobnicate\n"]);
  assert.match(err, /^usher: notice: .*untrusted project configuration/);
});

Deno.test("test runs the tests of a file", async () => {
  using at = sandbox();
  const file = at.write("rules.yml", config);
  const passing = await at.run(["test", "-c", file]);
  assert.equal(passing.code, 0);
  assert.equal(
    passing.out.replaceAll(file, "rules.yml"),
    "PASS: git status => allow  (rules.yml:4:14)\n" +
      "PASS: rm -rf x => deny  (rules.yml:10:14)\n" +
      "PASS: @Read a.pem => deny  (rules.yml:12:14)\n" +
      "3 passed, 0 failed, 3 total\n",
  );
  const other = at.write("other.yml", `${config}tests:\n  cases:\n    - ask: 'git status'\n`);
  const failing = await at.run(["test", "-c", other]);
  assert.equal(failing.code, 1);
  assert.match(
    failing.out,
    /^FAIL: git status => expected ask, got allow {2}\(.*other\.yml:15:7\)$/m,
  );
  assert.match(failing.out, /3 passed, 1 failed, 4 total\n$/);
});

Deno.test("test finds the project's file, and says when there are no tests", async () => {
  using at = sandbox();
  const none = await at.run(["test"]);
  assert.deepEqual([none.code, none.out], [2, ""]);
  assert.equal(
    none.err,
    "usher: test: no test cases found\nhint: looked in your own configuration\n",
  );
  at.write("usher.yml", config);
  Deno.mkdirSync(`${at.project}/sub`);
  const { code, out } = await at.run(["test"], { cwd: `${at.project}/sub` });
  assert.equal(code, 0);
  assert.match(out, /3 passed, 0 failed, 3 total\n$/);
});

Deno.test("test --builtin runs the tests of the built-in rules", async () => {
  using at = sandbox();
  const { code, out, err } = await at.run(["test", "--builtin"]);
  assert.equal(err, "");
  assert.equal(code, 0, out.split("\n").filter((line) => line.startsWith("FAIL")).join("\n"));
  assert.match(out, /^\d+ passed, 0 failed, \d+ total\n$/m);
});
