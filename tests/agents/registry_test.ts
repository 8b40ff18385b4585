/** The values of `--agent` and `--agent-name`. */
import assert from "node:assert/strict";
import { findAgent } from "../../src/agents/registry.ts";

const cases: readonly (readonly [string | undefined, string | undefined, string])[] = [
  ["claude-code", undefined, "ready claude-code 1"],
  ["claude", undefined, "ready claude-code 1"],
  ["codex", undefined, "ready codex 1"],
  ["opencode", undefined, "later opencode 1"],
  ["qwen", undefined, "later qwen 1"],
  ["copilot", undefined, "later copilot 0"],
  ["antigravity", undefined, "later antigravity 0"],
  ["cursor", undefined, "later cursor 0"],
  ["droid", undefined, "later droid 1"],
  ["kimi", undefined, "later kimi 1"],
  ["other", "my-tool-2", "later my-tool-2 0"],
  ["other", "a".repeat(24), `later ${"a".repeat(24)} 0`],
  ["gemini", undefined, "retired"],
  [undefined, undefined, "Missing required --agent flag. Valid agents: claude-code, "],
  ["", undefined, "Missing required --agent flag. Valid agents: claude-code, "],
  ["other-agent", undefined, "Unknown agent: 'other-agent'. Valid agents: claude-code, "],
  ["Claude", undefined, "Unknown agent: 'Claude'. Valid agents: claude-code, "],
  ["__proto__", undefined, "Unknown agent: '__proto__'. Valid agents: claude-code, "],
  ["other", undefined, "--agent other needs --agent-name NAME"],
  ["other", "", "--agent other needs --agent-name NAME"],
  ["other", "a".repeat(25), "--agent other needs --agent-name NAME"],
  ["other", "Caps", "--agent other needs --agent-name NAME"],
  ["other", "codex", "--agent other needs --agent-name NAME"],
  ["other", "gemini", "--agent other needs --agent-name NAME"],
  ["other", "cursor", "--agent other needs --agent-name NAME"],
  ["other", "droid", "--agent other needs --agent-name NAME"],
  ["other", "kimi", "--agent other needs --agent-name NAME"],
  ["other", "antigravity", "--agent other needs --agent-name NAME"],
  ["other", "claude", "--agent other needs --agent-name NAME"],
  ["other", "x\n", "--agent other needs --agent-name NAME"],
];
cases.forEach(([name, agentName, expected]) =>
  Deno.test(`--agent ${name} --agent-name ${agentName}`, () => {
    const found = findAgent(name, agentName);
    if (found.kind === "unknown") return assert(found.why.startsWith(expected), found.why);
    const parts = found.kind === "ready"
      ? [found.kind, found.agent.name, found.agent.failureExit]
      : found.kind === "later"
      ? [found.kind, found.name, found.failureExit]
      : [found.kind];
    assert.equal(parts.join(" "), expected);
  })
);
