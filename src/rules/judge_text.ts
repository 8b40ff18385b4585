/** Judges a shell text: every simple command in it, its redirects and its assignments. */
import { anyChange } from "../shell/changed_variables.ts";
import type {
  Analysis,
  AnalysisOptions,
  ChangedVariable,
  Problem,
  SimpleCommand,
  Word,
} from "../shell/command.ts";
import { checkBehind, checkIn, type MissingCommand, missingCommand } from "./command_check.ts";
import { type ConditionWork, mostConditionSteps } from "./conditions.ts";
import { judgeAssignment, judgeCommand, judgeRedirect } from "./judge_command.ts";
import { judgeByRules } from "./judgement.ts";
import { type MatchBudget, matchBudget } from "./match.ts";
import { notedPart, type Part, partOf, subjectText, withSkipped } from "./part.ts";
import { type PathLists, pathLists } from "./path_lists.ts";
import type { Rule, RuleSet } from "./rule_set.ts";
import { type OptionsFor, optionsFor } from "./scope.ts";
import type { Situation } from "./situation.ts";
import { commandSubject, plainSurroundings } from "./subject.ts";

/** How a text becomes commands. (`shell/analyse.ts`) */
export type Analyse = (text: string, options: AnalysisOptions) => Analysis;

/** What every step of one evaluation shares. */
export interface JudgeContext {
  readonly set: RuleSet;
  readonly situation: Situation;
  /** Finds the commands of a text. */
  readonly analyse: Analyse;
  readonly paths: PathLists;
  readonly optionsFor: OptionsFor;
  /** Commands that may still be judged in this evaluation, and words that matches may look at. */
  readonly budget: MatchBudget & { commands: number; nestedWords: number };
  /** Steps that conditions may still take in this evaluation. */
  readonly work: ConditionWork;
  /** The same for rules that nobody trusts: they take nothing from the others. */
  readonly untrustedWork: ConditionWork;
  /** Conditions that failed so far. */
  readonly failures: { readonly rule: Rule; readonly message: string }[];
  /** Rules with a pattern, or an exception, whose search ran out of steps. */
  readonly exhausted: Set<Rule>;
  /** Whether the text may be read by a shell that has nothing beyond POSIX; null for the agent's own shell,
   * which is not known. */
  readonly posix: boolean | null;
  /** Says of a command that it is not on PATH; null where nothing is said. */
  readonly missing: MissingCommand | null;
}

/** The context of a new evaluation. */
export function judgeContext(
  set: RuleSet,
  situation: Situation,
  analyse: Analyse,
): JudgeContext {
  const paths = pathLists(situation);
  const budget = { ...matchBudget(), commands: commandLimit, nestedWords: mostNestedWords };
  return {
    set,
    situation,
    analyse,
    paths,
    optionsFor: optionsFor(paths, budget),
    budget,
    work: { steps: mostConditionSteps },
    untrustedWork: { steps: mostConditionSteps },
    failures: [],
    exhausted: new Set(),
    posix: null,
    missing: missingCommand(set.commandCheck, situation),
  };
}

/** Nested wrappers and calls. (`02-rules.md`, Bounds) */
export const depthLimit = 10;

/** Commands of one evaluation, nested ones included. (`02-rules.md`, Bounds) */
export const commandLimit = 10_000;

/** Words of all commands behind launchers: each launcher's words are judged once for each reading. */
const mostNestedWords = 50_000;

/** Where a text stands. */
export interface TextPlace {
  readonly depth: number;
  /** Every folder it may run in; null when not known. */
  readonly directories: readonly string[] | null;
  /** `$0`, `$1`, … */
  readonly positional?: readonly Word[];
  /** What has been done to variables around it; null for nothing. */
  readonly variables: ChangedVariable | null;
}

/** The parts of a text, in order; none for an empty one. */
export function judgeText(
  context: JudgeContext,
  text: string,
  place: TextPlace,
): readonly Part[] {
  const { depth, directories, positional, variables } = place;
  if (depth > depthLimit) {
    return [notedPart(text, `more than ${depthLimit} levels of wrappers and calls`)];
  }
  const [directory] = directories ?? [];
  const cwd = directories?.length === 1 && directory !== undefined ? directory : "";
  const { home, isRepository } = context.situation;
  const analysis = context.analyse(text, {
    cwd,
    directories,
    home,
    depth,
    variables,
    posix: context.posix,
    ...(isRepository === undefined ? {} : { isRepository }),
    ...(positional === undefined ? {} : { positional }),
  });
  if (!analysis.ok) return unparsed(context, text, analysis, place);
  const parts = judgeCommands(context, text, analysis.commands, depth);
  for (const problem of analysis.problems) parts.push(problemPart(text, problem));
  return parts;
}

function judgeCommands(
  context: JudgeContext,
  text: string,
  commands: readonly SimpleCommand[],
  depth: number,
): Part[] {
  const parts: Part[] = [];
  let missing = checkIn(context.missing, text);
  for (const command of commands) {
    missing = checkBehind(missing, command);
    const within = missing === context.missing ? context : { ...context, missing };
    for (const part of judgeSafely(within, command, depth)) parts.push(part);
  }
  return parts;
}

/** A command that is too much for the stack loses no other command's verdict. */
function judgeSafely(
  context: JudgeContext,
  command: SimpleCommand,
  depth: number,
): readonly Part[] {
  try {
    return judgeParts(context, command, depth);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [notedPart(command.text, "it is too large to be judged")];
  }
}

function judgeParts(
  context: JudgeContext,
  command: SimpleCommand,
  depth: number,
): readonly Part[] {
  const parts: Part[] = [];
  for (const assignment of command.assignments) {
    const part = judgeAssignment(context, assignment, command);
    if (part !== null) parts.push(part);
  }
  if (command.argv.length > 0) parts.push(judgeCommand(context, command, depth));
  for (const redirect of command.redirects) {
    const part = judgeRedirect(context, redirect, command);
    if (part !== null) parts.push(part);
  }
  return parts;
}

function problemPart(text: string, problem: Problem): Part {
  return notedPart(text, problem.message);
}

/** A text that does not parse is one opaque command: it can be denied, and never be allowed. */
function unparsed(
  context: JudgeContext,
  text: string,
  analysis: Analysis & { ok: false },
  place: TextPlace,
): readonly Part[] {
  if (analysis.error === "empty") return [];
  const note = analysis.error === "too-long"
    ? analysis.message
    : `it does not parse as bash (${analysis.message})`;
  const noted = notedPart(text, note);
  const subject = commandSubject(analysis.words ?? []);
  if (subject === null) return [noted];
  const { directories, variables } = place;
  const surroundings = { ...plainSurroundings(directories), variables: anyChange(variables) };
  const { judgement, skipped } = judgeByRules(context, { subject, surroundings });
  if (judgement === null || judgement.action === "allow") return [withSkipped(noted, skipped)];
  return [withSkipped(partOf("opaque", subjectText(subject), judgement), skipped)];
}
