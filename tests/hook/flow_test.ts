/** The hook from standard input to the audit log, on a machine made up for the test. */
import assert from "node:assert/strict";
import { bash, type Machine, machineWith, told } from "./machine.ts";

const rules = `builtin: false
rules:
  - allow: 'git status'
  - allow: 'python3 *'
    sandbox: workspace
  - allow: 'make *'
    sandbox: other
  - deny: 'rm -rf *'
    message: 'no'
  - ask: 'git push *'
    message: 'please confirm'
  - ask: 'npm publish *'
    message: 'sure?'
    sandbox: workspace
  - deny: '@Read *.pem'
  - ask: '@WebFetch example.com *'
definitions:
  sandbox:
    workspace: { network: { allow: true } }
    other: { network: { allow: false } }
`;

const machine = (config = rules): Machine => machineWith(config);

const request = { hook_event_name: "PermissionRequest", tool_use_id: undefined };

/** Agent, event, and what the agent is told: decision and reason, or null for silence. */
const verdicts: readonly (readonly [string, Record<string, unknown>, readonly unknown[] | null])[] =
  [
    ["claude", bash("git status"), ["allow", undefined]],
    ["claude", bash("rm -rf /"), ["deny", "denied: rm -rf * (no)"]],
    ["claude", bash("git push x"), ["ask", "please confirm"]],
    ["claude", bash("frobnicate"), null],
    ["claude", bash(""), null],
    [
      "claude",
      bash("python3 a.py"),
      ["ask", "its sandbox preset 'workspace' cannot be applied yet"],
    ],
    [
      "claude",
      bash("python3 a.py && make x"),
      ["ask", "its merged sandbox cannot be applied yet"],
    ],
    [
      "claude",
      bash("npm publish x"),
      ["ask", "sure? (its sandbox preset 'workspace' cannot be applied yet)"],
    ],
    ["claude", bash("Get-Item", { tool_name: "PowerShell" }), [
      "ask",
      "PowerShell commands are not analysed",
    ]],
    ["claude", bash("git status", { tool_name: "PowerShell" }), [
      "ask",
      "PowerShell commands are not analysed",
    ]],
    ["claude", bash("rm -rf /", { tool_name: "PowerShell" }), ["deny", "denied: rm -rf * (no)"]],
    ["claude", bash("git push x", { tool_name: "PowerShell" }), ["ask", "please confirm"]],
    [
      "claude",
      { tool_name: "WebFetch", tool_input: { url: "https://example.com/a" } },
      ["ask", undefined],
    ],
    ["claude", { tool_name: "Read", tool_input: { file_path: "/a/b.txt" } }, null],
    ["claude", { tool_name: "Read", tool_input: { file_path: "b.pem" } }, [
      "deny",
      "denied: @Read *.pem",
    ]],
    ["codex", bash("git status"), null],
    ["codex", bash("rm -rf /"), ["deny", "denied: rm -rf * (no)"]],
    ["codex", bash("frobnicate"), null],
    ["codex", { tool_name: "Read", tool_input: { file_path: "b.pem" } }, null],
  ];
verdicts.forEach(([agent, event, expected]) =>
  Deno.test(`${agent} is told ${expected?.[0] ?? "nothing"} of ${JSON.stringify(event)}`, async () => {
    const { exit, host } = await machine().hook(["--agent", agent], event);
    const { permissionDecision, permissionDecisionReason } = told(host) ?? {};
    assert.equal(exit, 0);
    assert.equal(host.err, "");
    assert.deepEqual(
      told(host) === null ? null : [permissionDecision, permissionDecisionReason],
      expected === null ? null : [...expected],
    );
  })
);

Deno.test("codex is told to stop and report where a human must decide", async () => {
  for (const command of ["git push x", "python3 a.py"]) {
    const { host } = await machine().hook(["--agent", "codex"], bash(command));
    const { permissionDecision, permissionDecisionReason } = told(host) ?? {};
    assert.equal(permissionDecision, "deny");
    assert.match(String(permissionDecisionReason), /not a hard rejection.*Do not retry/);
  }
});

Deno.test("a permission request: claude's is only denied, codex's decided", async () => {
  const cases: readonly (readonly [string, string, unknown])[] = [
    ["claude", "git status", null],
    ["claude", "git push x", null],
    ["claude", "frobnicate", null],
    ["claude", "rm -rf /", { behavior: "deny", message: "denied: rm -rf * (no)" }],
    ["codex", "git status", { behavior: "allow" }],
    ["codex", "git push x", null],
    ["codex", "frobnicate", null],
    ["codex", "python3 a.py", null],
    ["codex", "rm -rf /", { behavior: "deny", message: "denied: rm -rf * (no)" }],
  ];
  for (const [agent, command, decision] of cases) {
    const { exit, host } = await machine().hook(["--agent", agent], bash(command, request));
    assert.equal(exit, 0);
    assert.deepEqual(told(host)?.["decision"] ?? null, decision, `${agent} ${command}`);
  }
});

Deno.test("defaults.sandbox: an allow asks, a pass stays silent", async () => {
  const config = `${rules}defaults: { sandbox: other }\n`;
  const allow = await machine(config).hook(["--agent", "claude"], bash("git status"));
  assert.equal(told(allow.host)?.["permissionDecision"], "ask");
  const pass = await machine(config).hook(["--agent", "claude"], bash("frobnicate"));
  assert.equal(pass.host.out, "");
});

Deno.test("a verdict is written down as it was told", async () => {
  const at = machine();
  await at.hook(["--agent", "claude"], bash("rm -rf /", { permission_mode: "default" }));
  await at.hook(["--agent", "codex"], bash("python3 a.py", { tool_use_id: "t2" }));
  await at.hook(["--agent", "claude"], bash("frobnicate", request));
  const [deny, ask, pass, ...others] = at.log();
  assert.deepEqual(others, []);
  assert.deepEqual(deny?.["action"], {
    type: "deny",
    detail: { message: "no", fix_suggestion: null },
  });
  assert.deepEqual(deny?.["metadata"], {
    endpoint_type: "hook",
    session_id: "s1",
    cwd: "/home/me/project",
    tool_name: "Bash",
    hook_event_name: "PreToolUse",
    tool_use_id: "t1",
  });
  assert.equal(deny?.["agent"], "claude-code");
  assert.equal(Reflect.get(ask?.["action"] ?? {}, "type"), "ask");
  assert.equal(ask?.["sandbox_preset"], "workspace");
  assert.equal(Reflect.get(pass?.["action"] ?? {}, "type"), "pass");
  assert.equal(Reflect.get(pass?.["metadata"] ?? {}, "hook_event_name"), "PermissionRequest");
});

Deno.test("a tool that no rule names leaves no record", async () => {
  const at = machine();
  await at.hook(["--agent", "claude"], { tool_name: "Glob", tool_input: { pattern: "*" } });
  await at.hook(["--agent", "codex"], { tool_name: "apply_patch", tool_input: { command: "x" } });
  await at.hook(["--agent", "claude"], bash("x", { hook_event_name: "SessionStart" }));
  assert.deepEqual(at.log(), []);
  await at.hook(["--agent", "claude"], { tool_name: "Read", tool_input: { file_path: "a.pem" } });
  assert.deepEqual(at.log().map(({ command }) => command), ["@Read a.pem"]);
});

Deno.test("a tool that ran after an ask: the ask was approved", async () => {
  const at = machine();
  const after = { hook_event_name: "PostToolUse" };
  await at.hook(["--agent", "claude"], bash("git push x"));
  await at.hook(["--agent", "claude"], bash("git status", { tool_use_id: "t2" }));
  for (
    const event of [bash("git push x", after), bash("git status", { ...after, tool_use_id: "t2" })]
  ) {
    const { exit, host } = await at.hook(["--agent", "claude"], event);
    assert.deepEqual([exit, host.out, host.err], [0, "", ""]);
  }
  const [, , resolution, ...others] = at.log();
  assert.deepEqual(others, []);
  assert.equal(resolution?.["kind"], "ask_resolution");
  assert.equal(resolution?.["outcome"], "approved");
  assert.equal(resolution?.["command"], "git push x");
});

Deno.test("PostToolUse does not mind a broken configuration", async () => {
  const { exit, host } = await machine("rules: [").hook(
    ["--agent", "claude"],
    bash("ls", { hook_event_name: "PostToolUse" }),
  );
  assert.deepEqual([exit, host.out, host.err], [0, "", ""]);
});

const broken = `${rules}  - alow: 'ls'\n`;

Deno.test("a broken configuration fails, and is written down", async () => {
  const at = machine(rules.replace("  - allow: 'git status'", "  - alow: 'git status'"));
  const { exit, host } = await at.hook(["--agent", "claude"], bash("git status"));
  assert.deepEqual([exit, host.out], [1, ""]);
  assert.match(host.err, /^usher: config error: \/home\/me\/\.config\/usher\/usher\.yml:3:\d+: /);
  const [record, ...others] = at.log();
  assert.deepEqual(others, []);
  assert.equal(record?.["kind"], "failure");
  assert.equal(record?.["what"], "config error");
  assert.equal(record?.["command"], "git status");
});

Deno.test("a deny of what could be read stands, and then the failure is reported", async () => {
  const at = machine(rules.replace("  - allow: 'git status'", "  - alow: 'git status'"));
  for (const args of [["--agent", "claude"], ["--agent", "claude", "--fail-closed"]]) {
    const { exit, host } = await at.hook(args, bash("rm -rf /"));
    assert.equal(exit, 0);
    assert.deepEqual(told(host), {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "denied: rm -rf * (no)",
    });
    assert.match(host.err, /^usher: config error: /);
  }
  assert.deepEqual(at.log().map(({ kind }) => kind), ["failure", undefined, "failure", undefined]);
});

Deno.test("--fail-closed says why it denies", async () => {
  const at = machine(broken);
  const { exit, host } = await at.hook(["--agent", "codex", "--fail-closed"], bash("git status"));
  assert.equal(exit, 0);
  assert.match(
    String(told(host)?.["permissionDecisionReason"]),
    /^usher could not evaluate this: config error: /,
  );
  assert.deepEqual(at.log().map(({ kind }) => kind), ["failure"]);
});

const failures: readonly (readonly [readonly string[], unknown, number, string | null])[] = [
  [["--agent", "claude"], "not json", 1, "claude-code"],
  [["--agent", "claude"], "", 1, "claude-code"],
  [["--agent", "claude"], { tool_name: "Bash" }, 1, "claude-code"],
  [["--agent", "claude", "--typo"], bash("ls"), 1, "claude-code"],
  [["--agent", "cursor"], bash("ls"), 0, "cursor"],
  [["--agent", "other", "--agent-name", "mine"], bash("ls"), 0, "mine"],
  [["--agent", "clade"], bash("ls"), 1, "clade"],
  [[], bash("ls"), 1, null],
];
failures.forEach(([args, stdin, exit, agent]) =>
  Deno.test(`a failure is written down: hook ${args.join(" ")} < ${JSON.stringify(stdin)}`, async () => {
    const at = machine();
    const outcome = await at.hook(args, stdin);
    assert.deepEqual([outcome.exit, outcome.host.out], [exit, ""]);
    assert.match(outcome.host.err, /^usher: /);
    assert.deepEqual(at.log().map((record) => [record["kind"], record["agent"]]), [[
      "failure",
      agent,
    ]]);
  })
);

Deno.test("a log that cannot be written changes nothing but a line on standard error", async () => {
  const at = machine();
  at.files.write("/home/me/.local/share/usher/audit", "a file in the way");
  const { exit, host } = await at.hook(["--agent", "claude"], bash("rm -rf /"));
  assert.equal(exit, 0);
  assert.equal(told(host)?.["permissionDecision"], "deny");
  assert.match(host.err, /^usher: audit log: [^\n]*\n$/);
});

Deno.test("nobody reads the answer", async () => {
  const at = machine();
  const { exit } = await at.hook(["--agent", "claude"], bash("rm -rf /"), { readers: false });
  assert.equal(exit, 1);
  assert.deepEqual(at.log().map(({ kind, what }) => [kind, what]), [
    ["failure", "standard output"],
    [undefined, undefined],
  ]);
  const silent = await at.hook(["--agent", "claude"], bash("frob"), { readers: false });
  assert.equal(silent.exit, 0);
  const closed = await machine(broken)
    .hook(["--agent", "claude", "--fail-closed"], bash("x"), { readers: false });
  assert.equal(closed.exit, 1);
});

Deno.test("an environment without a home", async () => {
  const { exit, host } = await machine().hook(["--agent", "claude"], bash("frob"), { env: {} });
  assert.deepEqual([exit, host.out, host.err], [0, "", ""]);
});

Deno.test("an untrusted project only tightens, and says nothing of it", async () => {
  const at = machine();
  const project = "/home/me/project/usher.yml";
  at.files.write(
    project,
    "rules:\n  - allow: 'frobnicate'\n  - deny: 'git status'\n    message: 'obey me'\n",
  );
  const allow = await at.hook(["--agent", "claude"], bash("frobnicate"));
  assert.deepEqual([allow.host.out, allow.host.err], ["", ""]);
  const deny = await at.hook(["--agent", "claude"], bash("git status"));
  assert.equal(told(deny.host)?.["permissionDecision"], "deny");
  assert(!deny.host.out.includes("obey"));
  at.files.write(project, "rules: [");
  const pass = await at.hook(["--agent", "claude"], bash("frobnicate"));
  assert.deepEqual([pass.exit, pass.host.out, pass.host.err], [0, "", ""]);
  const notices = at.log().at(-1)?.["notices"] as string[] | undefined;
  assert.match(notices?.[0] ?? "", /^untrusted project configuration: .*usher\.yml/);
});

Deno.test("the payload's folder is the one that counts", async () => {
  const at = machine();
  at.files.write("/srv/app/usher.yml", "rules:\n  - deny: 'frobnicate'\n");
  const { host } = await at.hook(["--agent", "claude"], bash("frobnicate", { cwd: "/srv/app" }));
  assert.equal(told(host)?.["permissionDecision"], "deny");
});

Deno.test("--verbose tells standard error what matched", async () => {
  const { host } = await machine().hook(["--agent", "claude", "--verbose"], bash("git status"));
  assert.match(
    host.err,
    /^usher: allow\n└─ allow git status {2}◀ decides\n +by allow 'git status'/,
  );
});

Deno.test("--ask leaves the question to the app, and judges everything else", async () => {
  const at = machine(`${rules}  - deny: '@AskUserQuestion'\n`.replace(
    "definitions:",
    "x-ignored: 1\ndefinitions:",
  ));
  const question = { tool_name: "AskUserQuestion", tool_input: { questions: [] } };
  const asked = await at.hook(["--agent", "claude", "--ask"], question);
  assert.deepEqual([asked.exit, asked.host.out, asked.host.err], [0, "", ""]);
  const other = await machine().hook(["--agent", "claude", "--ask"], bash("rm -rf /"));
  assert.equal(told(other.host)?.["permissionDecision"], "deny");
});

Deno.test("a long id is found again, and a launcher stands in the log once", async () => {
  const at = machine("rules: []");
  const fields = { tool_use_id: "t".repeat(5000), session_id: "s".repeat(5000) };
  await at.hook(["--agent", "claude"], bash("sudo ls", fields));
  await at.hook(
    ["--agent", "claude"],
    bash("sudo ls", { ...fields, hook_event_name: "PostToolUse" }),
  );
  const [asked, resolved] = at.log();
  assert.deepEqual(
    (asked?.["command_evaluations"] as { command: string }[]).map(({ command }) => command),
    ["sudo ls", "ls"],
  );
  assert.equal(resolved?.["kind"], "ask_resolution");
});
