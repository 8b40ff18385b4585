/** Every agent name that the command line knows. (`03-hook.md`, "Agent names") */
import type { Agent } from "./agent.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";

/** What became of `--agent`. */
export type FoundAgent =
  | { readonly kind: "ready"; readonly agent: Agent }
  /** A known agent whose module this version does not have. */
  | { readonly kind: "later"; readonly name: string; readonly failureExit: 0 | 1 }
  /** Old hooks may still call it; nothing is done for it. */
  | { readonly kind: "retired" }
  | { readonly kind: "unknown"; readonly why: string };

const ready: ReadonlyMap<string, Agent> = new Map([
  ["claude-code", claude],
  ["claude", claude],
  ["codex", codex],
]);

/** Names to come, with the exit code that does not block them. (`06-agents.md`, the table of facts) */
const later: ReadonlyMap<string, 0 | 1> = new Map([
  ["opencode", 1],
  ["qwen", 1],
  ["copilot", 0],
  ["antigravity", 0],
  ["cursor", 0],
  ["droid", 1],
  ["kimi", 1],
]);

/** Every value of `--agent`, those to come included. */
export const agentNames: readonly string[] = [...ready.keys(), ...later.keys(), "other"];

/** Names that `--agent-name` must not take: no built-in's. (`03-hook.md`, Agent names) */
const reserved: readonly string[] = [...agentNames, "gemini"];

/** Finds the agent that `--agent` and, for `other`, `--agent-name` name. */
export function findAgent(name: string | undefined, agentName: string | undefined): FoundAgent {
  const valid = `Valid agents: ${[...ready.keys()].join(", ")}`;
  if (!name) return { kind: "unknown", why: `Missing required --agent flag. ${valid}` };
  if (name === "gemini") return { kind: "retired" };
  const agent = ready.get(name);
  if (agent !== undefined) return { kind: "ready", agent };
  const failureExit = later.get(name);
  if (failureExit !== undefined) return { kind: "later", name, failureExit };
  if (name !== "other") return { kind: "unknown", why: `Unknown agent: '${name}'. ${valid}` };
  if (agentName !== undefined && isFreeName(agentName)) {
    return { kind: "later", name: agentName, failureExit: 0 };
  }
  const given = agentName === undefined ? "" : `, not '${agentName}'`;
  return {
    kind: "unknown",
    why: `--agent other needs --agent-name NAME: 1 to 24 of a-z, 0-9 and -${given}; ` +
      `taken: ${reserved.join(", ")}`,
  };
}

function isFreeName(name: string): boolean {
  return /^[a-z0-9-]{1,24}$/.test(name) && !reserved.includes(name);
}
