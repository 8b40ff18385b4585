/** Who is taken for an agent that runs this program. (`10-safety.md`, 4) */
import assert from "node:assert/strict";
import { refuseAgents, runningAgent } from "../../src/agents/running_agent.ts";
import type { ProcessInfo } from "../../src/text/host.ts";
import { testHost } from "../host.ts";

const shell: Partial<ProcessInfo> = {
  name: "bash",
  executable: "/usr/bin/bash",
  arguments: ["-bash"],
};

/** Environments, and whether an agent sets them. */
const environments: readonly (readonly [Readonly<Record<string, string>>, string | null])[] = [
  [{}, null],
  [{ HOME: "/home/me", TERM_PROGRAM: "vscode", CLAUDE_CODE_USE_BEDROCK: "1" }, null],
  [{ CODEX_HOME: "/home/me/.codex", CODEX_API_KEY: "k", OPENCODE_CONFIG: "x" }, null],
  [{ CLAUDECODE: "1" }, "CLAUDECODE"],
  [{ CLAUDECODE: "" }, "CLAUDECODE"],
  [{ AI_AGENT: "claude-code_2-1-332_harness" }, "AI_AGENT"],
  [{ CODEX_SANDBOX_NETWORK_DISABLED: "1" }, "CODEX_SANDBOX_NETWORK_DISABLED"],
  [{ CODEX_THREAD_ID: "x" }, "CODEX_THREAD_ID"],
  [{ OPENCODE: "1" }, "OPENCODE"],
  [{ QWEN_CODE: "1" }, "QWEN_CODE"],
  [{ GEMINI_CLI: "1" }, "GEMINI_CLI"],
  [{ CURSOR_AGENT: "1" }, "CURSOR_AGENT"],
];
environments.forEach(([env, mark]) =>
  Deno.test(`agents: the environment ${JSON.stringify(env)} is ${mark ?? "a person's"}`, () => {
    const expected = mark === null ? null : `${mark} is set in the environment`;
    assert.equal(runningAgent(testHost({ env })), expected);
  })
);

/** Processes above this one, its parent first, and which of them is the agent. */
const processes: readonly (readonly [readonly Partial<ProcessInfo>[], string | null])[] = [
  [[], null],
  [[shell, { name: "sshd", arguments: ["sshd: me@pts/0"] }, { name: "systemd" }], null],
  [[shell, { name: "code", executable: "/usr/share/code/code" }], null],
  [
    [shell, { name: "node", executable: "/usr/bin/node", arguments: ["node", "app/claude.md"] }],
    null,
  ],
  [[{ name: "bash", arguments: ["bash", "-c", "codex"] }], null],
  [[shell, { name: "claude" }], "claude (process 4240)"],
  [
    [shell, shell, { executable: "/home/me/.local/share/claude/versions/claude" }],
    "claude (process 4239)",
  ],
  [[{ executable: "/usr/bin/codex (deleted)" }], "codex (process 4241)"],
  [[{ name: "node", arguments: ["/usr/local/bin/opencode", "run"] }], "opencode (process 4241)"],
  [
    [{ name: "node", executable: "/usr/bin/node", arguments: ["node", "--x", "/usr/bin/qwen"] }],
    "qwen (process 4241)",
  ],
  [
    [{ name: "node", arguments: ["node", "/n/node_modules/@openai/codex/bin/start.js"] }],
    "@openai/codex (process 4241)",
  ],
  [
    [{ name: "node", arguments: ["/u/.local/share/cursor-agent/versions/1/node", "index.js"] }],
    "cursor-agent (process 4241)",
  ],
  [
    [{ name: "python3", arguments: ["python3", "/home/me/.local/bin/aider"] }],
    "aider (process 4241)",
  ],
  [[{ name: "C:\\bin\\Gemini.exe" }], "gemini (process 4241)"],
];
processes.forEach(([parents, found]) =>
  Deno.test(`agents: below ${JSON.stringify(parents)} runs ${found ?? "a person's command"}`, () => {
    const expected = found === null ? null : `it runs below ${found}`;
    assert.equal(runningAgent(testHost({ parents })), expected);
  })
);

Deno.test("agents: processes that lead in a circle are looked at once", () => {
  assert.equal(runningAgent(testHost({ parents: [{ name: "sh", parent: 4241 }] })), null);
});

Deno.test("agents: where no processes can be seen, nobody may", () => {
  assert.throws(() => refuseAgents(testHost({ parents: null }), "trust"), {
    message: /^trust: cannot tell whether an agent runs it: /,
  });
});

Deno.test("agents: a refusal says why and what to do", () => {
  assert.throws(() => refuseAgents(testHost({ env: { CLAUDECODE: "1" } }), "trust"), {
    message: "trust: an agent may not do this: CLAUDECODE is set in the environment",
    hint: "run 'usher trust' yourself, in a terminal of your own",
  });
  refuseAgents(testHost(), "trust");
});
