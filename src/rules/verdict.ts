/** What the rules said about a call. Values only; made by `evaluate.ts`. */
import type { Place } from "../text/error.ts";
import type { Action, Layer } from "./rule_set.ts";

/** A rule that a verdict rests on. */
export interface RuleReference {
  readonly id: string | null;
  readonly action: Action;
  readonly pattern: string;
  readonly place: Place;
  readonly layer: Layer;
  /** Its condition; null when it has none. */
  readonly when: string | null;
}

/** Why a rule whose pattern matches does not apply. */
export type SkipReason =
  /** An exception matches too. */
  | "except"
  /** It runs in another folder. */
  | "in"
  /** Its condition does not hold. */
  | "when"
  /** Its condition failed: see the verdict's `failures`. */
  | "failed";

/** A rule whose pattern matches and that does not apply. */
export interface SkippedRule {
  readonly rule: RuleReference;
  readonly reason: SkipReason;
}

/** A condition that failed, so that what its rule says is not known. */
export interface RuleFailure {
  readonly rule: RuleReference;
  /** One line. */
  readonly message: string;
}

/** The sandbox that an allowed or asked-for command should run in. */
export type SandboxChoice =
  /** One preset, by name. */
  | { readonly kind: "preset"; readonly name: string }
  /** Several presets, merged strictest-wins; lists sorted. */
  | { readonly kind: "merged"; readonly policy: MergedPolicy };

/** Several presets merged: writable ∩, denied ∪, network ∧. (`02-rules.md`, Evaluation) */
export interface MergedPolicy {
  /** Null when no preset restricts writing. */
  readonly writable: readonly string[] | null;
  readonly writeDeny: readonly string[];
  readonly readDeny: readonly string[];
  /** Hosts, when limited to some. */
  readonly network: boolean | readonly string[];
  readonly envDeny: readonly string[];
}

/** The verdict on one simple command, redirect, assignment or tool call. */
export interface PartVerdict {
  /** What was judged, as a line of text: `rm -rf x`, `> out.txt`, `PATH=/x`, `@Read a`. */
  readonly command: string;
  /** Before variables were put in, when that differs. */
  readonly original: string | null;
  readonly action: Action;
  /** The rule that decided; null for a default, a limit or a parse failure. */
  readonly rule: RuleReference | null;
  /** All rules that matched, deciding ones included, in the order of the files. */
  readonly matched: readonly RuleReference[];
  /** Rules whose pattern matched and that did not apply all the same, in the order of the files. */
  readonly skipped: readonly SkippedRule[];
  /** Why, where no rule says it: "does not parse", "the command name is not known before it runs". */
  readonly note: string | null;
  readonly message: string | null;
  readonly fixSuggestion: string | null;
  readonly sandbox: string | null;
  readonly kind: "command" | "redirect" | "assignment" | "tool" | "opaque";
  /** Arguments after quote removal, for the audit log. */
  readonly argv: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly redirects: readonly {
    readonly type: "input" | "output" | "dup";
    readonly operator: string;
    readonly target: string;
    readonly descriptor: number | null;
  }[];
  readonly pipe: { readonly stdin: boolean; readonly stdout: boolean };
  /** What a wrapper's `<cmd>` came down to. */
  readonly inner: readonly PartVerdict[];
}

/** The verdict on a whole call. */
export interface Verdict {
  readonly action: Action;
  /** The part that decided; null when there was nothing to judge. */
  readonly decidedBy: PartVerdict | null;
  readonly rule: RuleReference | null;
  readonly message: string | null;
  readonly fixSuggestion: string | null;
  /** The text for the agent, `denied: <pattern> (<message>) [suggestion: <fix>]` for a deny; null when
   * there is nothing to say. */
  readonly reason: string | null;
  readonly sandbox: SandboxChoice | null;
  readonly parts: readonly PartVerdict[];
  /** Limits that were hit and other things to say in `--explain`. */
  readonly notes: readonly string[];
  /** Conditions of trusted rules that failed. A deny stands all the same; no other verdict does. */
  readonly failures: readonly RuleFailure[];
}

/** The verdict that no part decided: a default, and what was looked at. */
export function undecided(action: Action, parts: readonly PartVerdict[]): Verdict {
  return {
    action,
    decidedBy: null,
    rule: null,
    message: null,
    fixSuggestion: null,
    reason: null,
    sandbox: null,
    parts,
    notes: parts.flatMap(({ note }) => note ?? []),
    failures: [],
  };
}
