/** Patterns as the evaluation needs them, parsed when first used and kept. */
import { parsePattern } from "./parse.ts";
import type { Element, Pattern } from "./pattern.ts";

const known = new Map<string, readonly Pattern[]>();

/** Parsed patterns kept at most: beyond that the oldest go. A rule set of 20,000 rules fits. */
const most = 50_000;

/**
 * The parsed forms of a pattern's text. A `*` command is given a leading wildcard, so that it spans one or
 * more tokens.
 * @throws PatternError
 */
export function compiledPattern(text: string): readonly Pattern[] {
  const found = known.get(text);
  if (found !== undefined) return found;
  const parsed = parsePattern(text).map(spanning);
  if (known.size >= most) known.clear();
  known.set(text, parsed);
  return parsed;
}

/** The pattern with the leading wildcard of a `*` command. */
export function spanning<T extends Pattern>(pattern: T): T {
  if (pattern.kind !== "command" || pattern.command.kind !== "any") return pattern;
  return { ...pattern, elements: [wildcard, ...pattern.elements] };
}

const wildcard: Element = { kind: "wildcard" };
