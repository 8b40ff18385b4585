/** `usher test`: the tests that a configuration holds. */
import type { TestCase } from "../config/configuration.ts";
import { configurationIn } from "../config/discover.ts";
import { homeOf } from "../config/user_folders.ts";
import { situationOf } from "../hook/circumstances.ts";
import { judge } from "../hook/decide.ts";
import type { RuleSet } from "../rules/rule_set.ts";
import type { Situation } from "../rules/situation.ts";
import type { Verdict } from "../rules/verdict.ts";
import { shellWords } from "../shell/posix_words.ts";
import { formatPlace, UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";
import { dirName, isAbsolute } from "../text/paths.ts";
import { visibleText } from "../text/visible.ts";
import { failWith, runCommand } from "./command.ts";
import { loadOrReport } from "./configuration.ts";
import { type Paint, painter } from "./paint.ts";
import { testSpec } from "./spec/test.ts";

/** Tests, and the rules that they are about. */
interface Suite {
  readonly rules: RuleSet;
  readonly tests: readonly TestCase[];
  /** The circumstances of a test's command. */
  readonly situation: (test: TestCase) => Situation;
}

/** Runs the command. */
export function run(host: Host, args: readonly string[]): Promise<number> {
  return runCommand(host, testSpec, args, async ({ flags }) => {
    const file = flags.config ?? nearestFile(host);
    const suite = flags.builtin ? await builtinSuite(host) : await configuredSuite(host, file);
    if (suite === null) return 2;
    if (suite.tests.length === 0) {
      const hint = `looked in ${file ?? "your own configuration"}`;
      return failWith(host, new UsherError("test", "no test cases found", { hint }), 2);
    }
    return runTests(host, suite, painter(host, flags["no-color"]));
  });
}

/** Prints a line for each test and one for all; 1 when one fails. */
function runTests(host: Host, { rules, tests, situation }: Suite, paint: Paint): number {
  let failed = 0;
  const lines = tests.map((test) => {
    const { action } = judgeLine(rules, test.command, situation(test));
    const passed = action === test.expected;
    if (!passed) failed++;
    const mark = passed ? paint("allow", "PASS") : paint("deny", "FAIL");
    const result = passed ? action : `expected ${test.expected}, got ${action}`;
    return `${mark}: ${visibleText(test.command)} => ${result}  (${formatPlace(test.place)})\n`;
  });
  const passed = tests.length - failed;
  host.stdout(`${lines.join("")}${passed} passed, ${failed} failed, ${tests.length} total\n`);
  return failed === 0 ? 0 : 1;
}

/** The verdict on a test's line: shell text, or a tool call as rules write it, `@Read ~/.ssh/id_rsa`. */
function judgeLine(rules: RuleSet, line: string, situation: Situation): Verdict {
  const words = line.startsWith("@") ? shellWords(line) : null;
  if (words === null) {
    return judge(rules, { kind: "shell", command: line, syntax: "posix" }, situation);
  }
  const [name = "", ...args] = words.map(({ value }) => value);
  const call = { name: name.slice(1), arguments: args };
  return judge(rules, { kind: "tools", calls: [call] }, situation);
}

/** The file's tests, or those of the user's own files; null when they cannot be read. */
async function configuredSuite(host: Host, file: string | null): Promise<Suite | null> {
  const configuration = await loadOrReport(host, null, file);
  if (configuration === null) return null;
  const { rules, tests } = configuration;
  const situation = ({ place }: TestCase) => {
    const cwd = isAbsolute(place.file) ? dirName(place.file) : null;
    return situationOf(host, { cwd, agent: null, permissionMode: null });
  };
  return { rules, tests, situation };
}

/** The built-in rules' own tests, run in a made-up project. */
async function builtinSuite(host: Host): Promise<Suite> {
  const { builtinRuleSet, builtinTests } = await import("../config/builtin_source.ts");
  const home = homeOf(host) ?? "/home/user";
  const situation: Situation = {
    cwd: `${home}/project`,
    home,
    os: host.os,
    agent: null,
    permissionMode: null,
    resolveLink: () => null,
  };
  return { rules: builtinRuleSet(), tests: builtinTests(), situation: () => situation };
}

/** The nearest project file from the working directory up, but not in the home folder or above. */
function nearestFile(host: Host): string | null {
  const home = homeOf(host);
  for (let folder = host.cwd(); folder !== null && folder !== home;) {
    const file = configurationIn(host, folder);
    if (file !== null) return file;
    const parent = dirName(folder);
    folder = parent === folder ? null : parent;
  }
  return null;
}
