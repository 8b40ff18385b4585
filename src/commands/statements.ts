/** Cutting streamed shell text into top-level statements, holding no more of it than one statement. */
import { splitTopLevel } from "../shell/split.ts";
import { UsherError } from "../text/error.ts";

/** Statements longer than this are not waited for. (`02-rules.md`, Bounds: 1 MiB of text) */
const longest = 1 << 20;

/** A backslash that takes the newline behind it away. In a comment it does not, and waiting is no harm. */
const continued = /(?:^|[^\\])(?:\\\\)*\\$/;

/** Cuts lines into statements. */
export interface StatementReader {
  /**
   * Takes one line, without its newline, and gives the statements that it completes.
   * @throws UsherError when a statement is so long that it probably never ends
   */
  line(text: string): readonly string[];
  /**
   * What is left at the end.
   * @throws UsherError when it does not parse
   */
  end(): readonly string[];
}

/** A reader at the beginning of a text. */
export function statementReader(): StatementReader {
  let lines: string[] = [];
  let size = 0, first = 1, attempt = 1;

  const take = (isEnd: boolean): readonly string[] => {
    const text = lines.join("\n");
    const split = splitTopLevel(text);
    const isOpen = split.ok ? continued.test(text) : split.error === "syntax";
    if (isOpen && !isEnd) {
      // Looking again at every line would take quadratic time for a long here-document.
      attempt = Math.ceil(lines.length * 1.25);
      return [];
    }
    if (!split.ok && isOpen) {
      throw parseError(first + newlines(text, split.position), split.message);
    }
    first += lines.length;
    lines = [];
    size = 0;
    attempt = 1;
    return split.ok ? split.statements.map((statement) => statement.text) : [];
  };

  return {
    line(text) {
      lines.push(text);
      size += text.length + 1;
      if (lines.length >= attempt) {
        const statements = take(false);
        if (lines.length === 0) return statements;
      }
      // A single long line may be whole, and what is too long to analyse is said by its verdict.
      if (size > longest) throw parseError(first, "a statement that does not end within 1 MiB");
      return [];
    },
    end: () => lines.length === 0 ? [] : take(true),
  };
}

function parseError(line: number, message: string): UsherError {
  return new UsherError("stdin parse error", `line ${line}: ${message}`);
}

function newlines(text: string, end: number): number {
  return text.slice(0, end).split("\n").length - 1;
}
