/** From validated rules to an indexed rule set, and the check of one pattern. */
import { PatternError } from "./lexer.ts";
import { compiledPattern } from "./compiled_pattern.ts";
import type { Element, Pattern } from "./pattern.ts";
import { hasNames, patternForms, type PatternUse } from "./pattern_forms.ts";
import type { RuleIndex, RuleSet } from "./rule_set.ts";
import { emptyScope } from "./scope.ts";

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
    const [parsed] = compiledPattern(pattern);
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

/**
 * Indexes rules and wrappers by command name. All patterns must be good.
 * @param known a rule set that many of them come from: its patterns are not parsed again
 */
export function compileRuleSet(input: RuleSetInput, known: RuleSet | null = null): RuleSet {
  const { rules, wrappers, scopes } = input;
  const keys = known === null ? new Map<string, IndexKeys>() : keysIn(known);
  const keysOf = (pattern: string, number: number, use: PatternUse) => {
    const scope = scopes[number] ?? emptyScope;
    if (hasNames(pattern, scope)) return keysOfPatterns(patternForms(pattern, scope, use));
    let found = keys.get(pattern);
    if (found === undefined) keys.set(pattern, found = keysOfPatterns(compiledPattern(pattern)));
    return found;
  };
  const index = indexOf(
    rules.map(({ pattern, scope, action }) =>
      keysOf(pattern, scope, action === "allow" ? "allow" : "tighten")
    ),
    wrappers.map(({ pattern, scope }) => keysOf(pattern, scope, "wrapper")),
  );
  return { ...input, index };
}

/** Where a pattern stands in an index. */
interface IndexKeys {
  /** Literal command names without folders. */
  readonly names: string[];
  /** Some command name is a glob or anything. */
  anyName: boolean;
  output: boolean;
  input: boolean;
  assignment: boolean;
  /** Tool names, `*` for globs. */
  readonly tools: string[];
  needs: readonly string[] | null;
}

function noKeys(): IndexKeys {
  return {
    names: [],
    anyName: false,
    output: false,
    input: false,
    assignment: false,
    tools: [],
    needs: null,
  };
}

function keysOfPatterns(patterns: readonly Pattern[]): IndexKeys {
  const keys = noKeys();
  for (const pattern of patterns) {
    switch (pattern.kind) {
      case "command": {
        const names = namesOf(pattern);
        if (names === null) keys.anyName = true;
        else keys.names.push(...names);
        break;
      }
      case "redirect":
        keys[pattern.direction] = true;
        break;
      case "assignment":
        keys.assignment = true;
        break;
      case "tool":
        keys.tools.push(...pattern.names.map((name) => typeof name === "string" ? name : "*"));
    }
  }
  keys.needs = needsOf(patterns);
  return keys;
}

/** The keys of a rule set's patterns, read back from its index. */
function keysIn({ rules, wrappers, index }: RuleSet): Map<string, IndexKeys> {
  const ofRules = rules.map(noKeys);
  const ofWrappers = wrappers.map(noKeys);
  const read = (map: Readonly<Record<string, readonly number[]>>, to: readonly IndexKeys[]) => {
    for (const [name, numbers] of Object.entries(map)) {
      for (const number of numbers) to[number]?.names.push(name);
    }
  };
  read(index.byName, ofRules);
  read(index.wrappersByName, ofWrappers);
  for (const [name, numbers] of Object.entries(index.tools)) {
    for (const number of numbers) ofRules[number]?.tools.push(name);
  }
  const mark = (numbers: readonly number[], to: readonly IndexKeys[], key: "anyName" | Placed) => {
    for (const number of numbers) {
      const keys = to[number];
      if (keys !== undefined) keys[key] = true;
    }
  };
  mark(index.anyName, ofRules, "anyName");
  mark(index.wrappersAnyName, ofWrappers, "anyName");
  for (const kind of placed) mark(index[kind], ofRules, kind);
  index.needs.forEach((needs, number) => {
    const keys = ofRules[number];
    if (keys !== undefined) keys.needs = needs;
  });
  return new Map([
    ...wrappers.map(({ pattern }, number) => [pattern, ofWrappers[number] ?? noKeys()] as const),
    ...rules.map(({ pattern }, number) => [pattern, ofRules[number] ?? noKeys()] as const),
  ]);
}

const placed = ["output", "input", "assignment"] as const;
type Placed = typeof placed[number];

function indexOf(rules: readonly IndexKeys[], wrappers: readonly IndexKeys[]): RuleIndex {
  const numbersWith = (list: readonly IndexKeys[], key: "anyName" | Placed) =>
    list.flatMap((keys, number) => keys[key] ? [number] : []);
  return {
    byName: byKey(rules.map(({ names }) => names)),
    anyName: numbersWith(rules, "anyName"),
    needs: rules.map(({ needs }) => needs),
    output: numbersWith(rules, "output"),
    input: numbersWith(rules, "input"),
    assignment: numbersWith(rules, "assignment"),
    tools: byKey(rules.map(({ tools }) => tools)),
    wrappersByName: byKey(wrappers.map(({ names }) => names)),
    wrappersAnyName: numbersWith(wrappers, "anyName"),
  };
}

/** Numbers by key, from the keys of each number. */
function byKey(lists: readonly (readonly string[])[]): Readonly<Record<string, readonly number[]>> {
  const map = new Map<string, number[]>();
  lists.forEach((keys, number) => {
    for (const key of new Set(keys)) {
      const numbers = map.get(key);
      if (numbers === undefined) map.set(key, [number]);
      else numbers.push(number);
    }
  });
  return Object.fromEntries(map);
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
