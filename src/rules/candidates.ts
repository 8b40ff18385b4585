/** Which rules and wrappers could apply to a subject, by the index. */
import { baseOf } from "./command_name.ts";
import { ruleAt, wrapperAt } from "./packed_rules.ts";
import type { Rule, RuleSet, Wrapper } from "./rule_set.ts";
import type { Subject } from "./subject.ts";

/** The rules that could apply, in the order of the files. */
export function candidateRules(set: RuleSet, subject: Subject): readonly Rule[] {
  const { index } = set;
  const words = wordsOf(subject);
  const candidates: Rule[] = [];
  for (const number of numbersFor(set, subject)) {
    const rule = meets(index.needs[number] ?? null, words) ? ruleAt(set, number) : undefined;
    if (rule !== undefined) candidates.push(rule);
  }
  return candidates;
}

/** Whether a command has one of the words that a rule needs. */
function meets(needs: readonly string[] | null, words: ReadonlySet<string> | null): boolean {
  return needs === null || words === null || needs.some((need) => words.has(need));
}

/** The words that rules may need: arguments, and what stands before a `=` in them. Null for any word. */
function wordsOf(subject: Subject): ReadonlySet<string> | null {
  if (subject.kind !== "command") return null;
  const words = new Set<string>();
  for (const { runs, names, text } of subject.arguments) {
    if (runs !== null || names !== null) return null;
    words.add(text);
    const equals = text.indexOf("=");
    if (equals >= 0) words.add(text.slice(0, equals));
  }
  return words;
}

function numbersFor({ index }: RuleSet, subject: Subject): readonly number[] {
  switch (subject.kind) {
    case "command":
      return inOrder(byName(index.byName, baseOf(subject.name.text)), index.anyName);
    case "redirect":
      return subject.direction === "output" ? index.output : index.input;
    case "assignment":
      return index.assignment;
    case "tool":
      return inOrder(byName(index.tools, subject.name), byName(index.tools, "*"));
  }
}

/** The wrappers whose command word could be this one, in the order of the files. */
export function candidateWrappers(set: RuleSet, name: string): readonly Wrapper[] {
  const { wrappersByName, wrappersAnyName } = set.index;
  return inOrder(byName(wrappersByName, baseOf(name)), wrappersAnyName)
    .flatMap((number) => wrapperAt(set, number) ?? []);
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
