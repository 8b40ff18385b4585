/** From validated rules to an indexed rule set, and the check of one pattern. */
import type { Rule, RuleSet, SandboxPreset, Scope, Wrapper } from "./rule_set.ts";

/** A rule set before it is indexed. */
export type RuleSetInput = Omit<RuleSet, "index">;

/** Why a pattern is no pattern. `position` is a UTF-16 offset into it. */
export interface PatternFault {
  readonly message: string;
  readonly position: number;
  /** What to write instead, where that is clear. */
  readonly hint?: string;
}

/**
 * Checks a pattern as one of these uses; null when it is good. An `except` must be of its rule's kind
 * (command, redirect, assignment, tool).
 */
export function checkPattern(
  _pattern: string,
  _use: "rule" | "wrapper" | "except",
): PatternFault | null {
  throw new Error("being written");
}

/** Indexes rules and wrappers by command name. All patterns must be good. */
export function compileRuleSet(_input: RuleSetInput): RuleSet {
  throw new Error("being written");
}
export type { Rule, SandboxPreset, Scope, Wrapper };
