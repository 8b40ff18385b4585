/** Text with `*` globs and `\` escapes, as it stands in one token of a pattern. */
import type { Word } from "../shell/command.ts";

/**
 * Text with gaps of any characters between its runs: `["a", "b"]` is `a`, anything, `b`. One run has no
 * gap.
 */
export type Runs = readonly string[];

/** A token's text: a plain string, or the runs between its stars. */
export type TextPattern = string | Runs;

/** Compiles a token's text: `*` is any characters, `\x` is `x`. */
export function textPattern(source: string): TextPattern {
  if (!source.includes("*") && !source.includes("\\")) return source;
  const runs: string[] = [];
  let run = "";
  for (let i = 0; i < source.length; i++) {
    const char = source[i] ?? "";
    if (char === "\\" && i + 1 < source.length) run += source[++i];
    else if (char === "*") {
      runs.push(run);
      run = "";
    } else run += char;
  }
  if (runs.length === 0) return run;
  runs.push(run);
  return runs;
}

/** The runs of a token's text. */
export function runsOfText(pattern: TextPattern): Runs {
  return typeof pattern === "string" ? [pattern] : pattern;
}

/** Whether the whole value fits. Linear in the value for each star. */
export function matchesText(pattern: TextPattern, value: string): boolean {
  return typeof pattern === "string" ? pattern === value : matchesRuns(pattern, value);
}

function matchesRuns(runs: Runs, value: string): boolean {
  const first = runs[0] ?? "";
  if (runs.length === 1) return value === first;
  const last = runs[runs.length - 1] ?? "";
  if (value.length < first.length + last.length) return false;
  if (!value.startsWith(first) || !value.endsWith(last)) return false;
  const end = value.length - last.length;
  let at = first.length;
  for (let i = 1; i < runs.length - 1; i++) {
    const run = runs[i] ?? "";
    const found = value.indexOf(run, at);
    if (found < 0 || found + run.length > end) return false;
    at = found + run.length;
  }
  return true;
}

/** Alternatives made ready to be looked up: rules list dozens of names, and most words are none of them. */
export interface TextSet {
  readonly literals: ReadonlySet<string>;
  /** Those with gaps. */
  readonly globs: readonly Runs[];
}

const sets = new WeakMap<readonly TextPattern[], TextSet>();

/** The alternatives as a set; made once for each list. */
export function textSet(patterns: readonly TextPattern[]): TextSet {
  let set = sets.get(patterns);
  if (set === undefined) {
    const literals = new Set<string>();
    const globs: Runs[] = [];
    for (const pattern of patterns) {
      if (typeof pattern === "string") literals.add(pattern);
      else globs.push(pattern);
    }
    sets.set(patterns, set = { literals, globs });
  }
  return set;
}

/** Fewer alternatives are compared one by one sooner than they are looked up. */
const fewestInSet = 4;

/** Whether any of the patterns fits. */
export function matchesAnyText(patterns: readonly TextPattern[], value: string): boolean {
  if (patterns.length < fewestInSet) {
    return patterns.some((pattern) => matchesText(pattern, value));
  }
  const { literals, globs } = textSet(patterns);
  return literals.has(value) || globs.some((runs) => matchesRuns(runs, value));
}

/**
 * The known runs of a word between its unresolved expansions; one run when all is known. Globs of the
 * word stand verbatim unless `globs` says that they are gaps too.
 */
export function runsOf(word: Word, globs = false): Runs {
  const runs = [""];
  for (const piece of word.pieces) {
    if (piece.kind === "unknown" || (globs && piece.kind === "glob")) runs.push("");
    else runs[runs.length - 1] += piece.text;
  }
  return runs;
}

/**
 * Whether a pattern and a partly known text could be the same text: both are runs with gaps of any
 * characters between them. Two sides with gaps at both ends always could be where their fixed ends agree.
 */
export function couldMatch(pattern: Runs, text: Runs): boolean {
  if (text.length === 1) return matchesRuns(pattern, text[0] ?? "");
  if (pattern.length === 1) return matchesRuns(text, pattern[0] ?? "");
  const [a, b] = [pattern[0] ?? "", text[0] ?? ""];
  const [y, z] = [pattern[pattern.length - 1] ?? "", text[text.length - 1] ?? ""];
  return (a.startsWith(b) || b.startsWith(a)) && (y.endsWith(z) || z.endsWith(y));
}
