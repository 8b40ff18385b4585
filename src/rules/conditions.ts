/**
 * Conditions: the `when` of a rule, as the evaluation asks it. `cel.ts` answers, which is loaded only
 * when a rule with a `when` matches. (`02-rules.md`, Evaluation)
 */
import type { Captures } from "./captures.ts";
import type { Scope } from "./rule_set.ts";
import type { Situation } from "./situation.ts";
import type { PlacedSubject } from "./subject.ts";

/**
 * What a condition says about a subject: `possible` for some value of what is not known before it runs.
 * A fault is an expression that fails or gives no boolean.
 */
export type Outcome = "yes" | "no" | "possible" | ConditionFault;

/** Why an expression is wrong or failed. `position` is a UTF-16 offset into it. */
export interface ConditionFault {
  readonly message: string;
  readonly position: number;
  readonly hint?: string;
}

/** What an evaluation may still spend on conditions, in steps of about a microsecond. */
export interface ConditionWork {
  steps: number;
}

/** Steps of all conditions of one evaluation together. (`10-safety.md`, 8) */
export const mostConditionSteps = 1_000_000;

/** What a condition is asked about. */
export interface Question {
  /** The rule's pattern, which says what of the command is a flag's value. */
  readonly pattern: string;
  /** What the names in it took, in one reading. */
  readonly captures: Captures;
  /** It is an allow rule's: what is not known must not help it. */
  readonly allows: boolean;
  /** The pattern only could match, so that what it took is not known either. */
  readonly possible: boolean;
  readonly placed: PlacedSubject;
  readonly scope: Scope;
  readonly situation: Situation;
}

/** Answers conditions. */
export interface Conditions {
  /** Never throws. */
  holds(when: string, question: Question, work: ConditionWork): Outcome;
}

/** What conditions may know of the machine. Each is looked up only when an expression names it. */
export interface Facts {
  /** The environment of the agent. */
  environment(): Readonly<Record<string, string>>;
  /**
   * What an absolute path leads to, links followed; null when nothing is there.
   * @throws UsherError when that cannot be seen
   */
  kindOf(path: string): "file" | "directory" | "other" | null;
}
