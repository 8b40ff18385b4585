/** The text that tells an agent why. (`02-rules.md`, Evaluation) */
import type { Action, Rule } from "./rule_set.ts";

/** What a deny from an untrusted project's file says: none of its own text. (`10-safety.md`, 3) */
const untrustedText = "a rule of this project's configuration, which the user has not trusted";

/**
 * `denied: <pattern> (<message>) [suggestion: <fix>]`, ` in: <command>` where there are several; the message
 * of an ask; null where there is nothing to say.
 * @param note why, where no rule says it
 * @param possible the rule only could match, because part of the command is not known
 * @param command the command that decided, when the text holds several; else null
 */
export function reasonFor(
  action: Action,
  rule: Rule | null,
  note: string | null,
  possible: boolean,
  command: string | null,
): string | null {
  const where = command === null ? "" : ` in: ${command}`;
  if (action === "deny") {
    if (rule === null) return note === null ? null : `denied: ${note}${where}`;
    if (!rule.trusted) return `denied: ${untrustedText}${where}`;
    const message = rule.message === undefined ? "" : ` (${rule.message})`;
    const fix = rule.fixSuggestion === undefined ? "" : ` [suggestion: ${rule.fixSuggestion}]`;
    return `denied: ${rule.pattern}${message}${fix}${where}`;
  }
  if (action !== "ask") return null;
  if (rule === null) return note === null ? null : `${note}${where}`;
  if (!rule.trusted) return `asked for by ${untrustedText}${where}`;
  if (possible) {
    const message = rule.message === undefined ? "" : ` (${rule.message})`;
    return `could match: ${rule.pattern}${message}${where}`;
  }
  return rule.message ?? null;
}
