/** Inline tests of rules and the tests of a whole file, for `usher test`. */
import type { Action } from "../rules/rule_set.ts";
import { check, refuseUnknownKeys } from "./check.ts";
import type { TestCase } from "./configuration_file.ts";
import { type ConfigNode, itemsOf, valueOf } from "./node.ts";
import type { Problems } from "./problems.ts";
import { type TestData, testSchema, testsSchema } from "./schema.ts";
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
  if (tests.kind !== "map") {
    problems.error(tests.start, "`tests` is not a map", "write the tests as a list below `cases`");
    return [];
  }
  refuseUnknownKeys(tests, Object.keys(testsSchema.shape), "tests", problems);
  refuseLater("tests", tests, problems);
  const cases = valueOf(tests, "cases");
  if (cases !== undefined && cases.kind !== "list") {
    problems.error(cases.start, "`cases` is not a list (in tests)", "write one `- ` a test");
  }
  return readTests(cases, null, "tests.cases", problems);
}

function expectations(data: TestData): readonly { expected: Action; command: string }[] {
  return ACTIONS.flatMap((expected) => {
    const command = data[expected];
    return typeof command === "string" ? [{ expected, command }] : [];
  });
}
