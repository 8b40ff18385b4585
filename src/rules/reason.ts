/** The text that tells an agent why. (`02-rules.md`, Evaluation) */
import { visibleExcerpt } from "../text/visible.ts";
import type { Action, Rule } from "./rule_set.ts";

/** Characters of a command that are told. */
const longestCommand = 500;

/** What a deny from an untrusted project's file says: none of its own text. (`10-safety.md`, 3) */
const untrustedText = "a rule of this project's configuration, which the user has not trusted";

/** What a rule says that only could match: its own text would claim too much. */
export function possibleMessage({ message, pattern }: Rule): string {
  return `Part of this is not known before it runs, and it could be: ${message ?? pattern}`;
}

/**
 * `denied: <pattern> (<message>) [suggestion: <fix>]`, ` in: <command>` where there are several; the message
 * and suggestion of an ask; null where there is nothing to say.
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
  if (action !== "deny" && action !== "ask") return null;
  const where = command === null ? "" : ` in: ${visibleExcerpt(command, longestCommand)}`;
  if (rule === null) {
    if (note === null) return null;
    return action === "deny" ? `denied: ${note}${where}` : `${note}${where}`;
  }
  if (!rule.trusted) {
    return `${action === "deny" ? "denied" : "asked for"} by ${untrustedText}${where}`;
  }
  const fix = rule.fixSuggestion === undefined ? "" : ` [suggestion: ${rule.fixSuggestion}]`;
  if (action === "deny") {
    const message = rule.message === undefined ? "" : ` (${rule.message})`;
    return `denied: ${rule.pattern}${message}${fix}${where}`;
  }
  if (possible) return `${possibleMessage(rule)}${fix}${where}`;
  return rule.message === undefined ? null : `${rule.message}${fix}`;
}
