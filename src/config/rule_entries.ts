/** The list `rules` of a file. (`02-rules.md`, Files) */
import { listIn } from "../rules/path_lists.ts";
import type { RuleAction } from "../rules/rule_set.ts";
import { check } from "./check.ts";
import type { FileRule, NameUse, RuleCondition, TestCase } from "./configuration_file.ts";
import { excerpt } from "./excerpt.ts";
import { type FileContext, hasGlob, resolveLoosely } from "./file_context.ts";
import {
  type ConfigEntry,
  type ConfigNode,
  entriesOf,
  isNull,
  itemsOf,
  plainData,
  valueOf,
} from "./node.ts";
import { kindName, type PatternFacts, readPattern, usesOf } from "./patterns.ts";
import type { Problems } from "./problems.ts";
import { type RuleData, ruleSchema } from "./schema.ts";
import { placeAt } from "./source.ts";
import { readTests } from "./tests.ts";

/** What a list of rules holds. */
export interface RuleEntries {
  readonly rules: readonly FileRule[];
  readonly uses: readonly NameUse[];
  readonly tests: readonly TestCase[];
  readonly conditions: readonly RuleCondition[];
}

const ACTIONS: readonly RuleAction[] = ["allow", "ask", "deny"];

/** Keys that say what a rule is about: with a fault in one of them there is no rule. */
const REACH: ReadonlySet<string> = new Set([...ACTIONS, "except", "in"]);

/** Ids that are ours. */
const BUILTIN_ID = "builtin:";

/**
 * Reads the rules. A faulty one is reported; it still counts, as far as it is good, when it is a deny or
 * ask rule and what it is about is clear: no failure loses a deny.
 */
export function readRules(
  list: ConfigNode,
  context: FileContext,
  problems: Problems,
): RuleEntries {
  const rules: FileRule[] = [];
  const uses: NameUse[] = [];
  const tests: TestCase[] = [];
  const conditions: RuleCondition[] = [];
  const ids = new Set<string>();
  itemsOf(list).forEach((item, number) => {
    const rule = readRule(item, `rules[${number}]`);
    if (rule !== null) rules.push(rule);
  });
  return { rules, uses, tests, conditions };

  function readRule(node: ConfigNode, name: string): FileRule | null {
    const errorsBefore = problems.count;
    const { data, faulty } = ruleData(node, name, problems);
    if (data === null) return null;
    const action = readAction(node, name, problems);
    if (action === null) return null;
    const place = placeAt(problems.source, action.entry.keyStart);
    const pattern = readPattern(action.entry.value, "rule", problems);
    const sandbox = valueOf(node, "sandbox");
    if (data.sandbox && sandbox !== undefined) {
      uses.push({ kind: "rule-sandbox", name: data.sandbox, place: placeOf(sandbox) });
      if (action.name === "deny") refuseDenySandbox(data.sandbox, sandbox, name);
    }
    if (pattern === null || !areExceptions(node, pattern) || !hasFolders(node, name)) return null;
    readId(node);
    uses.push(...usesOf(pattern, place));

    const written = data[action.name] ?? "";
    const owner = { id: data.id ?? null, pattern: written };
    if (!faulty.has("tests")) {
      tests.push(...readTests(valueOf(node, "tests"), owner, `${name}.tests`, problems));
    }
    const isBroken = problems.count > errorsBefore;
    if (isBroken && action.name === "allow") return null;
    const rule = { ...ruleFrom(data, action.name, written, context), place };
    const when = valueOf(node, "when");
    if (rule.when !== undefined && when !== undefined) {
      conditions.push({ rule, node: when, source: problems.source });
    }
    return rule;
  }

  function placeOf(node: ConfigNode) {
    return placeAt(problems.source, node.start);
  }

  function refuseDenySandbox(sandbox: string, node: ConfigNode, name: string): void {
    const why = `deny rule cannot have a sandbox attribute (sandbox: ${
      excerpt(sandbox)
    }, in ${name})`;
    problems.error(node.start, why, "remove `sandbox`: what is denied does not run");
  }

  function areExceptions(node: ConfigNode, rule: PatternFacts): boolean {
    const before = problems.count;
    for (const item of itemsOf(valueOf(node, "except"))) {
      const facts = readPattern(item, "except", problems);
      if (facts === null) continue;
      uses.push(...usesOf(facts, placeOf(item)));
      if (facts.kind === rule.kind) continue;
      const why = `an exception for ${kindName(facts.kind)} in a rule about ${kindName(rule.kind)}`;
      problems.error(item.start, why, "remove it, or make it an exception of another rule");
    }
    return problems.count === before;
  }

  function hasFolders(node: ConfigNode, name: string): boolean {
    const folders = valueOf(node, "in");
    if (folders === undefined) return true;
    for (const item of itemsOf(folders)) {
      const list = item.kind === "scalar" ? listIn(String(item.value)) : null;
      if (list !== null) uses.push({ kind: "pattern-path", name: list, place: placeOf(item) });
    }
    if (itemsOf(folders).length > 0) return true;
    const why = `\`in\` names no folder, so that ${name} never applies`;
    problems.error(folders.start, why, "name a folder, or remove `in`");
    return false;
  }

  function readId(node: ConfigNode): void {
    const id = valueOf(node, "id");
    if (id?.kind !== "scalar" || typeof id.value !== "string") return;
    if (context.folder !== null && id.value.startsWith(BUILTIN_ID)) {
      problems.error(id.start, `the id ${excerpt(id.value)} is for built-in rules`, "rename it");
    } else if (!/^[\w:./-]+$/.test(id.value)) {
      const hint = "use letters, digits and `-`, `_`, `.`, `/`, `:`";
      problems.error(id.start, `the id ${excerpt(id.value)} is not valid`, hint);
    } else if (ids.has(id.value)) {
      problems.error(id.start, `the id ${excerpt(id.value)} is there twice`, "rename one of them");
    }
    ids.add(id.value);
  }
}

/**
 * The data of a rule without its faulty keys; null when they matter to what it is about, or when it is no
 * map at all.
 */
function ruleData(
  node: ConfigNode,
  name: string,
  problems: Problems,
): { data: RuleData | null; faulty: ReadonlySet<string> } {
  const checked = check(ruleSchema, node, name, problems);
  if (checked.ok) return { data: checked.data, faulty: new Set() };
  const faulty = checked.keys;
  const isClear = faulty.size > 0 && ![...faulty].some((key) => REACH.has(key));
  const good = entriesOf(node).filter(({ key }) => !faulty.has(key));
  const rest = ruleSchema.safeParse(
    Object.fromEntries(good.map(({ key, value }) => [key, plainData(value)])),
  );
  return { data: isClear && rest.success ? rest.data : null, faulty };
}

function readAction(
  node: ConfigNode,
  name: string,
  problems: Problems,
): { name: RuleAction; entry: ConfigEntry } | null {
  const found = entriesOf(node).flatMap((entry) => {
    const action = ACTIONS.find((candidate) => candidate === entry.key);
    return action === undefined || isNull(entry.value) ? [] : [{ name: action, entry }];
  });
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const has = found.length === 0 ? "none" : found.map((one) => `\`${one.name}\``).join(" and ");
  const why = `a rule has exactly one of \`allow\`, \`ask\` and \`deny\`, and ${name} has ${has}`;
  const hint = found.length === 0 ? "write one, such as `deny: 'rm -rf /'`" : "make it two rules";
  problems.error(found[1]?.entry.keyStart ?? node.start, why, hint);
  return null;
}

function ruleFrom(
  data: RuleData,
  action: RuleAction,
  pattern: string,
  context: FileContext,
): Omit<FileRule, "place"> {
  const folders = data.in?.map((folder) =>
    listIn(folder) === null ? resolveLoosely(folder, hasGlob(folder), context) : folder
  );
  return {
    action,
    pattern,
    ...(data.id ? { id: data.id } : {}),
    ...(data.message ? { message: data.message } : {}),
    ...(data.fix_suggestion ? { fixSuggestion: data.fix_suggestion } : {}),
    ...(data.sandbox && action !== "deny" ? { sandbox: data.sandbox } : {}),
    ...(data.except && data.except.length > 0 ? { except: data.except } : {}),
    ...(folders === undefined ? {} : { in: folders }),
    ...(typeof data.when === "string" ? { when: data.when } : {}),
  };
}
