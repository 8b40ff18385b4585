/**
 * Every recorded event of every agent, through decode, each verdict and encode: what the rules are asked
 * about, and the exact bytes that the agent is given.
 */
import assert from "node:assert/strict";
import type { Agent, Answer } from "../../src/agents/agent.ts";
import type { Action } from "../../src/agents/call.ts";
import { findAgent } from "../../src/agents/registry.ts";

const folder = new URL("../data/payloads/", import.meta.url);

/** What each recorded event is: `$ command`, `@Tool arguments`, or nothing to judge. All other events
 * are none of ours. */
const judged: Readonly<Record<string, string>> = {
  "claude/PermissionRequest-AskUserQuestion": "@AskUserQuestion",
  "claude/PermissionRequest-Bash-print": "$ touch z",
  "claude/PermissionRequest-Bash-subagent": "$ touch from-subagent.txt",
  "claude/PermissionRequest-Bash": "$ mkdir -p build && touch build/out.txt",
  "claude/PermissionRequest-Edit": "@Edit /home/me/project/app.py",
  "claude/PermissionRequest-ExitPlanMode": "@ExitPlanMode",
  "claude/PermissionRequest-WebFetch": "@WebFetch 127.0.0.1 http://127.0.0.1:8080/page",
  "claude/PermissionRequest-Write": "@Write /home/me/project/notes.txt",
  "claude/PermissionRequest-mcp__demo__echo": "@mcp__demo__echo",
  "claude/PostToolUse-Agent": "@Agent",
  "claude/PostToolUse-AskUserQuestion": "@AskUserQuestion",
  "claude/PostToolUse-Bash-print": "$ ls -a",
  "claude/PostToolUse-Bash-subagent": "$ touch from-subagent.txt",
  "claude/PostToolUse-Bash": "$ mkdir -p build && touch build/out.txt",
  "claude/PostToolUse-Edit": "@Edit /home/me/project/app.py",
  "claude/PostToolUse-ExitPlanMode": "@ExitPlanMode",
  "claude/PostToolUse-Read": "@Read /home/me/project/app.py",
  "claude/PostToolUse-ToolSearch": "@ToolSearch",
  "claude/PostToolUse-Write-print": "@Write /home/me/project/n.txt",
  "claude/PostToolUse-Write": "@Write /home/me/project/notes.txt",
  "claude/PostToolUse-mcp__demo__echo": "@mcp__demo__echo",
  "claude/PreToolUse-Agent": "@Agent",
  "claude/PreToolUse-AskUserQuestion": "@AskUserQuestion",
  "claude/PreToolUse-Bash-print": "$ ls -a",
  "claude/PreToolUse-Bash-subagent": "$ touch from-subagent.txt",
  "claude/PreToolUse-Bash": "$ mkdir -p build && touch build/out.txt",
  "claude/PreToolUse-Edit": "@Edit /home/me/project/app.py",
  "claude/PreToolUse-ExitPlanMode": "@ExitPlanMode",
  "claude/PreToolUse-Read": "@Read /home/me/project/app.py",
  "claude/PreToolUse-ToolSearch": "@ToolSearch",
  "claude/PreToolUse-WebFetch": "@WebFetch 127.0.0.1 http://127.0.0.1:8080/page",
  "claude/PreToolUse-Write-print": "@Write /home/me/project/n.txt",
  "claude/PreToolUse-Write": "@Write /home/me/project/notes.txt",
  "claude/PreToolUse-mcp__demo__echo": "@mcp__demo__echo",
  "codex/PermissionRequest-Bash-codemode": "$ echo original | tee marker.txt",
  "codex/PermissionRequest-Bash-dangerous-rm": "$ rm -rf somedir",
  "codex/PermissionRequest-Bash-escalated": "$ echo original | tee marker.txt",
  "codex/PermissionRequest-Bash-exec-approve-for-me": "$ echo esc > ../../esc.txt",
  "codex/PermissionRequest-Bash-rule-prompt": "$ mkdir -p d1",
  "codex/PermissionRequest-Bash-sandbox-retry-granular": "$ echo out > ../../outside.txt",
  "codex/PermissionRequest-Bash-subagent": "$ echo sub | tee marker.txt",
  "codex/PermissionRequest-apply_patch": "nothing",
  "codex/PermissionRequest-mcp-exec": "nothing",
  "codex/PermissionRequest-mcp-tui": "nothing",
  "codex/PermissionRequest-write_stdin": "nothing",
  "codex/PostToolUse-Bash-codemode": "$ echo hello-from-js",
  "codex/PostToolUse-Bash-failed": "$ echo out > ../../outside.txt",
  "codex/PostToolUse-Bash": "$ echo hello-from-tool",
  "codex/PostToolUse-apply_patch": "nothing",
  "codex/PostToolUse-mcp": "nothing",
  "codex/PostToolUse-request_user_input": "nothing",
  "codex/PostToolUse-spawn_agent-v2": "nothing",
  "codex/PreToolUse-Bash-apply_patch-heredoc":
    "$ apply_patch <<'EOP'\n*** Begin Patch\n*** Add File: heredoc.txt\n+x\n*** End Patch\nEOP\n",
  "codex/PreToolUse-Bash-codemode": "$ echo hello-from-js",
  "codex/PreToolUse-Bash-escalated": "$ echo original | tee marker.txt",
  "codex/PreToolUse-Bash-exec": "$ echo hello-from-tool",
  "codex/PreToolUse-Bash-interactive-pty": "$ cat",
  "codex/PreToolUse-Bash-subagent": "$ echo from-subagent",
  "codex/PreToolUse-Bash-tui": "$ echo original",
  "codex/PreToolUse-Bash-workdir": "$ echo with-workdir",
  "codex/PreToolUse-apply_patch-codemode": "nothing",
  "codex/PreToolUse-apply_patch": "nothing",
  "codex/PreToolUse-list_mcp_resources": "nothing",
  "codex/PreToolUse-mcp": "nothing",
  "codex/PreToolUse-request_user_input": "nothing",
  "codex/PreToolUse-spawn_agent-v1": "nothing",
  "codex/PreToolUse-spawn_agent-v2": "nothing",
  "codex/PreToolUse-view_image": "nothing",
  "codex/PreToolUse-wait_agent-v2": "nothing",
};

/** Files that hold no hook event. */
const noEvents = /^(?:env-|statusLine-)/;

function agentOf(path: string): Agent {
  const found = findAgent(path.split("/")[0], undefined);
  assert(found.kind === "ready");
  return found.agent;
}

function inWords(action: Action): string {
  if (action.kind === "shell") return `$ ${action.command}`;
  if (action.kind === "none") return "nothing";
  return action.calls.map((call) => [`@${call.name}`, ...call.arguments].join(" ")).join("; ");
}

const recorded = ["claude", "codex"].flatMap((agent) =>
  [...Deno.readDirSync(new URL(agent, folder))]
    .filter(({ name }) => !noEvents.test(name))
    .map(({ name }) => `${agent}/${name.replace(/\.json$/, "")}`)
).sort();

/** What an agent is given, by event and answer. Anything else is silence. */
const reason = "denied: rm * (no)";
const said: Readonly<Record<string, readonly (readonly [Answer, string])[]>> = {
  "claude-code PreToolUse": [
    [
      { action: "allow", reason: null },
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}\n',
    ],
    [
      { action: "deny", reason },
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny",' +
      '"permissionDecisionReason":"denied: rm * (no)"}}\n',
    ],
    [
      { action: "deny", reason: null },
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny",' +
      '"permissionDecisionReason":"Denied from usher"}}\n',
    ],
    [
      { action: "ask", reason: "please confirm" },
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask",' +
      '"permissionDecisionReason":"please confirm"}}\n',
    ],
    [
      { action: "ask", reason: null },
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}\n',
    ],
    [{ action: "pass", reason: null }, ""],
  ],
  "claude-code PermissionRequest": [
    [{ action: "allow", reason: null }, ""],
    [
      { action: "deny", reason },
      '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":' +
      '{"behavior":"deny","message":"denied: rm * (no)"}}}\n',
    ],
    [
      { action: "deny", reason: null },
      '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":' +
      '{"behavior":"deny","message":"Denied from usher"}}}\n',
    ],
    [{ action: "ask", reason: "please confirm" }, ""],
    [{ action: "pass", reason: null }, ""],
  ],
  "codex PreToolUse": [
    [{ action: "allow", reason: null }, ""],
    [
      { action: "deny", reason },
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny",' +
      '"permissionDecisionReason":"denied: rm * (no)"}}\n',
    ],
    [
      { action: "deny", reason: null },
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny",' +
      '"permissionDecisionReason":"Denied from usher"}}\n',
    ],
    [
      { action: "ask", reason: "please confirm" },
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny",' +
      '"permissionDecisionReason":"usher: this command needs a human\'s approval ' +
      "(please confirm). This is not a hard rejection: a human must decide. Stop, report which " +
      "command needs approval and why, and let the delegator or the user decide. Do not retry it: " +
      'this session cannot re-run the call with more rights."}}\n',
    ],
    [
      { action: "ask", reason: null },
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny",' +
      '"permissionDecisionReason":"usher: this command needs a human\'s approval. ' +
      "This is not a hard rejection: a human must decide. Stop, report which " +
      "command needs approval and why, and let the delegator or the user decide. Do not retry it: " +
      'this session cannot re-run the call with more rights."}}\n',
    ],
    [{ action: "pass", reason: null }, ""],
  ],
  "codex PermissionRequest": [
    [
      { action: "allow", reason: null },
      '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":' +
      '{"behavior":"allow"}}}\n',
    ],
    [
      { action: "deny", reason },
      '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":' +
      '{"behavior":"deny","message":"denied: rm * (no)"}}}\n',
    ],
    [{ action: "ask", reason: "please confirm" }, ""],
    [{ action: "pass", reason: null }, ""],
  ],
};

const anyAnswer: readonly Answer[] = [
  { action: "allow", reason: null },
  { action: "deny", reason },
  { action: "ask", reason },
  { action: "pass", reason: null },
];

Deno.test("recorded events: every judged one is in the table", () => {
  const found = recorded.filter((path) =>
    /\/(?:PreToolUse|PermissionRequest|PostToolUse)-/.test(path)
  );
  assert.deepEqual(found, Object.keys(judged).sort());
});

recorded.forEach((path) =>
  Deno.test(`recorded event: ${path}`, () => {
    const agent = agentOf(path);
    const payload = JSON.parse(Deno.readTextFileSync(new URL(`${path}.json`, folder)));
    const call = agent.decode(payload, null);
    assert.equal(call.eventName, payload.hook_event_name);
    assert.equal(call.event, judged[path] === undefined ? "other" : payload.hook_event_name);
    assert.equal(inWords(call.action), judged[path] ?? "nothing");
    assert.equal(call.agent, agent.name);
    assert.equal(call.cwd, payload.cwd);
    assert.equal(call.sessionId, payload.session_id);
    assert.equal(call.toolUseId, payload.tool_use_id ?? null);
    assert.equal(call.promptId, payload.prompt_id ?? null);
    assert.equal(call.permissionMode, payload.permission_mode ?? null);
    assert.equal(call.tool, payload.tool_name ?? null);
    assert.deepEqual(call.toolInput, payload.tool_input ?? null);

    const expected = said[`${agent.name} ${call.event}`] ??
      anyAnswer.map((answer): [Answer, string] => [answer, ""]);
    for (const [answer, output] of expected) {
      assert.equal(agent.encode(call.event, answer) ?? "", output, JSON.stringify(answer));
    }
    assert.equal(agent.failureExit, 1);
  })
);
