/** Every rule there is, with what becomes of it. */
import type { Configuration } from "../config/configuration.ts";
import type { Finding } from "../config/lint.ts";
import type { Rule } from "../rules/rule_set.ts";
import { formatPlace, type Place } from "../text/error.ts";

/** A rule and whether it counts. */
export interface ListedRule {
  readonly rule: Rule;
  /** Why it does not count, or can never decide; null for one that does its work. */
  readonly state: RuleState | null;
}

/** Why a rule does nothing. */
export interface RuleState {
  readonly kind:
    | "disabled"
    | "untrusted"
    | "outer"
    | "no-sandbox"
    | "conflict"
    | "dead"
    | "redundant";
  /** What makes it so; null where that has no place. */
  readonly by: Place | null;
}

/** The rules in the order of the files, those that do not count beside the others. */
export function listedRules(
  { rules: { rules }, inactive }: Configuration,
  findings: readonly Finding[],
): readonly ListedRule[] {
  const states = new Map<Rule, RuleState>();
  for (const { kind, rule, other } of findings) {
    if (rule === null || other === null) continue;
    if (kind === "conflict" || kind === "dead" || kind === "redundant") {
      states.set(rule, { kind, by: other.place });
    }
  }
  const active = rules.map((rule) => ({ rule, state: states.get(rule) ?? null }));
  const others = inactive.map(({ rule, reason, by }): ListedRule => ({
    rule,
    state: { kind: reason, by },
  }));
  const files = Map.groupBy([...active, ...others], ({ rule }) => rule.place.file);
  return [...files.values()].flatMap((listed) => listed.toSorted((a, b) => order(a) - order(b)));
}

function order({ rule: { place } }: ListedRule): number {
  return (place.line ?? 0) * 2 ** 21 + (place.column ?? 0);
}

/** A state in words; null for a rule that does its work. */
export function stateText({ state }: ListedRule): string | null {
  if (state === null) return null;
  const by = state.by === null ? "" : formatPlace(state.by);
  switch (state.kind) {
    case "disabled":
      return `disabled at ${by}`;
    case "untrusted":
      return "does not count: the project is not trusted";
    case "outer":
      return "does not count: the project is not the nearest";
    case "no-sandbox":
      return "does not count: its sandbox is not defined";
    case "conflict":
    case "dead":
      return `never decides: see ${by}`;
    case "redundant":
      return `adds nothing to ${by}`;
  }
}
