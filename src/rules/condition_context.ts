/** What a condition sees: the variables of its expression, for one subject. (`02-rules.md`, Evaluation) */
import { changedNames, changeOf } from "../shell/changed_variables.ts";
import type { ChangedVariable, Redirect } from "../shell/command.ts";
import { type ArgumentMap, argumentMap, tokenValue } from "./argument_map.ts";
import { patternForms } from "./pattern_forms.ts";
import type { Facts, Question } from "./conditions.ts";
import {
  anything,
  anythingOrNothing,
  listOf,
  mapOf,
  type MapValue,
  type Value,
} from "./condition_value.ts";
import { parseFlagGroup } from "./parse.ts";
import type { Element, Pattern } from "./pattern.ts";
import type { Scope } from "./rule_set.ts";
import type { Subject } from "./subject.ts";
import type { TextPattern } from "./text_pattern.ts";
import { tokenOf } from "./token.ts";

/** The tool that runs shell commands, as rules call it. */
const shellTool = "Bash";

/**
 * The variables of a condition, made when they are first asked for.
 * @param directory the folder it runs in; null when that is not known
 */
export function conditionContext(
  question: Question,
  facts: Facts,
  directory: string | null,
): (name: string) => Value {
  const made = new Map<string, Value>();
  return (name) => {
    const known = made.get(name);
    if (known !== undefined) return known;
    for (const [key, value] of valuesFor(name)) made.set(key, value);
    return made.get(name) ?? anything;
  };

  function valuesFor(name: string): readonly (readonly [string, Value])[] {
    const { placed: { subject, surroundings }, scope, situation, allows } = question;
    const helps = !allows;
    switch (name) {
      case "args":
      case "flags": {
        const { args, flags } = argumentsOf(subject, question, helps);
        return [["args", args], ["flags", flags]];
      }
      case "env":
        return [[name, environment(surroundings.variables, facts)]];
      case "paths":
        return [[name, textLists(scope.paths)]];
      case "definitions":
        return [[name, record({ paths: textLists(scope.paths), vars: variableLists(scope) })]];
      case "vars":
        return [[name, captured(question, helps)]];
      case "flag_groups":
        return [[name, capturedGroups(question, helps)]];
      case "redirects":
        return [[
          name,
          listOf(surroundings.redirects.map((redirect) => redirectValue(redirect, helps))),
        ]];
      case "pipe":
        return [[name, record({ ...surroundings.pipe })]];
      case "shell":
        return [[name, record({ loop_kind: surroundings.loop })]];
      case "os":
        return [[name, situation.os]];
      case "fs":
        return [[name, record({ home: situation.home, cwd: directory ?? anything })]];
      case "agent":
        return [[name, situation.agent ?? ""]];
      case "tool":
        return [[name, subject.kind === "tool" ? subject.name : shellTool]];
      case "session":
        return [[name, record({ permission_mode: situation.permissionMode ?? "" })]];
      default:
        return [];
    }
  }
}

function record(fields: Readonly<Record<string, Value>>): MapValue {
  return mapOf(Object.entries(fields));
}

function textLists(lists: Readonly<Record<string, readonly string[]>>): MapValue {
  return mapOf(Object.entries(lists).map(([name, list]) => [name, listOf(list)]));
}

function variableLists({ vars = {} }: Scope): MapValue {
  return mapOf(
    Object.entries(vars).map(([name, values]) => [name, listOf(values.map(({ value }) => value))]),
  );
}

function argumentsOf(
  subject: Subject,
  question: Question,
  helps: boolean,
): ArgumentMap {
  if (subject.kind === "assignment") {
    return { args: listOf([tokenValue(subject.value, helps)]), flags: mapOf([]) };
  }
  if (subject.kind === "tool") {
    return { args: listOf(subject.arguments.map(({ text }) => text)), flags: mapOf([]) };
  }
  return argumentMap(subject.arguments, valueFlags(question), helps);
}

function redirectValue({ type, operator, target, descriptor }: Redirect, helps: boolean): Value {
  return record({
    type,
    operator,
    target: tokenValue(tokenOf(target), helps),
    descriptor: descriptor === null ? null : BigInt(descriptor),
  });
}

/** The environment of the agent, with what the text has changed for this command. */
function environment(changes: ChangedVariable | null, facts: Facts): MapValue {
  const own = facts.environment();
  const entries = new Map<Value, Value>(Object.entries(own));
  if (changes === null) return { kind: "map", entries, open: false };
  const { names, any } = changedNames(changes);
  for (const name of any ? names.union(new Set(Object.keys(own))) : names) {
    const change = changeOf(changes, name);
    if (change.kind === "none") continue;
    // A variable that is only set is in the environment where it was there before.
    const known = change.kind === "value" && (change.exported || Object.hasOwn(own, name));
    const value = known ? change.value.map(({ text }) => text).join("") : anythingOrNothing;
    entries.set(name, value);
  }
  return { kind: "map", entries, open: any };
}

/** What each `<var:name>` of the pattern took. */
function captured({ captures, possible }: Question, helps: boolean): MapValue {
  return {
    kind: "map",
    entries: new Map(
      Object.entries(captures.vars).map(([name, token]) => [
        name,
        possible ? anythingOrNothing : tokenValue(token, helps),
      ]),
    ),
    open: possible,
  };
}

/** What each `<flag:name>` took; every group that is defined is there. */
function capturedGroups({ captures, possible, scope }: Question, helps: boolean): MapValue {
  const { flagGroups } = captures;
  const values = (name: string): Value => {
    const tokens = Object.hasOwn(flagGroups, name) ? flagGroups[name] ?? [] : [];
    const items = tokens.map((token) => tokenValue(token, helps));
    return possible ? { kind: "list", items: [], settled: 0, open: true } : listOf(items);
  };
  const names = new Set([...Object.keys(scope.flagGroups ?? {}), ...Object.keys(flagGroups)]);
  return mapOf([...names].map((name) => [name, values(name)]));
}

/** The flags that a rule's pattern says take the next word as their value. */
function valueFlags({ pattern, scope, allows }: Question): readonly TextPattern[] {
  const forms = patternForms(pattern, scope, allows ? "allow" : "tighten");
  let known = knownFlags.get(scope);
  if (known === undefined) knownFlags.set(scope, known = new WeakMap());
  let flags = known.get(forms);
  if (flags === undefined) {
    flags = forms.flatMap((form) =>
      form.kind === "assignment" ? [] : form.elements.flatMap((element) => flagsOf(element, scope))
    );
    known.set(forms, flags);
  }
  return flags;
}

/** By the pattern's forms, which are kept as long as it is. */
const knownFlags = new WeakMap<Scope, WeakMap<readonly Pattern[], readonly TextPattern[]>>();

function flagsOf(element: Element, scope: Scope): readonly TextPattern[] {
  switch (element.kind) {
    case "optional":
      return element.elements.flatMap((inner) => flagsOf(inner, scope));
    case "choice":
      return element.options.flat().flatMap((inner) => flagsOf(inner, scope));
    case "valued":
      return element.value.kind === "optional" ? [] : element.names;
    case "flag-group": {
      const { flagGroups = {} } = scope;
      if (!Object.hasOwn(flagGroups, element.name)) return [];
      const { names, value } = parseFlagGroup(flagGroups[element.name] ?? "");
      return value === null || value.kind === "optional" ? [] : names;
    }
    default:
      return [];
  }
}
