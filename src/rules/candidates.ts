/** Which rules and wrappers could apply to a subject, by the index. */
import { once } from "../text/once.ts";
import { baseOf, coversName } from "./command_name.ts";
import { ruleAt, wrapperAt } from "./packed_rules.ts";
import { isFlag, type Pattern } from "./pattern.ts";
import { patternForms, type PatternUse } from "./pattern_forms.ts";
import type { Rule, RuleIndex, RuleSet, Scope, Wrapper } from "./rule_set.ts";
import { emptyScope } from "./scope.ts";
import type { Subject } from "./subject.ts";
import type { Token } from "./token.ts";

/** A rule that could apply to a subject. */
export interface CandidateRule {
  readonly rule: Rule;
  readonly scope: Scope;
  /** The forms of its pattern that are about the subject. */
  readonly forms: readonly Pattern[];
}

/** A wrapper whose command word could be some name. */
export interface CandidateWrapper {
  readonly wrapper: Wrapper;
  /** The forms of its pattern that are about that name. */
  readonly forms: () => readonly CommandForm[];
}

type CommandForm = Pattern & { readonly kind: "command" };

/** The rules that could apply, in the order of the files. */
export function candidateRules(set: RuleSet, subject: Subject): readonly CandidateRule[] {
  const known = knownOf(set);
  const { numbers, ruleAt } = subject.kind === "command"
    ? rulesNamed(namedIn(known, set, subject.name.text), subject.arguments)
    : { numbers: numbersBeside(set.index, subject), ruleAt: known.ruleAt };
  const rules: CandidateRule[] = [];
  for (const number of numbers) {
    const rule = ruleAt(number);
    if (rule !== null) rules.push(rule);
  }
  return rules;
}

function numbersBeside(
  index: RuleIndex,
  subject: Exclude<Subject, { readonly kind: "command" }>,
): readonly number[] {
  switch (subject.kind) {
    case "redirect":
      return subject.direction === "output" ? index.output : index.input;
    case "assignment":
      return index.assignment;
    case "tool":
      return inOrder(byName(index.tools, subject.name), byName(index.tools, "*"));
  }
}

/**
 * The forms of a pattern that are about a command of this name: those whose command word is that, or a place
 * that has to be looked at. All forms where the subject is no command.
 */
export function formsAbout(
  name: string | null,
  pattern: string,
  scope: Scope,
  use: PatternUse,
): readonly Pattern[] {
  const forms = patternForms(pattern, scope, use);
  return name === null ? forms : forms.filter((form) => isAbout(name, form, use));
}

function isAbout(name: string, form: Pattern, use: PatternUse): form is CommandForm {
  return form.kind === "command" &&
    (form.command.kind === "places" || coversName(form.command, name, use !== "allow"));
}

/** The wrappers whose command word could be this one, in the order of the files. */
export function candidateWrappers(set: RuleSet, name: string): readonly CandidateWrapper[] {
  return namedIn(knownOf(set), set, name).wrappers;
}

/** A rule by its number; null when it has no form that is about the subject. Made once. */
type RuleAt = (number: number) => CandidateRule | null;

/** What the index says of one command word. */
interface Named {
  /** The rules that could apply, in the order of the files. */
  readonly rules: readonly number[];
  /** Those of them that need no word among the arguments. */
  readonly always: readonly number[];
  /** The others, by each of the words of which they need one. */
  readonly byWord: ReadonlyMap<string, readonly number[]>;
  readonly ruleAt: RuleAt;
  readonly wrappers: readonly CandidateWrapper[];
}

/** What was looked up in a rule set. */
interface Known {
  readonly names: Map<string, Named>;
  /** Rules about other subjects than commands. */
  readonly ruleAt: RuleAt;
}

const knownSets = new WeakMap<RuleSet, Known>();

/** Command words that are kept for a rule set: what a person or an agent types, again and again. */
const mostNames = 1024;

function knownOf(set: RuleSet): Known {
  let known = knownSets.get(set);
  if (known === undefined) {
    knownSets.set(set, known = { names: new Map(), ruleAt: rulesAbout(set, null) });
  }
  return known;
}

function namedIn({ names }: Known, set: RuleSet, name: string): Named {
  let named = names.get(name);
  if (named === undefined) {
    if (names.size >= mostNames) names.clear();
    names.set(name, named = lookUp(set, name));
  }
  return named;
}

function lookUp(set: RuleSet, name: string): Named {
  const { index } = set;
  const base = baseOf(name);
  const rules = inOrder(byName(index.byName, base), index.anyName);
  const byWord = new Map<string, number[]>();
  for (const number of rules) {
    for (const word of index.needs[number] ?? []) {
      const numbers = byWord.get(word);
      if (numbers === undefined) byWord.set(word, [number]);
      else numbers.push(number);
    }
  }
  return {
    rules,
    always: rules.filter((number) => (index.needs[number] ?? null) === null),
    byWord,
    ruleAt: rulesAbout(set, name),
    wrappers: inOrder(byName(index.wrappersByName, base), index.wrappersAnyName)
      .flatMap((number) => wrapperAt(set, number) ?? [])
      .map((wrapper) => ({ wrapper, forms: once(() => wrapperForms(set, wrapper, name)) })),
  };
}

function wrapperForms(
  { scopes }: RuleSet,
  { pattern, scope }: Wrapper,
  name: string,
): readonly CommandForm[] {
  return patternForms(pattern, scopes[scope] ?? emptyScope, "wrapper")
    .filter((form) => isAbout(name, form, "wrapper"));
}

/** Rules about commands of one name, or about subjects that are no commands. */
function rulesAbout(set: RuleSet, name: string | null): RuleAt {
  const made = new Map<number, CandidateRule | null>();
  return (number) => {
    let candidate = made.get(number);
    if (candidate === undefined) made.set(number, candidate = ruleAbout(set, name, number));
    return candidate;
  };
}

function ruleAbout(set: RuleSet, name: string | null, number: number): CandidateRule | null {
  const rule = ruleAt(set, number);
  const scope = rule === undefined ? undefined : set.scopes[rule.scope];
  if (rule === undefined || scope === undefined) return null;
  const use = rule.action === "allow" ? "allow" : "tighten";
  const forms = formsAbout(name, rule.pattern, scope, use);
  return forms.length === 0 ? null : { rule, scope, forms };
}

function rulesNamed(named: Named, tokens: readonly Token[]) {
  return { numbers: rulesWith(named, tokens), ruleAt: named.ruleAt };
}

/** Values in one word, each the next one's flag as in `--a=--b=c`, that are looked at. */
const mostValues = 8;

/**
 * The rules whose needs these arguments meet: one that is a word, or has it in front of a `=` or behind it,
 * where a value is that its flag may leave to be matched. One that is not known could be any.
 */
function rulesWith({ rules, always, byWord }: Named, tokens: readonly Token[]): readonly number[] {
  if (always.length === rules.length) return rules;
  const met = new Set<number>();
  const meet = (word: string) => byWord.get(word)?.forEach((number) => met.add(number));
  for (const { runs, names, text } of tokens) {
    if (runs !== null || names !== null) return rules;
    let rest = text;
    meet(rest);
    let equals = rest.indexOf("=");
    for (let values = 0; equals >= 0; equals = rest.indexOf("=")) {
      if (++values > mostValues) return rules;
      meet(rest.slice(0, equals));
      rest = rest.slice(equals + 1);
      meet(rest);
      if (!isFlag(rest)) break;
    }
  }
  return met.size === 0 ? always : [...always, ...met].sort((a, b) => a - b);
}

const nothing: readonly number[] = [];

function byName(map: Readonly<Record<string, readonly number[]>>, name: string): readonly number[] {
  return Object.hasOwn(map, name) ? map[name] ?? nothing : nothing;
}

/** Two ascending lists as one. */
function inOrder(a: readonly number[], b: readonly number[]): readonly number[] {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const merged: number[] = [];
  let i = 0;
  for (const number of b) {
    for (let next = a[i]; next !== undefined && next < number; next = a[++i]) merged.push(next);
    merged.push(number);
  }
  return merged.concat(a.slice(i));
}
