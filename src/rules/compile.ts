/** From validated rules to an indexed rule set, and the check of one pattern. */
import { PatternError } from "./lexer.ts";
import { parsePattern } from "./parse.ts";
import type { Element, Pattern } from "./pattern.ts";
import type { RuleIndex, RuleSet } from "./rule_set.ts";

/** A rule set before it is indexed. */
export type RuleSetInput = Omit<RuleSet, "index">;

/** Why a pattern is no pattern. `position` is a UTF-16 offset into it. */
export interface PatternFault {
  readonly message: string;
  readonly position: number;
  /** What to write instead, where that is clear. */
  readonly hint?: string;
}

/** Checks a pattern for one of its uses; null when it is good. */
export function checkPattern(
  pattern: string,
  use: "rule" | "wrapper" | "except",
): PatternFault | null {
  try {
    const [parsed] = parsePattern(pattern);
    if (use === "wrapper" && parsed?.kind !== "command") {
      return { message: "a wrapper begins with a command name", position: 0 };
    }
    return null;
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    const { message, position, hint } = error;
    return hint === undefined ? { message, position } : { message, position, hint };
  }
}

/** Indexes rules and wrappers by command name. All patterns must be good. */
export function compileRuleSet(input: RuleSetInput): RuleSet {
  return { ...input, index: indexOf(input) };
}

function indexOf({ rules, wrappers }: RuleSetInput): RuleIndex {
  const byName = new Map<string, number[]>();
  const tools = new Map<string, number[]>();
  const wrappersByName = new Map<string, number[]>();
  const anyName: number[] = [];
  const output: number[] = [];
  const input: number[] = [];
  const assignment: number[] = [];
  const wrappersAnyName: number[] = [];

  rules.forEach((rule, number) => {
    for (const pattern of parsePattern(rule.pattern)) {
      switch (pattern.kind) {
        case "command":
          file(namesOf(pattern), number, byName, anyName);
          break;
        case "redirect":
          add(pattern.direction === "output" ? output : input, number);
          break;
        case "assignment":
          add(assignment, number);
          break;
        case "tool":
          for (const name of pattern.names) {
            addTo(tools, typeof name === "string" ? name : "*", number);
          }
      }
    }
  });
  wrappers.forEach((wrapper, number) => {
    for (const pattern of parsePattern(wrapper.pattern)) {
      if (pattern.kind === "command") {
        file(namesOf(pattern), number, wrappersByName, wrappersAnyName);
      }
    }
  });
  return {
    needs: rules.map((rule) => needsOf(parsePattern(rule.pattern))),
    byName: Object.fromEntries(byName),
    anyName,
    output,
    input,
    assignment,
    tools: Object.fromEntries(tools),
    wrappersByName: Object.fromEntries(wrappersByName),
    wrappersAnyName,
  };
}

/** Most words that a rule's needs are worth comparing with. */
const mostNeeds = 16;

/** Words of which a command must have one for any of these patterns to match: a first look at a rule. */
function needsOf(patterns: readonly Pattern[]): readonly string[] | null {
  const needs = new Set<string>();
  for (const pattern of patterns) {
    if (pattern.kind !== "command") return null;
    const literals = pattern.elements.map(literalsOf).find((found) => found !== null);
    if (literals === undefined) return null;
    for (const literal of literals ?? []) needs.add(literal);
  }
  return needs.size > mostNeeds ? null : [...needs];
}

/** The words of which an element takes one, spelt out; null when it takes others, or none. */
function literalsOf(element: Element): readonly string[] | null {
  const texts = element.kind === "texts"
    ? element.texts
    : element.kind === "flag"
    ? element.names
    : [];
  const literals = texts.filter((text) => typeof text === "string");
  return texts.length === 0 || literals.length < texts.length ? null : literals;
}

/** The literal command names of a pattern, without folders; null when a name is a glob or anything. */
function namesOf(pattern: Pattern & { kind: "command" }): readonly string[] | null {
  if (pattern.command.kind !== "texts") return null;
  const names: string[] = [];
  for (const text of pattern.command.texts) {
    if (typeof text !== "string") return null;
    names.push(text.slice(text.lastIndexOf("/") + 1));
  }
  return names;
}

function file(
  names: readonly string[] | null,
  number: number,
  byName: Map<string, number[]>,
  anyName: number[],
): void {
  if (names === null) add(anyName, number);
  else for (const name of names) addTo(byName, name, number);
}

function addTo(map: Map<string, number[]>, key: string, number: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [number]);
  else add(list, number);
}

/** Appends a number that may have been appended just before. */
function add(list: number[], number: number): void {
  if (list[list.length - 1] !== number) list.push(number);
}
