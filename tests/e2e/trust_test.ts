/** Trusting a project with the built program. (`10-safety.md`, 3 and 4) */
import assert from "node:assert/strict";
import { program, type Sandbox, sandbox } from "./usher.ts";

const event = JSON.stringify({
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: "frobnicate" },
  tool_use_id: "t1",
  session_id: "s1",
});

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs a command of the program with nobody above it: whoever runs these tests may be an agent. The shell
 * in between waits until the one that started it is gone.
 */
async function orphaned(at: Sandbox, args: readonly string[]): Promise<Outcome> {
  const inner = 'while kill -0 "$OUTER" 2>/dev/null; do sleep 0.01; done; "$@"; echo "exit $?"';
  const script = `OUTER=$$; export OUTER; sh -c '${inner}' sh "$@" & exit 0`;
  const { out, err } = await inShell(at, "/bin/sh", script, args);
  const [, code] = /exit (\d+)\n$/.exec(out) ?? [];
  return { code: Number(code), out: out.replace(/exit \d+\n$/, ""), err };
}

async function inShell(
  at: Sandbox,
  shell: string,
  script: string,
  args: readonly string[],
): Promise<Outcome> {
  const { code, stdout, stderr } = await new Deno.Command(shell, {
    args: ["-c", script, "sh", program, ...args],
    cwd: at.project,
    env: { HOME: at.home, PATH: "/usr/bin:/bin" },
    clearEnv: true,
    stdin: "null",
  }).output();
  const [out = "", err = ""] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code, out, err };
}

async function answers(at: Sandbox): Promise<readonly [string, string]> {
  const hook = await at.run(["hook", "--agent", "claude"], { stdin: event });
  assert.deepEqual([hook.code, hook.err], [0, ""]);
  const check = await at.run(["check", "frobnicate"]);
  const decision = hook.out === ""
    ? "pass"
    : JSON.parse(hook.out).hookSpecificOutput.permissionDecision;
  return [decision, check.out];
}

const unix = Deno.build.os !== "windows";

Deno.test({
  name: "`allow: '*'` of a project allows nothing until it is trusted, and nothing once it changes",
  ignore: !unix,
  async fn() {
    using at = sandbox();
    const text = "rules:\n  - allow: '*'\n";
    const path = at.write("usher.yml", text);
    assert.deepEqual(await answers(at), ["pass", "pass: frobnicate\n"]);

    const trusted = await orphaned(at, ["trust", "--yes"]);
    assert.deepEqual([trusted.code, trusted.err], [0, ""]);
    assert.match(trusted.out, /It would allow without asking:\n {2}usher\.yml:2 {2}\*\n/);
    assert.deepEqual(await answers(at), ["allow", "allow: frobnicate\n"]);

    Deno.writeTextFileSync(path, `${text}#`);
    assert.deepEqual(await answers(at), ["pass", "pass: frobnicate\n"]);
    const { err } = await at.run(["check", "frobnicate"]);
    assert.match(err, /untrusted project configuration: it has changed since; run `usher trust`/);
    Deno.writeTextFileSync(path, text);
    assert.deepEqual(await answers(at), ["allow", "allow: frobnicate\n"]);

    const local = at.write("usher.local.yml", "");
    assert.deepEqual(await answers(at), ["pass", "pass: frobnicate\n"]);
    Deno.removeSync(local);
    assert.equal((await orphaned(at, ["untrust"])).code, 0);
    assert.deepEqual(await answers(at), ["pass", "pass: frobnicate\n"]);
  },
});

Deno.test({
  name: "neither `trust` nor `untrust` runs below an agent",
  ignore: Deno.build.os !== "linux",
  async fn() {
    using at = sandbox();
    at.write("usher.yml", "rules:\n  - allow: '*'\n");
    const agent = `${at.home}/claude`;
    Deno.copyFileSync("/bin/sh", agent);
    Deno.chmodSync(agent, 0o755);
    for (
      const [shell, script] of [[agent, '"$@"; exit $?'], ["/bin/sh", 'CLAUDECODE=1 "$@"']] as const
    ) {
      for (const args of [["trust", "--yes"], ["untrust"]]) {
        const { code, err } = await inShell(at, shell, script, args);
        assert.equal(code, 1);
        assert.match(err, /an agent may not do this: (?:it runs below claude|CLAUDECODE is set)/);
      }
    }
    assert.deepEqual(await answers(at), ["pass", "pass: frobnicate\n"]);
  },
});

Deno.test({
  name: "projects that are trusted at the same time are all trusted",
  ignore: !unix,
  async fn() {
    using at = sandbox();
    const names = Array.from({ length: 8 }, (_, i) => `p${i}`);
    names.forEach((name) => at.write(`${name}/usher.yml`, "rules:\n  - allow: 'frobnicate'\n"));
    const outcomes = await Promise.all(names.map((name) => orphaned(at, ["trust", "--yes", name])));
    assert.deepEqual(outcomes.map(({ code, err }) => [code, err]), names.map(() => [0, ""]));
    const { out } = await at.run(["trust", "--list"]);
    assert.equal(out.match(/^trusted /gm)?.length, names.length);
    const pins = `${at.home}/.local/share/usher/trusted.json`;
    assert.equal((Deno.statSync(pins).mode ?? 0) & 0o777, 0o600);
  },
});
