/** A record as the line that is written: masked, and of a size that a reader can rely on. */
import type { ActionRecord, EvaluationRecord } from "./evaluation.ts";
import { type Found, maskFound } from "./found.ts";
import { commandLimit, loggedText, utf8Length } from "./logged_text.ts";
import type { AuditRecord, DecisionRecord, Metadata } from "./record.ts";
import { maskArgv, maskVariable } from "./redact.ts";

/** No line is longer, in UTF-8 bytes with its newline. */
export const lineLimit = 1024 * 1024;

/** What the evaluations of one record may take; the command itself may take six bytes a character. */
const evaluationsBudget = 256 * 1024;
/** How many evaluations are tried that turn out too long. */
const missLimit = 10;
/** What one text of an evaluation, a message or a path may take. */
const textLimit = 16 * 1024;
const nameLimit = 1024;
const noticeLimit = 10;

/**
 * One line of JSON with a newline at its end. Command texts over 64 KiB are cut with a marker; so are
 * other texts over 16 KiB; evaluations that would make the line longer than `lineLimit` are left out and
 * counted in `omitted_evaluations`.
 * @param redact whether secrets are masked in commands, arguments, variables, messages and errors.
 */
export function recordLine(record: AuditRecord, redact: boolean): string {
  return `${JSON.stringify(boundedRecord(record, redact))}\n`;
}

function boundedRecord(record: AuditRecord, redact: boolean): AuditRecord {
  const command = (text: string) => loggedText(text, redact);
  const text = (text: string) => loggedText(text, redact, textLimit);
  if (!("kind" in record)) return boundedDecision(record, redact);
  if (record.kind === "ask_resolution") {
    return {
      ...record,
      tool_use_id: orNull(record.tool_use_id, loggedName),
      session_id: orNull(record.session_id, loggedName),
      cwd: orNull(record.cwd, path),
      command: command(record.command),
      executed_command: orNull(record.executed_command, command),
    };
  }
  return {
    ...record,
    what: text(record.what),
    why: text(record.why),
    hint: orNull(record.hint, text),
    place: orNull(record.place, path),
    command: orNull(record.command, command),
    metadata: boundedMetadata(record.metadata),
    agent: orNull(record.agent, loggedName),
  };
}

function boundedDecision(record: DecisionRecord, redact: boolean): DecisionRecord {
  // What is a secret in the command is one in every other field: there its flag, its quotes or what it is
  // piped into may be missing.
  const found: Found = new Set();
  const command = loggedText(record.command, redact, commandLimit, found);
  const kept: EvaluationRecord[] = [];
  let left = evaluationsBudget;
  let misses = 0;
  for (const evaluation of record.command_evaluations) {
    // One that is too long for what is left is passed over: the next may be short.
    if (misses > missLimit) break;
    const bounded = sizeOf(evaluation.argv) > left
      ? null
      : boundedEvaluation(evaluation, redact, found);
    const size = bounded === null ? left : utf8Length(JSON.stringify(bounded));
    if (bounded === null || size >= left) {
      misses++;
      continue;
    }
    left -= size + 1;
    kept.push(bounded);
  }
  const omitted = (record.omitted_evaluations ?? 0) + record.command_evaluations.length -
    kept.length;
  return {
    ...record,
    command,
    action: boundedAction(record.action, redact, found),
    sandbox_preset: orNull(record.sandbox_preset, loggedName),
    metadata: boundedMetadata(record.metadata),
    agent: orNull(record.agent, loggedName),
    surface: orNull(record.surface, loggedName),
    ...(record.notices === undefined ? {} : {
      notices: record.notices.slice(0, noticeLimit).map((notice) =>
        loggedText(maskFound(notice, found), redact, textLimit)
      ),
    }),
    command_evaluations: kept,
    ...(omitted > 0 ? { omitted_evaluations: omitted } : {}),
  };
}

function boundedEvaluation(
  evaluation: EvaluationRecord,
  redact: boolean,
  outer: ReadonlySet<string>,
): EvaluationRecord {
  const found: Found = new Set(outer);
  const text = (text: string) => loggedText(maskFound(text, found), redact, textLimit, found);
  const plain = (text: string) => loggedText(maskFound(text, found), false, textLimit);
  const command = text(evaluation.command);
  const argv = redact ? maskArgv(evaluation.argv, found) : evaluation.argv;
  const env = Object.entries(evaluation.env).map(([name, value]) =>
    [name, plain(redact ? maskVariable(name, value) : value)] as const
  );
  const original = evaluation.original_command;
  return {
    ...evaluation,
    command,
    ...(original === undefined ? {} : { original_command: text(original) }),
    action: boundedAction(evaluation.action, redact, found),
    argv: argv.map(plain),
    env: Object.fromEntries(env),
    redirects: evaluation.redirects.map((redirect) => ({
      ...redirect,
      target: text(redirect.target),
    })),
  };
}

function boundedAction(
  { type, detail }: ActionRecord,
  redact: boolean,
  found: ReadonlySet<string>,
): ActionRecord {
  if (detail === undefined) return { type };
  const text = (text: string) => loggedText(maskFound(text, found), redact, textLimit);
  return {
    type,
    detail: {
      message: orNull(detail.message, text),
      fix_suggestion: orNull(detail.fix_suggestion, text),
    },
  };
}

function boundedMetadata(metadata: Metadata): Metadata {
  return {
    endpoint_type: metadata.endpoint_type,
    session_id: orNull(metadata.session_id, loggedName),
    cwd: orNull(metadata.cwd, path),
    tool_name: orNull(metadata.tool_name, loggedName),
    hook_event_name: orNull(metadata.hook_event_name, loggedName),
    tool_use_id: orNull(metadata.tool_use_id, loggedName),
  };
}

/** A name or an id as the log has it. */
export function loggedName(text: string): string {
  return loggedText(text, false, nameLimit);
}

function path(text: string): string {
  return loggedText(text, false, textLimit);
}

function orNull(text: string | null, change: (text: string) => string): string | null {
  return text === null ? null : change(text);
}

function sizeOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}
