/** Judges what a wrapper runs: the `<cmd>` of `sudo <cmd>`. (`02-rules.md`, Evaluation) */
import { anyChange } from "../shell/changed_variables.ts";
import { appendedWord, literalWord, staticValue, wordOf } from "../shell/words.ts";
import type {
  Assignment,
  ChangedVariable,
  SimpleCommand,
  Word,
  WordPiece,
} from "../shell/command.ts";
import { quoteWord } from "../shell/quote.ts";
import { hasOtherLanguage, isPosixOnly } from "../shell/shells.ts";
import { type CandidateWrapper, candidateWrappers } from "./candidates.ts";
import { capturesOf, codeOf, isFirstSuch } from "./wrapper_captures.ts";
import { checkInside } from "./command_check.ts";
import { baseOf } from "./command_name.ts";
import { judgeAssignment, judgeCode, judgeCommand } from "./judge_command.ts";
import { depthLimit, type JudgeContext } from "./judge_text.ts";
import type { Capture } from "./match.ts";
import { notedPart, type Part } from "./part.ts";
import { withPutIn } from "./placeholders.ts";
import type { Wrapper } from "./rule_set.ts";
import { strictness } from "./strictness.ts";
import type { Subject } from "./subject.ts";
import type { Token } from "./token.ts";
import { foldersBehind } from "./wrapper_folder.ts";

/** One reading of what a wrapper runs. */
interface Reading {
  readonly parts: readonly Part[];
  readonly strictest: number;
  /** Some rule, wrapper or limit spoke. */
  readonly decided: boolean;
  /** Its command word could be a command at all. */
  readonly plausible: boolean;
}

/**
 * The parts of what the first wrapper with a `<cmd>` captures; null when none does. Of several readings
 * the strictest that some rule speaks for counts, as in the seed's engine; but an allow does not count
 * while an earlier reading that names a plausible command is spoken for by nothing.
 */
export function judgeWrapped(
  context: JudgeContext,
  command: SimpleCommand,
  subject: Subject & { kind: "command" },
  depth: number,
): readonly Part[] | null {
  const candidates = candidateWrappers(context.set, subject.name.text);
  const code = codeOf(command, subject);
  const hasOptions = subject.arguments[0]?.maybeFlag === true;
  for (const candidate of candidates) {
    const { wrapper } = candidate;
    if (wrapper.itself === true && !hasOptions) continue;
    const { captures, exhausted } = capturesOf(context, command, subject, candidate, "deny");
    if (wrapper.itself === true) {
      const stricter = judgeItself(context, command, wrapper, captures, depth);
      if (stricter.length > 0) return stricter;
      continue;
    }
    if (captures.length === 0 && !exhausted) continue;
    const all = code === null ? captures : [...captures, code];
    if (wrapper.atLeast === "pass") {
      const stricter = judgeReadings(context, command, wrapper, all, depth).filter(isStricter);
      if (stricter.length > 0) return stricter;
      continue;
    }
    return [
      ...judgeReadings(context, command, wrapper, all, depth),
      ...(exhausted ? [notedPart(command.text, "what it runs has too many readings")] : []),
      ...raised(command, wrapper),
    ];
  }
  const possible = judgePossible(context, command, subject, candidates, depth);
  if (possible.length > 0) return possible;
  // A shell with options that no pattern names.
  const [first] = candidates;
  if (code === null || first === undefined) return null;
  const options = "a shell with options that change what its text means";
  return [
    ...judgeReadings(
      context,
      command,
      { ...first.wrapper, joins: false, appends: false },
      [code],
      depth,
    ),
    notedPart(command.text, options),
  ];
}

/** What wrappers would run for some value of the words that are not known: what rules stop of it. */
function judgePossible(
  context: JudgeContext,
  command: SimpleCommand,
  subject: Subject & { kind: "command" },
  candidates: readonly CandidateWrapper[],
  depth: number,
): readonly Part[] {
  if (subject.arguments.every(({ runs }) => runs === null)) return [];
  for (const candidate of candidates) {
    const { wrapper } = candidate;
    if (wrapper.itself === true) continue;
    const { captures } = capturesOf(context, command, subject, candidate, "maybe");
    const strict = captures.flatMap((capture) =>
      judgeReadings(context, command, wrapper, [capture], depth)
        .filter((part) => isStricter(part) && part.rule !== null)
    );
    if (strict.length > 0) return strict;
  }
  return [];
}

/** The same command without the options in front: what is stricter than nothing counts. */
function judgeItself(
  context: JudgeContext,
  command: SimpleCommand,
  wrapper: Wrapper,
  captures: readonly Capture[],
  depth: number,
): readonly Part[] {
  const { argv } = command;
  return captures.flatMap((capture) => {
    const words = [...argv.slice(0, 1), ...capture.command.map(({ word }) => word)];
    if (words.length === argv.length || depth + 1 > depthLimit) return [];
    const there = inFolder(context, command, wrapper, capture);
    return [judgeArgv(context, there, words, depth)].filter(isStricter);
  });
}

function isStricter({ verdict }: Part): boolean {
  return strictness(verdict.action) > strictness("pass");
}

function judgeReadings(
  context: JudgeContext,
  command: SimpleCommand,
  wrapper: Wrapper,
  captures: readonly Capture[],
  depth: number,
): readonly Part[] {
  const missing = checkInside(context.missing, command);
  const posix = isPosixOnly(command.argv[0]?.value ?? "") ?? context.posix;
  const within = { ...context, missing, posix };
  const parts = strictestReading(
    captures.filter(isFirstSuch).map((capture) => read(within, command, wrapper, capture, depth)),
  );
  const other = hasOtherLanguage(command.argv[0]?.value ?? "") &&
    captures.some(({ command: [code] }) =>
      code !== undefined && !/^[\w ./:,@%+=;|-]*$/.test(code.text)
    );
  const note = "a shell that reads its text in another way than `sh`";
  return other ? [...parts, notedPart(command.text, note)] : parts;
}

/** What a wrapper that raises rights adds: its own least strict verdict. */
function raised(command: SimpleCommand, { atLeast, behind }: Wrapper): readonly Part[] {
  if (atLeast === undefined) return [];
  const name = baseOf(command.argv[0]?.value ?? "");
  const how = behind === undefined ? "runs it with other rights" : "runs a command from its text";
  const part = notedPart(command.text, `${name} ${how}`);
  return [{ ...part, verdict: { ...part.verdict, action: atLeast } }];
}

function strictestReading(readings: readonly Reading[]): readonly Part[] {
  let best: Reading | null = null;
  let unspoken: Reading | null = null;
  for (const reading of readings) {
    if (!reading.decided) {
      if (best === null && reading.plausible) unspoken ??= reading;
      continue;
    }
    if (best === null || reading.strictest > best.strictest) best = reading;
  }
  if (best === null) return unspoken?.parts ?? readings[0]?.parts ?? [];
  const weak = unspoken !== null && best.strictest < unspoken.strictest;
  return weak && unspoken !== null ? unspoken.parts : best.parts;
}

function read(
  context: JudgeContext,
  command: SimpleCommand,
  wrapper: Wrapper,
  capture: Capture,
  depth: number,
): Reading {
  const parts = [
    ...capture.variables.flatMap((token) => judgeVariable(context, token, command)),
    ...judgeCaptured(
      context,
      withCaptured(inFolder(context, command, wrapper, capture), capture),
      wrapper,
      capture,
      depth,
    ),
  ];
  const [name] = capture.command;
  return {
    parts,
    strictest: Math.max(0, ...parts.map(({ verdict }) => strictness(verdict.action))),
    decided: parts.some((part) => part.decided || part.neutral),
    plausible: name !== undefined && /[A-Za-z]/.test(name.text) && !isDuration(name.text),
  };
}

function isDuration(text: string): boolean {
  return /^\d+(\.\d+)?[smhd]$/.test(text);
}

/** A token that `<vars>` took, judged as an assignment. */
function judgeVariable(
  context: JudgeContext,
  token: Token,
  command: SimpleCommand,
): readonly Part[] {
  const { word } = token;
  const name = word.value.slice(0, word.value.indexOf("="));
  if (!startsWithText(word, name)) {
    return [notedPart(command.text, "the name of a variable is not known before it runs")];
  }
  const value = literalWord(word.value.slice(name.length + 1));
  const part = judgeAssignment(context, { name, value, kind: "declaration" }, command);
  return part === null ? [] : [part];
}

/** Whether a word begins with just this text, and not with something unknown. */
function startsWithText({ pieces: [first] }: Word, text: string): boolean {
  return first?.kind === "text" && first.text.startsWith(text);
}

/**
 * A launcher as what it runs finds the variables: with those that it sets. With an option `env` may clear
 * others.
 */
function withCaptured(command: SimpleCommand, { variables }: Capture): SimpleCommand {
  const [name, first] = command.argv;
  const clears = baseOf(name?.value ?? "") === "env" && first?.value.startsWith("-") === true;
  const words = variables.map(({ word }) => word);
  const before = clears ? anyChange(command.variables) : command.variables;
  return { ...command, variables: words.reduce(withAssigned, before) };
}

/** A launcher as what it runs finds the folder. */
function inFolder(
  { situation }: JudgeContext,
  command: SimpleCommand,
  { folder = [] }: Wrapper,
  { command: [first] }: Capture,
): SimpleCommand {
  if (folder.length === 0 || first === undefined) return command;
  const start = command.argv.indexOf(first.word);
  const options = command.argv.slice(1, start < 0 ? undefined : start);
  const directories = foldersBehind(command.directories, folder, options, situation.home);
  return { ...command, directories };
}

/** The changes to variables with one more that is put into the environment. */
function withAssigned(before: ChangedVariable | null, word: Word): ChangedVariable | null {
  const assignment = assignmentOf(word);
  if (assignment === null) return before;
  const { name } = assignment;
  const known = staticValue(word);
  const value = known === null ? null : assignment.value.pieces;
  return { name, value, exported: true, before };
}

function judgeCaptured(
  context: JudgeContext,
  command: SimpleCommand,
  wrapper: Wrapper,
  capture: Capture,
  depth: number,
): readonly Part[] {
  if (depth + 1 > depthLimit) {
    return [notedPart(command.text, `more than ${depthLimit} levels of wrappers and calls`)];
  }
  const appends = wrapper.appends === true;
  const captured = capture.command.map(({ word }) => word);
  const words = appends ? withPutIn(command, captured) : captured;
  const [first, ...others] = words;
  if (first === undefined) return [];
  const { directories, variables } = command;
  const place = { depth: depth + 1, directories, variables };
  if (wrapper.joins) return judgeCode(context, joined(words), place);
  if (others.length === 0 && !appends) {
    return isPlainName(first)
      ? [judgeArgv(context, command, words, depth)]
      : judgeCode(context, first, place);
  }
  const argv = appends ? [...words, appendedWord()] : words;
  const parts: Part[] = [];
  let start = 0;
  for (; start < words.length; start++) {
    const word = words[start];
    const assignment = word === undefined ? null : assignmentOf(word);
    if (assignment === null) break;
    const part = judgeAssignment(context, assignment, command);
    if (part !== null) parts.push(part);
  }
  const set = words.slice(0, start).reduce(withAssigned, variables);
  const name = words[start];
  if (name !== undefined) {
    const rest = argv.slice(start);
    // No program is named so: it is a text, and the words behind it are its `$0`, `$1`…
    const isCode = name.pieces.some(({ kind, text }) => kind === "text" && !isPlainText(text));
    if (isCode) {
      const positional = rest.slice(1);
      parts.push(...judgeCode(context, name, { ...place, positional, variables: set }));
    } else parts.push(judgeArgv(context, { ...command, variables: set }, rest, depth));
  }
  return parts;
}

/** Words as the one text that a launcher makes of them. */
function joined(words: readonly Word[]): Word {
  const space: WordPiece = { kind: "text", text: " ", quoted: false };
  return wordOf(words.flatMap(({ pieces }, i) => i === 0 ? pieces : [space, ...pieces]));
}

function judgeArgv(
  context: JudgeContext,
  outer: SimpleCommand,
  argv: readonly Word[],
  depth: number,
): Part {
  const text = argv.map((word) =>
    word.pieces.every((piece) => piece.kind === "text") ? quoteWord(word.value) : word.source
  ).join(" ");
  return judgeCommand(
    context,
    { ...outer, argv, assignments: [], redirects: [], text, original: null, callsFunction: false },
    depth + 1,
  );
}

/** Whether a word can only be a command's name, and no text with commands in it. */
function isPlainName(word: Word): boolean {
  return word.pieces.every((piece) => piece.kind === "text" && isPlainText(piece.text)) &&
    word.value !== "";
}

/** Whether a shell would read this as part of one plain word. */
function isPlainText(text: string): boolean {
  return /^[\w./+@%:,~-]*$/.test(text);
}

function assignmentOf(word: Word): Assignment | null {
  const match = /^([A-Za-z_]\w*)=/.exec(word.value);
  const name = match?.[1];
  if (match === null || name === undefined) return null;
  const value = literalWord(word.value.slice(match[0].length));
  return { name, value, kind: "declaration" };
}
