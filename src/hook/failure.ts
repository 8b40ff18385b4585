/** What happens when something of ours fails: the agent must go on, and someone must notice. */
import type { Call } from "../agents/call.ts";
import { loadConfiguration } from "../config/configuration.ts";
import type { AuditSettings } from "../text/audit_settings.ts";
import { UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";
import { visibleText } from "../text/visible.ts";
import { errorText } from "./error_text.ts";
import { recordFailure } from "./records.ts";

/** What was known when it failed. */
export interface Failing {
  /** The agent's name as far as it is known, for the log. */
  readonly agent: string | null;
  /** The exit code that lets this agent go on by itself. */
  readonly exit: 0 | 1;
  /** The agent's form of a denial with this reason, for `--fail-closed`; null to print nothing. */
  readonly denial: ((reason: string) => string | null) | null;
  /** The file that `-c` names, or null. */
  readonly config: string | null;
  readonly call: Call | null;
  /** Null when the configuration has not been loaded. */
  readonly audit: AuditSettings | null;
}

/** An answer that its agent never saw: the disk is full, or the reader is gone. */
export const unwritten = new UsherError("standard output", "the answer could not be written");

/**
 * Reports a failure and gives the exit code: one line on standard error, a record in the audit log, and
 * nothing on standard output but a denial where `--fail-closed` wants one. Never throws.
 * (seed, "Exit codes"; `03-hook.md`, "Our own failures")
 */
export async function fail(host: Host, failing: Failing, error: UsherError): Promise<number> {
  const why = visibleText(error.message, { limit: 500 });
  const denial = failing.denial?.(`usher could not evaluate this: ${why}`) ?? null;
  const isDenied = denial !== null && host.stdout(denial);
  host.stderr(errorText(error));
  if (denial !== null && !isDenied) host.stderr(errorText(unwritten));
  try {
    const { cwd = null } = failing.call ?? {};
    const audit = failing.audit ??
      (await loadConfiguration(host, { cwd, explicit: failing.config, cache: "read" })).audit;
    recordFailure(host, audit, failing, error);
  } catch {
    // What cannot be written down has been said on standard error.
  }
  return isDenied ? 0 : failing.exit;
}
