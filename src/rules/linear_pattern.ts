/**
 * Regular expressions for a condition's `matches`, in time that grows with the text and no faster. The one
 * file that imports the library; it is loaded only for an expression that uses them.
 */
import { RE2JS } from "re2js";

/** A regular expression, made ready. */
export interface LinearPattern {
  /** Instructions that each character of a text may take. */
  readonly size: number;
  /** Whether it matches somewhere in a text. */
  readonly test: (text: string) => boolean;
}

/** Longer ones are refused. */
const longest = 1000;

const known = new Map<string, LinearPattern | string>();

/** Expressions kept at most. */
const most = 256;

/** Makes an expression ready; or says why it is none, in one line. RE2's syntax: no look-around, no `\1`. */
export function linearPattern(source: string): LinearPattern | string {
  const found = known.get(source);
  if (found !== undefined) return found;
  if (known.size >= most) known.clear();
  const made = make(source);
  known.set(source, made);
  return made;
}

function make(source: string): LinearPattern | string {
  if (source.length > longest) return `it has more than ${longest} characters`;
  try {
    const compiled = RE2JS.compile(source);
    return { size: compiled.programSize(), test: (text) => compiled.test(text) };
  } catch (error) {
    return error instanceof Error ? error.message.split("\n")[0] ?? "" : String(error);
  }
}
