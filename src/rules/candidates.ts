/** Which rules and wrappers could apply to a subject, by the index. */
import { baseOf } from "./command_name.ts";
import type { Rule, RuleSet, Wrapper } from "./rule_set.ts";
import type { Subject } from "./subject.ts";

/** The rules that could apply, in the order of the files. */
export function candidateRules(set: RuleSet, subject: Subject): readonly Rule[] {
  const numbers = inOrder(numbersFor(set, subject));
  const rules: Rule[] = [];
  for (const number of numbers) {
    const rule = set.rules[number];
    if (rule !== undefined && meets(set.index.needs[number] ?? null, subject)) rules.push(rule);
  }
  return rules;
}

/** Whether a command has one of the words that a rule needs; one that is not known could be any. */
function meets(needs: readonly string[] | null, subject: Subject): boolean {
  if (needs === null || subject.kind !== "command") return true;
  return subject.arguments.some(({ runs, text }) =>
    runs !== null || needs.includes(text) || needs.includes(text.split("=", 1)[0] ?? text)
  );
}

function numbersFor({ index }: RuleSet, subject: Subject): readonly (readonly number[])[] {
  switch (subject.kind) {
    case "command":
      return [byName(index.byName, baseOf(subject.name.text)), index.anyName];
    case "redirect":
      return [subject.direction === "output" ? index.output : index.input];
    case "assignment":
      return [index.assignment];
    case "tool":
      return [byName(index.tools, subject.name), byName(index.tools, "*")];
  }
}

/** The wrappers whose command word could be this one, in the order of the files. */
export function candidateWrappers(set: RuleSet, name: string): readonly Wrapper[] {
  const { wrappersByName, wrappersAnyName } = set.index;
  return inOrder([byName(wrappersByName, baseOf(name)), wrappersAnyName])
    .flatMap((number) => set.wrappers[number] ?? []);
}

const nothing: readonly number[] = [];

function byName(map: Readonly<Record<string, readonly number[]>>, name: string): readonly number[] {
  return Object.hasOwn(map, name) ? map[name] ?? nothing : nothing;
}

function inOrder(lists: readonly (readonly number[])[]): readonly number[] {
  const filled = lists.filter((list) => list.length > 0);
  const [first] = filled;
  if (first === undefined) return nothing;
  return filled.length === 1 ? first : filled.flat().sort((a, b) => a - b);
}
