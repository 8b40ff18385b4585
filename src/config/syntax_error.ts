/** What the YAML library says, in words that help. */
import type { YAMLError } from "yaml";
import { excerpt } from "./excerpt.ts";
import { placeAt, type Source } from "./source.ts";

/** The advice that mends most broken rule files. */
export const QUOTE_PATTERNS = "put a pattern in single quotes: 'git push *'";

/** The advice for everything else. */
const QUOTE_TEXT = "put a text with special characters in single quotes";

/** Advice by the library's error code. */
const HINTS: Readonly<Record<string, string>> = {
  BAD_ALIAS: QUOTE_PATTERNS,
  BAD_SCALAR_START: QUOTE_PATTERNS,
  BLOCK_AS_IMPLICIT_KEY: QUOTE_PATTERNS,
  BLOCK_IN_FLOW: QUOTE_PATTERNS,
  MISSING_CHAR: "close what was opened, or put the text in single quotes",
  MULTIPLE_ANCHORS: QUOTE_PATTERNS,
  MULTIPLE_TAGS: QUOTE_PATTERNS,
  MULTILINE_IMPLICIT_KEY: "is a `:` or a quote missing?",
  TAB_AS_INDENT: "indent with spaces",
  TAG_RESOLVE_FAILED: QUOTE_PATTERNS,
  UNEXPECTED_TOKEN: QUOTE_PATTERNS,
  BAD_INDENT: "line it up with the lines around it",
};

/** Where a syntax error is, what is wrong there, and what to do. */
export function explainSyntax(
  source: Source,
  error: YAMLError,
): { offset: number; why: string; hint: string } {
  const offset = Math.min(error.pos[0], source.text.length);
  const message = (error.message.split("\n")[0] ?? "").replace(/[\p{Cc}\p{Cf}]/gu, "");
  const line = lineAt(source, offset).trim();
  const where = line === "" ? "" : `, in ${excerpt(line)}`;
  return {
    offset,
    why: `no valid YAML: ${lowerFirst(message)}${where}`,
    hint: HINTS[error.code] ?? QUOTE_TEXT,
  };
}

/** The text of the line that an offset is in. */
function lineAt(source: Source, offset: number): string {
  const { line = 1 } = placeAt(source, offset);
  return source.text.slice(source.lineStarts[line - 1], source.lineStarts[line]);
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1, 200);
}
