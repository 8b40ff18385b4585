/** Decoding events that were not recorded: every tool, missing fields, fields of the wrong type. */
import assert from "node:assert/strict";
import type { Action } from "../../src/agents/call.ts";
import { claude } from "../../src/agents/claude.ts";
import { codex } from "../../src/agents/codex.ts";
import { UsherError } from "../../src/text/error.ts";

const shell = (command: string, syntax: "posix" | "powershell" = "posix"): Action => ({
  kind: "shell",
  command,
  syntax,
});
const tools = (...calls: [string, ...string[]][]): Action => ({
  kind: "tools",
  calls: calls.map(([name, ...args]) => ({ name, arguments: args })),
});

const claudeTools: readonly (readonly [string, Record<string, unknown>, Action])[] = [
  ["Bash", { command: "ls" }, shell("ls")],
  ["Bash", { command: "" }, shell("")],
  ["PowerShell", { command: "Get-Item x" }, shell("Get-Item x", "powershell")],
  ["Monitor", { command: "tail -f log" }, shell("tail -f log")],
  ["Monitor", { url: "ws://x" }, tools(["Monitor"])],
  ["Read", { file_path: "/a" }, tools(["Read", "/a"])],
  ["Read", { file_path: "/a", path: "/b" }, tools(["Read", "/a"])],
  ["Read", { path: "/b" }, tools(["Read", "/b"])],
  ["Read", {}, tools(["Read"])],
  ["Read", { file_path: 5 }, tools(["Read"])],
  ["Write", { file_path: "/a", content: "x" }, tools(["Write", "/a"])],
  ["Edit", { file_path: "/a" }, tools(["Edit", "/a"])],
  ["MultiEdit", { file_path: "/a", edits: [] }, tools(["Edit", "/a"])],
  ["NotebookEdit", { notebook_path: "/a.ipynb" }, tools(["Edit", "/a.ipynb"])],
  ["LS", { path: "/a" }, tools(["LS", "/a"])],
  ["Glob", { pattern: "*.ts" }, tools(["Glob", "."], ["Glob", "*.ts"])],
  ["Glob", { pattern: "*.ts", path: "/a/" }, tools(["Glob", "/a/"], ["Glob", "/a/*.ts"])],
  ["Glob", { pattern: "~/.ssh/*", path: "/a" }, tools(["Glob", "/a"], ["Glob", "~/.ssh/*"])],
  ["Grep", { pattern: "x" }, tools(["Grep", "."])],
  [
    "Grep",
    { pattern: "x", glob: "{.env,*.{ts,js}}" },
    tools(["Grep", "."], ["Grep", ".env"], ["Grep", "*.ts"], ["Grep", "*.js"]),
  ],
  ["Grep", { pattern: "x", glob: "!*.ts" }, tools(["Grep", "."])],
  [
    "Grep",
    { pattern: "x", glob: `${"{a,b}".repeat(9)}.ts` },
    tools(["Grep", "."], ["Grep", "*.ts"]),
  ],
  ["NotebookRead", { notebook_path: "/a.ipynb" }, tools(["Read", "/a.ipynb"])],
  ["Grep", { pattern: "x", path: "/a", glob: ".env" }, tools(["Grep", "/a"], ["Grep", "/a/.env"])],
  [
    "WebFetch",
    { url: "https://Docs.RS:8080/x" },
    tools(["WebFetch", "docs.rs", "https://Docs.RS:8080/x"]),
  ],
  [
    "WebFetch",
    { url: "https://me:pw@evil.com./" },
    tools(["WebFetch", "evil.com", "https://me:pw@evil.com./"]),
  ],
  ["WebFetch", { url: "docs.rs" }, tools(["WebFetch", "", "docs.rs"])],
  ["WebFetch", {}, tools(["WebFetch"])],
  ["WebSearch", { query: "deno compile" }, tools(["WebSearch", "deno compile"])],
  ["Task", { prompt: "x" }, tools(["Agent"])],
  ["Agent", { prompt: "x" }, tools(["Agent"])],
  ["mcp__github__create_issue", { title: "x" }, tools(["mcp__github__create_issue"])],
  ["__proto__", {}, tools(["__proto__"])],
  ["constructor", {}, tools(["constructor"])],
];

claudeTools.forEach(([tool_name, tool_input, action]) =>
  Deno.test(`claude tool ${tool_name} ${JSON.stringify(tool_input)}`, () => {
    for (const hook_event_name of ["PreToolUse", "PermissionRequest", "PostToolUse"]) {
      const call = claude.decode({ hook_event_name, tool_name, tool_input }, null);
      assert.deepEqual(call.action, action);
    }
  })
);

Deno.test("a codex tool other than its shell is not judged", () => {
  for (const tool of ["apply_patch", "exec_command", "mcp__a__b", "bash", "Read"]) {
    const call = codex.decode({ tool_name: tool, tool_input: { command: "ls" } }, null);
    assert.deepEqual(call.action, { kind: "none" });
  }
});

const events: readonly (readonly [unknown, string | null, string, string])[] = [
  ["PreToolUse", "Stop", "PreToolUse", "PreToolUse"],
  [undefined, "PermissionRequest", "PermissionRequest", "PermissionRequest"],
  [undefined, null, "PreToolUse", "PreToolUse"],
  [null, null, "PreToolUse", "PreToolUse"],
  ["", "", "PreToolUse", "PreToolUse"],
  ["", "PostToolUse", "PostToolUse", "PostToolUse"],
  ["pretooluse", null, "other", "pretooluse"],
  ["other", null, "other", "other"],
  ["EventOfNextYear", "PreToolUse", "other", "EventOfNextYear"],
];
events.forEach(([field, argument, event, eventName]) =>
  Deno.test(`event ${field} with argument ${argument} is ${event}`, () => {
    const payload = { hook_event_name: field, tool_name: "Bash", tool_input: { command: "ls" } };
    const call = claude.decode(payload, argument);
    assert.deepEqual([call.event, call.eventName], [event, eventName]);
  })
);

const broken: readonly (readonly [Record<string, unknown>, string])[] = [
  [{}, "a PreToolUse event without `tool_name`"],
  [{ tool_name: 5 }, "a PreToolUse event without `tool_name`"],
  [{ tool_name: "" }, "a PreToolUse event without `tool_name`"],
  [{ tool_name: "Bash" }, "a PreToolUse event without the string `tool_input.command` of Bash"],
  [
    { tool_name: "Bash", tool_input: { command: ["ls"] } },
    "a PreToolUse event without the string `tool_input.command` of Bash",
  ],
  [
    { tool_name: "Bash", tool_input: "ls" },
    "a PreToolUse event without the string `tool_input.command` of Bash",
  ],
  [
    { hook_event_name: "PermissionRequest", tool_name: "Bash", tool_input: [] },
    "a PermissionRequest event without the string `tool_input.command` of Bash",
  ],
  [{ hook_event_name: 5, tool_name: "Bash" }, "`hook_event_name` is not a string"],
];
broken.forEach(([payload, why]) =>
  Deno.test(`not an event that can be judged: ${JSON.stringify(payload)}`, () => {
    for (const agent of [claude, codex]) {
      assert.throws(
        () => agent.decode(payload, null),
        (error) => error instanceof UsherError && error.what === "hook input" && error.why === why,
      );
    }
  })
);

Deno.test("an event that rules do not judge may hold anything", () => {
  for (const agent of [claude, codex]) {
    for (const hook_event_name of ["SessionStart", "PostToolUse"]) {
      const payload = { hook_event_name, tool_name: [], tool_input: 5, cwd: {}, session_id: 1 };
      const call = agent.decode(payload, null);
      assert.deepEqual(
        [call.action, call.tool, call.toolInput, call.cwd, call.sessionId],
        [{ kind: "none" }, null, null, null, null],
      );
    }
  }
});

const folders: readonly (readonly [Record<string, unknown>, string | null])[] = [
  [{ cwd: "/a", workspacePaths: ["/b"] }, "/a"],
  [{ workspacePaths: ["/b", "/c"] }, "/b"],
  [{ workspace_roots: ["/d"] }, "/d"],
  [{ cwd: "C:\\work" }, "C:\\work"],
  [{ cwd: "relative" }, null],
  [{ cwd: "", workspacePaths: "/b" }, null],
  [{}, null],
];
folders.forEach(([fields, cwd]) =>
  Deno.test(`working directory of ${JSON.stringify(fields)}`, () => {
    assert.equal(claude.decode({ ...fields, hook_event_name: "Stop" }, null).cwd, cwd);
  })
);
