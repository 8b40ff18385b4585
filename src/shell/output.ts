/** What simple producers write: `echo`, `printf`, `cat` of what they are fed, `tee`, `yes`. */
import type { StdinText, Word, WordPiece } from "./command.ts";
import { decodeEscapes, formatText } from "./printf.ts";
import { noOutput, type Output } from "./run.ts";
import { valueOf } from "./words.ts";
import { quotedPieces } from "./word.ts";

/** Commands that write nothing. */
const silent: ReadonlySet<string> = new Set([":", "true", "false", "cd", "set", "export", "sleep"]);

/** What a command writes to standard output, as far as the text tells; null when it does not. */
export function outputOf(argv: readonly Word[], stdin: StdinText | null): Output {
  const [name, ...operands] = argv;
  if (name === undefined) return noOutput;
  switch (name.value) {
    case "echo":
      return echoed(operands);
    case "print":
      return echoed(operands.filter(({ value }) => !/^-[a-zA-Z]*$/.test(value)));
    case "printf":
      return formatText(operands);
    case "cat":
      return operands.every(({ value }) => value === "-" || value === "-u")
        ? stdin?.text.pieces ?? null
        : null;
    case "tee":
      return stdin?.text.pieces ?? null;
    case "yes":
      return operands.length === 0 ? null : line(joinWords(operands));
    case "command":
    case "builtin":
      return operands[0]?.value.startsWith("-") === true ? null : outputOf(operands, stdin);
    default:
      return silent.has(name.value) ? noOutput : null;
  }
}

/** Text that stands ready on standard input. */
export function stdinOf(pieces: readonly WordPiece[]): StdinText {
  const value = valueOf(pieces);
  return { text: { source: value, value, pieces } };
}

/** Pieces with a newline behind them. */
export function line(pieces: readonly WordPiece[]): readonly WordPiece[] {
  return [...pieces, { kind: "text", text: "\n", quoted: true }];
}

function echoed(operands: readonly Word[]): Output {
  let first = 0;
  let newline = true;
  let escapes: boolean | null = null;
  for (; first < operands.length; first++) {
    const value = operands[first]?.value ?? "";
    if (!/^-[neE]+$/.test(value)) break;
    if (value.includes("n")) newline = false;
    if (/[eE]/.test(value)) escapes = value.lastIndexOf("e") > value.lastIndexOf("E");
  }
  const pieces = joinWords(operands.slice(first));
  const end = (text: readonly WordPiece[]) => newline ? line(text) : text;
  if (!pieces.some((piece) => piece.text.includes("\\"))) return end(pieces);
  const decoded = pieces.map(decodePiece);
  if (escapes !== null) return end(escapes ? decoded : pieces);
  // bash's echo leaves backslashes alone, that of zsh and dash does not: either may be what runs.
  return [...line(pieces), ...end(decoded)];
}

function decodePiece(piece: WordPiece): WordPiece {
  return piece.kind === "text" ? { ...piece, text: decodeEscapes(piece.text) } : piece;
}

function joinWords(words: readonly Word[]): readonly WordPiece[] {
  return words.flatMap((word, i): readonly WordPiece[] => {
    const pieces = quotedPieces(word);
    return i === 0 ? pieces : [{ kind: "text", text: " ", quoted: true }, ...pieces];
  });
}
