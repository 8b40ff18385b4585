/** Conditions on a machine made up for the test: what the hook, `check` and `test` make of them. */
import assert from "node:assert/strict";
import { run as check } from "../../src/commands/check.ts";
import { run as hook } from "../../src/commands/hook.ts";
import { run as test } from "../../src/commands/test.ts";
import { memoryFiles, type TestHost, testHost } from "../host.ts";

const rules = `builtin: false
rules:
  - allow: 'plan *'
    when: env.WORKSPACE == 'dev'
  - deny: 'plan *'
    when: fs.exists('STOP')
  - ask: 'plan *'
    when: agent == 'codex' && session.permission_mode == 'plan'
  - deny: 'apply *'
    when: env.NOPE == 'x'
  - deny: 'apply all'
  - deny: 'fetch *'
    when: args.exists(a, a.matches('^https?://[^/]*[.]prod/'))
  - ask: '> *'
    when: tool == 'Bash' && args[0].endsWith('.lock')
  - allow: 'plain'
tests:
  cases:
    - allow: plain
    - deny: apply all
    - deny: apply this
`;

const home = "/home/me";
const user = `${home}/.config/usher/usher.yml`;

/** A machine with these files in the project, whose user has these rules. */
function machine(project: Readonly<Record<string, string>> = {}, config = rules) {
  const inside = Object.entries(project).map(([name, text]) => [`${home}/project/${name}`, text]);
  const files = memoryFiles({
    [user]: config,
    [`${home}/project/.keep`]: "",
    ...Object.fromEntries(inside),
  });
  return (env: Readonly<Record<string, string>> = {}, stdin = "") =>
    testHost({ cwd: `${home}/project`, env: { HOME: home, ...env }, files, stdin });
}

/** What the agent is told about a command: the decision, `nothing`, or `failure`. */
async function told(
  host: TestHost,
  agent: string,
): Promise<unknown> {
  if (await hook(host, ["--agent", agent]) !== 0) return "failure";
  if (host.out === "") return "nothing";
  return JSON.parse(host.out).hookSpecificOutput.permissionDecision;
}

function event(command: string, permissionMode = "default"): string {
  return JSON.stringify({
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command },
    permission_mode: permissionMode,
    cwd: `${home}/project`,
  });
}

type Files = Readonly<Record<string, string>>;

/** A command, the environment, the project's files, and what the agent is told. */
const events: readonly (readonly [string, Files, Files, string])[] = [
  ["plan", { WORKSPACE: "dev" }, {}, "allow"],
  ["plan", { WORKSPACE: "prod" }, {}, "nothing"],
  ["WORKSPACE=dev plan", { WORKSPACE: "prod" }, {}, "allow"],
  ["plan", { WORKSPACE: "dev" }, { STOP: "" }, "deny"],
  ["plan", {}, {}, "failure"],
  ["plan", {}, { STOP: "" }, "deny"],
  ["apply this", {}, {}, "failure"],
  ["apply all", {}, {}, "deny"],
  ["plain && apply all", {}, {}, "deny"],
  ["fetch https://a.prod/", {}, {}, "deny"],
  ["fetch https://a.dev/", {}, {}, "nothing"],
  ["plain > a.lock", {}, {}, "ask"],
  ["plain > a", {}, {}, "allow"],
  ["plain", {}, {}, "allow"],
];
events.forEach(([command, env, files, expected]) =>
  Deno.test(`hook: ${command} with ${JSON.stringify([env, files])} is ${expected}`, async () => {
    assert.equal(await told(machine(files)(env, event(command)), "claude-code"), expected);
  })
);

Deno.test("hook: a condition knows the agent and its mode", async () => {
  const at = machine();
  const env = { WORKSPACE: "dev" };
  assert.equal(await told(at(env, event("plan", "plan")), "codex"), "deny");
  assert.equal(await told(at(env, event("plan", "plan")), "claude-code"), "allow");
});

Deno.test("hook: a condition that fails says where and is written down", async () => {
  const at = machine();
  const host = at({}, event("apply this"));
  assert.equal(await hook(host, ["--agent", "claude-code"]), 1);
  assert.equal(
    host.err,
    `usher: config error: ${user}:9:5: there is no 'NOPE', in the condition \`env.NOPE == 'x'\`\n`,
  );
  const log = new TextDecoder().decode(
    host.files.read(`${home}/.local/share/usher/audit/audit-2026-03-04.jsonl`, 10_000),
  );
  assert.equal(JSON.parse(log).kind, "failure");
});

Deno.test("hook: a condition of a project that nobody trusts can fail, and then it asks", async () => {
  const project = { "usher.yml": "rules: [{deny: 'plain *', when: env.NOPE == 'x'}]" };
  assert.equal(await told(machine(project)({}, event("plain")), "claude-code"), "ask");
});

Deno.test("check: a condition that fails is an error, unless a deny stands", async () => {
  const at = machine();
  const failing = at();
  assert.equal(await check(failing, ["--", "apply", "this"]), 2);
  assert.match(failing.err, /usher\.yml:9:5: there is no 'NOPE'/);
  const denied = at();
  assert.equal(await check(denied, ["--exit-code", "--", "apply", "all"]), 3);
});

Deno.test("test: a condition that fails makes its test fail, and no other", async () => {
  const host = machine()();
  assert.equal(await test(host, []), 1);
  assert.match(host.out, /FAIL: apply this => expected deny, got an error: .*there is no 'NOPE'/);
  assert.match(host.out, /2 passed, 1 failed, 3 total/);
});

Deno.test("the machine is asked only for what a condition names", async () => {
  const asked: string[] = [];
  const watch = (env: Files, command: string) => {
    const host = machine()(env, event(command));
    const files = { ...host.files, look: (path: string) => (asked.push(path), null) };
    const envNames = () => (asked.push("environment"), host.envNames());
    return {
      ...host,
      files,
      envNames,
      get out() {
        return host.out;
      },
    };
  };
  await told(watch({}, "plain"), "claude-code");
  assert.deepEqual(asked, []);
  await told(watch({}, "fetch x"), "claude-code");
  assert.deepEqual(asked, []);
  await told(watch({ WORKSPACE: "dev" }, "plan"), "claude-code");
  assert.deepEqual(asked, ["environment", `${home}/project/STOP`]);
});
