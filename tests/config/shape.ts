/** Our results in the form of the conformance rows: dotted paths into runok's own configuration tree. */
import { type AuditSettings, defaultAudit } from "../../src/config/audit_settings.ts";
import type {
  AuditChanges,
  CommandCheckChanges,
  FileRule,
  FileWrapper,
} from "../../src/config/configuration_file.ts";
import type {
  CommandCheck,
  Rule,
  SandboxPreset,
  VariableValue,
  Wrapper,
} from "../../src/rules/rule_set.ts";

/** What both one file and a merged configuration can be shown as. */
export interface Shown {
  /** References as written, where they have not been followed. */
  readonly extends?: readonly string[];
  readonly rules: readonly (Rule | FileRule)[] | null;
  readonly wrappers: readonly (Wrapper | FileWrapper)[];
  readonly paths: Readonly<Record<string, readonly string[]>>;
  readonly sandbox: Readonly<Record<string, SandboxPreset>>;
  readonly defaults: { readonly action?: string | undefined; readonly sandbox?: string | null };
  readonly audit: AuditSettings | AuditChanges | null;
  readonly vars?: Readonly<Record<string, readonly VariableValue[]>> | undefined;
  readonly commandCheck?: CommandCheckChanges | CommandCheck | null | undefined;
}

/** The tree; what says nothing is left out. */
export function treeOf(shown: Shown): Record<string, unknown> {
  return pruned({
    extends: shown.extends?.length === 0 ? undefined : shown.extends,
    // Unset stands for `pass` and for 7 days here.
    defaults: {
      action: shown.defaults.action === "pass" ? undefined : shown.defaults.action,
      sandbox: shown.defaults.sandbox ?? undefined,
    },
    rules: shown.rules?.map((rule) => ({
      [rule.action]: rule.pattern,
      message: rule.message,
      fix_suggestion: rule.fixSuggestion,
      when: rule.when,
      sandbox: rule.sandbox,
    })),
    definitions: {
      wrappers: shown.wrappers.length === 0 ? undefined : shown.wrappers.map((it) => it.pattern),
      paths: shown.paths,
      vars: Object.fromEntries(
        Object.entries(shown.vars ?? {}).map(([name, values]) => [name, {
          type: values[0]?.type,
          values: values.map(({ value }) => value),
        }]),
      ),
      sandbox: Object.fromEntries(
        Object.entries(shown.sandbox).map(([name, preset]) => [name, { ...preset }]),
      ),
    },
    experimental: shown.commandCheck
      ? { require_command_in_path: { enabled: true, ...shown.commandCheck } }
      : undefined,
    audit: shown.audit === null ? undefined : {
      enabled: shown.audit.enabled,
      path: shown.audit.path,
      rotation: {
        retention_days: shown.audit.retentionDays === 7 ? undefined : shown.audit.retentionDays,
      },
    },
  });
}

/** The settings, or null when they say nothing that the defaults do not. */
export function auditOf(settings: AuditSettings, dataHome: string | null): AuditSettings | null {
  const defaults = defaultAudit(dataHome);
  return JSON.stringify(settings) === JSON.stringify(defaults) ? null : settings;
}

/** The value at a dotted path: `length` of a list, `*` for every element; undefined when absent. */
export function at(tree: unknown, path: string): unknown {
  return path.split(".").reduce((here: unknown, step) => {
    if (here === undefined || here === null) return undefined;
    if (Array.isArray(here)) return step === "length" ? here.length : here[Number(step)];
    return Object.hasOwn(here, step) ? (here as Record<string, unknown>)[step] : undefined;
  }, tree);
}

/** Without undefined values and the empty maps that they leave; presets stay. */
function pruned(tree: Record<string, unknown>, inPreset = false): Record<string, unknown> {
  const entries = Object.entries(tree).flatMap(([key, value]): [string, unknown][] => {
    if (value === undefined) return [];
    if (typeof value !== "object" || value === null) return [[key, value]];
    if (Array.isArray(value)) {
      return [[key, value.map((item) => typeof item === "object" ? pruned(item) : item)]];
    }
    const inside = pruned(value as Record<string, unknown>, inPreset || key === "sandbox");
    return Object.keys(inside).length === 0 && !inPreset ? [] : [[key, inside]];
  });
  return Object.fromEntries(entries);
}
