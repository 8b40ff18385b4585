/** Patterns of a file: checked one by one, with the place of a fault. */
import { checkPattern } from "../rules/compile.ts";
import { mistakeIn } from "../rules/mistakes.ts";
import { parsePattern } from "../rules/parse.ts";
import type { Element, Pattern } from "../rules/pattern.ts";
import type { Place } from "../text/error.ts";
import type { NameUse } from "./configuration_file.ts";
import { excerpt } from "./excerpt.ts";
import type { ConfigNode } from "./node.ts";
import type { Problems } from "./problems.ts";
import { offsetInScalar } from "./scalar_offset.ts";

/** A name in a pattern that some file has to define. */
export type PatternName = Pick<NameUse, "kind" | "name">;

/** What the rest of a file's checks need to know of a good pattern. */
export interface PatternFacts {
  /** What it is about; an exception must be about the same. */
  readonly kind: Pattern["kind"];
  /** The names in it. */
  readonly names: readonly PatternName[];
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
  noteMistake(node, pattern, problems);
  return patternFacts(pattern);
}

/** Tells of a pattern that parses and surely never matches what it seems to say. */
export function noteMistake(node: ConfigNode, pattern: string, problems: Problems): void {
  const mistake = mistakeIn(pattern);
  if (mistake === null) return;
  const offset = offsetInScalar(problems.source, node, mistake.position);
  problems.mistake(offset, `${mistake.message}, in the pattern ${excerpt(pattern)}`, mistake.hint);
}

/** The uses of a pattern's names, at the place of what holds it. */
export function usesOf({ names }: PatternFacts, place: Place): readonly NameUse[] {
  return names.map((name) => ({ ...name, place }));
}

/** The facts of a pattern that is known to be good. */
export function patternFacts(pattern: string): PatternFacts {
  const names = new Map<string, PatternName>();
  const add = (kind: PatternName["kind"], name: string) =>
    names.set(`${kind} ${name}`, { kind, name });
  let wraps = false;
  const visit = (element: Element): void => {
    if (element.kind === "command") wraps = true;
    if (element.kind === "path") add("pattern-path", element.name);
    else if (element.kind === "var") add("pattern-var", element.name);
    else if (element.kind === "flag-group") add("pattern-flag", element.name);
    else if (element.kind === "optional") {
      for (const inner of element.elements) {
        if (inner.kind === "var") add("grouped-var", inner.name);
        visit(inner);
      }
    }
  };
  const alternatives = parsePattern(pattern);
  for (const alternative of alternatives) {
    if (alternative.kind === "assignment") continue;
    if (alternative.kind === "command" && alternative.command.kind === "var") {
      add("pattern-var", alternative.command.name);
    }
    alternative.elements.forEach(visit);
  }
  const kind = alternatives[0]?.kind ?? "command";
  return { kind, wraps, names: [...names.values()] };
}

/** What a kind of pattern is called in an error. */
export function kindName(kind: Pattern["kind"]): string {
  return kind === "tool" ? "a tool" : kind === "assignment" ? "an assignment" : `a ${kind}`;
}
