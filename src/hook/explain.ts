/**
 * Why a verdict is what it is: each part of the call as a tree, the rules that spoke of it and what became
 * of them, and what decided. `usher check --explain` draws it, or prints it as JSON.
 */
import { strictness } from "../rules/strictness.ts";
import type { PartVerdict, RuleReference, SkipReason, Verdict } from "../rules/verdict.ts";
import { formatPlace } from "../text/error.ts";

/** What became of a rule whose pattern matches, or could match, a part. */
export type RuleRole =
  /** The part is judged by what it says. */
  | "decides"
  /** It says the same, and another speaks for both. */
  | "agrees"
  /** A stricter one decides. */
  | "outvoted"
  /** It only could match, and so asks at most. */
  | "possible"
  | SkipReason;

/** A rule and what became of it. */
export interface ExplainedRule {
  readonly role: RuleRole;
  readonly rule: RuleReference;
}

/** A part of the call. */
export interface ExplainedPart {
  readonly part: PartVerdict;
  /** The verdict on the whole rests on it, or on something in it. */
  readonly decides: boolean;
  /** In the order of the files. */
  readonly rules: readonly ExplainedRule[];
  /** The message, suggestion and sandbox are its own, not those of what it wraps. */
  readonly isOwn: boolean;
  /** What it wraps. */
  readonly inner: readonly ExplainedPart[];
}

/** A verdict, taken apart. */
export interface Explanation {
  readonly parts: readonly ExplainedPart[];
  /** Why the whole came out so, on one line. Not yet fit to be shown. */
  readonly why: string;
  /** What is said of no part. */
  readonly notes: readonly string[];
}

/** Takes a verdict apart. */
export function explain(verdict: Verdict): Explanation {
  const { parts, decidedBy, notes, failures } = verdict;
  const said = new Set(parts.flatMap(notesIn));
  return {
    parts: parts.map((part) => explainPart(part, part === decidedBy)),
    why: whyOfAll(verdict),
    notes: [
      ...notes.filter((note) => !said.has(note)),
      ...failures.map(({ rule, message }) =>
        `the condition of '${rule.pattern}' (${formatPlace(rule.place)}) failed: ${message}`
      ),
    ],
  };
}

function explainPart(part: PartVerdict, decides: boolean): ExplainedPart {
  const deciding = part.inner.findIndex((inner) => isFrom(part, inner));
  const isOwn = deciding < 0 || hasRule(part.matched, part.rule);
  return {
    part,
    decides,
    isOwn,
    rules: rulesOf(part),
    inner: part.inner.map((inner, i) => explainPart(inner, decides && !isOwn && i === deciding)),
  };
}

/** Whether the verdict on what wraps is the verdict on this. */
function isFrom(outer: PartVerdict, inner: PartVerdict): boolean {
  return outer.action === inner.action && outer.note === inner.note &&
    (outer.rule === null ? inner.rule === null : isSame(outer.rule, inner.rule));
}

function rulesOf(part: PartVerdict): readonly ExplainedRule[] {
  return [
    ...part.matched.map((rule): ExplainedRule => ({ rule, role: roleOf(rule, part) })),
    ...part.skipped.map(({ rule, reason }): ExplainedRule => ({ rule, role: reason })),
  ];
}

function roleOf(rule: RuleReference, part: PartVerdict): RuleRole {
  if (isSame(rule, part.rule)) return "decides";
  const over = strictness(rule.action) - strictness(part.action);
  return over > 0 ? "possible" : over === 0 ? "agrees" : "outvoted";
}

function hasRule(rules: readonly RuleReference[], rule: RuleReference | null): boolean {
  return rule !== null && rules.some((each) => isSame(each, rule));
}

function isSame(a: RuleReference, b: RuleReference | null): boolean {
  return b !== null && a.pattern === b.pattern && a.action === b.action &&
    formatPlace(a.place) === formatPlace(b.place);
}

function notesIn({ note, inner }: PartVerdict): readonly string[] {
  return [...(note === null ? [] : [note]), ...inner.flatMap(notesIn)];
}

function whyOfAll(verdict: Verdict): string {
  const { action, decidedBy, parts, reason } = verdict;
  if (decidedBy === null) return reason ?? `no rule speaks of it: ${action} is the default`;
  if (decidedBy.action !== action) return reason ?? "";
  const judged = parts.length;
  const first = judged === 1 ? "" : `of ${judged} parts the strictest decides: `;
  return first + because(decidedBy, judged > 1);
}

function because(part: PartVerdict, named: boolean): string {
  const subject = named ? ` for: ${part.command}` : "";
  const { rule, note, action } = part;
  if (rule !== null) {
    const ranked = part.matched.length > 1 ? ", the strictest rule that matches" : "";
    const possible = note === null ? "" : ` (${note})`;
    return `${rule.action} '${rule.pattern}' at ${formatPlace(rule.place)}` +
      `${ranked}${possible}${subject}`;
  }
  if (note !== null) return `${note}${subject}`;
  return `no rule speaks of it, and ${action} is the default${subject}`;
}

/** What a rule's role comes down to, in words; null for the one that decides. */
export function roleText({ role, rule }: ExplainedRule): string | null {
  switch (role) {
    case "decides":
      return rule.when === null ? null : `its condition holds: ${rule.when}`;
    case "agrees":
      return "it says the same";
    case "outvoted":
      return "a stricter one decides";
    case "possible":
      return "it only could match";
    case "except":
      return "an exception of it matches";
    case "in":
      return "it is for other folders";
    case "when":
      return `its condition does not hold: ${rule.when}`;
    case "failed":
      return `its condition failed: ${rule.when}`;
  }
}

/** Whether a rule that matched does not count at all. */
export function isSkipped({ role }: ExplainedRule): boolean {
  return role === "except" || role === "in" || role === "when" || role === "failed";
}

/** What a default verdict is called: nothing else spoke. */
export function isUnspoken({ rule, note, inner, matched }: PartVerdict): boolean {
  return rule === null && note === null && inner.length === 0 && matched.length === 0;
}
