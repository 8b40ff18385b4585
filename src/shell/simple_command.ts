/** One simple command: its words, assignments and redirects, and what it does to the shell. */
import type { Assignment as AssignmentNode, Command, Redirection, Word as WordNode } from "unbash";
import {
  assign,
  forgetAll,
  operandAssignments,
  operandWord,
  type ReadAssignment,
  readAssignment,
  visitAssignment,
} from "./assignments.ts";
import { applyBuiltin } from "./builtins.ts";
import { checkArguments } from "./evaluated_arguments.ts";
import { callableFunction, callFunction, runReplacements } from "./calls.ts";
import type { Assignment, ChangedVariable, SimpleCommand, StdinText, Word } from "./command.ts";
import { type Place, visitWord } from "./nested.ts";
import { outputOf } from "./output.ts";
import {
  noRedirects,
  readRedirects,
  type Redirects,
  visitHereStrings,
  visitTargets,
} from "./redirects.ts";
import { emit, type Output, report, type Run, type Setting, step } from "./run.ts";
import { changesIn, forget, forkScope, type Scope, unknownVariable } from "./scope.ts";
import { specialBuiltins } from "./shell_builtins.ts";
import { checkInteger } from "./numbers.ts";
import { joinTouching, touches } from "./touching.ts";
import { checkAssignedValue } from "./twice_expanded.ts";
import { expandWord } from "./word.ts";
import { staticValue } from "./words.ts";
import { reportZshArgument, reportZshCommandWord } from "./zsh.ts";

/** A command's parts as the source has them. */
interface Parts {
  readonly assignments: readonly AssignmentNode[];
  readonly words: readonly (WordNode | AssignmentNode)[];
  readonly redirects: readonly Redirection[];
}

/** Walks a simple command; gives what it writes. */
export function walkCommand(run: Run, scope: Scope, setting: Setting, node: Command): Output {
  const parts = partsOf(run, node);
  const place: Place = { run, scope, setting };
  const { redirects, later } = readBehind(place, parts.redirects);
  const stdin = redirects.stdin === undefined ? scope.stdin : redirects.stdin;
  visitWords(place, parts, stdin);
  visitHereStrings(place, parts.redirects);

  const operands: ReadAssignment[] = [];
  const { argv, changed } = expandWords(run, scope, parts.words, operands);
  const assigned = readAssignments(run, scope, setting, parts, argv);
  const [first] = argv;
  const name = first === undefined ? null : staticValue(first);
  const called = name === null ? null : callableFunction(run, scope, setting, name);
  const sure = called?.sure === true && name !== null && !specialBuiltins.has(name);

  const command: SimpleCommand = {
    argv,
    assignments: listAssignments(assigned, argv),
    redirects: redirects.list,
    pipe: setting.pipe,
    stdin,
    loop: setting.loop,
    range: setting.outer ?? [node.pos, node.end],
    text: lineOf(argv),
    original: changed ? parts.words.map(({ text }) => text).join(" ") : null,
    directories: scope.directories?.length === 0 ? null : scope.directories,
    callsFunction: sure,
    variables: variablesFor(scope, assigned, argv),
  };
  emit(run, setting, command);
  run.commands.push(...later);
  checkArguments(place, argv);
  for (const { name, value, kind } of command.assignments) {
    if (kind !== "declaration") continue;
    checkAssignedValue(run, name, value.value);
    checkInteger(run, scope, name, value);
  }

  const heard = setting.heard || redirects.feeds;
  let output = heard ? outputOf(argv, stdin) : null;
  visitTargets(place, parts.redirects, output);

  forgetPrefixes(scope, assigned, argv, name, called !== null);
  if (name !== null && parts.words[0] !== undefined) {
    runReplacements(place, { command, name, words: parts.words, stdin });
  }
  if (called !== null && name !== null) {
    output = callFunction({ ...place, setting: { ...setting, heard } }, called, name, argv, stdin);
    if (sure) return redirects.keepsStdout ? output : null;
  }
  applyBuiltin(run, scope, setting, {
    argv,
    operands,
    prefixed: assigned.map(({ name }) => name),
    stdin,
    redirected: redirects.stdin !== undefined,
  });
  return redirects.keepsStdout ? output : null;
}

/** Reads redirects; the commands that turn up on the way come behind the command itself. */
export function readBehind(
  place: Place,
  nodes: readonly Redirection[],
): { readonly redirects: Redirects; readonly later: readonly SimpleCommand[] } {
  if (nodes.length === 0) return { redirects: noRedirects, later: [] };
  const { commands } = place.run;
  const start = commands.length;
  const redirects = readRedirects(place, nodes);
  return { redirects, later: commands.splice(start) };
}

function partsOf(run: Run, { name, prefix, suffix }: Command): Parts {
  const assignments: AssignmentNode[] = [];
  const words: (WordNode | AssignmentNode)[] = [];
  const redirects: Redirection[] = [];
  for (const item of prefix) {
    if (item.type === "Assignment") assignments.push(item);
    else redirects.push(item);
  }
  if (name !== undefined) words.push(name);
  for (const item of suffix) {
    if (item.type === "Word" || item.type === "Assignment") words.push(item);
    else redirects.push(item);
  }
  if (redirects.some(({ end }) => words.some((word) => touches({ end }, word)))) {
    reportTouching(run);
  }
  const assignment = assignments.at(-1);
  if (!touches(assignment, words[0])) {
    return { assignments, words: joinTouching(words), redirects };
  }
  // `X=<(a)`: the words up to the first blank are the assignment's.
  const [first, ...rest] = joinTouching([...assignments.splice(-1), ...words]);
  if (first?.type === "Assignment") assignments.push(first);
  if (rest.length > 0) reportTouching(run);
  return { assignments, words: rest, redirects };
}

function reportTouching(run: Run): void {
  report(run, "ambiguous", "a process substitution inside a word");
}

function visitWords(place: Place, { assignments, words }: Parts, stdin: StdinText | null): void {
  for (const assignment of assignments) visitAssignment(place, assignment);
  const feeds = words[0]?.text === "tee" ? { ...place, fed: stdin } : place;
  for (const word of words) {
    if (word.type === "Word") visitWord(feeds, word);
    else visitAssignment(feeds, word);
  }
}

function expandWords(
  run: Run,
  scope: Scope,
  nodes: Parts["words"],
  operands: ReadAssignment[],
): { readonly argv: readonly Word[]; readonly changed: boolean } {
  const argv: Word[] = [];
  let changed = false;
  for (const [i, node] of nodes.entries()) {
    const { text } = node;
    if (node.type === "Assignment") {
      const read = readAssignment(run, scope, node);
      // A declaration's operand is brace-expanded as a whole.
      operands.push(text.includes("{") ? { ...read, variable: unknownVariable } : read);
      const word = operandWord(node, read);
      changed ||= word.source !== text;
      argv.push(word);
      continue;
    }
    const words = expandWord(run, scope, node);
    const [only] = words;
    changed ||= words.length !== 1 || only?.source !== text;
    if (i === 0) reportZshCommandWord(run, text, only?.value ?? "");
    else if (text.startsWith("=")) reportZshArgument(run, text);
    for (const word of words) argv.push(word);
  }
  return { argv, changed };
}

/** Assignments alone take effect one after the other; those in front of a command do not. */
function readAssignments(
  run: Run,
  scope: Scope,
  { conditional }: Setting,
  { assignments }: Parts,
  argv: readonly Word[],
): readonly ReadAssignment[] {
  if (assignments.length === 0) return [];
  if (argv.length === 0) {
    return assignments.map((node) => {
      const read = readAssignment(run, scope, node);
      assign(scope, read, conditional);
      return read;
    });
  }
  const own = assignments.length > 1 ? forkScope(scope) : scope;
  return assignments.map((node) => {
    const read = readAssignment(run, own, node);
    if (own !== scope) forget(own, read.name);
    return read;
  });
}

function listAssignments(
  assigned: readonly ReadAssignment[],
  argv: readonly Word[],
): readonly Assignment[] {
  const kind = argv.length === 0 ? "statement" : "prefix";
  const operands = operandAssignments(argv);
  if (assigned.length === 0) return operands;
  return [...assigned.map(({ name, value }): Assignment => ({ name, value, kind })), ...operands];
}

/** Variables as a command finds them: with the assignments in front of it. */
function variablesFor(
  scope: Scope,
  assigned: readonly ReadAssignment[],
  argv: readonly Word[],
): ChangedVariable | null {
  const changes = changesIn(scope);
  if (argv.length === 0) return changes;
  return assigned.reduce<ChangedVariable | null>(
    (before, { name, variable: { value } }) => ({ name, value, exported: true, before }),
    changes,
  );
}

/** Assignments in front of a special builtin or a function stay in some shells; in front of a command
 * word that may vanish they stay in all. */
function forgetPrefixes(
  scope: Scope,
  assigned: readonly ReadAssignment[],
  argv: readonly Word[],
  name: string | null,
  isFunction: boolean,
): void {
  if (assigned.length === 0 || argv.length === 0) return;
  if (name === null || isFunction || specialBuiltins.has(name)) forgetAll(scope, assigned);
}

function lineOf(argv: readonly Word[]): string {
  let text = "";
  for (const { source } of argv) text += text === "" ? source : ` ${source}`;
  return text;
}

/** Walks a compound command's redirects around it: reported once, as a command without words. */
export function walkRedirects(
  place: Place,
  nodes: readonly Redirection[],
  range: readonly [number, number],
  walkInside: (setting: Setting) => Output,
): Output {
  const { run, scope, setting } = place;
  const { redirects, later } = readBehind(place, nodes);
  visitHereStrings(place, nodes);
  const before = scope.stdin;
  if (redirects.stdin !== undefined) scope.stdin = redirects.stdin;
  const directories = scope.directories;
  const output = walkInside(redirects.feeds ? { ...setting, heard: true } : setting);
  scope.stdin = before;
  if (!step(run)) return null;
  emit(run, setting, {
    argv: [],
    assignments: [],
    redirects: redirects.list,
    pipe: setting.pipe,
    stdin: redirects.stdin === undefined ? before : redirects.stdin,
    loop: setting.loop,
    range: setting.outer ?? range,
    text: "",
    original: null,
    directories,
    callsFunction: false,
    variables: changesIn(scope),
  });
  run.commands.push(...later);
  visitTargets(place, nodes, output);
  return redirects.keepsStdout ? output : null;
}
