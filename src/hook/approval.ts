/** What a finished call says about an ask of ours. Loaded for such an event alone. (`08-audit.md`) */
import type { Call } from "../agents/call.ts";
import { commandOf } from "../audit/record.ts";
import { resolveAsk } from "../audit/resolution.ts";
import type { AuditSettings } from "../text/audit_settings.ts";
import type { Host } from "../text/host.ts";

/** Writes down that a call ran which we had asked about. (seed, "PostToolUse") */
export function recordApproval(host: Host, settings: AuditSettings, call: Call): void {
  const command = commandOf(call);
  if (command === null) return;
  const { toolUseId, sessionId, cwd } = call;
  const now = host.now();
  resolveAsk(host, settings, {
    toolUseId,
    sessionId,
    command,
    now,
    cwd,
    executedCommand: command,
  });
}
