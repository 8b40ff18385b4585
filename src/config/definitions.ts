/** The key `definitions` of a file. (`02-rules.md`) */
import * as z from "zod/mini";
import type { SandboxPreset, VariableValue } from "../rules/rule_set.ts";
import { check, refuseUnknownKeys } from "./check.ts";
import type { FileWrapper, NameUse } from "./configuration_file.ts";
import { excerpt } from "./excerpt.ts";
import { type FileContext, resolveListEntry } from "./file_context.ts";
import { type ConfigNode, entriesOf, entryOf, itemsOf, valueOf } from "./node.ts";
import { readPattern, usesOf } from "./patterns.ts";
import type { Problems } from "./problems.ts";
import { presetPathUses, readPreset } from "./sandbox_presets.ts";
import { readAliases, readFlagGroups, readVariables } from "./read_names.ts";
import { definitionsSchema, wrapperSchema } from "./schema.ts";
import { placeAt } from "./source.ts";

/** What `definitions` holds. */
export interface Definitions {
  readonly wrappers: readonly FileWrapper[];
  readonly paths: Readonly<Record<string, readonly string[]>>;
  readonly longFlags: Readonly<Record<string, string>>;
  readonly vars: Readonly<Record<string, readonly VariableValue[]>>;
  readonly flagGroups: Readonly<Record<string, string>>;
  readonly aliases: Readonly<Record<string, readonly string[]>>;
  readonly sandbox: Readonly<Record<string, SandboxPreset>>;
  readonly brokenPresets: readonly string[];
  readonly uses: readonly NameUse[];
}

/** A fresh result for a file without definitions. */
export function noDefinitions(): Definitions {
  return {
    wrappers: [],
    paths: {},
    longFlags: {},
    vars: {},
    flagGroups: {},
    aliases: {},
    sandbox: {},
    brokenPresets: [],
    uses: [],
  };
}

/** Reads the definitions; what is not good is reported and left out. */
export function readDefinitions(
  node: ConfigNode,
  context: FileContext,
  problems: Problems,
): Definitions {
  if (!isMap(node, "definitions", problems)) return noDefinitions();
  refuseUnknownKeys(node, Object.keys(definitionsSchema.shape), "definitions", problems);
  const part = (key: string) => valueOf(node, key);
  const uses: NameUse[] = [];
  const wrappers = readWrappers(part("wrappers"), uses, problems);
  const aliases = readAliases(part("aliases"), uses, problems);
  const presets = readPresets(part("sandbox"), context, problems);
  return {
    wrappers,
    paths: readPaths(part("paths"), context, problems),
    longFlags: readLongFlags(part("long_flags"), problems),
    vars: readVariables(part("vars"), context, problems),
    flagGroups: readFlagGroups(part("flag_groups"), problems),
    aliases,
    ...presets,
    uses: [...uses, ...presets.uses],
  };
}

function readPaths(
  node: ConfigNode | undefined,
  context: FileContext,
  problems: Problems,
): Record<string, readonly string[]> {
  if (node === undefined || !isMap(node, "definitions.paths", problems)) return {};
  return Object.fromEntries(
    entriesOf(node).map(({ key, value }) => {
      const name = `definitions.paths.${key}`;
      check(z.array(z.string()), value, name, problems);
      return [key, itemsOf(value).flatMap((item) => readPath(item, name, context, problems))];
    }),
  );
}

/** One entry of a path list, or nothing when it is not good. */
function readPath(
  item: ConfigNode,
  name: string,
  context: FileContext,
  problems: Problems,
): readonly string[] {
  if (item.kind !== "scalar" || typeof item.value !== "string") return [];
  if (/^<\w+:[^>]*>$/.test(item.value)) {
    const why = `${name} holds concrete paths, not references such as ${excerpt(item.value)}`;
    problems.error(item.start, why, "write the paths of that list here too");
    return [];
  }
  const path = resolveListEntry(item.value, context);
  if (path !== null) return [path];
  problems.error(item.start, "`~` stands for the home folder, and HOME is not set", "set HOME");
  return [];
}

function readLongFlags(node: ConfigNode | undefined, problems: Problems): Record<string, string> {
  if (node === undefined || !isMap(node, "definitions.long_flags", problems)) return {};
  const good = entriesOf(node).flatMap(({ key, keyStart, value }): [string, string][] => {
    if (!/^[A-Za-z0-9]$/.test(key)) {
      const why = `definitions.long_flags: ${excerpt(key)} is not one letter or digit`;
      problems.error(keyStart, why, "write it as `r: --recursive`");
      return [];
    }
    const flag = value.kind === "scalar" ? value.value : null;
    if (typeof flag === "string" && /^--[A-Za-z0-9][\w-]*$/.test(flag)) return [[key, flag]];
    const why = `definitions.long_flags.${key} is not a long flag`;
    problems.error(value.start, why, "write it as `r: --recursive`");
    return [];
  });
  return Object.fromEntries(good);
}

/** @param uses where the names in the wrappers' patterns go */
function readWrappers(
  node: ConfigNode | undefined,
  uses: NameUse[],
  problems: Problems,
): readonly FileWrapper[] {
  if (node === undefined) return [];
  if (node.kind !== "list") {
    problems.error(node.start, "definitions.wrappers is not a list", "write one `- ` a wrapper");
    return [];
  }
  return node.items.flatMap((item, number) => {
    const wrapper = readWrapper(item, `definitions.wrappers[${number}]`, uses, problems);
    return wrapper === null ? [] : [wrapper];
  });
}

function readWrapper(
  item: ConfigNode,
  name: string,
  uses: NameUse[],
  problems: Problems,
): FileWrapper | null {
  const place = placeAt(problems.source, item.start);
  if (item.kind === "scalar") {
    const checked = check(z.string(), item, name, problems);
    return checked.ok && isWrapper(item, uses, problems) ? { pattern: checked.data, place } : null;
  }
  const checked = check(wrapperSchema, item, name, problems);
  const pattern = entryOf(item, "pattern")?.value;
  if (!checked.ok || pattern === undefined || !isWrapper(pattern, uses, problems)) return null;
  const { at_least: atLeast, itself, folder, behind, appends, joins } = checked.data;
  return {
    pattern: checked.data.pattern,
    ...(atLeast ? { atLeast } : {}),
    ...(itself ? { itself } : {}),
    ...(folder ? { folder } : {}),
    ...(behind ? { behind } : {}),
    ...(appends ? { appends } : {}),
    ...(joins ? { joins } : {}),
    place,
  };
}

function isWrapper(pattern: ConfigNode, uses: NameUse[], problems: Problems): boolean {
  const facts = readPattern(pattern, "wrapper", problems);
  if (facts !== null) uses.push(...usesOf(facts, placeAt(problems.source, pattern.start)));
  if (facts !== null && !facts.wraps) {
    problems.notice("ignored", pattern.start, "this wrapper wraps nothing: it has no `<cmd>`");
  }
  return facts !== null;
}

function readPresets(
  node: ConfigNode | undefined,
  context: FileContext,
  problems: Problems,
): Pick<Definitions, "sandbox" | "brokenPresets" | "uses"> {
  if (node === undefined || !isMap(node, "definitions.sandbox", problems)) {
    return { sandbox: {}, brokenPresets: [], uses: [] };
  }
  const read = entriesOf(node).map(({ key, value }) => ({
    name: key,
    preset: readPreset(key, value, context, problems),
    uses: presetPathUses(value, problems),
  }));
  return {
    sandbox: Object.fromEntries(
      read.flatMap(({ name, preset }) => preset === null ? [] : [[name, preset]]),
    ),
    brokenPresets: read.flatMap(({ name, preset }) => preset === null ? [name] : []),
    uses: read.flatMap(({ uses }) => uses),
  };
}

function isMap(node: ConfigNode, name: string, problems: Problems): boolean {
  if (node.kind === "map") return true;
  problems.error(node.start, `${name} is not a map`, "write one `key: value` a line");
  return false;
}
