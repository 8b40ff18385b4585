/** What one analysis collects, and its bounds. */
import type { Script } from "unbash";
import type {
  AnalysisOptions,
  LoopKind,
  Problem,
  SimpleCommand,
  Word,
  WordPiece,
} from "./command.ts";
import { eitherChange } from "./changed_variables.ts";
import type { Effects } from "./effects.ts";
import type { HiddenCharacters } from "./hidden_characters.ts";
import type { NumberFacts } from "./number_facts.ts";

/** UTF-16 units of text. (`02-rules.md`, Bounds: 1 MiB of text, 10 levels, 10,000 commands) */
export const longestText = 1 << 20;

/** Substitutions and operands inside each other. Each level is read again, so this bounds the time. */
export const deepestScript = 20;

/** Commands, statements and substitutions that are walked. */
const mostSteps = 10_000;

/** Characters that variables may put into words, in all. */
const mostSubstituted = 1 << 20;

/** One analysis while it goes on. */
export interface Run {
  readonly text: string;
  readonly options: AnalysisOptions;
  readonly script: Script;
  readonly commands: SimpleCommand[];
  readonly problems: Problem[];
  /** The first syntax error in a nested script. */
  error: { readonly message: string; readonly position: number } | null;
  steps: number;
  /** A bound was passed: nothing more is walked. */
  stopped: boolean;
  substituted: number;
  /** Words that brace expansion has made. */
  braceWords: number;
  /** Where the text has characters that do not show; null for nowhere. */
  readonly hidden: HiddenCharacters | null;
  /** Commands by range and text, once something is walked a second time. */
  seen: Map<string, SimpleCommand[]> | null;
  readonly effects: WeakMap<object, Effects>;
  /** Nodes that were looked at for their effects. */
  scanned: number;
  /** What the text does with numbers; null until somebody asks. */
  numbers: NumberFacts | null;
  /** Variables that the whole text sets just once; null until somebody asks. */
  settled: ReadonlySet<string> | null;
  /** Variables that are set in another way than by an assignment. */
  readonly setNames: Set<string>;
  /** A word that names one and is not known; the first of them. */
  setUnknown: Word | null;
}

/** Where a command stands. */
export interface Setting {
  /** The text that the offsets of this part's nodes index. */
  readonly source: string;
  readonly pipe: SimpleCommand["pipe"];
  readonly loop: LoopKind;
  /** It may not run, or run again: in a branch, a loop, behind `&&`. */
  readonly conditional: boolean;
  /** The range that every command here carries, where the nodes' offsets do not index the text. */
  readonly outer: readonly [number, number] | null;
  /** Functions and aliases that are being expanded. */
  readonly calls: readonly string[];
  /** Calls and wrappers around this. */
  readonly depth: number;
  /** Substitutions around this. */
  readonly nesting: number;
  /** Walked more than once: what comes out again is left out. */
  readonly repeated: boolean;
  /** Somebody reads what it writes to standard output. */
  readonly heard: boolean;
}

/** What is known of the text that something writes to standard output; null when not known. */
export type Output = readonly WordPiece[] | null;

/** No output. */
export const noOutput: Output = [];

/** Starts an analysis. */
export function startRun(
  text: string,
  options: AnalysisOptions,
  script: Script,
  hidden: HiddenCharacters | null,
): Run {
  return {
    text,
    options,
    script,
    commands: [],
    problems: [],
    error: null,
    steps: 0,
    stopped: false,
    substituted: 0,
    braceWords: 0,
    hidden,
    seen: null,
    effects: new WeakMap(),
    scanned: 0,
    numbers: null,
    settled: null,
    setNames: new Set(),
    setUnknown: null,
  };
}

/** The setting at the beginning of a text. */
export function startSetting(text: string, depth: number): Setting {
  return {
    source: text,
    pipe: { stdin: false, stdout: false },
    loop: "",
    conditional: false,
    outer: null,
    calls: [],
    depth,
    nesting: 0,
    repeated: false,
    heard: false,
  };
}

/** Counts one step of work; false when there were too many. */
export function step(run: Run): boolean {
  if (run.stopped) return false;
  if (++run.steps <= mostSteps) return true;
  run.stopped = true;
  report(
    run,
    "too-many-commands",
    `there are more than ${mostSteps.toLocaleString("en")} commands`,
  );
  return false;
}

/** Counts characters that a variable puts into a word; false when there were too many. */
export function mayPut(run: Run, words: readonly WordPiece[]): boolean {
  for (const piece of words) run.substituted += piece.text.length + 1;
  return run.substituted <= mostSubstituted;
}

/** Notes a problem once. */
export function report(run: Run, kind: Problem["kind"], message: string): void {
  const known = run.problems.some((problem) =>
    problem.kind === kind && problem.message === message
  );
  if (!known) run.problems.push({ kind, message });
}

/** Notes a syntax error; the first one counts. */
export function reportError(run: Run, setting: Setting, message: string, position: number): void {
  run.error ??= { message, position: setting.outer?.[0] ?? position };
}

/** Adds a command, unless the same one came out of an earlier pass over the same place. */
export function emit(run: Run, setting: Setting, command: SimpleCommand): void {
  if (setting.repeated) {
    if (run.seen === null) {
      run.seen = new Map();
      for (const earlier of run.commands) remember(run.seen, earlier);
    }
    const same = run.seen.get(keyOf(command));
    const earlier = same?.find((earlier) => isSame(earlier, command));
    if (earlier !== undefined && joins(run, earlier, command)) return;
  }
  if (run.seen !== null) remember(run.seen, command);
  run.commands.push(command);
}

/** Lets an earlier command stand for a later one that may find other variables. */
function joins(run: Run, earlier: SimpleCommand, later: SimpleCommand): boolean {
  if (earlier.variables === later.variables) return true;
  const index = run.commands.indexOf(earlier);
  if (index < 0) return false;
  const variables = eitherChange(earlier.variables, later.variables);
  if (variables === undefined) return false;
  const joined = { ...earlier, variables };
  run.commands[index] = joined;
  const same = run.seen?.get(keyOf(earlier));
  same?.splice(same.indexOf(earlier), 1, joined);
  return true;
}

function remember(seen: Map<string, SimpleCommand[]>, command: SimpleCommand): void {
  const key = keyOf(command);
  const same = seen.get(key);
  if (same === undefined) seen.set(key, [command]);
  else same.push(command);
}

function keyOf({ range: [start, end], text }: SimpleCommand): string {
  return `${start}:${end}:${text}`;
}

function isSame(a: SimpleCommand, b: SimpleCommand): boolean {
  return a.original === b.original && a.loop === b.loop &&
    a.callsFunction === b.callsFunction && a.pipe.stdin === b.pipe.stdin &&
    a.pipe.stdout === b.pipe.stdout && a.stdin?.text.value === b.stdin?.text.value &&
    sameTexts(a.directories, b.directories) && sameWords(a.argv, b.argv) &&
    sameWords(a.redirects.map(({ target }) => target), b.redirects.map(({ target }) => target)) &&
    sameWords(a.assignments.map(({ value }) => value), b.assignments.map(({ value }) => value));
}

function sameWords(a: readonly Word[], b: readonly Word[]): boolean {
  return a.length === b.length &&
    a.every((word, i) => {
      const other = b[i];
      return word.value === other?.value && word.pieces.length === other.pieces.length;
    });
}

function sameTexts(a: readonly string[] | null, b: readonly string[] | null): boolean {
  if (a === null || b === null) return a === b;
  return a.length === b.length && a.every((text, i) => text === b[i]);
}
