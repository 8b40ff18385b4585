/** Inline tests of rules and the tests of a whole file, for `usher test`. */
import type { Action } from "../rules/rule_set.ts";
import { check, refuseUnknownKeys } from "./check.ts";
import type { ExtendsEntry, TestCase } from "./configuration_file.ts";
import { readExtends } from "./extends_entries.ts";
import { type ConfigNode, itemsOf, valueOf } from "./node.ts";
import type { Problems } from "./problems.ts";
import { type TestData, testSchema, testsSchema } from "./schema.ts";
import { placeAt } from "./source.ts";

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

/** What stands under the top-level key `tests`. */
export interface FileTests {
  readonly cases: readonly TestCase[];
  readonly extends: readonly ExtendsEntry[];
}

/** Reads the top-level key `tests`; what is not good is reported and left out. */
export function readFileTests(tests: ConfigNode | undefined, problems: Problems): FileTests {
  if (tests === undefined) return { cases: [], extends: [] };
  if (tests.kind !== "map") {
    problems.error(tests.start, "`tests` is not a map", "write the tests as a list below `cases`");
    return { cases: [], extends: [] };
  }
  refuseUnknownKeys(tests, Object.keys(testsSchema.shape), "tests", problems);
  const cases = valueOf(tests, "cases");
  if (cases !== undefined && cases.kind !== "list") {
    problems.error(cases.start, "`cases` is not a list (in tests)", "write one `- ` a test");
  }
  return {
    cases: readTests(cases, null, "tests.cases", problems),
    extends: readExtends(valueOf(tests, "extends"), problems),
  };
}

function expectations(data: TestData): readonly { expected: Action; command: string }[] {
  return ACTIONS.flatMap((expected) => {
    const command = data[expected];
    return typeof command === "string" ? [{ expected, command }] : [];
  });
}
