/** Judges one simple command, with what it wraps and what it is fed. */
import type { Assignment, Redirect, SimpleCommand, Word } from "../shell/command.ts";
import { readsCommandsFromStdin } from "../shell/shells.ts";
import { judgeByRules, type Judgement } from "./judgement.ts";
import type { JudgeContext } from "./judge_text.ts";
import { commandLimit, judgeText } from "./judge_text.ts";
import { commandVerdict, notedPart, type Part, partOf, subjectText } from "./part.ts";
import { strictness } from "./strictness.ts";
import { assignmentSubject, commandSubject, redirectSubject, type Subject } from "./subject.ts";
import type { Token } from "./token.ts";
import { judgeWrapped } from "./wrapped.ts";

/** The part of an assignment; null when no rule speaks of it. */
export function judgeAssignment(
  context: JudgeContext,
  assignment: Assignment,
  directories: readonly string[] | null,
): Part | null {
  return judgeBeside(context, "assignment", assignmentSubject(assignment), directories);
}

/** The part of a redirect; null when no rule speaks of it, or it touches no file. */
export function judgeRedirect(
  context: JudgeContext,
  redirect: Redirect,
  directories: readonly string[] | null,
): Part | null {
  const subject = redirectSubject(redirect);
  return subject === null ? null : judgeBeside(context, "redirect", subject, directories);
}

function judgeBeside(
  context: JudgeContext,
  kind: "assignment" | "redirect",
  subject: Subject,
  directories: readonly string[] | null,
): Part | null {
  const judgement = judgeByRules(context.set, { subject, directories }, context.paths);
  return judgement === null ? null : partOf(kind, subjectText(subject), judgement);
}

/** The part of a command that has a command word. */
export function judgeCommand(context: JudgeContext, command: SimpleCommand, depth: number): Part {
  const { set, paths, budget } = context;
  if (--budget.commands < 0) return notedPart(command.text, `more than ${commandLimit} commands`);
  const subject = commandSubject(command.argv);
  if (subject === null || subject.kind !== "command") return notedPart(command.text, "no command");
  const { directories } = command;
  if (command.callsFunction) return functionPart(command);
  const judgement = judgeByRules(set, { subject, directories }, paths);
  const candidates: Part[] = [];
  if (judgement !== null) candidates.push(directPart(command, judgement));
  if (isUnknownName(subject.name)) {
    candidates.push(notedPart(command.text, "the command name is not known before it runs"));
  }
  const inside: Part[] = [];
  if (set.hasRules) {
    const wrapped = judgeWrapped(context, command, subject, depth);
    if (wrapped !== null) inside.push(...wrapped);
  }
  inside.push(...judgeFed(context, command, depth));
  candidates.push(...inside);

  const [first] = candidates;
  const best = candidates.reduce<Part | undefined>(
    (best, part) =>
      best === undefined || strictness(part.verdict.action) > strictness(best.verdict.action)
        ? part
        : best,
    first,
  );
  const own = judgement?.action === "deny" ? null : judgement?.rule.sandbox ?? null;
  const sandboxes = inside.flatMap((part) => part.sandboxes);
  const report = commandVerdict(command, set.defaults.action);
  if (best === undefined) {
    return {
      verdict: report,
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
      matched: judgement === null ? [] : directPart(command, judgement).verdict.matched,
      inner: inside.map((part) => part.verdict),
    },
    neutral: false,
    sandboxes: own !== null || sandboxes.length === 0 ? [own, ...sandboxes] : sandboxes,
  };
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
  if (!readsCommandsFromStdin(command.argv)) return [];
  const { stdin, directories } = command;
  if (stdin === null) {
    return command.pipe.stdin
      ? [notedPart(command.text, "the commands it reads are not known before it runs")]
      : [];
  }
  return judgeCode(context, stdin.text, { depth: depth + 1, directories });
}

/**
 * Judges a word whose value is run as commands. Where part of it is not known, the verdict is at least
 * ask. The parts come back in order.
 */
export function judgeCode(
  context: JudgeContext,
  code: Word,
  place: {
    readonly depth: number;
    readonly directories: readonly string[] | null;
    readonly positional?: readonly Word[];
  },
): readonly Part[] {
  const parts = judgeText(context, code.value, place);
  const unknown = code.pieces.some((piece) => piece.kind === "unknown");
  if (!unknown) return parts;
  return [...parts, notedPart(code.value, "part of the commands is not known before they run")];
}
