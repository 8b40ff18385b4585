/** A verdict in detail, for a person: each part, and the rules that matched it. */
import type { PartVerdict, RuleReference, Verdict } from "../rules/verdict.ts";
import { formatPlace } from "../text/error.ts";
import { visibleText } from "../text/visible.ts";

/** One line of an explanation. */
export interface ExplainedLine {
  /** How deep it stands, from 0. */
  readonly depth: number;
  /** The verdict that the line begins with; null for a note. */
  readonly action: Verdict["action"] | null;
  /** What follows, safe to show. */
  readonly text: string;
}

const limit = 500;

/** The parts of a verdict from the outside in, each followed by its rules, then the notes. */
export function explain(verdict: Verdict): readonly ExplainedLine[] {
  const notes = verdict.notes.filter((note) => !verdict.parts.some((part) => part.note === note));
  return [
    ...verdict.parts.flatMap((part) => explainPart(part, 0)),
    ...notes.map((note) => line(0, null, note)),
  ];
}

/** The lines as plain text, each indented by two spaces a level and one to begin with. */
export function explanationText(verdict: Verdict): string {
  return explain(verdict)
    .map(({ depth, action, text }) => `${"  ".repeat(depth + 1)}${action ?? "note:"} ${text}\n`)
    .join("");
}

function explainPart(part: PartVerdict, depth: number): readonly ExplainedLine[] {
  const written = part.original === null ? "" : `  (written: ${part.original})`;
  return [
    line(depth, part.action, part.command + written),
    ...part.matched.map((rule) => line(depth + 1, rule.action, ruleText(rule, part))),
    ...whyText(part).map((why) => line(depth + 1, null, why)),
    ...part.inner.flatMap((inner) => explainPart(inner, depth + 1)),
  ];
}

function ruleText(rule: RuleReference, part: PartVerdict): string {
  const id = rule.id === null ? "" : `  ${rule.id}`;
  const decided = part.rule !== null && isSame(rule, part.rule) ? "  (decided)" : "";
  return `'${rule.pattern}'  ${formatPlace(rule.place)}${id}${decided}`;
}

function isSame(a: RuleReference, b: RuleReference): boolean {
  return a.pattern === b.pattern && formatPlace(a.place) === formatPlace(b.place);
}

function whyText(part: PartVerdict): readonly string[] {
  const why: string[] = [];
  if (part.note !== null) why.push(part.note);
  else if (part.matched.length === 0 && part.inner.length === 0) why.push("no rule matches");
  if (part.message !== null) why.push(part.message);
  if (part.fixSuggestion !== null) why.push(`suggestion: ${part.fixSuggestion}`);
  if (part.sandbox !== null) why.push(`sandbox: ${part.sandbox}`);
  return why;
}

function line(depth: number, action: ExplainedLine["action"], text: string): ExplainedLine {
  return { depth, action, text: visibleText(text, { limit }) };
}
