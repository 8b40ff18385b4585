/** Times the rules in this process, without a program around them. */
import { builtinRuleSet } from "#builtin";
import { compileRuleSet } from "../../src/rules/compile.ts";
import { evaluateShell } from "../../src/rules/evaluate.ts";
import type { Rule, RuleSet } from "../../src/rules/rule_set.ts";
import type { Situation } from "../../src/rules/situation.ts";
import { root } from "../project.ts";

const situation: Situation = {
  cwd: "/home/me/project",
  home: "/home/me",
  os: "linux",
  agent: "claude-code",
  permissionMode: "default",
  resolveLink: () => null,
};

/** The commands of the corpus, in its order. */
export function corpus(): string[] {
  const lines = Deno.readTextFileSync(`${root}/tests/data/corpus/commands.jsonl`).trim().split(
    "\n",
  );
  return lines.map((line) => {
    const { command }: { command: string } = JSON.parse(line);
    return command;
  });
}

/** Decisions a second on the corpus: with the built-in rules, and with many more beside them. */
export interface DecisionRates {
  readonly builtin: number;
  readonly many: number;
}

/** How often the corpus is judged, and how often before it counts: V8 goes on compiling for a while. */
const rounds = 40;
const warmUp = 20;

/** Measures both in turns, after a warm-up. `extra` is the number of rules to add. */
export function decisionRates(extra: number): DecisionRates {
  const commands = corpus();
  const builtin = builtinRuleSet();
  const many = compileRuleSet({ ...builtin, rules: [...builtin.rules, ...madeUpRules(extra)] });
  const pass = (rules: RuleSet) => {
    const start = performance.now();
    for (const command of commands) evaluateShell(rules, command, situation);
    return performance.now() - start;
  };
  const times = { builtin: new Array<number>(), many: new Array<number>() };
  for (let round = 0; round < rounds; round++) {
    times.builtin.push(pass(builtin));
    times.many.push(pass(many));
  }
  const rate = (list: readonly number[]) => {
    const sorted = list.slice(warmUp).toSorted((a, b) => a - b);
    return commands.length / (sorted[sorted.length >> 1] ?? NaN) * 1000;
  };
  return { builtin: rate(times.builtin), many: rate(times.many) };
}

/** Rules for commands of no name that the corpus has, a few for each name. */
function madeUpRules(count: number): Rule[] {
  return Array.from({ length: count }, (_, i): Rule => ({
    action: (["allow", "ask", "deny"] as const)[i % 3] ?? "ask",
    pattern: madeUpPattern(i),
    place: { file: "bench.yml", line: i + 1 },
    layer: "user",
    scope: 0,
    trusted: true,
  }));
}

/** Such as `tool12 task3 [-v|--verbose] *`. */
export function madeUpPattern(i: number): string {
  return `tool${i >> 2} task${i} [-v|--verbose] *`;
}
