/** `usher check --tool` says what the hook would do with that tool. */
import assert from "node:assert/strict";
import { claude } from "../../src/agents/claude.ts";
import { run } from "../../src/commands/check.ts";
import { type MemoryFiles, memoryFiles, testHost } from "../host.ts";
import { bash, machineWith, told } from "../hook/machine.ts";

async function check(args: readonly string[], stdin = "", files: MemoryFiles = memoryFiles()) {
  const host = testHost({ env: { HOME: "/home/me" }, cwd: "/home/me/project", stdin, files });
  return { code: await run(host, args), host };
}

/** The tool, its words, and the input that an agent gives it. */
const calls:
  readonly (readonly [tool: string, words: string[], input: object, decision: string])[] = [
    ["Read", ["~/.ssh/id_rsa"], { file_path: "/home/me/.ssh/id_rsa" }, "deny"],
    ["Write", ["~/.ssh/id_rsa"], { file_path: "/home/me/.ssh/id_rsa" }, "deny"],
    ["Edit", ["~/.ssh/id_rsa"], { file_path: "/home/me/.ssh/id_rsa" }, "deny"],
    ["MultiEdit", ["~/.ssh/id_rsa"], { file_path: "/home/me/.ssh/id_rsa" }, "deny"],
    ["NotebookEdit", ["~/.ssh/id_rsa"], { notebook_path: "/home/me/.ssh/id_rsa" }, "deny"],
    ["NotebookRead", ["~/.ssh/id_rsa"], { notebook_path: "/home/me/.ssh/id_rsa" }, "deny"],
    ["Bash", ["rm -rf ~"], { command: "rm -rf ~" }, "deny"],
    ["Monitor", ["rm -rf ~"], { command: "rm -rf ~" }, "deny"],
    ["Monitor", ["rm", "-rf", "/"], { command: "rm -rf /" }, "deny"],
    ["Monitor", [], {}, "pass"],
    ["PowerShell", ["ls"], { command: "ls" }, "ask"],
    ["PowerShell", ["rm -rf ~"], { command: "rm -rf ~" }, "deny"],
    ["Glob", ["~/.ssh", "id_*"], { path: "/home/me/.ssh", pattern: "id_*" }, "ask"],
    ["Task", [], {}, "pass"],
    ["mcp__x__y", [], {}, "pass"],
  ];
calls.forEach(([tool, words, input, decision]) =>
  Deno.test(`check --tool ${tool} ${words.join(" ")}`, async () => {
    const { code, host } = await check(["--tool", tool, "--output-format", "json", "--", ...words]);
    assert.equal(code, 0, host.err);
    const event = bash("", { tool_name: tool, tool_input: input });
    const hook = await machineWith("{}").hook(["--agent", "claude"], event);
    const expected = told(hook.host)?.["permissionDecision"] ?? "pass";
    assert.equal(JSON.parse(host.out).decision, expected, "as the hook");
    if (decision !== "ask" || tool !== "Glob") assert.equal(expected, decision);
  })
);

Deno.test("check --tool shows the name that rules know a tool by", async () => {
  assert.equal((await check(["--tool", "Task"])).host.out, "pass: @Agent\n");
  assert.equal((await check(["--tool", "@MultiEdit", "a"])).host.out, "pass: @Edit a\n");
  assert.equal(
    (await check(["--tool", "WebFetch", "HTTPS://A.example/x"])).host.out.slice(0, 23),
    "pass: @WebFetch a.examp",
  );
  assert.equal((await check(["--tool", "WebFetch", "h", "u"])).host.out, "pass: @WebFetch h u\n");
});

Deno.test("check --tool Bash reads standard input", async () => {
  const { code, host } = await check(["--tool", "Bash", "--exit-code"], "rm -rf ~\n");
  assert.equal(code, 3);
  assert.match(host.out, /^deny: rm -rf ~/);
});

["Read", "MultiEdit", "WebFetch", "PowerShell"].forEach((tool) =>
  Deno.test(`check --tool ${tool} without an argument is an error`, async () => {
    const { code, host } = await check(["--tool", tool], "/home/me/.ssh/id_rsa\n");
    assert.equal(code, 2);
    assert.match(host.err, /^usher: check: '--tool \w+' needs what the tool is given\nhint: /);
    assert.throws(() => {
      const { fault } = claude.decode({ tool_name: tool, tool_input: {} }, null);
      if (fault !== null) throw fault;
    });
  })
);

[["-c", ""], ["--config="], ["--tool", ""], ["--output-format", ""]].forEach((args) =>
  Deno.test(`an empty value is none: ${JSON.stringify(args)}`, async () => {
    const { code, host } = await check([...args, "--", "ls"]);
    assert.equal(code, 2);
    assert.match(host.err, /^usher: check: '--[\w-]+' needs a value/);
  })
);
