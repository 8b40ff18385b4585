/** Cutting a shell text into its top-level statements, for texts that are judged one by one. */
import { parse, type PipelineNode, type Statement } from "unbash";
import { hasManyHereDocuments, hereDocumentsIn } from "./here_documents.ts";

/** A top-level statement. */
export interface TopLevelStatement {
  /** As written, without surrounding blanks and comments; here-documents are part of it. */
  readonly text: string;
  /** UTF-16 offsets `[start, end)` into the whole text. */
  readonly range: readonly [number, number];
}

/** What became of a text. */
export type TopLevel =
  | { readonly ok: true; readonly statements: readonly TopLevelStatement[] }
  | {
    readonly ok: false;
    /** `empty`: only space and comments. */
    readonly error: "empty" | "syntax";
    /** What the parser said, one line. */
    readonly message: string;
    /** UTF-16 offset of the error. */
    readonly position: number;
  };

/**
 * Splits a text at newlines, `;` and `&` between its outermost statements. `time` and `!` in front of a
 * compound command go. A here-document that begins behind other statements keeps them together, and one
 * that is not ended is an error, since more may follow. Never throws.
 */
export function splitTopLevel(text: string): TopLevel {
  try {
    return splitParsed(text);
  } catch {
    return { ok: false, error: "syntax", message: "it is nested too deep", position: 0 };
  }
}

function splitParsed(text: string): TopLevel {
  if (hasManyHereDocuments(text)) {
    return { ok: false, error: "syntax", message: "it has too many here-documents", position: 0 };
  }
  const withDocuments = text.includes("<<");
  const script = parse(text);
  const [error] = script.errors ?? [];
  if (error !== undefined) {
    return { ok: false, error: "syntax", message: error.message, position: error.pos };
  }
  const statements: TopLevelStatement[] = [];
  let start = 0;
  let end = -1;
  for (const statement of script.commands) {
    const open = withDocuments ? hereDocumentEnd(statement) : -1;
    if (open === null) {
      const message = "a here-document is not ended";
      return { ok: false, error: "syntax", message, position: statement.pos };
    }
    const last = Math.max(statementEnd(statement), open);
    if (statement.pos < end) {
      // The text of the one before reaches behind this one: they cannot be cut apart.
      statements.pop();
      end = Math.max(end, last);
    } else {
      start = statementStart(statement);
      end = last;
    }
    statements.push({ text: text.slice(start, end), range: [start, end] });
  }
  return statements.length > 0
    ? { ok: true, statements }
    : { ok: false, error: "empty", message: "no command", position: 0 };
}

/** Where a statement begins, without `time` and `!` in front of `for`, `if` and their like. */
function statementStart({ command, pos }: Statement): number {
  const first = command.type === "AndOr" ? command.commands[0] : command;
  if (command.type === "AndOr" || first?.type !== "Pipeline" || first.commands.length !== 1) {
    return pos;
  }
  const [only] = first.commands;
  return only !== undefined && startsWithKeyword(only) ? only.pos : pos;
}

function statementEnd({ command }: Statement): number {
  return command.end;
}

function startsWithKeyword(node: PipelineNode): boolean {
  switch (node.type) {
    case "Redirected":
      return startsWithKeyword(node.command);
    case "For":
    case "ArithmeticFor":
    case "While":
    case "If":
    case "Case":
    case "Select":
      return true;
    default:
      return false;
  }
}

/** Where the last here-document below a node ends; -1 without one, null when one is not ended. */
function hereDocumentEnd(statement: Statement): number | null {
  const documents = hereDocumentsIn(statement);
  if (documents.some(({ closed }) => !closed)) return null;
  return documents.reduce((end, { body }) => Math.max(end, body[1]), -1);
}
