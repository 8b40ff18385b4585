/** Verdicts and calls for tests of the audit log. */
import type { RecordedCall } from "../../src/audit/record.ts";
import type { PartVerdict, RuleReference, Verdict } from "../../src/rules/verdict.ts";
import type { AuditSettings } from "../../src/text/audit_settings.ts";

/** The log in its usual place. */
export const settings: AuditSettings = {
  enabled: true,
  path: "/home/me/.local/share/usher/audit",
  retentionDays: 7,
  redact: true,
};

/** A rule for its pattern. */
export function rule(action: RuleReference["action"], pattern: string, line = 3): RuleReference {
  const place = { file: "/home/me/.config/usher/usher.yml", line, column: 5 };
  return { id: null, action, pattern, place, layer: "user", when: null };
}

/** The verdict on a command of plain words. */
export function part(command: string, fields: Partial<PartVerdict> = {}): PartVerdict {
  return {
    command,
    original: null,
    action: "allow",
    rule: null,
    matched: [],
    skipped: [],
    note: null,
    message: null,
    fixSuggestion: null,
    sandbox: null,
    kind: "command",
    argv: command.split(" "),
    env: [],
    redirects: [],
    pipe: { stdin: false, stdout: false },
    inner: [],
    ...fields,
  };
}

/** The verdict on some parts; the first one decides. */
export function verdict(parts: readonly PartVerdict[], fields: Partial<Verdict> = {}): Verdict {
  const [first] = parts;
  return {
    action: first?.action ?? "pass",
    decidedBy: first ?? null,
    rule: first?.rule ?? null,
    message: first?.message ?? null,
    fixSuggestion: first?.fixSuggestion ?? null,
    reason: null,
    sandbox: null,
    parts,
    notes: [],
    failures: [],
    ...fields,
  };
}

/** A shell call as Claude Code sends it before it runs. */
export function shellCall(command: string, fields: Partial<RecordedCall> = {}): RecordedCall {
  return {
    agent: "claude-code",
    eventName: "PreToolUse",
    tool: "Bash",
    action: { kind: "shell", command },
    cwd: "/home/me/project",
    sessionId: "session-1",
    toolUseId: "toolu_1",
    ...fields,
  };
}
