/** What `usher test` prints for people and for programs; `test_junit.ts` has the form for CI servers. */
import { evaluationFailure } from "../hook/decide.ts";
import type { Verdict } from "../rules/verdict.ts";
import { formatPlace } from "../text/error.ts";
import { cutText, printableJson, visibleText } from "../text/visible.ts";
import { ruleJson, whyOf } from "./check_json.ts";
import type { Paint } from "./paint.ts";
import type { TestResult } from "./test_suite.ts";

/** More of a pattern than this is not shown to people. */
const longestPattern = 120;

/** How many tests there were. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly total: number;
}

/** Counts results. */
export function countsOf(results: readonly TestResult[]): Counts {
  const passed = results.filter((result) => result.passed).length;
  return { passed, failed: results.length - passed, total: results.length };
}

/** A line for each test, a second one for each that fails, and one for all. */
export function textReport(results: readonly TestResult[], paint: Paint): string {
  const lines = results.map((result) => {
    const { test, verdict, passed } = result;
    const mark = passed ? paint("allow", "PASS") : paint("deny", "FAIL");
    const found = passed ? verdict.action : failureOf(result);
    const line = `${mark}: ${visibleText(test.command)} => ${found}  (${placeOf(result)})\n`;
    return passed ? line : `${line}      ${decisionOf(verdict)}\n`;
  });
  const { passed, failed, total } = countsOf(results);
  return `${lines.join("")}${passed} passed, ${failed} failed, ${total} total\n`;
}

/** All results as one JSON object on a line; keys that do not apply are left out. (`docs/testing.md`) */
export function jsonReport(results: readonly TestResult[]): string {
  const tests = results.map(({ test, verdict, passed }) => {
    const { decidedBy, parts, rule } = verdict;
    const reason = whyOf(verdict);
    return {
      command: test.command,
      expected: test.expected,
      decision: verdict.action,
      passed,
      source: formatPlace(test.place),
      ...(rule === null ? {} : { rule: ruleJson(rule) }),
      ...(reason === null ? {} : { reason }),
      ...(decidedBy === null || parts.length < 2 ? {} : { decided_by: decidedBy.command }),
    };
  });
  return `${printableJson({ ...countsOf(results), tests })}\n`;
}

/** What was wanted and what came. */
export function failureOf({ test, verdict }: TestResult): string {
  const failure = verdict.action === "deny" ? null : evaluationFailure(verdict);
  const found = failure === null ? verdict.action : `an error: ${failure.why}`;
  return `expected ${test.expected}, got ${found}`;
}

/** Where the test stands, safe to show. */
export function placeOf({ test }: TestResult): string {
  return visibleText(formatPlace(test.place));
}

/** What a verdict rests on, on one line that is safe to show: a rule with its place, or why there is none. */
export function decisionOf({ rule, decidedBy, parts, reason, action }: Verdict): string {
  const inside = decidedBy === null || parts.length < 2 ? "" : `, for: ${decidedBy.command}`;
  const why = decidedBy?.note ?? (decidedBy === null ? reason : null);
  const text = rule !== null
    ? `decided by ${rule.action} '${cutText(rule.pattern, longestPattern)}' (${
      formatPlace(rule.place)
    })` +
      (why === null ? "" : `, ${why}`)
    : why ?? `no rule applies, and the default is ${action}`;
  return visibleText(text + inside);
}
