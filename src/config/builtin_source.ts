/**
 * The built-in rules from their YAML texts. The program imports them as `#builtin`, for which the build
 * puts in a module with the finished rule set; only tests and `usher test` come here in the built
 * program. Nothing else imports the YAML.
 */
import base from "../../rules/base.yml" with { type: "text" };
import disasters from "../../rules/disasters.yml" with { type: "text" };
import guards from "../../rules/guards.yml" with { type: "text" };
import readonly from "../../rules/readonly.yml" with { type: "text" };
import secrets from "../../rules/secrets.yml" with { type: "text" };
import wrappers from "../../rules/wrappers.yml" with { type: "text" };
import { compileRuleSet } from "../rules/compile.ts";
import type { RuleSet } from "../rules/rule_set.ts";
import type { ConfigurationFile, TestCase } from "./configuration_file.ts";
import { mergeFiles } from "./merge.ts";
import { NO_RULES } from "./no_rules.ts";
import { parseFile } from "./parse_file.ts";

/** The files of `builtin:base`, by the name that places and ids begin with. */
const TEXTS: Readonly<Record<string, string>> = {
  base,
  readonly,
  wrappers,
  disasters,
  guards,
  secrets,
};

/** It never changes, and to make it takes long enough to feel in a test. */
let compiled: RuleSet | undefined;

/**
 * The rule set of the built-in files: plain JSON data.
 * @throws UsherError for the first fault in them
 */
export function builtinRuleSet(): RuleSet {
  return compiled ??= compileBuiltin();
}

function compileBuiltin(): RuleSet {
  const { input, failures } = mergeFiles(
    NO_RULES,
    builtinFiles().map((parsed) =>
      ({ parsed, layer: "builtin", folder: "", standing: "full", origin: "builtin" }) as const
    ),
  );
  const [failure] = failures;
  if (failure !== undefined) throw failure;
  return compileRuleSet(input);
}

/** The names that `extends: builtin:NAME` knows, beside `base`. */
export const builtinParts: readonly string[] = Object.keys(TEXTS).filter((name) => name !== "base");

/**
 * One of the `builtinParts`, with the path lists and long flags that all of them use, and without its
 * tests, which are for all of them together.
 * @throws UsherError for the first fault in it
 */
export function builtinFile(name: string): ConfigurationFile {
  const { paths, longFlags } = parseBuiltin("base", base);
  return { ...parseBuiltin(name, TEXTS[name] ?? ""), paths, longFlags, tests: [] };
}

/** The YAML of a built-in file by its name; null when there is none. */
export function builtinText(name: string): string | null {
  return Object.hasOwn(TEXTS, name) ? TEXTS[name] ?? null : null;
}

/** The inline tests of the built-in rules, for `usher test`. */
export function builtinTests(): readonly TestCase[] {
  return builtinFiles().flatMap(({ tests }) => tests);
}

function builtinFiles(): readonly ConfigurationFile[] {
  return Object.entries(TEXTS).map(([name, text]) => parseBuiltin(name, text));
}

function parseBuiltin(name: string, text: string): ConfigurationFile {
  const context = { folder: null, home: null, anywhere: false };
  const parsed = parseFile(`builtin:${name}`, new TextEncoder().encode(text), context);
  const [error] = parsed.errors;
  if (error !== undefined) throw error;
  return parsed;
}
