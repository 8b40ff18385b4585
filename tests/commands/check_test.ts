/** `usher check` on a machine made up for the test: color, streaming, configurations, hook events. */
import assert from "node:assert/strict";
import { run } from "../../src/commands/check.ts";
import { memoryFiles, testHost } from "../host.ts";

const rules = `builtin: false
rules:
  - allow: 'ls *'
  - deny: 'rm *'
    message: "not\\e[2J this"
  - allow: 'make *'
    sandbox: a
  - allow: 'npm *'
    sandbox: b
  - deny: 'sudo *'
definitions:
  sandbox:
    a: { fs: { write: { allow: [/srv, /tmp], deny: [/srv/.git] } }, network: { allow: true } }
    b: { fs: { write: { allow: [/tmp] } }, env: { deny: [TOKEN] } }
  wrappers: ['sudo <cmd>', 'nice <cmd>']
`;

const file = "/home/me/rules.yml";
const base = { files: { [file]: rules }, env: { HOME: "/home/me" } };

async function check(
  args: readonly string[],
  options: Parameters<typeof testHost>[0] = {},
): Promise<{ exit: number; out: string; err: string }> {
  const host = testHost({ ...base, ...options });
  const exit = await run(host, ["-c", file, ...args]);
  return { exit, out: host.out, err: host.err };
}

Deno.test("color: on a terminal, unless it is forbidden", async () => {
  const terminals = ["stdout"] as const;
  const colored = "\x1b[31mdeny\x1b[0m: rm x (not\\x1b[2J this)\n";
  const plain = "deny: rm x (not\\x1b[2J this)\n";
  const cases = [
    [[], { terminals }, colored],
    [[], { terminals, env: { NO_COLOR: "" } }, colored],
    [[], { terminals, env: { NO_COLOR: "1" } }, plain],
    [["--no-color"], { terminals }, plain],
    [[], {}, plain],
  ] as const;
  for (const [args, options, output] of cases) {
    assert.equal((await check([...args, "rm", "x"], options)).out, output);
  }
});

Deno.test("hidden characters of a command are shown", async () => {
  const { out } = await check(["--", "frob\x1b[2J\u202e\nx"]);
  assert(out.startsWith("ask: frob\\x1b[2J\\u{202e}\\nx ("), out);
});

Deno.test("an answer comes when its line does", async () => {
  const host = testHost(base);
  const seen: string[] = [];
  const streaming = {
    ...host,
    async *stdinChunks() {
      for (const text of ["ls a\nls", " b\nrm", " c\nif x", "; then ls; fi\n"]) {
        await Promise.resolve();
        yield new TextEncoder().encode(text);
        seen.push(host.out);
      }
    },
  };
  assert.equal(await run(streaming, ["-c", file]), 0);
  assert.deepEqual(seen.map((out) => out.split("\n").length - 1), [1, 2, 3, 4]);
});

Deno.test("a character that comes in two pieces", async () => {
  const bytes = new TextEncoder().encode("ls '語'\n");
  const { exit, out } = await check([], { stdin: [bytes.subarray(0, 5), bytes.subarray(5)] });
  assert.deepEqual([exit, out], [0, "allow: ls '語'\n"]);
});

Deno.test("the end in the middle of a character", async () => {
  const { exit, err } = await check([], { stdin: new Uint8Array([0x6c, 0x73, 0x20, 0xe8]) });
  assert.deepEqual([exit, err], [2, "usher: standard input: not valid UTF-8\n"]);
});

Deno.test("a hook event is answered as its agent would be, else as a command", async () => {
  const event = (command: string) => JSON.stringify({ tool_name: "Bash", tool_input: { command } });
  const stop = JSON.stringify({ hook_event_name: "Stop" });
  const stdin = [event("ls"), event("frob"), stop].join("\n");
  const { exit, out } = await check([], { stdin });
  assert.equal(exit, 0);
  assert.equal(
    out,
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}\n' +
      "pass: frob\npass: Stop\n",
  );
  const json = await check(["--output-format", "json"], { stdin: event("rm x") });
  assert.equal(JSON.parse(json.out).decision, "deny");
});

Deno.test("each input is judged by the configuration of its folder", async () => {
  const files = memoryFiles({
    "/a/usher.yml": "rules:\n  - deny: 'frob'\n  - allow: 'x'\n",
    "/b/usher.yml": "rules:\n  - ask: 'frob'\n  - allow: 'x'\n",
  });
  const lines = ["/a", "/b", "/a", "/c"].map((cwd) => JSON.stringify({ command: "frob", cwd }));
  const host = testHost({ files, env: { HOME: "/home/me" }, stdin: lines.join("\n") });
  assert.equal(await run(host, []), 0);
  assert.equal(
    host.out.replace(/ \(.*?\)/g, ""),
    "deny: frob\nask: frob\ndeny: frob\npass: frob\n",
  );
  assert.equal(host.err.match(/untrusted/g)?.length, 3);
});

Deno.test("what was written down of it: nothing", async () => {
  const files = memoryFiles({ [file]: rules });
  const host = testHost({ ...base, files });
  await run(host, ["-c", file, "rm", "x"]);
  assert.deepEqual(files.list("/home/me"), ["rules.yml"]);
});

Deno.test("sandboxes in JSON", async () => {
  const one = await check(["--output-format", "json", "make x"]);
  assert.deepEqual(JSON.parse(one.out).sandbox, { preset: "a" });
  const two = await check(["--output-format", "json", "make x && npm y"]);
  assert.deepEqual(JSON.parse(two.out).sandbox, {
    preset: "merged",
    writable_roots: ["/tmp"],
    write_deny: ["/srv/.git"],
    env_deny: ["TOKEN"],
    network_allowed: true,
  });
  const text = await check(["make x"]);
  assert.equal(text.out, "allow: make x [sandbox: a]\n");
});

Deno.test("the wrapped command in JSON and in an explanation", async () => {
  const json = await check(["--output-format", "json", "nice rm x"]);
  const [command] = JSON.parse(json.out).commands;
  assert.deepEqual([command.decision, command.commands[0].command], ["deny", "rm x"]);
  const { out } = await check(["--explain", "nice rm x"]);
  assert.match(
    out,
    /^deny: nice rm x .*\n└─ deny {2}nice rm x {2}◀ decides\n(?: {3}│.*\n)* {3}└─ deny {2}rm x {2}◀ decides\n +by deny 'rm \*'/,
  );
});

Deno.test("a variable that was put in is shown as it was written", async () => {
  const { out } = await check(["--explain", "x=a; rm $x"]);
  assert.match(out, /deny {2}rm a {2}◀ decides\n +written: rm \$x\n/);
});

Deno.test("--verbose explains on standard error", async () => {
  const { out, err } = await check(["--verbose", "--output-format", "json", "ls"]);
  assert.equal(JSON.parse(out).decision, "allow");
  assert.match(err, /^allow: ls\n└─ allow ls {2}◀ decides\n +by allow 'ls \*'/);
});

Deno.test("a terminal is told that it is read", async () => {
  const { err } = await check([], { terminals: ["stdin"], stdin: "ls\n" });
  assert.equal(err, "usher: reading commands, until Ctrl-D\n");
});

Deno.test("the tool's arguments: a URL has a host", async () => {
  const { out } = await check(["--tool", "WebFetch", "https://a.example/x"]);
  assert.equal(out, "pass: @WebFetch a.example https://a.example/x\n");
});
