/** Patterns of a file: checked one by one, with the place of a fault. */
import { checkPattern } from "../rules/compile.ts";
import { parsePattern } from "../rules/parse.ts";
import type { Element, Pattern } from "../rules/pattern.ts";
import { excerpt } from "./excerpt.ts";
import type { ConfigNode } from "./node.ts";
import type { Problems } from "./problems.ts";
import { offsetInScalar } from "./scalar_offset.ts";
import { refusePlaceholder } from "./unsupported.ts";

/** What the rest of a file's checks need to know of a good pattern. */
export interface PatternFacts {
  /** What it is about; an exception must be about the same. */
  readonly kind: Pattern["kind"];
  /** The path lists it names. */
  readonly paths: readonly string[];
  /** Whether `<cmd>` is in it. */
  readonly wraps: boolean;
}

/** Checks the pattern in a text node. Null when it is none, which is reported. */
export function readPattern(
  node: ConfigNode,
  use: "rule" | "wrapper" | "except",
  problems: Problems,
): PatternFacts | null {
  if (node.kind !== "scalar" || typeof node.value !== "string") return null;
  const pattern = node.value;
  const fault = checkPattern(pattern, use);
  if (fault !== null) {
    const offset = offsetInScalar(problems.source, node, fault.position);
    problems.error(offset, `${fault.message}, in the pattern ${excerpt(pattern)}`, fault.hint);
    return null;
  }
  const facts = patternFacts(pattern);
  const later = facts.later[0];
  if (later === undefined) return facts;
  refusePlaceholder(later, node.start, problems);
  return null;
}

/** The facts of a pattern that is known to be good. */
export function patternFacts(pattern: string): PatternFacts & { readonly later: string[] } {
  const paths = new Set<string>();
  const later = new Set<string>();
  let wraps = false;
  const visit = (element: Element): void => {
    if (element.kind === "command") wraps = true;
    if (element.kind === "path") paths.add(element.name);
    else if (element.kind === "optional") element.elements.forEach(visit);
    else if (element.kind === "var") later.add(`<var:${element.name}>`);
    else if (element.kind === "flag-group") later.add(`<flag:${element.name}>`);
  };
  const alternatives = parsePattern(pattern);
  for (const alternative of alternatives) {
    if (alternative.kind === "assignment") continue;
    if (alternative.kind === "command" && alternative.command.kind === "var") {
      later.add(`<var:${alternative.command.name}>`);
    }
    alternative.elements.forEach(visit);
  }
  const kind = alternatives[0]?.kind ?? "command";
  return { kind, wraps, paths: [...paths], later: [...later] };
}

/** What a kind of pattern is called in an error. */
export function kindName(kind: Pattern["kind"]): string {
  return kind === "tool" ? "a tool" : kind === "assignment" ? "an assignment" : `a ${kind}`;
}
