/** Functions of conditions that are ours: globs, regular expressions, and what is on the disk. */
import { UsherError } from "../text/error.ts";
import { ConditionError, mostSteps } from "./condition_run.ts";
import { anything, type Value } from "./condition_value.ts";
import type { ConditionWork, Facts } from "./conditions.ts";
import type { LinearPattern } from "./linear_pattern.ts";
import { matchesText, textPattern } from "./text_pattern.ts";

/** Makes a regular expression ready, or says why it is none. */
export type Patterns = (source: string) => LinearPattern | string;

/** `glob_matches(pattern, value)`: `*` is any characters, as in a rule's words. (seed: `when`) */
export function globMatches(operands: readonly Value[], position: number): boolean {
  const [pattern, value] = texts(operands, "glob_matches", position);
  return matchesText(textPattern(pattern), value);
}

/** `value.matches(pattern)`: somewhere in the value, in RE2's syntax. */
export function matchesPattern(
  patterns: Patterns | null,
  operands: readonly Value[],
  work: ConditionWork,
  position: number,
): Value {
  const [value, source] = texts(operands, "matches", position);
  // They are loaded when they are first asked for.
  if (patterns === null) return anything;
  const pattern = patterns(source);
  if (typeof pattern === "string") throw new ConditionError(pattern, position);
  const steps = value.length * pattern.size / 64;
  if (steps > Math.min(mostSteps, work.steps)) {
    throw new ConditionError("it takes too many steps", position, true);
  }
  work.steps -= steps;
  return pattern.test(value);
}

/** Where the disk is looked at from. */
interface Looking {
  readonly facts: Facts;
  /** The folder of relative paths; null when that is not known. */
  readonly directory: string | null;
}

/** Longer paths name no file on any system. */
const longestPath = 4096;

/**
 * `fs.exists`, `fs.is_file` and `fs.is_dir`: links are followed, and nothing is no error. What cannot be
 * seen is not known: a repository could lay a link that leads in a circle, and must not stop a rule by it.
 */
export function fileTest(
  operation: string,
  operands: readonly Value[],
  { facts, directory }: Looking,
  position: number,
): Value {
  const [path = null] = operands;
  if (typeof path !== "string") {
    throw new ConditionError(`\`${operation}\` takes a text`, position);
  }
  if (path === "" || path.length > longestPath || path.includes("\0")) return false;
  const isAbsolute = path.startsWith("/");
  if (!isAbsolute && directory === null) return anything;
  try {
    const kind = facts.kindOf(isAbsolute ? path : `${directory}/${path}`);
    if (operation === "fs.exists") return kind !== null;
    return kind === (operation === "fs.is_file" ? "file" : "directory");
  } catch (error) {
    if (error instanceof UsherError) return anything;
    throw error;
  }
}

function texts(operands: readonly Value[], name: string, position: number): [string, string] {
  const [first = null, second = null] = operands;
  if (typeof first === "string" && typeof second === "string") return [first, second];
  throw new ConditionError(`\`${name}\` takes two texts`, position);
}
