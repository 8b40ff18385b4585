/**
 * Checks the conditions of a file's rules. This module brings in CEL; it is loaded only for a file with a
 * `when`. (`02-rules.md`, Evaluation; `09-performance.md`)
 */
import { checkCondition } from "../rules/cel.ts";
import type { UsherError } from "../text/error.ts";
import type { ConfigurationFile, FileRule, RuleCondition } from "./configuration_file.ts";
import { excerpt } from "./excerpt.ts";
import { firstErrors } from "./first_errors.ts";
import { offsetInScalar } from "./scalar_offset.ts";
import { sourceError } from "./source.ts";

/**
 * The file with its conditions checked. A rule whose condition is wrong is reported. An allow rule is then
 * left out; a deny or ask rule counts as if its condition held, for no failure loses a deny.
 */
export async function checkConditions(parsed: ConfigurationFile): Promise<ConfigurationFile> {
  const usesPatterns = parsed.conditions.some(({ rule }) => rule.when?.includes("matches"));
  const patterns = usesPatterns ? (await import("../rules/linear_pattern.ts")).linearPattern : null;
  const broken = new Set<FileRule>();
  const errors: UsherError[] = [];
  for (const condition of parsed.conditions) {
    const fault = checkCondition(condition.rule.when ?? "", patterns);
    if (fault === null) continue;
    broken.add(condition.rule);
    errors.push(errorAt(condition, fault));
  }
  if (errors.length === 0) return parsed;
  const count = parsed.errorCount + errors.length;
  return {
    ...parsed,
    rules: parsed.rules?.flatMap((rule) => broken.has(rule) ? mended(rule) : [rule]) ?? null,
    errors: firstErrors(parsed.file, [...parsed.errors, ...errors], count),
    errorCount: count,
  };
}

function mended({ when: _, ...rule }: FileRule): readonly FileRule[] {
  return rule.action === "allow" ? [] : [rule];
}

function errorAt(
  { rule, node, source }: RuleCondition,
  { message, position, hint }: { message: string; position: number; hint?: string },
): UsherError {
  const offset = offsetInScalar(source, node, position);
  const why = `${message}, in the condition ${excerpt(rule.when ?? "")}`;
  return sourceError(source, offset, why, hint);
}
