/** A machine made up for tests of the hook, from standard input to the audit log. */
import { run } from "../../src/commands/hook.ts";
import { type MemoryFiles, memoryFiles, type TestHost, testHost } from "../host.ts";

/** The user's configuration. */
export const configFile = "/home/me/.config/usher/usher.yml";
/** The log of its day. */
export const logFile = "/home/me/.local/share/usher/audit/audit-2026-03-04.jsonl";

/** A machine with files that outlive a hook. */
export interface Machine {
  readonly files: MemoryFiles;
  /** Runs `usher hook` with one event; its outcome. */
  hook(
    args: readonly string[],
    stdin: unknown,
    host?: Partial<Parameters<typeof testHost>[0]>,
  ): Promise<{
    readonly exit: number;
    readonly host: TestHost;
  }>;
  /** What is in the log. */
  log(): Record<string, unknown>[];
}

/** A machine whose user has this configuration. */
export function machineWith(config: string): Machine {
  const files = memoryFiles({ [configFile]: config, "/home/me/project/.keep": "" });
  return {
    files,
    async hook(args, stdin, options = {}) {
      const host = testHost({
        cwd: "/home/me/project",
        env: { HOME: "/home/me" },
        stdin: typeof stdin === "string" ? stdin : JSON.stringify(stdin),
        files,
        ...options,
      });
      const exit = await run(host, args);
      return { exit, host };
    },
    log: () =>
      (files.text(logFile) ?? "").split("\n").filter((line) => line !== "").map((line) =>
        JSON.parse(line)
      ),
  };
}

/** An event about a command, with these fields instead of the usual ones. */
export function bash(command: string, fields: Readonly<Record<string, unknown>> = {}) {
  return {
    session_id: "s1",
    cwd: "/home/me/project",
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command },
    tool_use_id: "t1",
    ...fields,
  };
}

/** The answer on standard output; null for none. */
export function told(host: TestHost): Record<string, unknown> | null {
  return host.out === "" ? null : JSON.parse(host.out).hookSpecificOutput;
}
