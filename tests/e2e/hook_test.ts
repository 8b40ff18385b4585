/** The hook of the built program: answers, failures, and that nothing makes it hang. */
import assert from "node:assert/strict";
import { sandbox } from "./usher.ts";

const config = `builtin: false
rules:
  - allow: 'git status'
  - deny: 'rm -rf *'
    message: 'no'
  - ask: 'git push *'
    message: 'please confirm'
  - deny: '@Read *.pem'
`;

function event(command: string, name = "PreToolUse"): string {
  return JSON.stringify({
    session_id: "s1",
    cwd: "/",
    hook_event_name: name,
    tool_name: "Bash",
    tool_input: { command },
    tool_use_id: "t1",
  });
}

const preToolUse = (fields: string) =>
  `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":${fields}}}\n`;

const answers: readonly (readonly [string, string, string])[] = [
  ["claude-code", event("git status"), preToolUse('"allow"')],
  ["claude", event("git status"), preToolUse('"allow"')],
  [
    "claude",
    event("rm -rf x"),
    preToolUse('"deny","permissionDecisionReason":"denied: rm -rf * (no)"'),
  ],
  ["claude", event("git push x"), preToolUse('"ask","permissionDecisionReason":"please confirm"')],
  ["claude", event("make"), ""],
  ["claude", event("git status", "PermissionRequest"), ""],
  [
    "claude",
    event("rm -rf x", "PermissionRequest"),
    '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny",' +
    '"message":"denied: rm -rf * (no)"}}}\n',
  ],
  ["claude", event("git push x", "PostToolUse"), ""],
  ["claude", event("rm -rf x", "EventOfNextYear"), ""],
  [
    "claude",
    JSON.stringify({ tool_name: "Read", tool_input: { file_path: "a.pem" } }),
    preToolUse('"deny","permissionDecisionReason":"denied: @Read *.pem"'),
  ],
  ["claude", JSON.stringify({ tool_name: "Read", tool_input: { file_path: "a.txt" } }), ""],
  ["codex", event("git status"), ""],
  [
    "codex",
    event("rm -rf x"),
    preToolUse('"deny","permissionDecisionReason":"denied: rm -rf * (no)"'),
  ],
  [
    "codex",
    event("git status", "PermissionRequest"),
    '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}\n',
  ],
  ["codex", event("git push x", "PermissionRequest"), ""],
  ["codex", JSON.stringify({ tool_name: "Read", tool_input: { file_path: "a.pem" } }), ""],
];
answers.forEach(([agent, stdin, output]) =>
  Deno.test(`hook --agent ${agent}: ${stdin}`, async () => {
    using at = sandbox();
    const file = at.write("rules.yml", config);
    const { code, out, err } = await at.run(["hook", "--agent", agent, "-c", file], { stdin });
    assert.deepEqual([code, out, err], [0, output, ""]);
  })
);

Deno.test("a byte order mark, white space and an event argument", async () => {
  using at = sandbox();
  const file = at.write("rules.yml", config);
  const { hook_event_name: _, ...unnamed } = JSON.parse(event("rm -rf x"));
  const { code, out } = await at.run(["-c", file, "hook", "--agent=claude", "PermissionRequest"], {
    stdin: `\uFEFF \n${JSON.stringify(unnamed, null, 2)}\n\n`,
  });
  assert.equal(code, 0);
  assert.match(out, /"behavior":"deny"/);
});

Deno.test("the end of the event is the end of reading", async () => {
  using at = sandbox();
  const file = at.write("rules.yml", config);
  const { code, out } = await at.run(["hook", "--agent", "claude", "-c", file], {
    stdin: event("git status"),
    keepOpen: true,
  });
  assert.deepEqual([code, out], [0, preToolUse('"allow"')]);
});

/** Inputs that are no event. */
const broken: readonly (readonly [string, string | Uint8Array])[] = [
  ["nothing", ""],
  ["space", " \n\t"],
  ["no JSON", "not json"],
  ["an array", "[1,2]"],
  ["a string", '"git status"'],
  ["null", "null"],
  ["half an event", event("git status").slice(0, -9)],
  ["two events", event("git status") + event("git status")],
  ["bytes that are no text", new Uint8Array([0xff, 0xfe, 0x00, 0x80, 0x7b, 0x7d])],
  ["an empty event", "{}"],
  ["a shell tool without a command", '{"tool_name":"Bash","tool_input":{}}'],
  ["a command that is a list", '{"tool_name":"Bash","tool_input":{"command":["ls"]}}'],
  ["deep nesting", '{"a":'.repeat(100_000)],
  ["deep nesting that ends", '{"a":'.repeat(100_000) + "1" + "}".repeat(100_000)],
  ["10 MB that is no event", `{"a":"${"x".repeat(10_000_000)}"}`],
  ["more than 16 MiB", `{"a":"${"x".repeat(17 << 20)}"}`],
];
broken.forEach(([name, stdin]) =>
  Deno.test(`hook fails on ${name}`, async () => {
    using at = sandbox();
    const { code, out, err } = await at.run(["hook", "--agent", "claude"], { stdin });
    assert.deepEqual([code, out], [1, ""], err);
    assert.match(err, /^usher: [^\n]+\n$/);
    assert.doesNotMatch(err, /internal error/);
  })
);

Deno.test("hook ends by itself when its input never does", async () => {
  using at = sandbox();
  const inputs = ["", " ", "not json", event("git status").slice(0, -9), "[", '"', "{}{"];
  const outcomes = await Promise.all(
    inputs.map((stdin) => at.run(["hook", "--agent", "claude"], { stdin, keepOpen: true })),
  );
  for (const { code, out, err } of outcomes) {
    assert.deepEqual([code, out], [1, ""]);
    assert.match(err, /^usher: standard input: nothing complete came within 5000 ms\n$/);
  }
});

Deno.test("10 MB of an event that can be judged is judged", async () => {
  using at = sandbox();
  const file = at.write("rules.yml", config);
  const stdin = JSON.stringify({ ...JSON.parse(event("git status")), x: "x".repeat(10_000_000) });
  const { code, out } = await at.run(["hook", "--agent", "claude", "-c", file], { stdin });
  assert.deepEqual([code, out], [0, preToolUse('"allow"')]);
});

const lines: readonly (readonly [readonly string[], number, RegExp])[] = [
  [[], 1, /Missing required --agent flag\. Valid agents: claude-code, claude, codex/],
  [["--agent", ""], 1, /Missing required --agent flag/],
  [["--agent"], 1, /Missing required --agent flag\. Valid agents/],
  [["--agent", "claud"], 1, /Unknown agent: 'claud'.*\nhint: did you mean 'claude'\?/],
  [["--agent", "other"], 1, /--agent other needs --agent-name/],
  [["--agent", "other", "--agent-name", "NO"], 1, /--agent other needs --agent-name/],
  [
    ["--agent", "other", "--agent-name", "my-tool"],
    0,
    /'my-tool' is not supported by this version/,
  ],
  [["--agent", "copilot"], 0, /'copilot' is not supported by this version/],
  [["--agent", "cursor"], 0, /'cursor' is not supported by this version/],
  [["--agent", "antigravity"], 0, /'antigravity' is not supported by this version/],
  [["--agent", "qwen"], 1, /'qwen' is not supported by this version/],
  [["--agent", "opencode"], 1, /'opencode' is not supported by this version/],
  [["--agent", "claude", "--typo"], 1, /unknown flag '--typo' for 'usher hook'/],
  [["--agent", "copilot", "--typo"], 0, /unknown flag '--typo' for 'usher hook'/],
  [["--agent", "claude", "PreToolUse", "x"], 1, /unexpected argument 'x'/],
  [["--agent", "claude", "-c", "/nonexistent.yml"], 1, /config error: \/nonexistent\.yml/],
];
lines.forEach(([args, exit, message]) =>
  Deno.test(`hook ${args.join(" ")}`, async () => {
    using at = sandbox();
    const { code, out, err } = await at.run(["hook", ...args], { stdin: event("git status") });
    assert.deepEqual([code, out], [exit, ""]);
    assert.match(err, message);
  })
);

Deno.test("hook --agent gemini does nothing", async () => {
  using at = sandbox();
  const { code, out, err } = await at.run(["hook", "--agent", "gemini"], { keepOpen: true });
  assert.deepEqual([code, out, err], [0, "", ""]);
});

Deno.test("--statusline and --ask are for the app, and silent", async () => {
  using at = sandbox();
  const question = { tool_name: "AskUserQuestion", tool_input: { questions: [] } };
  for (const args of [["--statusline"], ["--ask"]]) {
    const { code, out, err } = await at.run(["hook", "--agent", "claude", ...args], {
      stdin: JSON.stringify(question),
    });
    assert.deepEqual([code, out, err], [0, "", ""]);
  }
});

Deno.test("--fail-closed denies what could not be judged", async () => {
  using at = sandbox();
  const file = at.write("broken.yml", "rules: [");
  for (const agent of ["claude", "codex"]) {
    const args = ["hook", "--agent", agent, "--fail-closed", "-c", file];
    for (
      const [stdin, decision] of [
        [
          "not json",
          /"permissionDecision":"deny","permissionDecisionReason":"usher could not evaluate this: /,
        ],
        [event("git status"), /"permissionDecision":"deny"/],
        [event("git status", "PermissionRequest"), /"behavior":"deny","message":"usher could not/],
      ] as const
    ) {
      const { code, out, err } = await at.run(args, { stdin });
      assert.equal(code, 0);
      assert.match(out, decision);
      assert.match(err, /^usher: /);
    }
    const stop = await at.run(args, { stdin: event("x", "Stop") });
    assert.deepEqual([stop.code, stop.out], [0, ""]);
  }
});

Deno.test("check --input-format claude-code-hook is the hook, with a warning", async () => {
  using at = sandbox();
  const file = at.write("rules.yml", config);
  const args = ["check", "--input-format", "claude-code-hook", "-c", file];
  const { code, out, err } = await at.run(args, { stdin: event("git status") });
  assert.deepEqual([code, out], [0, preToolUse('"allow"')]);
  assert.match(err, /^usher: warning: [^\n]*deprecated[^\n]*\n$/);
  const wrong = await at.run([...args, "--typo"], { stdin: event("git status") });
  assert.deepEqual([wrong.code, wrong.out], [1, ""]);
  const broken = await at.run(args, { stdin: "{" });
  assert.deepEqual([broken.code, broken.out], [1, ""]);
});

Deno.test("a deny stands although its compiled form is damaged", async () => {
  using at = sandbox();
  const folder = `${at.home}/.cache/usher/compiled`;
  at.write("../.config/usher/usher.yml", "rules: [{ deny: 'zebra *' }]\n");
  const ask = async () =>
    (await at.run(["hook", "--agent", "claude"], { stdin: event("zebra x") })).out;
  // Only what was at rest for some time is kept.
  await new Promise((resolve) => setTimeout(resolve, 3200));
  assert.match(await ask(), /"deny"/);
  const [entry] = Array.from(Deno.readDirSync(folder), ({ name }) => `${folder}/${name}`);
  assert.ok(entry !== undefined);
  const whole = Deno.readTextFileSync(entry);
  const damages = [
    whole.replace('"pattern":"zebra *"', '"pattern:"zebra *"'),
    whole.replace('"pattern":"zebra *"', '"pattern":5'),
    whole.replace('"scopes":[', '"scopes":7,"x":['),
    whole.replace('"byName":{', '"byName":null,"x":{'),
    whole.slice(0, -50),
  ];
  for (const damaged of damages) {
    assert.ok(damaged !== whole);
    Deno.writeTextFileSync(entry, damaged);
    assert.match(await ask(), /"deny"/);
  }
});
