/** The JSON answers of `usher check`: stable keys, left out where they do not apply. (`01-cli.md`) */
import { explain, type ExplainedPart } from "../hook/explain.ts";
import type { PartVerdict, RuleReference, SandboxChoice, Verdict } from "../rules/verdict.ts";
import { printableJson } from "../text/visible.ts";
import { formatPlace } from "../text/error.ts";

/** What an answer says besides the verdict. */
export interface JsonDetails {
  /** Notices about configuration that does not count. */
  readonly untrusted?: readonly string[];
  /** Every rule that spoke, and which part decided. @default false */
  readonly explain?: boolean;
}

/** One answer on one line, newline included. */
export function jsonAnswer(verdict: Verdict, details: JsonDetails = {}): string {
  const { untrusted = [], explain: explained = false } = details;
  const explanation = explained ? explain(verdict) : null;
  const commands = explanation?.parts.map(explainedJson) ?? verdict.parts.map(partJson);
  return printableJson({
    decision: verdict.action,
    ...given("reason", whyOf(verdict)),
    ...given("fix_suggestion", verdict.fixSuggestion),
    ...given("sandbox", verdict.sandbox && sandboxJson(verdict.sandbox)),
    ...given("rule", verdict.rule && ruleJson(verdict.rule)),
    ...(commands.length === 0 ? {} : { commands }),
    ...listed("notes", explanation?.notes ?? verdict.notes),
    ...given("why", explanation?.why ?? null),
    ...listed("notices", untrusted),
  }) + "\n";
}

/** Why, without the pattern: the rule's message, or what else decided; null when that is a default. */
export function whyOf({ action, message, decidedBy, reason }: Verdict): string | null {
  if (decidedBy === null || decidedBy.action !== action) return message ?? reason;
  return message ?? decidedBy.note;
}

type Json = Readonly<Record<string, unknown>>;

function partJson(part: PartVerdict): Json {
  return {
    command: part.command,
    ...given("original_command", part.original),
    decision: part.action,
    ...given("reason", part.message ?? part.note),
    ...given("fix_suggestion", part.fixSuggestion),
    ...given("sandbox", part.sandbox),
    ...given("rule", part.rule && ruleJson(part.rule)),
    ...(part.inner.length === 0 ? {} : { commands: part.inner.map(partJson) }),
  };
}

/** A part with every rule that spoke of it. */
function explainedJson({ part, decides, rules, inner }: ExplainedPart): Json {
  return {
    ...partJson({ ...part, inner: [] }),
    ...(decides ? { decides } : {}),
    ...(rules.length === 0 ? {} : {
      rules: rules.map(({ role, rule }) => ({
        role,
        action: rule.action,
        ...ruleJson(rule),
        layer: rule.layer,
        ...given("when", rule.when),
      })),
    }),
    ...(inner.length === 0 ? {} : { commands: inner.map(explainedJson) }),
  };
}

/** A rule: `id` where it has one, `pattern`, `source` as `file:line:column`. */
export function ruleJson({ id, pattern, place }: RuleReference): Json {
  return { ...given("id", id), pattern, source: formatPlace(place) };
}

/** (keys of the seed's engine; `preset` is `merged` for several) */
function sandboxJson(choice: SandboxChoice): Json {
  if (choice.kind === "preset") return { preset: choice.name };
  const { writable, writeDeny, readDeny, network, envDeny } = choice.policy;
  return {
    preset: "merged",
    ...given("writable_roots", writable),
    ...listed("write_deny", writeDeny),
    ...listed("read_deny", readDeny),
    ...listed("env_deny", envDeny),
    network_allowed: network,
  };
}

function given(key: string, value: unknown): Json {
  return value === null ? {} : { [key]: value };
}

function listed(key: string, list: readonly string[]): Json {
  return list.length === 0 ? {} : { [key]: list };
}
