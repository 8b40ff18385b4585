/** `usher hook`: from the command line to the hook's flow. (`03-hook.md`) */
import { agentNames, findAgent } from "../agents/registry.ts";
import { fail } from "../hook/failure.ts";
import { failHook, runHook } from "../hook/flow.ts";
import { UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";
import { nearest } from "../text/suggest.ts";
import { serveHelp } from "./command.ts";
import { parseOptions } from "./options.ts";
import { hookSpec } from "./spec/hook.ts";

/** Runs the command. Whatever fails, the exit code lets the agent go on: never 2. */
export async function run(host: Host, args: readonly string[]): Promise<number> {
  const parsed = parseOptions(hookSpec, args);
  const { flags, words, error } = parsed;
  if (error === null && await serveHelp(host, hookSpec, flags)) return 0;
  const config = flags.config ?? null;
  const found = findAgent(flags.agent, flags["agent-name"]);
  if (found.kind === "retired") return 0;
  if (found.kind === "ready") {
    const request = {
      agent: found.agent,
      event: words[0] ?? null,
      config,
      ask: flags.ask,
      statusline: flags.statusline,
      failClosed: flags["fail-closed"],
      verbose: flags.verbose,
    };
    return await (error === null ? runHook(host, request) : failHook(host, request, error));
  }
  const [agent, exit, unserved] = found.kind === "later"
    ? [found.name, found.failureExit, notYet(found.name)] as const
    : [flags.agent ?? null, 1, unknownAgent(found.why, flags.agent)] as const;
  const failing = { agent, exit, denial: null, config, call: null, audit: null };
  // Without its value `--agent` is no agent, and that names the valid ones.
  const first = found.kind === "unknown" && !flags.agent ? unserved : error ?? unserved;
  return await fail(host, failing, first);
}

function notYet(agent: string): UsherError {
  return new UsherError("hook", `the agent '${agent}' is not supported by this version of usher`);
}

function unknownAgent(why: string, given: string | undefined): UsherError {
  const near = given ? nearest(given, agentNames) : null;
  return new UsherError(
    "hook",
    why,
    near === null || near === given ? {} : { hint: `did you mean '${near}'?` },
  );
}
