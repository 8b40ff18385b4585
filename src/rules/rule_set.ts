/**
 * The rules and definitions that a call is judged by, as plain JSON data: what `config/` compiles and
 * `evaluate.ts` reads. Patterns stay text here and are parsed when a command first needs them.
 */
import type { Place } from "../text/error.ts";

/** What a rule says. */
export type RuleAction = "allow" | "ask" | "deny";

/** What a verdict says. `pass`, no opinion, comes only from `defaults.action`. (`02-rules.md`, Evaluation) */
export type Action = RuleAction | "pass";

/** Where a rule's file stands, lowest first. */
export type Layer = "builtin" | "user" | "user-local" | "project" | "project-local" | "explicit";

/** One rule. Every pattern in it has been seen to parse. */
export interface Rule {
  readonly action: RuleAction;
  /** The pattern as written. */
  readonly pattern: string;
  /** Such as `builtin:disasters/rm-root` or `team/rm`. */
  readonly id?: string;
  readonly message?: string;
  readonly fixSuggestion?: string;
  /** A preset in `definitions.sandbox`. */
  readonly sandbox?: string;
  /** Patterns where the rule does not apply, matched as strictly as an allow. */
  readonly except?: readonly string[];
  /** Folder globs, absolute or with `~`: only for commands that run inside one. */
  readonly in?: readonly string[];
  /** A CEL expression: the rule applies only where it holds. */
  readonly when?: string;
  readonly place: Place;
  readonly layer: Layer;
  /** Which of the rule set's `scopes` its names are looked up in. */
  readonly scope: number;
  /** False for a project file the user has not trusted: it may only tighten, and its text is not shown to
   * the agent. (`10-safety.md`, 3) */
  readonly trusted: boolean;
}

/** A launcher whose `<cmd>` is judged in its place. */
export interface Wrapper {
  readonly pattern: string;
  /** The verdict is at least this strict, for launchers that raise rights. `pass`: what it runs may be
   * another program of that name, so that its verdict counts only to tighten. */
  readonly atLeast?: "pass" | "ask" | "deny";
  /** What it captures are words of the same command, behind options that rules do not name: they are
   * judged as if nothing stood in front of them, and only to tighten. */
  readonly itself?: boolean;
  /** Flags whose value is the folder that it runs the command in. */
  readonly folder?: readonly string[];
  /** The command is what stands behind one of these texts in the word that is captured: `!`, `system("`. */
  readonly behind?: readonly string[];
  /** It adds words of its own to the command (`xargs`, `find -exec`). */
  readonly appends?: boolean;
  /** It runs its words as one text, with spaces between (`eval`, `ssh`, `watch`). */
  readonly joins?: boolean;
  readonly place: Place;
  readonly scope: number;
}

/** What a sandbox preset lets a command do; the shape of `07-exec-sandbox.md`. */
export interface SandboxPreset {
  readonly fs?: {
    readonly read?: { readonly deny?: readonly string[] };
    readonly write?: { readonly allow?: readonly string[]; readonly deny?: readonly string[] };
  };
  readonly network?: { readonly allow?: boolean | readonly string[] };
  readonly env?: { readonly deny?: readonly string[] };
}

/** One value of a variable: a literal text, a path that is compared as a place, or a part of a pattern. */
export interface VariableValue {
  readonly type: "literal" | "path" | "pattern";
  readonly value: string;
}

/** Names that patterns refer to. */
export interface Scope {
  /** `<path:name>`: path lists, entries absolute, with `~`, globs, or relative to the command's folder. */
  readonly paths: Readonly<Record<string, readonly string[]>>;
  /** One letter → its long flag, for `<flags:…>`; `r: --recursive`. */
  readonly longFlags: Readonly<Record<string, string>>;
  /** `<var:name>`. */
  readonly vars?: Readonly<Record<string, readonly VariableValue[]>>;
  /** `<flag:name>`: a flag and its value, as in `-f|--field *`. */
  readonly flagGroups?: Readonly<Record<string, string>>;
  /** What a name in the place of a pattern's command stands for: beginnings of commands. */
  readonly aliases?: Readonly<Record<string, readonly string[]>>;
}

/** What is said of a command that no rule speaks of and that is not on PATH. */
export interface CommandCheck {
  readonly action: "ask" | "deny";
  /** Names that are not looked for. */
  readonly ignore: readonly string[];
}

/** Everything that decides. */
export interface RuleSet {
  readonly rules: readonly Rule[];
  /** Rule numbers by the command name that their pattern begins with; see `rule_index.ts`. */
  readonly index: RuleIndex;
  readonly wrappers: readonly Wrapper[];
  readonly scopes: readonly Scope[];
  readonly sandbox: Readonly<Record<string, SandboxPreset>>;
  readonly defaults: { readonly action: Action; readonly sandbox: string | null };
  /** False when no file had a `rules` key: then wrappers are ignored. (seed's engine) */
  readonly hasRules: boolean;
  /** `experimental.require_command_in_path`, where it is on. */
  readonly commandCheck?: CommandCheck;
  /** Where rules and wrappers are parsed when they are first asked for: `rules` and `wrappers` ask for all. */
  readonly parsing?: { readonly rules: Parsing<Rule>; readonly wrappers: Parsing<Wrapper> };
}

/** Items of a text, parsed one by one. They throw what `packed_rules.ts` says. */
export interface Parsing<Item> {
  readonly one: (number: number) => Item | undefined;
  readonly all: () => readonly Item[];
}

/** Rule and wrapper numbers by what they could match. Names are literal command names without a folder. */
export interface RuleIndex {
  readonly byName: Readonly<Record<string, readonly number[]>>;
  /** Rules whose command is a glob, a negation, `*` or a path. */
  readonly anyName: readonly number[];
  /** For each rule: words of which its command must have one, spelt out; null when there are none. */
  readonly needs: readonly (readonly string[] | null)[];
  /** Redirect rules: `>` and `<`. */
  readonly output: readonly number[];
  readonly input: readonly number[];
  /** Assignment rules. */
  readonly assignment: readonly number[];
  /** Tool rules, by tool name without `@`; `*` for globs. */
  readonly tools: Readonly<Record<string, readonly number[]>>;
  readonly wrappersByName: Readonly<Record<string, readonly number[]>>;
  readonly wrappersAnyName: readonly number[];
}
