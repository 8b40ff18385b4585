/** Parts of a verdict while they are made: what is reported, and what merging still needs to know. */
import { quoteWord } from "../shell/quote.ts";
import type { SimpleCommand } from "../shell/command.ts";
import { type Judgement, referenceTo } from "./judgement.ts";
import { possibleMessage } from "./reason.ts";
import type { Action, Rule } from "./rule_set.ts";
import type { Subject } from "./subject.ts";
import type { Token } from "./token.ts";
import type { PartVerdict, SkippedRule } from "./verdict.ts";

/** A part and what merging needs. */
export interface Part {
  readonly verdict: PartVerdict;
  /** The rule that decided, in full. */
  readonly rule: Rule | null;
  /** The rule only could match. */
  readonly possible: boolean;
  /** What to tell the agent, where it is made elsewhere than from a rule or a note. */
  readonly reason?: string;
  /** Something better than a default spoke: a rule, a wrapper's inside, or a limit. */
  readonly decided: boolean;
  /** A call of a function whose body is judged beside it: it says nothing itself. */
  readonly neutral: boolean;
  /** The presets of this command and of what it wraps; null for a command whose rule names none. */
  readonly sandboxes: readonly (string | null)[];
}

/** The report of nothing in particular, to be filled in. */
export const blankVerdict: PartVerdict = {
  command: "",
  original: null,
  action: "pass",
  rule: null,
  matched: [],
  skipped: [],
  note: null,
  message: null,
  fixSuggestion: null,
  sandbox: null,
  kind: "command",
  argv: [],
  env: [],
  redirects: [],
  pipe: { stdin: false, stdout: false },
  inner: [],
};

/** The part of a subject that a rule decided. */
export function partOf(kind: PartVerdict["kind"], command: string, judgement: Judgement): Part {
  const { action, rule, possible, matched } = judgement;
  return {
    verdict: {
      ...blankVerdict,
      kind,
      command,
      action,
      rule: referenceTo(rule),
      matched: matched.map(referenceTo),
      note: possible ? "it could match, because part of it is not known before it runs" : null,
      message: !rule.trusted ? null : possible ? possibleMessage(rule) : rule.message ?? null,
      fixSuggestion: rule.trusted ? rule.fixSuggestion ?? null : null,
      sandbox: action === "deny" ? null : rule.sandbox ?? null,
    },
    rule,
    possible,
    decided: true,
    neutral: false,
    sandboxes: [],
  };
}

/** The part with the rules that matched and did not apply. */
export function withSkipped(part: Part, skipped: readonly SkippedRule[]): Part {
  return skipped.length === 0 ? part : { ...part, verdict: { ...part.verdict, skipped } };
}

/** A part that no rule speaks for and that is asked about for this reason. */
export function notedPart(command: string, note: string): Part {
  return {
    verdict: { ...blankVerdict, kind: "opaque", command, action: "ask", note },
    rule: null,
    possible: false,
    decided: true,
    neutral: false,
    sandboxes: [],
  };
}

/** The report of a command before anything has spoken. */
export function commandVerdict(command: SimpleCommand, action: Action): PartVerdict {
  return {
    ...blankVerdict,
    command: command.text,
    original: command.original,
    action,
    argv: command.argv.map((word) => word.value),
    env: command.assignments.map(({ name, value }) => ({ name, value: value.value })),
    redirects: command.redirects.map(({ type, operator, target, descriptor }) => ({
      type,
      operator,
      target: target.value,
      descriptor,
    })),
    pipe: command.pipe,
  };
}

/** A subject as a line of text. */
export function subjectText(subject: Subject): string {
  switch (subject.kind) {
    case "command":
      return words([subject.name, ...subject.arguments]);
    case "redirect":
      return `${subject.direction === "output" ? ">" : "<"} ${words(subject.arguments)}`;
    case "assignment":
      return `${subject.name}=${subject.value.text}`;
    case "tool":
      return `@${subject.name} ${words(subject.arguments)}`.trimEnd();
  }
}

function words(tokens: readonly Token[]): string {
  return tokens.map(({ text, runs }) => runs === null ? quoteWord(text) : text).join(" ");
}
