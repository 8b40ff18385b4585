/** Inline tests of rules and the tests of a whole file, for `usher test`. */
import type { Action } from "../rules/rule_set.ts";
import { check } from "./check.ts";
import type { TestCase } from "./configuration_file.ts";
import { type ConfigNode, itemsOf, valueOf } from "./node.ts";
import type { Problems } from "./problems.ts";
import { type TestData, testSchema } from "./schema.ts";
import { placeAt } from "./source.ts";
import { refuseLater } from "./unsupported.ts";

const ACTIONS: readonly Action[] = ["allow", "ask", "deny", "pass"];

/**
 * The tests in a list of `{ <verdict>: <command> }`; what is not good is reported and left out.
 * @param rule the rule they stand beside
 * @param name what to call the list in errors
 */
export function readTests(
  list: ConfigNode | undefined,
  rule: TestCase["rule"],
  name: string,
  problems: Problems,
): readonly TestCase[] {
  return itemsOf(list).flatMap((item, number) => {
    const where = `${name}[${number}]`;
    const checked = check(testSchema, item, where, problems);
    if (!checked.ok) return [];
    const [test, ...others] = expectations(checked.data);
    if (test === undefined || others.length > 0) {
      const why =
        `a test has exactly one of \`allow\`, \`ask\`, \`deny\` and \`pass\` (in ${where})`;
      problems.error(item.start, why, "write it as { deny: 'rm -rf /' }");
      return [];
    }
    return [{ ...test, place: placeAt(problems.source, item.start), rule }];
  });
}

/** The cases under the top-level key `tests`. */
export function readFileTests(
  tests: ConfigNode | undefined,
  problems: Problems,
): readonly TestCase[] {
  if (tests === undefined) return [];
  refuseLater("tests", tests, problems);
  return readTests(valueOf(tests, "cases"), null, "tests.cases", problems);
}

function expectations(data: TestData): readonly { expected: Action; command: string }[] {
  return ACTIONS.flatMap((expected) => {
    const command = data[expected];
    return typeof command === "string" ? [{ expected, command }] : [];
  });
}
