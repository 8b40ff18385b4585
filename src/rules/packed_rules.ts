/**
 * Rule sets as text: a line of JSON for all but the rules and wrappers, and then one for each of these, so
 * that only those are parsed that a command could match. All of it is ASCII, which V8 keeps and parses in
 * half the room. (`09-performance.md`)
 */
import { escapeNonAscii, isObject } from "../text/json.ts";
import type { Parsing, Rule, RuleIndex, RuleSet, Wrapper } from "./rule_set.ts";

/** Thrown where a text turns out to be none that a rule set was packed into. */
export class DamagedRules extends Error {
  override readonly name = "DamagedRules";
}

/** What is in the set itself. */
type Rest = Omit<RuleSet, "rules" | "wrappers" | "parsing">;

/** The first line. */
interface Header {
  readonly rest: Rest;
  /** How many lines of rules there are; those of wrappers follow. */
  readonly rules: number;
  readonly wrappers: number;
}

/** The text of a rule set, which does not end with a line feed. */
export function packRuleSet({ parsing: _, rules, wrappers, ...rest }: RuleSet): string {
  const header: Header = { rest, rules: rules.length, wrappers: wrappers.length };
  return [header, ...rules, ...wrappers].map(asciiJson).join("\n");
}

/** JSON in which all characters but those of ASCII are escaped. */
export function asciiJson(value: unknown): string {
  return escapeNonAscii(JSON.stringify(value));
}

/**
 * The rule set of a text. Its rules and wrappers are parsed when they are asked for.
 * @throws DamagedRules when the first line or the number of the others is wrong; a rule or wrapper does so
 * that is asked for and is no object
 */
export function unpackRuleSet(text: string): RuleSet {
  const lines = text.split("\n");
  const { rest, rules, wrappers } = parsed(lines[0] ?? "") as unknown as Header;
  if (lines.length !== 1 + rules + wrappers) throw new DamagedRules("lines are missing");
  if (!isRest(rest)) throw new DamagedRules("the first line is another object");
  const parsing = {
    rules: parsingOf<Rule>(lines.slice(1, 1 + rules)),
    wrappers: parsingOf<Wrapper>(lines.slice(1 + rules)),
  };
  return parsedLater(rest, parsing);
}

/** What each part of an index is. */
const indexKinds: Readonly<Record<keyof RuleIndex, (value: unknown) => boolean>> = {
  byName: isObject,
  anyName: Array.isArray,
  needs: Array.isArray,
  output: Array.isArray,
  input: Array.isArray,
  assignment: Array.isArray,
  tools: isObject,
  wrappersByName: isObject,
  wrappersAnyName: Array.isArray,
};

function isRest(rest: unknown): rest is Rest {
  if (!isObject(rest)) return false;
  const { index, scopes, sandbox, defaults, hasRules } = rest;
  return isObject(index) &&
    Object.entries(indexKinds).every(([key, isKind]) => isKind(index[key])) &&
    Array.isArray(scopes) && scopes.length > 0 &&
    scopes.every((scope) => isObject(scope) && isObject(scope.paths)) &&
    isObject(sandbox) && isObject(defaults) && typeof hasRules === "boolean";
}

/** A rule by its number. */
export function ruleAt(set: RuleSet, number: number): Rule | undefined {
  return set.parsing === undefined ? set.rules[number] : set.parsing.rules.one(number);
}

/** A wrapper by its number. */
export function wrapperAt(set: RuleSet, number: number): Wrapper | undefined {
  return set.parsing === undefined ? set.wrappers[number] : set.parsing.wrappers.one(number);
}

/** The same rule set with other scopes. */
export function withScopes(set: RuleSet, scopes: RuleSet["scopes"]): RuleSet {
  const { parsing } = set;
  if (parsing === undefined) return { ...set, scopes };
  const { index, sandbox, defaults, hasRules, commandCheck } = set;
  const rest = { index, scopes, sandbox, defaults, hasRules };
  return parsedLater(commandCheck === undefined ? rest : { ...rest, commandCheck }, parsing);
}

function parsedLater(rest: Rest, parsing: NonNullable<RuleSet["parsing"]>): RuleSet {
  return {
    ...rest,
    parsing,
    get rules() {
      return parsing.rules.all();
    },
    get wrappers() {
      return parsing.wrappers.all();
    },
  };
}

function parsingOf<Item>(lines: readonly string[]): Parsing<Item> {
  const items: (Item | undefined)[] = [];
  const one = (number: number, line: string) => items[number] ??= parsed(line) as Item;
  return {
    one(number) {
      const line = lines[number];
      return line === undefined ? undefined : one(number, line);
    },
    all: () => lines.map((line, number) => one(number, line)),
  };
}

/** Lets pass what JSON does not throw: that the stack is full says nothing of the text. */
function parsed(line: string): object {
  let value: unknown = null;
  try {
    value = JSON.parse(line);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (isObject(value)) return value;
  throw new DamagedRules("a line is no JSON object");
}
