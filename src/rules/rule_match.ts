/** Whether a rule applies to one subject. */
import { type Captures, literalToken, nothingCaptured, withVariable } from "./captures.ts";
import { type CandidateRule, formsAbout } from "./candidates.ts";
import type { Outcome } from "./conditions.ts";
import { textFits } from "./fit.ts";
import type { JudgeContext } from "./judge_text.ts";
import { type Certainty, matchElements } from "./match.ts";
import { listNamed } from "./scope.ts";
import type { PathLists } from "./path_lists.ts";
import type { Pattern } from "./pattern.ts";
import type { Rule, Scope } from "./rule_set.ts";
import type { PlacedSubject } from "./subject.ts";
import { matchesAnyText, matchesText } from "./text_pattern.ts";
import { expandedFlag, type Token } from "./token.ts";
import type { SkipReason } from "./verdict.ts";

/**
 * How a rule applies. `no`: its pattern does not match. `possible`: for some value of what is not known
 * before it runs. Else the pattern matches, and this keeps the rule from applying.
 */
export type Applies = "no" | "yes" | "possible" | SkipReason;

/**
 * Whether a rule applies. For an allow rule `possible` does not come out. The condition is asked last.
 * A pattern that does not parse never allows and always tightens; neither does one whose search runs out
 * of steps, which is noted.
 */
export function ruleApplies(
  candidate: CandidateRule,
  placed: PlacedSubject,
  context: JudgeContext,
): Applies {
  const { rule, scope, forms } = candidate;
  const { paths } = context;
  const allows = rule.action === "allow";
  const matches = (forms: readonly Pattern[], certainty: Certainty) => {
    const { readings, exhausted } = readingsOf(forms, certainty, placed, scope, context, false);
    if (readings.length > 0) return true;
    if (exhausted) context.exhausted.add(rule);
    return exhausted && certainty !== "allow";
  };
  const mayMatch = (forms: readonly Pattern[]) =>
    isUnresolved(placed, paths) && matches(forms, "maybe");
  const applies = matches(forms, allows ? "allow" : "deny")
    ? "yes"
    : !allows && mayMatch(forms)
    ? "possible"
    : "no";
  if (applies === "no") return "no";
  const except = rule.except ?? [];
  // What is excepted from an allow rule is taken from it: it counts as a deny's pattern would.
  const name = placed.subject.kind === "command" ? placed.subject.name.text : null;
  const isExcepted = (pattern: string) => {
    const forms = formsAbout(name, pattern, scope, allows ? "tighten" : "allow");
    return allows ? matches(forms, "deny") || mayMatch(forms) : matches(forms, "allow");
  };
  if (except.some(isExcepted)) return "except";
  const inside = rule.in === undefined ? "yes" : paths.isRunInside(
    placed.surroundings.directories,
    rule.in,
    (name) => listNamed(scope, name),
  );
  if (inside === "no" || (inside === "possible" && allows)) return "in";
  const surely = inside === "yes" ? applies : "possible";
  const { when } = rule;
  if (when === undefined) return surely;
  const outcome = conditionOutcome(candidate, when, applies, placed, context);
  if (outcome === "no" || (outcome === "possible" && allows)) return "when";
  if (outcome === "yes" || outcome === "possible") return outcome === "yes" ? surely : "possible";
  addFailure(context, rule, outcome.message);
  // What nobody trusts may only tighten: it neither fails the evaluation nor lets it pass.
  return rule.trusted ? "failed" : "possible";
}

/** What a rule's condition says of a subject that its pattern matches. */
function conditionOutcome(
  candidate: CandidateRule,
  when: string,
  applies: "yes" | "possible",
  placed: PlacedSubject,
  context: JudgeContext,
): Outcome {
  const certainty = candidate.rule.action === "allow"
    ? "allow"
    : applies === "yes"
    ? "deny"
    : "maybe";
  const outcome = outcomeOfAll(candidate, when, certainty, placed, context);
  if (outcome !== "no" || certainty !== "deny" || !isUnresolved(placed, context.paths)) {
    return outcome;
  }
  // What is not known may give the names in the pattern something else.
  return outcomeOfAll(candidate, when, "maybe", placed, context) === "no" ? "no" : "possible";
}

/** What a condition says in every reading of the pattern together: an allow needs them all. */
function outcomeOfAll(
  { rule: { action, pattern, trusted }, scope, forms }: CandidateRule,
  when: string,
  certainty: Certainty,
  placed: PlacedSubject,
  context: JudgeContext,
): Outcome {
  const { situation } = context;
  const work = trusted ? context.work : context.untrustedWork;
  const allows = action === "allow";
  const possible = certainty === "maybe";
  const found = readingsOf(forms, certainty, placed, scope, context, true);
  let weakest: Outcome = found.exhausted ? "possible" : allows ? "yes" : "no";
  for (const captures of found.readings) {
    const question = { pattern, captures, allows, possible, placed, scope, situation };
    const outcome = situation.conditions?.holds(when, question, work) ?? "possible";
    if (typeof outcome === "object" || outcome === (allows ? "no" : "yes")) return outcome;
    if (outcome === "possible") weakest = "possible";
  }
  return weakest;
}

/** Most conditions whose failure is told. */
const mostFailures = 20;

function addFailure({ failures }: JudgeContext, rule: Rule, message: string): void {
  const known = failures.some((failure) => failure.rule === rule);
  if (!known && failures.length < mostFailures) failures.push({ rule, message });
}

/** Whether something is not known: a folder, part of a word, or all that a glob expands to. */
function isUnresolved({ subject, surroundings }: PlacedSubject, { tooMany }: PathLists): boolean {
  if (surroundings.directories === null) return true;
  if (subject.kind === "assignment") return subject.unknownName || subject.value.runs !== null;
  return subject.arguments.some(({ runs, names, hasGaps }) =>
    runs !== null || names !== null || (hasGaps && tooMany())
  );
}

/** How a pattern matches a subject. */
interface Found {
  /** What its names took, in each reading that was looked for. */
  readonly readings: readonly Captures[];
  /** There may be more readings: the budget ran out. */
  readonly exhausted: boolean;
}

/**
 * The readings in which some form of a pattern matches, of those that are about the subject.
 * @param every whether to look for all of them, and not only for the first
 */
function readingsOf(
  forms: readonly Pattern[],
  certainty: Certainty,
  placed: PlacedSubject,
  scope: Scope,
  { paths, optionsFor }: JudgeContext,
  every: boolean,
): Found {
  const readings: Captures[] = [];
  let exhausted = false;
  for (const pattern of forms) {
    const tokens = tokensFor(pattern, certainty, placed, paths);
    if (tokens === null) continue;
    if (tokens === true) readings.push(nothingCaptured);
    else if (pattern.kind !== "assignment") {
      const { directories } = placed.surroundings;
      const options = optionsFor(certainty, scope, directories);
      const match = matchElements(pattern.elements, tokens, options, every);
      if (match.matched) {
        readings.push(...match.readings.map((reading) => withCommand(reading, pattern, placed)));
      }
      exhausted ||= match.exhausted;
    }
    if (!every && readings.length > 0) break;
  }
  return { readings, exhausted };
}

/** A reading with what the variable in the place of the command is. */
function withCommand(reading: Captures, pattern: Pattern, { subject }: PlacedSubject): Captures {
  if (pattern.kind !== "command" || subject.kind !== "command") return reading;
  const { command } = pattern;
  if (command.kind === "places") return withVariable(reading, command.variable, subject.name);
  if (command.kind !== "texts" || command.variable === undefined) return reading;
  return withVariable(reading, command.variable.name, literalToken(command.variable.value));
}

/** The tokens that the pattern's elements must match; null when its head does not fit a subject, true when that is
 * all there is to it. */
function tokensFor(
  pattern: Pattern,
  certainty: Certainty,
  { subject, surroundings: { directories } }: PlacedSubject,
  paths: PathLists,
): readonly Token[] | true | null {
  switch (pattern.kind) {
    case "command": {
      if (subject.kind !== "command") return null;
      const { command } = pattern;
      if (command.kind === "places") {
        // A name without a slash is looked up on PATH, and is no file of this folder.
        if (certainty === "allow" && !subject.name.text.includes("/")) return null;
        const isThere = paths.isOneOf(command.paths, subject.name, directories, certainty);
        return isThere ? subject.arguments : null;
      }
      return certainty === "maybe" ? subject.arguments.map(expandedFlag) : subject.arguments;
    }
    case "redirect": {
      if (subject.kind !== "redirect") return null;
      return subject.direction === pattern.direction ? subject.arguments : null;
    }
    case "tool":
      if (subject.kind !== "tool") return null;
      return matchesAnyText(pattern.names, subject.name) ? subject.arguments : null;
    case "assignment": {
      if (subject.kind !== "assignment") return null;
      const { name, unknownName, value } = subject;
      if (unknownName) return certainty === "maybe" ? true : null;
      const fits = pattern.options.some((option) =>
        matchesText(option.name, name) &&
        textFits([option.value], false, value, certainty)
      );
      return fits ? true : null;
    }
  }
}
