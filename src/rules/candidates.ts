/** Which rules and wrappers could apply to a subject, by the index. */
import { once } from "../text/once.ts";
import { baseOf, coversName } from "./command_name.ts";
import { ruleAt, wrapperAt } from "./packed_rules.ts";
import type { Pattern } from "./pattern.ts";
import { patternForms } from "./pattern_forms.ts";
import type { Rule, RuleSet, Wrapper } from "./rule_set.ts";
import { emptyScope } from "./scope.ts";
import type { Subject } from "./subject.ts";
import type { Token } from "./token.ts";

/** A wrapper whose command word could be some name. */
export interface CandidateWrapper {
  readonly wrapper: Wrapper;
  /** The forms of its pattern whose command word is that name, or a place that has to be looked at. */
  readonly forms: () => readonly (Pattern & { readonly kind: "command" })[];
}

/** The rules that could apply, in the order of the files. */
export function candidateRules(set: RuleSet, subject: Subject): readonly Rule[] {
  const rules: Rule[] = [];
  for (const number of numbersFor(set, subject)) {
    const rule = ruleAt(set, number);
    if (rule !== undefined) rules.push(rule);
  }
  return rules;
}

function numbersFor(set: RuleSet, subject: Subject): readonly number[] {
  const { index } = set;
  switch (subject.kind) {
    case "command":
      return rulesWith(namedIn(set, subject.name.text), subject.arguments);
    case "redirect":
      return subject.direction === "output" ? index.output : index.input;
    case "assignment":
      return index.assignment;
    case "tool":
      return inOrder(byName(index.tools, subject.name), byName(index.tools, "*"));
  }
}

/** The wrappers whose command word could be this one, in the order of the files. */
export function candidateWrappers(set: RuleSet, name: string): readonly CandidateWrapper[] {
  return namedIn(set, name).wrappers;
}

/** What the index says of one command word. */
interface Named {
  /** The rules that could apply, in the order of the files. */
  readonly rules: readonly number[];
  /** Those of them that need no word among the arguments. */
  readonly always: readonly number[];
  /** The others, by each of the words of which they need one. */
  readonly byWord: ReadonlyMap<string, readonly number[]>;
  readonly wrappers: readonly CandidateWrapper[];
}

const known = new WeakMap<RuleSet, Map<string, Named>>();

/** Command words that are kept for a rule set: what a person or an agent types, again and again. */
const mostNames = 1024;

function namedIn(set: RuleSet, name: string): Named {
  let names = known.get(set);
  if (names === undefined || names.size >= mostNames) known.set(set, names = new Map());
  let named = names.get(name);
  if (named === undefined) names.set(name, named = lookUp(set, name));
  return named;
}

function lookUp(set: RuleSet, name: string): Named {
  const { index, scopes } = set;
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
    wrappers: inOrder(byName(index.wrappersByName, base), index.wrappersAnyName)
      .flatMap((number) => wrapperAt(set, number) ?? [])
      .map((wrapper) => ({ wrapper, forms: once(() => formsFor(wrapper, scopes, name)) })),
  };
}

function formsFor(
  { pattern, scope }: Wrapper,
  scopes: RuleSet["scopes"],
  name: string,
): ReturnType<CandidateWrapper["forms"]> {
  return patternForms(pattern, scopes[scope] ?? emptyScope, "wrapper").flatMap((form) => {
    if (form.kind !== "command") return [];
    return form.command.kind === "places" || coversName(form.command, name, true) ? [form] : [];
  });
}

/**
 * The rules whose needs these arguments meet: one that is a word, or has it in front of a `=`. One that is
 * not known could be any.
 */
function rulesWith(named: Named, tokens: readonly Token[]): readonly number[] {
  const { rules, always, byWord } = named;
  if (always.length === rules.length) return rules;
  const met = new Set(always);
  const meet = (word: string) => byWord.get(word)?.forEach((number) => met.add(number));
  for (const { runs, names, text } of tokens) {
    if (runs !== null || names !== null) return rules;
    meet(text);
    const equals = text.indexOf("=");
    if (equals >= 0) meet(text.slice(0, equals));
  }
  return met.size === always.length ? always : rules.filter((number) => met.has(number));
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
