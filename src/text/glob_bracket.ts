/** Bracket expressions of globs: `[abc]`, `[a-z]`, `[!a]`, `[^a]`, `[[:digit:]]`. */

/** Code points from the first to the second, both included. */
export type CodePointRange = readonly [number, number];

/** What a bracket expression says, before it is known how letters compare. */
export interface CharacterSet {
  readonly negated: boolean;
  readonly ranges: readonly CodePointRange[];
}

const last = 0x10ffff;
const slash = 0x2f;

/** POSIX classes, for ASCII. */
const classes: Readonly<Record<string, string>> = {
  alnum: "azAZ09",
  alpha: "azAZ",
  blank: "  \t\t",
  cntrl: "\0\x1f\x7f\x7f",
  digit: "09",
  graph: "!~",
  lower: "az",
  print: " ~",
  punct: "!/:@[`{~",
  space: "  \t\r",
  upper: "AZ",
  xdigit: "09AFaf",
};

/**
 * Reads the bracket expression that begins with the `[` at `start`; null when it is none: not closed, or
 * with a `/` inside, which no bracket may hold. A `]` right after the beginning is a member.
 */
export function readBracket(
  text: string,
  start: number,
): { readonly set: CharacterSet; readonly end: number } | null {
  let at = start + 1;
  const negated = text[at] === "!" || text[at] === "^";
  if (negated) at++;
  const first = at;
  const ranges: CodePointRange[] = [];
  while (at < text.length && text[at] !== "/") {
    if (text[at] === "]" && at > first) return { set: { negated, ranges }, end: at + 1 };
    const named = /^\[:([a-z]{1,10}):\]/.exec(text.slice(at, at + 16));
    if (named !== null) {
      ranges.push(...pairs(classes[named[1] ?? ""] ?? ""));
      at += named[0].length;
      continue;
    }
    const low = member(text, at);
    at = low.end;
    const isRange = text[at] === "-" && at + 1 < text.length && text[at + 1] !== "]";
    const high = isRange ? member(text, at + 1) : low;
    at = high.end;
    ranges.push([low.code, high.code]);
  }
  return null;
}

/**
 * The code points that a set stands for, never `/`. Without regard to case they are those of text
 * in lower case.
 */
export function codePoints(set: CharacterSet, caseSensitive: boolean): readonly CodePointRange[] {
  const ranges = caseSensitive ? set.ranges : [...set.ranges, ...set.ranges.flatMap(lowered)];
  return without(set.negated ? complement(ranges) : ranges, slash);
}

/** Whether a code point lies in one of the ranges. */
export function contains(ranges: readonly CodePointRange[], code: number): boolean {
  return ranges.some(([low, high]) => low <= code && code <= high);
}

/** Whether two lists of ranges share a code point. */
export function overlap(a: readonly CodePointRange[], b: readonly CodePointRange[]): boolean {
  return a.some(([low, high]) => b.some(([from, to]) => Math.max(low, from) <= Math.min(high, to)));
}

/** One member, which a `\` may precede. */
function member(text: string, at: number): { readonly code: number; readonly end: number } {
  const place = text[at] === "\\" && at + 1 < text.length ? at + 1 : at;
  const code = text.codePointAt(place) ?? 0;
  return { code, end: place + (code > 0xffff ? 2 : 1) };
}

function pairs(bounds: string): CodePointRange[] {
  const ranges: CodePointRange[] = [];
  for (let at = 0; at < bounds.length; at += 2) {
    ranges.push([bounds.charCodeAt(at), bounds.charCodeAt(at + 1)]);
  }
  return ranges;
}

/** The small letters for the capitals in a range. */
function lowered([low, high]: CodePointRange): CodePointRange[] {
  const [from, to] = [Math.max(low, 0x41), Math.min(high, 0x5a)];
  return from <= to ? [[from + 0x20, to + 0x20]] : [];
}

function complement(ranges: readonly CodePointRange[]): CodePointRange[] {
  const sorted = ranges.filter(([low, high]) => low <= high).toSorted((a, b) => a[0] - b[0]);
  const gaps: CodePointRange[] = [];
  let next = 0;
  for (const [low, high] of sorted) {
    if (low > next) gaps.push([next, low - 1]);
    next = Math.max(next, high + 1);
  }
  if (next <= last) gaps.push([next, last]);
  return gaps;
}

function without(ranges: readonly CodePointRange[], code: number): CodePointRange[] {
  return ranges.flatMap(([low, high]): CodePointRange[] => {
    if (code < low || code > high) return low <= high ? [[low, high]] : [];
    const parts: CodePointRange[] = [[low, code - 1], [code + 1, high]];
    return parts.filter(([from, to]) => from <= to);
  });
}
