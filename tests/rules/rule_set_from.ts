/** Rule sets for tests, from YAML text without the layers and checks of `config/`. */
import { parse } from "yaml";
import { celConditions } from "../../src/rules/cel.ts";
import { compileRuleSet } from "../../src/rules/compile.ts";
import type { Conditions } from "../../src/rules/conditions.ts";
import { linearPattern } from "../../src/rules/linear_pattern.ts";
import type {
  Action,
  Rule,
  RuleAction,
  RuleSet,
  SandboxPreset,
  VariableValue,
  Wrapper,
} from "../../src/rules/rule_set.ts";
import type { Situation } from "../../src/rules/situation.ts";

interface YamlRule {
  readonly allow?: string;
  readonly ask?: string;
  readonly deny?: string;
  readonly id?: string;
  readonly message?: string;
  readonly fix_suggestion?: string;
  readonly sandbox?: string;
  readonly except?: string[];
  readonly in?: string[];
  readonly when?: string;
}

interface YamlVariable {
  readonly type?: VariableValue["type"];
  readonly values: (string | VariableValue)[];
}

interface YamlWrapper {
  readonly pattern: string;
  readonly at_least?: "ask";
  readonly appends?: boolean;
  readonly itself?: boolean;
  readonly folder?: string[];
  readonly behind?: string[];
}

interface Yaml {
  readonly experimental?: {
    readonly require_command_in_path?: {
      enabled?: boolean;
      action?: string;
      ignore?: string[];
    };
  };
  readonly defaults?: { action?: Action; sandbox?: string };
  readonly rules?: YamlRule[];
  readonly definitions?: {
    readonly paths?: Record<string, string[]>;
    readonly long_flags?: Record<string, string>;
    readonly vars?: Record<string, YamlVariable>;
    readonly flag_groups?: Record<string, string>;
    readonly aliases?: Record<string, string | string[]>;
    readonly wrappers?: (string | YamlWrapper)[];
    readonly sandbox?: Record<
      string,
      SandboxPreset & { fs?: { writable?: string[]; deny?: string[] } }
    >;
  };
}

/** The rule set of a YAML text; an unset default action is `unset`. */
export function ruleSetFrom(text: string, unset: Action = "ask"): RuleSet {
  const yaml = (parse(text) ?? {}) as Yaml;
  const place = { file: "usher.yml" };
  const written = (yaml.rules ?? []).filter((rule) => rule.allow ?? rule.ask ?? rule.deny);
  const rules = written.map((rule, i): Rule => {
    const action: RuleAction = rule.allow ? "allow" : rule.ask ? "ask" : "deny";
    return {
      action,
      pattern: rule[action]!,
      ...(rule.id === undefined ? {} : { id: rule.id }),
      ...(rule.message === undefined ? {} : { message: rule.message }),
      ...(rule.fix_suggestion === undefined ? {} : { fixSuggestion: rule.fix_suggestion }),
      ...(rule.sandbox === undefined ? {} : { sandbox: rule.sandbox }),
      ...(rule.except === undefined ? {} : { except: rule.except }),
      ...(rule.in === undefined ? {} : { in: rule.in }),
      ...(rule.when === undefined ? {} : { when: rule.when }),
      place: { ...place, line: i + 1 },
      layer: "explicit",
      scope: 0,
      trusted: true,
    };
  });
  const { paths = {}, long_flags = {}, wrappers = [], sandbox = {} } = yaml.definitions ?? {};
  const { vars = {}, flag_groups = {}, aliases = {} } = yaml.definitions ?? {};
  const { enabled, action, ignore = [] } = yaml.experimental?.require_command_in_path ?? {};
  return compileRuleSet({
    rules,
    wrappers: wrappers.map((wrapper): Wrapper => {
      if (typeof wrapper === "string") return { pattern: wrapper, place, scope: 0 };
      const { pattern, at_least, appends = false, itself = false, folder, behind } = wrapper;
      const raised = at_least === undefined ? {} : { atLeast: at_least };
      const there = folder === undefined ? {} : { folder };
      const inside = behind === undefined ? {} : { behind };
      return { pattern, appends, itself, ...there, ...inside, ...raised, place, scope: 0 };
    }),
    scopes: [{
      paths,
      longFlags: long_flags,
      vars: mapped(
        vars,
        ({ type = "literal", values }) =>
          values.map((value) => typeof value === "string" ? { type, value } : value),
      ),
      flagGroups: flag_groups,
      aliases: mapped(aliases, (value) => typeof value === "string" ? [value] : value),
    }],
    ...(enabled && (action === "ask" || action === "deny")
      ? { commandCheck: { action, ignore } }
      : {}),
    sandbox: Object.fromEntries(
      Object.entries(sandbox).map(([name, preset]) => [name, presetFrom(preset)]),
    ),
    defaults: { action: yaml.defaults?.action ?? unset, sandbox: yaml.defaults?.sandbox ?? null },
    hasRules: yaml.rules !== undefined,
  });
}

function mapped<T, U>(map: Record<string, T>, to: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, to(value)]));
}

/** A preset with the old flat keys put in their present places. */
function presetFrom(
  preset: SandboxPreset & { fs?: { writable?: string[]; deny?: string[] } },
): SandboxPreset {
  const { writable, deny } = preset.fs ?? {};
  if (writable === undefined && deny === undefined) return preset;
  return {
    ...preset,
    fs: { write: { ...(writable ? { allow: writable } : {}), ...(deny ? { deny } : {}) } },
  };
}

/** Conditions with this environment and nothing on the disk. */
export function conditionsWith(environment: Readonly<Record<string, string>> = {}): Conditions {
  return celConditions({ environment: () => environment, kindOf: () => null }, linearPattern);
}

/** A situation in which nothing but the working directory is known. */
export const plainSituation: Situation = {
  cwd: "/tmp",
  home: "/home/user",
  os: "linux",
  agent: null,
  permissionMode: null,
  resolveLink: () => null,
};
