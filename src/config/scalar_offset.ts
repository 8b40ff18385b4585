/** Where in a file a character of a scalar's value is written. */
import type { ConfigNode } from "./node.ts";
import type { Source } from "./source.ts";

/** The escapes of a double-quoted text that stand for a single character each. */
const ESCAPE = /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[^])/y;

/**
 * The offset in the source of the value's character at `position`: exact for plain and quoted scalars on
 * one line, the scalar's start for all others.
 */
export function offsetInScalar(source: Source, node: ConfigNode, position: number): number {
  if (node.kind !== "scalar") return node.start;
  const written = source.text.slice(node.start, node.end);
  if (node.style === "block" || written.includes("\n")) return node.start;
  const end = node.start + written.length;
  if (node.style === "plain") return Math.min(node.start + position, end);
  const step = node.style === "single" ? singleStep : doubleStep;
  let at = 1;
  for (let passed = 0; passed < position && at < written.length;) {
    const { taken, given } = step(written, at);
    at += taken;
    passed += given;
  }
  return Math.min(node.start + at, end);
}

/** How many characters of the file stand for how many of the value. */
interface Step {
  readonly taken: number;
  readonly given: number;
}

function singleStep(written: string, at: number): Step {
  return { taken: written.startsWith("''", at) ? 2 : 1, given: 1 };
}

function doubleStep(written: string, at: number): Step {
  ESCAPE.lastIndex = at;
  const escape = ESCAPE.exec(written)?.[0];
  if (escape === undefined) return { taken: 1, given: 1 };
  const wide = escape[1] === "U" && parseInt(escape.slice(2), 16) > 0xffff;
  return { taken: escape.length, given: wide ? 2 : 1 };
}
