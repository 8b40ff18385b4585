/**
 * Whether an agent runs this program: for commands that only a person may give. (`10-safety.md`, 4) It looks
 * at the environment that agents give their commands, and at the processes above this one. Code that wants
 * to hide from both can; that is what the self-protection rules and the sandbox are for.
 */
import { reasonOf, UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";

/**
 * Variables that agents set for what they run; Claude Code's are recorded ones of 2.1.332. (`facts-*.md`)
 * Codex's begin with `CODEX_`, as do settings that a person makes.
 */
const marks: readonly string[] = [
  "AI_AGENT",
  "ANTIGRAVITY_AGENT",
  "AUGMENT_AGENT",
  "CLAUDECODE",
  "CLAUDE_CODE_CHILD_SESSION",
  "CLAUDE_CODE_ENTRYPOINT",
  "CLAUDE_CODE_SESSION_ID",
  "CLAUDE_PID",
  "CLINE_ACTIVE",
  "COPILOT_AGENT_SESSION_ID",
  "COPILOT_CLI",
  "CURSOR_AGENT",
  "GEMINI_CLI",
  "GOOSE_TERMINAL",
  "KIMI_CLI",
  "OPENCODE",
  "OPENCODE_PID",
  "QWEN_CODE",
];
const codexMark = /^CODEX_(?!(?:HOME|SQLITE_HOME|API_KEY|ACCESS_TOKEN|CA_CERTIFICATE)$)/;

/** Programs that are agents, by the last part of their path without `.js` and the like. */
const programs =
  /^(?:claude|claude-code|codex|codex-(?:cli|exec|tui|linux-sandbox|app-server)|opencode|qwen|qwen-code|copilot|gemini|gemini-cli|agy|antigravity-cli|cursor-agent|droid|kimi|kimi-cli|kimi-code|aider|goose|amp|crush)$/;

/** Folders of agents that are scripts, anywhere in the path of one. */
const packages =
  /\/(?:@anthropic-ai\/claude-code|@openai\/codex|opencode-ai|@qwen-code\/qwen-code|@github\/copilot|@google\/gemini-cli|@sourcegraph\/amp|aider|cursor-agent)\//;

/** Programs that run a script which their command line names. */
const interpreters = /^(?:node|nodejs|bun|deno|python[\d.]*|ruby|uv|npx|bunx|(?:ba|da|z|k)?sh)$/;

/** Processes above each other at most; no one has more. */
const mostParents = 64;

/**
 * What shows that an agent runs this program, for a sentence such as "… is set in the environment"; null
 * when nothing does.
 * @throws UsherError when the processes above this one cannot be seen
 */
export function runningAgent(host: Host): string | null {
  const mark = host.envNames().find((name) => marks.includes(name) || codexMark.test(name));
  if (mark !== undefined) return `${mark} is set in the environment`;
  // Nothing tells on Windows which process is whose child without running programs of the user's.
  return host.os === "windows" ? null : agentAbove(host);
}

function agentAbove(host: Host): string | null {
  const seen = new Set<number>();
  for (let pid = host.parent; pid > 0 && !seen.has(pid) && seen.size < mostParents;) {
    seen.add(pid);
    const above = host.process(pid);
    if (above === null) return null;
    const { name, executable, parent } = above;
    const [program = "", ...args] = above.arguments;
    const paths = [executable ?? "", program];
    const runsScript = paths.some((path) => interpreters.test(baseOf(path))) && args[0] !== "-c";
    paths.push(runsScript ? args.find((arg) => !arg.startsWith("-")) ?? "" : "");
    const found = [name, ...paths].map(baseOf).find((base) => programs.test(base)) ??
      paths.map((path) => packages.exec(path)?.[0].slice(1, -1)).find((path) => path !== undefined);
    if (found !== undefined) return `it runs below ${found} (process ${pid})`;
    pid = parent;
  }
  return null;
}

/**
 * Refuses a command that only a person may give.
 * @param command its name: `trust`
 * @throws UsherError when an agent runs it, or when that cannot be told
 */
export function refuseAgents(host: Host, command: string): void {
  const hint = `run 'usher ${command}' yourself, in a terminal of your own`;
  let why: string | null;
  try {
    why = runningAgent(host);
  } catch (error) {
    const reason = `cannot tell whether an agent runs it: ${reasonOf(error)}`;
    throw new UsherError(command, reason, { hint });
  }
  if (why !== null) throw new UsherError(command, `an agent may not do this: ${why}`, { hint });
}

/** The last part of a path, without what scripts and programs end with. */
function baseOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1)
    .replace(/ \(deleted\)$/, "").replace(/\.(?:[cm]?js|py|exe)$/, "").toLowerCase();
}
