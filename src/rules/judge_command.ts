/** Judges one simple command, with what it wraps and what it is fed. */
import type { Assignment, Redirect, SimpleCommand, Word } from "../shell/command.ts";
import { isPosixOnly, readsCommandsFromStdin } from "../shell/shells.ts";
import { judgeByRules, type Judgement } from "./judgement.ts";
import { commandLimit, type JudgeContext, judgeText, type TextPlace } from "./judge_text.ts";
import { commandVerdict, notedPart, type Part, partOf, subjectText, withSkipped } from "./part.ts";
import { strictness } from "./strictness.ts";
import {
  assignmentSubject,
  commandSubject,
  redirectSubject,
  type Subject,
  type Surroundings,
} from "./subject.ts";
import type { Token } from "./token.ts";
import { judgeWrapped } from "./wrapped.ts";

/** The part of an assignment; null when no rule speaks of it. */
export function judgeAssignment(
  context: JudgeContext,
  assignment: Assignment,
  surroundings: Surroundings,
): Part | null {
  return judgeBeside(context, "assignment", assignmentSubject(assignment), surroundings);
}

/** The part of a redirect; null when no rule speaks of it, or it touches no file. */
export function judgeRedirect(
  context: JudgeContext,
  redirect: Redirect,
  surroundings: Surroundings,
): Part | null {
  const subject = redirectSubject(redirect);
  return subject === null ? null : judgeBeside(context, "redirect", subject, surroundings);
}

function judgeBeside(
  context: JudgeContext,
  kind: "assignment" | "redirect",
  subject: Subject,
  surroundings: Surroundings,
): Part | null {
  const { judgement, skipped } = judgeByRules(context, { subject, surroundings });
  return judgement === null
    ? null
    : withSkipped(partOf(kind, subjectText(subject), judgement), skipped);
}

/** The part of a command that has a command word. */
export function judgeCommand(context: JudgeContext, command: SimpleCommand, depth: number): Part {
  const { set, budget } = context;
  if (--budget.commands < 0) return notedPart(command.text, `more than ${commandLimit} commands`);
  if (depth > 0 && (budget.nestedWords -= command.argv.length) < 0) {
    return notedPart(command.text, "too much to be judged behind launchers");
  }
  const subject = commandSubject(command.argv);
  if (subject === null || subject.kind !== "command") return notedPart(command.text, "no command");
  if (command.callsFunction) return functionPart(command);
  const { judgement, skipped } = judgeByRules(context, { subject, surroundings: command });
  const direct = judgement === null ? null : directPart(command, judgement);
  const hidden = isUnknownName(subject.name)
    ? notedPart(command.text, "the command name is not known before it runs")
    : null;
  const wrapped = set.hasRules
    ? judgeWrapped(context, command, subject, depth) ?? nothing
    : nothing;
  const fed = judgeFed(context, command, depth);
  const inside = fed.length === 0 ? wrapped : [...wrapped, ...fed];
  const missing = judgement === null ? context.missing?.(command) ?? null : null;

  let best = stricterPart(direct, hidden);
  for (const part of inside) best = stricterPart(best, part);
  best = stricterPart(best, missing);
  const own = judgement?.action === "deny" ? null : judgement?.rule.sandbox ?? null;
  const sandboxes = inside.flatMap((part) => part.sandboxes);
  const report = commandVerdict(command, set.defaults.action);
  // Where no rule speaks, nothing that is only noted is better than what stands for all commands.
  const stands = judgement === null && inside.length === 0 &&
    strictness(set.defaults.action) > strictness(best?.verdict.action ?? "allow");
  if (best === null || stands) {
    return {
      verdict: { ...report, skipped },
      rule: null,
      possible: false,
      decided: false,
      neutral: false,
      sandboxes: [null],
    };
  }
  return {
    ...best,
    verdict: {
      ...best.verdict,
      kind: "command",
      command: report.command,
      original: report.original,
      argv: report.argv,
      env: report.env,
      redirects: report.redirects,
      pipe: report.pipe,
      matched: direct?.verdict.matched ?? [],
      skipped,
      inner: inside.map((part) => part.verdict),
    },
    neutral: false,
    sandboxes: own !== null || sandboxes.length === 0 ? [own, ...sandboxes] : sandboxes,
  };
}

const nothing: readonly Part[] = [];

/** The stricter of two parts, the first of equals. */
function stricterPart(a: Part | null, b: Part | null): Part | null {
  if (a === null || b === null) return a ?? b;
  return strictness(b.verdict.action) > strictness(a.verdict.action) ? b : a;
}

/** A call of a function that surely is defined here: its body is judged beside it. (seed's engine) */
function functionPart(command: SimpleCommand): Part {
  return {
    verdict: { ...commandVerdict(command, "pass"), note: "a function whose body is judged" },
    rule: null,
    possible: false,
    decided: false,
    neutral: true,
    sandboxes: [],
  };
}

function directPart(command: SimpleCommand, judgement: Judgement): Part {
  return partOf("command", command.text, judgement);
}

/** Whether a command word may be another program than it says: an expansion or a glob is in it. */
function isUnknownName(name: Token): boolean {
  return name.word.pieces.some((piece) => piece.kind !== "text") || name.text === "";
}

/** What a shell reads on its standard input, judged as commands. */
function judgeFed(context: JudgeContext, command: SimpleCommand, depth: number): readonly Part[] {
  if (!readsCommandsFromStdin(command.argv)) return nothing;
  const { stdin, directories, variables } = command;
  if (stdin === null) {
    return command.pipe.stdin
      ? [notedPart(command.text, "the commands it reads are not known before it runs")]
      : [];
  }
  const posix = isPosixOnly(command.argv[0]?.value ?? "") ?? context.posix;
  return judgeCode({ ...context, posix }, stdin.text, { depth: depth + 1, directories, variables });
}

/**
 * Judges a word whose value is run as commands. Where part of it is not known, the verdict is at least
 * ask. The parts come back in order.
 */
export function judgeCode(
  context: JudgeContext,
  code: Word,
  place: TextPlace,
): readonly Part[] {
  const parts = judgeText(context, code.value, place);
  const unknown = code.pieces.some((piece) => piece.kind === "unknown");
  if (!unknown) return parts;
  return [...parts, notedPart(code.value, "part of the commands is not known before they run")];
}
