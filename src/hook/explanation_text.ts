/** An explanation as a picture of lines. */
import type { Action } from "../rules/rule_set.ts";
import { strictness } from "../rules/strictness.ts";
import type { Verdict } from "../rules/verdict.ts";
import { formatPlace } from "../text/error.ts";
import { visibleText } from "../text/visible.ts";
import {
  explain,
  type ExplainedPart,
  type ExplainedRule,
  isSkipped,
  isUnspoken,
  roleText,
} from "./explain.ts";

/** More characters of a command or a remark are not shown. */
const longest = 200;

/** The same for a pattern: those of the built-in rules can be long, and their place is shown. */
const longestPattern = 100;

/** Rules besides the deciding one that are shown; `--output-format json` has all. */
const mostRules = 6;

/** The longest verdict's name, so that commands stand below each other. */
const actionWidth = 5;

/** A verdict's name, colored or not. */
export type PaintAction = (action: Action) => string;

/**
 * The tree of a verdict's parts, then why it is so, newlines included. Everything in it is safe to show.
 *
 * ```
 * ├─ allow git status
 * │        by allow 'git status *'  builtin:readonly:12:5  builtin:readonly/git
 * └─ deny  sudo rm -rf /  ◀ decides
 *    └─ deny  rm -rf /  ◀ decides
 *             by deny 'rm <flags:rf> <path:roots>'  builtin:disasters:9:5  builtin:disasters/rm-root
 * why: of 2 parts the strictest decides: …
 * ```
 */
export function explanationText(verdict: Verdict, paint: PaintAction = (action) => action): string {
  const { parts, why, notes } = explain(verdict);
  const lines = [
    ...branches(parts, "", paint),
    ...notes.map((note) => `note: ${shown(note)}`),
    `why: ${shown(why, 2 * longest)}`,
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function branches(
  parts: readonly ExplainedPart[],
  indent: string,
  paint: PaintAction,
): readonly string[] {
  return parts.flatMap((part, i) => {
    const isLast = i === parts.length - 1;
    const below = `${indent}${isLast ? "   " : "│  "}`;
    const bar = part.inner.length > 0 ? "│" : " ";
    const details = detailsOf(part).map((text) =>
      `${below}${bar}${" ".repeat(actionWidth)}${text}`
    );
    const head = `${indent}${isLast ? "└─ " : "├─ "}${headOf(part, paint)}`;
    return [head, ...details, ...branches(part.inner, below, paint)];
  });
}

function headOf({ part, decides }: ExplainedPart, paint: PaintAction): string {
  const { action, command } = part;
  const space = " ".repeat(actionWidth - action.length + 1);
  return `${paint(action)}${space}${shown(command)}${decides ? "  ◀ decides" : ""}`;
}

function detailsOf({ part, rules, isOwn }: ExplainedPart): readonly string[] {
  const { original, note, message, fixSuggestion, sandbox } = part;
  return [
    ...(original === null ? [] : [`written: ${shown(original)}`]),
    ...ruleTexts(rules),
    ...(isUnspoken(part) ? ["no rule matches"] : []),
    ...(isOwn && note !== null ? [shown(note)] : []),
    ...(isOwn && message !== null ? [`message: ${shown(message)}`] : []),
    ...(isOwn && fixSuggestion !== null ? [`suggestion: ${shown(fixSuggestion)}`] : []),
    ...(isOwn && sandbox !== null ? [`sandbox: ${shown(sandbox)}`] : []),
  ];
}

/** The deciding rule, then the others, those that would have been the strictest first. */
function ruleTexts(rules: readonly ExplainedRule[]): readonly string[] {
  const deciding = rules.filter(({ role }) => role === "decides");
  const others = rules.filter(({ role }) => role !== "decides")
    .toSorted((a, b) => strictness(b.rule.action) - strictness(a.rule.action));
  const more = others.length - mostRules;
  return [
    ...[...deciding, ...others.slice(0, mostRules)].map(ruleText),
    ...(more > 0 ? [`and ${more} more rules that matched`] : []),
  ];
}

function ruleText(explained: ExplainedRule): string {
  const { role, rule } = explained;
  const start = role === "decides" ? "by" : isSkipped(explained) ? "not" : "also";
  const id = rule.id === null ? "" : `  ${shown(rule.id)}`;
  const what = roleText(explained);
  return `${start} ${rule.action} '${shown(rule.pattern, longestPattern)}'  ${
    shown(formatPlace(rule.place))
  }${id}` +
    (what === null ? "" : `  (${shown(what)})`);
}

function shown(text: string, limit = longest): string {
  return visibleText(text, { limit });
}
