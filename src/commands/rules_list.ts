/** What `usher rules list` prints. */
import type { Rule } from "../rules/rule_set.ts";
import { formatPlace } from "../text/error.ts";
import { visibleText } from "../text/visible.ts";
import type { Paint } from "./paint.ts";
import { type ListedRule, stateText } from "./rules_listed.ts";

/** More characters of a pattern are not shown. */
const longest = 120;

/** The rules, a block for each file. */
export function listText(rules: readonly ListedRule[], paint: Paint): string {
  const files = Map.groupBy(rules, ({ rule }) => rule.place.file);
  const blocks = [...files].map(([file, listed]) => {
    const [layer] = new Set(listed.map(({ rule }) => rule.layer));
    const title = file.startsWith("builtin:") ? "" : `  (${layer})`;
    return `${visibleText(file)}${title}\n${listed.map((each) => ruleLine(each, paint)).join("")}`;
  });
  return blocks.length === 0 ? "No rules.\n" : blocks.join("\n");
}

function ruleLine(listed: ListedRule, paint: Paint): string {
  const { rule } = listed;
  const { action, pattern, id, place } = rule;
  const state = stateText(listed);
  const parts = [
    `'${visibleText(pattern, { limit: longest })}'`,
    place.line === undefined ? "" : `${place.line}:${place.column ?? 1}`,
    visibleText(id ?? ""),
    ...remarksOf(rule),
    state === null ? "" : `(${visibleText(state)})`,
  ];
  const name = state === null ? paint(action) : action;
  const space = " ".repeat(6 - action.length);
  return `  ${name}${space}${parts.filter((part) => part !== "").join("  ")}\n`;
}

function remarksOf({ in: folders, when, except, sandbox }: Rule): readonly string[] {
  return [
    folders === undefined ? "" : `in: ${folders.join(", ")}`,
    when === undefined ? "" : `when: ${when}`,
    except === undefined || except.length === 0 ? "" : `except: ${except.length}`,
    sandbox === undefined ? "" : `sandbox: ${sandbox}`,
  ].map((text) => visibleText(text, { limit: longest }));
}

/** The rules as one JSON object on a line. */
export function listJson(rules: readonly ListedRule[]): string {
  return `${JSON.stringify({ rules: rules.map(listedJson) })}\n`;
}

/** A rule with everything that it says; keys that do not apply are left out. */
export function listedJson({ rule, state }: ListedRule): Readonly<Record<string, unknown>> {
  const { action, pattern, id, place, layer, message, fixSuggestion, sandbox, when } = rule;
  const described: Readonly<Record<string, unknown>> = {
    action,
    pattern,
    id,
    source: formatPlace(place),
    layer,
    message,
    fix_suggestion: fixSuggestion,
    sandbox,
    when,
    except: rule.except?.length === 0 ? undefined : rule.except,
    in: rule.in,
    trusted: rule.trusted ? undefined : false,
    state: state?.kind ?? "active",
    by: state === null || state.by === null ? undefined : formatPlace(state.by),
  };
  return Object.fromEntries(Object.entries(described).filter(([, value]) => value !== undefined));
}
