/**
 * One configuration file: bytes → checked data. This module brings in the YAML and schema libraries; the
 * hook loads it only when there is a file to read. (`09-performance.md`)
 */
import * as z from "zod/mini";
import type { Action } from "../rules/rule_set.ts";
import { UsherError } from "../text/error.ts";
import { check, refuseUnknownKeys } from "./check.ts";
import type {
  ConfigurationFile,
  ExtendsEntry,
  NameUse,
  RuleChange,
  VersionRequirement,
} from "./configuration_file.ts";
import { noDefinitions, readDefinitions } from "./definitions.ts";
import { readDocument } from "./document.ts";
import { firstErrors } from "./first_errors.ts";
import { readExtends } from "./extends_entries.ts";
import { type FileContext, isRunokFile } from "./file_context.ts";
import { type ConfigNode, entryOf, isNull, locate, valueOf } from "./node.ts";
import { collectProblems, type Problems } from "./problems.ts";
import { readAudit } from "./read_audit.ts";
import { readExperimental } from "./read_experimental.ts";
import { readDisable, readExcept } from "./rule_changes.ts";
import { readRules, type RuleEntries } from "./rule_entries.ts";
import { configurationSchema, defaultsSchema } from "./schema.ts";
import { decodeSource, placeAt, type Source, sourceOf } from "./source.ts";
import { readFileTests } from "./tests.ts";

/**
 * Reads a file. Never throws: what is wrong is in `errors`, by place, and everything that is good by
 * itself is there all the same.
 */
export function parseFile(
  file: string,
  bytes: Uint8Array,
  context: FileContext,
): ConfigurationFile {
  let source: Source;
  try {
    source = decodeSource(file, bytes);
  } catch (error) {
    if (!(error instanceof UsherError)) throw error;
    const problems = collectProblems(sourceOf(file, ""));
    problems.add(error);
    return readRoot(null, context, problems);
  }
  const problems = collectProblems(source, context.foreign === true || isRunokFile(file));
  return readRoot(readDocument(problems), context, problems);
}

function readRoot(
  document: ConfigNode | null,
  context: FileContext,
  problems: Problems,
): ConfigurationFile {
  const root = topLevel(document, problems);
  const part = (key: string) => valueOf(root, key);
  refuseUnknownKeys(root, Object.keys(configurationSchema.shape), null, problems);
  const references = readExtends(part("extends"), problems);
  const ruleList = part("rules");
  const rules = ruleList === undefined ? null : readRuleList(ruleList, context, problems);
  const definitions = part("definitions");
  const names = definitions === undefined
    ? noDefinitions()
    : readDefinitions(definitions, context, problems);
  const defaults = readDefaults(part("defaults"), problems);
  const audit = entryOf(root, "audit");
  const changes = readChanges(part("disable"), part("except"), problems);
  const fileTests = readFileTests(part("tests"), problems);
  const { uses, ...defined } = names;
  return {
    file: problems.source.file,
    requirements: readRequirements(root, problems),
    extends: references,
    rules: rules?.rules ?? null,
    ...defined,
    defaults: defaults.data,
    audit: audit === undefined || isNull(audit.value) ? null : readAudit(audit, context, problems),
    commandCheck: readExperimental(part("experimental"), problems),
    builtin: readBuiltin(part("builtin"), references, problems),
    changes: changes.changes,
    uses: [...rules?.uses ?? [], ...uses, ...defaults.uses, ...changes.uses],
    tests: [...rules?.tests ?? [], ...fileTests.cases],
    testExtends: fileTests.extends,
    conditions: rules?.conditions ?? [],
    errors: firstErrors(problems.source.file, problems.errors, problems.count),
    errorCount: problems.count,
    notices: problems.notices,
  };
}

/** The top-level map without its `x-*` keys, which may hold anything. */
function topLevel(document: ConfigNode | null, problems: Problems): ConfigNode {
  if (document?.kind === "map") {
    return { ...document, entries: document.entries.filter(({ key }) => !key.startsWith("x-")) };
  }
  if (document !== null && !isNull(document)) {
    const hint = "begin with keys such as `rules:`";
    problems.error(document.start, "a configuration file is a map", hint);
  }
  return { kind: "map", entries: [], start: 0, end: 0, size: 1 };
}

/** The versions that the file asks for; whether they are there is checked where files are loaded. */
function readRequirements(root: ConfigNode, problems: Problems): readonly VersionRequirement[] {
  return (["usher", "runok"] as const).flatMap((product) => {
    const key = `required_${product}_version`;
    const node = valueOf(root, key);
    const checked = node && check(z.string(), node, key, problems);
    if (node === undefined || !checked?.ok) return [];
    return [{ product, range: checked.data, place: placeAt(problems.source, node.start) }];
  });
}

function readRuleList(list: ConfigNode, context: FileContext, problems: Problems): RuleEntries {
  if (list.kind !== "list") {
    problems.error(list.start, "`rules` is not a list", "write one `- ` a rule");
  }
  return readRules(list, context, problems);
}

function readDefaults(
  node: ConfigNode | undefined,
  problems: Problems,
): { data: { action?: Action; sandbox?: string }; uses: readonly NameUse[] } {
  const checked = node && check(defaultsSchema, node, "defaults", problems);
  if (node === undefined || !checked?.ok) return { data: {}, uses: [] };
  const { action, sandbox } = checked.data;
  const place = placeAt(problems.source, locate(node, ["sandbox"]).start);
  return {
    data: { ...(action ? { action } : {}), ...(sandbox ? { sandbox } : {}) },
    uses: sandbox ? [{ kind: "default-sandbox", name: sandbox, place }] : [],
  };
}

/** Whether the built-in rules are on: `extends: builtin:base` says so too. */
function readBuiltin(
  node: ConfigNode | undefined,
  references: readonly ExtendsEntry[],
  problems: Problems,
): boolean | null {
  const isExtended = references.some(({ reference }) =>
    reference.kind === "builtin" && reference.name === "base"
  );
  if (node === undefined) return isExtended ? true : null;
  const checked = check(z.boolean(), node, "builtin", problems);
  return checked.ok ? checked.data : null;
}

function readChanges(
  disable: ConfigNode | undefined,
  except: ConfigNode | undefined,
  problems: Problems,
): { changes: readonly RuleChange[]; uses: readonly NameUse[] } {
  const disabled = disable === undefined ? [] : readDisable(disable, problems);
  const excepted = except === undefined ? null : readExcept(except, problems);
  return { changes: [...disabled, ...excepted?.changes ?? []], uses: excepted?.uses ?? [] };
}

/** The errors by place; beyond a number, one that says how many more there are. */
