/** One file, read and checked: plain data that is still to be merged with the others. */
import type {
  Action,
  CommandCheck,
  Rule,
  SandboxPreset,
  VariableValue,
  Wrapper,
} from "../rules/rule_set.ts";
import type { Place, UsherError } from "../text/error.ts";
import type { PresetReference } from "./preset_reference.ts";
import type { ConfigNode } from "./node.ts";
import type { Notice } from "./problems.ts";
import type { Source } from "./source.ts";

/** A rule that does not know its layer yet. */
export type FileRule = Omit<Rule, "layer" | "scope" | "trusted">;

/** A wrapper that does not know its scope yet. */
export type FileWrapper = Omit<Wrapper, "scope">;

/** The `when` of a rule, still to be checked. */
export interface RuleCondition {
  readonly rule: FileRule;
  readonly node: ConfigNode;
  readonly source: Source;
}

/** A name that some file has to define. */
export interface NameUse {
  readonly kind:
    /** A rule's `sandbox`. */
    | "rule-sandbox"
    /** `defaults.sandbox`. */
    | "default-sandbox"
    /** `<path:name>` in a sandbox preset. */
    | "preset-path"
    /** `<path:name>` in a pattern. */
    | "pattern-path"
    /** `<var:name>` in a pattern. */
    | "pattern-var"
    /** The same in an optional group. */
    | "grouped-var"
    /** `<flag:name>` in a pattern. */
    | "pattern-flag";
  readonly name: string;
  readonly place: Place;
}

/** Something that a file says about the rule with this id, wherever that stands. */
export interface RuleChange {
  readonly id: string;
  /** The patterns of `except`; null to switch the rule off. */
  readonly except: readonly string[] | null;
  readonly place: Place;
}

/** A test of what the configuration says about a command. (`02-rules.md`, Files) */
export interface TestCase {
  readonly expected: Action;
  readonly command: string;
  readonly place: Place;
  /** The rule that the test stands beside; null for one under `tests`. */
  readonly rule: { readonly id: string | null; readonly pattern: string } | null;
}

/** What a file says about the audit log; what it does not say is undefined. */
export interface AuditChanges {
  readonly enabled?: boolean | undefined;
  /** Absolute, or as written when there is no home folder for its `~`. */
  readonly path?: string | undefined;
  readonly retentionDays?: number | undefined;
  readonly redact?: boolean | undefined;
  readonly place: Place;
}

/** What a file says about commands that are not on PATH. */
export interface CommandCheckChanges extends Partial<CommandCheck> {
  readonly enabled?: boolean;
}

/** An entry of `extends`. */
export interface ExtendsEntry {
  /** As it stands in the file. */
  readonly written: string;
  readonly reference: PresetReference;
  readonly place: Place;
}

/** A version that a file asks for. */
export interface VersionRequirement {
  readonly product: "usher" | "runok";
  /** As written. */
  readonly range: string;
  readonly place: Place;
}

/** Everything that one file says and that is good by itself, and everything that is wrong with it. */
export interface ConfigurationFile {
  readonly file: string;
  readonly requirements: readonly VersionRequirement[];
  readonly extends: readonly ExtendsEntry[];
  /** Null without a `rules` key. */
  readonly rules: readonly FileRule[] | null;
  readonly wrappers: readonly FileWrapper[];
  readonly paths: Readonly<Record<string, readonly string[]>>;
  readonly longFlags: Readonly<Record<string, string>>;
  readonly vars: Readonly<Record<string, readonly VariableValue[]>>;
  readonly flagGroups: Readonly<Record<string, string>>;
  readonly aliases: Readonly<Record<string, readonly string[]>>;
  readonly sandbox: Readonly<Record<string, SandboxPreset>>;
  /** Names of presets that are there but not good, and need no second error. */
  readonly brokenPresets: readonly string[];
  readonly defaults: { readonly action?: Action; readonly sandbox?: string };
  readonly audit: AuditChanges | null;
  readonly commandCheck: CommandCheckChanges | null;
  /** Whether the built-in rules are on; null when the file does not say. */
  readonly builtin: boolean | null;
  readonly changes: readonly RuleChange[];
  readonly uses: readonly NameUse[];
  readonly tests: readonly TestCase[];
  /** What is extended only when the tests are run. */
  readonly testExtends: readonly ExtendsEntry[];
  /** What `checkConditions` still has to look at. */
  readonly conditions: readonly RuleCondition[];
  /** By place; the last one counts what is left out. */
  readonly errors: readonly UsherError[];
  /** How many errors there were. */
  readonly errorCount: number;
  readonly notices: readonly Notice[];
}
