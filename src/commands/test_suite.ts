/** What `usher test` runs: tests, the rules they are about, and the circumstances they are judged in. */
import type { TestCase } from "../config/configuration.ts";
import { configurationIn } from "../config/discover.ts";
import type { EnsurePreset } from "../config/extender.ts";
import { homeOf } from "../config/user_folders.ts";
import { type HostSituation, situationOf } from "../hook/circumstances.ts";
import { evaluationFailure, judge } from "../hook/decide.ts";
import type { RuleSet } from "../rules/rule_set.ts";
import type { Verdict } from "../rules/verdict.ts";
import { shellWords } from "../shell/posix_words.ts";
import type { Host } from "../text/host.ts";
import { dirName, isAbsolute, resolvePath } from "../text/paths.ts";
import { loadOrReport } from "./configuration.ts";

/** Tests, and the rules that they are about. */
export interface Suite {
  readonly rules: RuleSet;
  readonly tests: readonly TestCase[];
  /** The circumstances of a test's command. */
  readonly situation: (test: TestCase) => HostSituation;
}

/** A test that was run. */
export interface TestResult {
  readonly test: TestCase;
  readonly verdict: Verdict;
  readonly passed: boolean;
}

/** Judges the command of every test. */
export async function runSuite(
  { rules, tests, situation }: Suite,
): Promise<readonly TestResult[]> {
  const results: TestResult[] = [];
  for (const test of tests) {
    const verdict = await judgeLine(rules, test.command, situation(test));
    const stands = verdict.action === "deny" || evaluationFailure(verdict) === null;
    results.push({ test, verdict, passed: stands && verdict.action === test.expected });
  }
  return results;
}

/** The verdict on a test's line: shell text, or a tool call as rules write it, `@Read ~/.ssh/id_rsa`. */
function judgeLine(rules: RuleSet, line: string, situation: HostSituation): Promise<Verdict> {
  const words = line.startsWith("@") ? shellWords(line) : null;
  if (words === null) {
    return judge(rules, { kind: "shell", command: line, syntax: "posix" }, situation);
  }
  const [name = "", ...args] = words.map(({ value }) => value);
  const call = { name: name.slice(1), arguments: args };
  return judge(rules, { kind: "tools", calls: [call] }, situation);
}

/**
 * The file's tests, judged by it and the built-in rules alone; without a file those of the user's own
 * configuration. A test's command runs in the folder of the file that holds the test. Null when something
 * cannot be read, which is reported.
 * @param ensurePreset fetches what it extends of repositories. @default copies are read
 */
export async function configuredSuite(
  host: Host,
  file: string | null,
  ensurePreset?: EnsurePreset,
): Promise<Suite | null> {
  const configuration = await loadOrReport(host, null, file, { ensurePreset, testing: true });
  if (configuration === null) return null;
  const { rules, tests } = configuration;
  const situation = ({ place }: TestCase) => {
    const cwd = isAbsolute(place.file) ? dirName(place.file) : null;
    return situationOf(isolated(host), { cwd, agent: null, permissionMode: null });
  };
  return { rules, tests, situation };
}

/** What of the environment a test sees; others it sets itself, in front of its command. */
const seenVariables = ["HOME", "PATH", "PATHEXT", "USERPROFILE"];

/** The machine without what differs from one user's session to the next. */
function isolated(host: Host): Host {
  return {
    ...host,
    env: (name) => seenVariables.includes(name) ? host.env(name) : undefined,
    envNames: () => host.envNames().filter((name) => seenVariables.includes(name)),
  };
}

/** The built-in rules' own tests, run in a made-up project. */
export async function builtinSuite(host: Host): Promise<Suite> {
  const { builtinRuleSet, builtinTests } = await import("../config/builtin_source.ts");
  const home = homeOf(host) ?? "/home/user";
  const situation: HostSituation = {
    ...situationOf(host, { cwd: `${home}/project`, agent: null, permissionMode: null }),
    home,
    resolveLink: () => null,
  };
  return { rules: builtinRuleSet(), tests: builtinTests(), situation: () => situation };
}

/**
 * The file to test: the one of `-c`, or the one in the folder that `-c` names; else the nearest project
 * file from the working directory up, but not in the home folder or above; else null.
 */
export function fileToTest(host: Host, given: string | undefined): string | null {
  if (given !== undefined) return fileIn(host, given);
  const home = homeOf(host);
  for (let folder = host.cwd(); folder !== null && folder !== home;) {
    const file = configurationIn(host, folder);
    if (file !== null) return file;
    const parent = dirName(folder);
    folder = parent === folder ? null : parent;
  }
  return null;
}

/** A folder without a configuration is left for the loader to refuse. */
function fileIn(host: Host, given: string): string {
  const path = resolvePath(host.cwd() ?? "", given);
  if (host.files.stat(path)?.kind !== "directory") return given;
  return configurationIn(host, path) ?? resolvePath(path, "usher.yml");
}
