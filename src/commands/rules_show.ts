/** What `usher rules show` prints. */
import type { TestCase } from "../config/configuration.ts";
import { ruleSource } from "../config/rule_source.ts";
import type { Rule } from "../rules/rule_set.ts";
import { formatPlace } from "../text/error.ts";
import type { Host } from "../text/host.ts";
import { visibleText } from "../text/visible.ts";
import type { Paint } from "./paint.ts";
import { listedJson } from "./rules_list.ts";
import { type ListedRule, stateText } from "./rules_listed.ts";

/**
 * The rules with this id or at this place.
 * @param loosely those whose pattern, id or place holds the word
 */
export function findRules(
  rules: readonly ListedRule[],
  word: string,
  loosely = false,
): readonly ListedRule[] {
  return rules.filter(({ rule: { id, pattern, place } }) => {
    const { file, line } = place;
    const places = [
      formatPlace(place),
      ...(line === undefined ? [] : [formatPlace({ file, line })]),
    ];
    if (!loosely) return id === word || places.includes(word);
    return [id ?? "", pattern, ...places].some((text) => text.includes(word));
  });
}

/** Each rule in full: what it says, its text and its tests. */
export async function showText(
  host: Host,
  rules: readonly ListedRule[],
  tests: readonly TestCase[],
  paint: Paint,
): Promise<string> {
  const blocks: string[] = [];
  for (const listed of rules) {
    const { rule } = listed;
    const source = await ruleSource(host, rule.place);
    const own = await testsOf(rule, tests);
    const width = Math.max(...own.map(({ expected }) => expected.length));
    blocks.push([
      `${paint(rule.action)} '${visibleText(rule.pattern)}'\n`,
      ...facts(listed).map(([name, text]) => `  ${name.padEnd(10)} ${visibleText(text)}\n`),
      source === null ? "" : `\n${indented(visibleText(source, { newlines: true }))}\n`,
      own.length === 0 ? "" : "\nTests:\n",
      ...own.map(({ expected, command }) =>
        `  ${paint(expected)}${" ".repeat(width - expected.length)}  ${visibleText(command)}\n`
      ),
    ].join(""));
  }
  return blocks.join("\n");
}

/** The same as one JSON object on a line. */
export async function showJson(
  host: Host,
  rules: readonly ListedRule[],
  tests: readonly TestCase[],
): Promise<string> {
  const shown: unknown[] = [];
  for (const listed of rules) {
    const text = await ruleSource(host, listed.rule.place);
    const own = await testsOf(listed.rule, tests);
    shown.push({
      ...listedJson(listed),
      ...(text === null ? {} : { text }),
      tests: own.map(({ expected, command }) => ({ expected, command })),
    });
  }
  return `${JSON.stringify({ rules: shown })}\n`;
}

function facts(listed: ListedRule): readonly (readonly [string, string])[] {
  const { rule } = listed;
  const named: readonly (readonly [string, string | null | undefined])[] = [
    ["id", rule.id],
    ["source", formatPlace(rule.place)],
    ["layer", rule.layer],
    ["message", rule.message],
    ["suggestion", rule.fixSuggestion],
    ["sandbox", rule.sandbox],
    ["in", rule.in?.join(", ")],
    ["when", rule.when],
    ...(rule.except ?? []).map((pattern) => ["except", pattern] as const),
    ["trusted", rule.trusted ? null : "no: it only tightens, and its text is not told to agents"],
    ["state", stateText(listed) ?? "counts"],
  ];
  return named.flatMap(([name, text]) => text === null || text === undefined ? [] : [[name, text]]);
}

/** The tests that stand beside a rule. */
async function testsOf(rule: Rule, tests: readonly TestCase[]): Promise<readonly TestCase[]> {
  const all = rule.place.file.startsWith("builtin:")
    ? (await import("../config/builtin_source.ts")).builtinTests()
    : tests;
  return all.filter((test) =>
    test.place.file === rule.place.file && test.rule !== null &&
    test.rule.pattern === rule.pattern && test.rule.id === (rule.id ?? null)
  );
}

function indented(text: string): string {
  return text.split("\n").map((line) => `  ${line}`).join("\n");
}
