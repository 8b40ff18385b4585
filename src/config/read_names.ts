/** `definitions.vars`, `flag_groups` and `aliases`: names that stand for parts of patterns. (`02-rules.md`) */
import * as z from "zod/mini";
import { checkPattern } from "../rules/compile.ts";
import { PatternError } from "../rules/lexer.ts";
import { parseElementsOf, parseFlagGroup, parsePattern } from "../rules/parse.ts";
import type { Element } from "../rules/pattern.ts";
import type { VariableValue } from "../rules/rule_set.ts";
import { check } from "./check.ts";
import type { NameUse } from "./configuration_file.ts";
import { excerpt } from "./excerpt.ts";
import { type FileContext, resolvePlainPath } from "./file_context.ts";
import { type ConfigEntry, type ConfigNode, entriesOf, itemsOf, valueOf } from "./node.ts";
import { noteMistake, patternFacts, usesOf } from "./patterns.ts";
import type { Problems } from "./problems.ts";
import { offsetInScalar } from "./scalar_offset.ts";
import { variableSchema, variableTypes } from "./schema.ts";
import { placeAt } from "./source.ts";

/** A text of a file, with its node. */
interface Text {
  readonly node: ConfigNode & { readonly kind: "scalar" };
  readonly text: string;
}

/** The variables. What is wrong with a value is reported, and the others count. */
export function readVariables(
  node: ConfigNode | undefined,
  context: FileContext,
  problems: Problems,
): Record<string, readonly VariableValue[]> {
  return named(node, "definitions.vars", problems, ({ value }, name) => {
    check(variableSchema, value, name, problems);
    if (value.kind !== "map") return null;
    const type = typeOf(valueOf(value, "type"));
    if (type === null) return null;
    return itemsOf(valueOf(value, "values")).flatMap((item) => {
      const own = item.kind === "map" ? typeOf(valueOf(item, "type")) : type;
      const text = textOf(item.kind === "map" ? valueOf(item, "value") : item);
      if (own === null || text === null) return [];
      const read = readValue(own, text, name, context, problems);
      return read === null ? [] : [{ type: own, value: read }];
    });
  });
}

function typeOf(node: ConfigNode | undefined): VariableValue["type"] | null {
  if (node === undefined) return "literal";
  const written = node.kind === "scalar" ? node.value : null;
  return variableTypes.find((type) => type === written) ?? null;
}

function readValue(
  type: VariableValue["type"],
  { node, text }: Text,
  name: string,
  context: FileContext,
  problems: Problems,
): string | null {
  if (type === "pattern") return isFragment({ node, text }, name, problems) ? text : null;
  if (/^<\w+:[^>]*>$/.test(text)) {
    const why = `${name} holds concrete values, not references such as ${excerpt(text)}`;
    problems.error(node.start, why, "write the values here too, or use `type: pattern`");
    return null;
  }
  if (type === "literal") return text;
  const path = resolvePlainPath(text, context);
  if (path === null) {
    problems.error(node.start, "`~` stands for the home folder, and HOME is not set", "set HOME");
  }
  return path;
}

/** Whether a text is a part of a pattern without names of its own. */
function isFragment({ node, text }: Text, name: string, problems: Problems): boolean {
  let elements: readonly Element[];
  try {
    elements = parseElementsOf(text, true);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    const why = `${name}: the pattern ${excerpt(text)} failed to parse: ${error.message}`;
    problems.error(offsetInScalar(problems.source, node, error.position), why, error.hint);
    return false;
  }
  if (elements.length === 0) {
    problems.error(node.start, `${name}: a pattern is empty`, "remove it");
    return false;
  }
  const isNested = (element: Element): boolean =>
    element.kind === "optional" ? element.elements.some(isNested) : placeholders.has(element.kind);
  if (!elements.some(isNested)) return true;
  const [placeholder = text] = /<[^>]*>/.exec(text) ?? [];
  const why = `${name}: ${excerpt(placeholder)} in ${excerpt(text)}: ` +
    "Nested placeholders are not supported in the values of a variable";
  problems.error(node.start, why, "write out what it stands for");
  return false;
}

/** Elements that are written `<…>`. */
const placeholders: ReadonlySet<Element["kind"]> = new Set(
  ["command", "options", "variables", "path", "flags", "var", "flag-group", "named"] as const,
);

/** The flag groups. */
export function readFlagGroups(
  node: ConfigNode | undefined,
  problems: Problems,
): Record<string, string> {
  return named(node, "definitions.flag_groups", problems, ({ value }, name) => {
    if (!check(z.string(), value, name, problems).ok) return null;
    const text = textOf(value);
    if (text === null) return null;
    try {
      parseFlagGroup(text.text);
      return text.text;
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      const offset = offsetInScalar(problems.source, text.node, error.position);
      const hint = error.hint ?? "write it as `-f|--field *`";
      problems.error(offset, `${name}: ${error.message}, in ${excerpt(text.text)}`, hint);
      return null;
    }
  });
}

/**
 * The aliases, each a list of beginnings of commands.
 * @param uses where the names in them go
 */
export function readAliases(
  node: ConfigNode | undefined,
  uses: NameUse[],
  problems: Problems,
): Record<string, readonly string[]> {
  return named(node, "definitions.aliases", problems, ({ key, keyStart, value }, name) => {
    check(z.union([z.string(), z.array(z.string())]), value, name, problems);
    if (!/^[^\s|<>"'[\]\\=@!*?][^\s|<>"'[\]\\=]*$/.test(key)) {
      const why = `the alias ${excerpt(key)} is not one plain word`;
      problems.error(keyStart, why, "name it like a command");
      return null;
    }
    const items = value.kind === "list" ? value.items : [value];
    return items.flatMap((item) => {
      const text = textOf(item);
      if (text === null || !isBeginning(text, name, problems)) return [];
      uses.push(...usesOf(patternFacts(text.text), placeAt(problems.source, item.start)));
      return [text.text];
    });
  });
}

/** Whether a text is the beginning of a command. */
function isBeginning({ node, text }: Text, name: string, problems: Problems): boolean {
  const fault = checkPattern(text, "rule");
  if (fault !== null) {
    const why = `${name}: ${fault.message}, in ${excerpt(text)}`;
    problems.error(offsetInScalar(problems.source, node, fault.position), why, fault.hint);
    return false;
  }
  noteMistake(node, text, problems);
  if (parsePattern(text).every(({ kind }) => kind === "command")) return true;
  const why = `${name}: an alias stands for a command, and ${excerpt(text)} is none`;
  problems.error(node.start, why, "write it as `kubectl [-n *]`");
  return false;
}

/** Reads each entry of a map of definitions; those for which null comes out are left out. */
function named<T>(
  node: ConfigNode | undefined,
  name: string,
  problems: Problems,
  read: (entry: ConfigEntry, name: string) => T | null,
): Record<string, T> {
  if (node === undefined) return {};
  if (node.kind !== "map") {
    problems.error(node.start, `${name} is not a map`, "write one `key: value` a line");
    return {};
  }
  return Object.fromEntries(
    entriesOf(node).flatMap((entry) => {
      const value = read(entry, `${name}.${entry.key}`);
      return value === null ? [] : [[entry.key, value] as const];
    }),
  );
}

function textOf(node: ConfigNode | undefined): Text | null {
  return node?.kind === "scalar" && typeof node.value === "string"
    ? { node, text: node.value }
    : null;
}
