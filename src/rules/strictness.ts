/** The order of verdicts. (`02-rules.md`, Evaluation: deny > ask > pass > allow) */
import type { Action } from "./rule_set.ts";

const order: Readonly<Record<Action, number>> = { allow: 0, pass: 1, ask: 2, deny: 3 };

/** How strict an action is; higher is stricter. */
export function strictness(action: Action): number {
  return order[action];
}

/** The stricter of two actions. */
export function stricter(a: Action, b: Action): Action {
  return order[b] > order[a] ? b : a;
}
