/** The built program among files that are not what they should be. Everything ends, and nothing is
 * allowed. */
import assert from "node:assert/strict";
import { program, type Sandbox, sandbox } from "./usher.ts";

const event = JSON.stringify({
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: "frobnicate" },
  tool_use_id: "t1",
  session_id: "s1",
});

/** Ways for a configuration file to be none, each made at a path. */
const hostile: Readonly<Record<string, (path: string) => void>> = {
  "a folder": (path) => Deno.mkdirSync(path),
  "a pipe that nobody writes": (path) => {
    assert(new Deno.Command("mkfifo", { args: [path] }).outputSync().success);
  },
  "a link to an endless device": (path) => Deno.symlinkSync("/dev/zero", path),
  "a link to nowhere": (path) => Deno.symlinkSync("/nonexistent", path),
  "a link to itself": (path) => Deno.symlinkSync(path, path),
  "2 MiB": (path) => Deno.writeTextFileSync(path, `# ${"x".repeat(2 << 20)}\n`),
  "bytes": (path) => Deno.writeFileSync(path, new Uint8Array([0, 255, 254, 128])),
  "no YAML": (path) => Deno.writeTextFileSync(path, "rules: [\n  broken:"),
  "deep nesting": (path) => Deno.writeTextFileSync(path, "[".repeat(100_000)),
  "many aliases": (path) => {
    const lines = Array.from({ length: 30 }, (_, i) => {
      const items = i === 0 ? "x" : `*a${i - 1}, *a${i - 1}`;
      return `  a${i}: &a${i} [${items}]`;
    });
    Deno.writeTextFileSync(path, `x-bomb:\n${lines.join("\n")}\n`);
  },
  "a pattern that does not parse": (path) =>
    Deno.writeTextFileSync(path, "rules:\n  - allow: 'a [b [c]]'\n"),
  "a pattern of very many words": (path) =>
    Deno.writeTextFileSync(path, `rules:\n  - deny: '${"* ".repeat(3_000)}'\n`),
  "a pattern of very many alternatives": (path) =>
    Deno.writeTextFileSync(path, `rules:\n  - deny: 'a${"|a".repeat(130_000)} *'\n`),
  "an exception of very many words": (path) =>
    Deno.writeTextFileSync(path, `rules: [{ deny: a, except: ['${"* ".repeat(3_000)}'] }]\n`),
  "a pattern of very many groups": (path) =>
    Deno.writeTextFileSync(path, `rules:\n  - deny: '* ${"[-a *] ".repeat(50_000)}'\n`),
};

/** A home folder whose configuration file is made like this. */
function withUserFile(at: Sandbox, make: (path: string) => void): void {
  Deno.mkdirSync(`${at.home}/.config/usher`, { recursive: true });
  make(`${at.home}/.config/usher/usher.yml`);
}

Object.entries(hostile).forEach(([name, make]) =>
  Deno.test(`the user's configuration is ${name}`, async () => {
    using at = sandbox();
    withUserFile(at, make);
    const hook = await at.run(["hook", "--agent", "claude"], { stdin: event });
    assert.equal(hook.out, "");
    assert.match(hook.err, /^usher: config error: [^\n]+\n(?:hint: [^\n]+\n)?$/);
    assert.equal(hook.code, 1);
    const check = await at.run(["check", "frobnicate"]);
    assert.deepEqual([check.code, check.out], [2, ""]);
  })
);

Object.entries(hostile).forEach(([name, make]) =>
  Deno.test(`an untrusted project's configuration is ${name}`, async () => {
    using at = sandbox();
    make(`${at.project}/usher.yml`);
    const hook = await at.run(["hook", "--agent", "claude"], { stdin: event });
    assert.deepEqual([hook.code, hook.out, hook.err], [0, "", ""]);
    const check = await at.run(["check", "frobnicate"]);
    assert.deepEqual([check.code, check.out], [0, "pass: frobnicate\n"]);
    assert.match(check.err, /^usher: notice: /);
  })
);

Object.entries({
  ...hostile,
  "1 GB": (path: string) => {
    Deno.createSync(path).close();
    Deno.truncateSync(path, 1 << 30);
  },
}).forEach(([name, make]) =>
  Deno.test(`the user's denies stand beside a project's configuration that is ${name}`, async () => {
    using at = sandbox();
    const rules = "rules:\n  - deny: 'frobnicate'\n    message: 'never'\n";
    withUserFile(at, (path) => Deno.writeTextFileSync(path, rules));
    make(`${at.project}/usher.yml`);
    const { code, out } = await at.run(["hook", "--agent", "claude"], { stdin: event });
    assert.equal(code, 0);
    assert.match(out, /"permissionDecision":"deny".*never/);
  })
);

Deno.test({
  name: "a project's configuration of another user counts for nothing, and costs no deny",
  ignore: Deno.uid() !== 0,
  async fn() {
    using at = sandbox();
    withUserFile(at, (path) => Deno.writeTextFileSync(path, "rules:\n  - deny: 'rm x'\n"));
    const path = at.write("usher.yml", "rules:\n  - allow: '*'\n  - deny: 'frobnicate'\n");
    Deno.chownSync(path, 12345, 12345);
    const { code, out } = await at.run(["check", "--", "frobnicate; rm x"]);
    assert.deepEqual([code, out.split(":")[0]], [0, "deny"]);
    assert.equal((await at.run(["check", "frobnicate"])).out, "pass: frobnicate\n");
  },
});

/** Homes and folders that are missing, false or cannot be written. */
const surroundings: Readonly<Record<string, (at: Sandbox) => Record<string, string>>> = {
  "no home": () => ({ HOME: "" }),
  "a home that is not there": (at) => ({ HOME: `${at.home}/gone` }),
  "a home that is a file": (at) => ({ HOME: at.write("../file", "") }),
  "a data folder that is a file": (at) => ({ XDG_DATA_HOME: at.write("../data", "") }),
  "a relative configuration folder": () => ({ XDG_CONFIG_HOME: "." }),
  "a device for the log": () => ({ XDG_DATA_HOME: "/dev/null" }),
};
Object.entries(surroundings).forEach(([name, environment]) =>
  Deno.test(`the hook with ${name}`, async () => {
    using at = sandbox();
    const env = environment(at);
    const { code, out } = await at.run(["hook", "--agent", "claude"], { stdin: event, env });
    assert.deepEqual([code, out], [0, ""]);
  })
);

// Deno itself does not start there; what matters is that nothing is said and nothing is blocked.
Deno.test("the hook in a folder that is gone", async () => {
  using at = sandbox();
  const folder = `${at.project}/gone`;
  Deno.mkdirSync(folder);
  const script = `cd "${folder}" && rmdir "${folder}" && exec "$0" "$@"`;
  const child = new Deno.Command("sh", {
    args: ["-c", script, program, "hook", "--agent", "claude"],
    env: { HOME: at.home, PATH: "/usr/bin:/bin" },
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(event));
  await writer.close();
  const { code, stdout } = await child.output();
  assert.deepEqual([code, new TextDecoder().decode(stdout)], [1, ""]);
});

Deno.test("the hook without standard streams", async () => {
  using at = sandbox();
  for (const closed of ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"]) {
    const { code, stdout } = await new Deno.Command("sh", {
      args: ["-c", `exec "$0" "$@" ${closed}`, program, "hook", "--agent", "claude"],
      env: { HOME: at.home, PATH: "/usr/bin:/bin" },
      clearEnv: true,
      stdin: "null",
    }).output();
    assert.equal(code, 1, closed);
    assert.equal(stdout.length, 0);
  }
});
