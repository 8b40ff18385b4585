/** A command's words as the matcher sees them. */
import type { Word, WordPiece } from "../shell/command.ts";
import { isFlag } from "./pattern.ts";
import { type Runs, runsOf } from "./text_pattern.ts";

/** One word of a command. */
export interface Token {
  /** After quote removal; what is not known stands verbatim. */
  readonly text: string;
  readonly word: Word;
  /** Its known runs of text, when part of it is not known; else null. */
  readonly runs: Runs | null;
  /** Its runs of text between globs, when it begins with one or with `-` and one; else null. */
  readonly globs: Runs | null;
  /** The same of any word with globs that begins with `-` or has letters: a file may be named like a word of a rule. */
  readonly names: Runs | null;
  /** Part of it is not known, or it has globs. */
  readonly hasGaps: boolean;
  /** Something unquoted in it is not known: it may become several words, flags among them. */
  readonly elastic: boolean;
  /** Not known at all and unquoted: it may become no word. */
  readonly vanishing: boolean;
  /** It is a flag or could turn out to be one. */
  readonly maybeFlag: boolean;
}

/** The token of a word. */
export function tokenOf(word: Word): Token {
  const { value: text, pieces } = word;
  const runs = pieces.some((piece) => piece.kind === "unknown") ? runsOf(word) : null;
  const [head] = pieces;
  const between = pieces.some((piece) => piece.kind === "glob") ? runsOf(word, true) : null;
  const globs = head?.kind === "glob" || head?.text.startsWith("-") === true ? between : null;
  const names = between?.some((run) => /^-|\w/.test(run)) === true ? between : null;
  const hasGaps = runs !== null || between !== null;
  if (runs === null) {
    const maybeFlag = isFlag(text);
    return { text, word, runs, globs, names, hasGaps, elastic: false, vanishing: false, maybeFlag };
  }
  const first = pieces.find((piece) => piece.text !== "");
  const open = first !== undefined && isOpen(first);
  const elastic = pieces.some((piece) =>
    piece.kind === "unknown" && !piece.quoted && isOpen(piece)
  );
  return {
    text,
    word,
    runs,
    globs,
    names,
    hasGaps,
    elastic,
    vanishing: elastic && runs.every((run) => run === ""),
    maybeFlag: open || elastic || isFlag(runs[0] ?? "") || runs[0] === "-",
  };
}

/** The token as what its globs may expand to, where that is a flag; else as it is. */
export function expandedFlag(token: Token): Token {
  const { runs, names, text } = token;
  if (runs !== null || names === null || !text.startsWith("-")) return token;
  return { ...token, runs: names, maybeFlag: true };
}

/** A token that is the rest of another one, behind its first `length` characters of known text. */
export function tail(token: Token, length: number): Token {
  let skip = length;
  const pieces: WordPiece[] = [];
  for (const piece of token.word.pieces) {
    const cut = piece.kind === "unknown" ? 0 : Math.min(skip, piece.text.length);
    skip -= cut;
    if (cut < piece.text.length) pieces.push({ ...piece, text: piece.text.slice(cut) });
  }
  const value = token.text.slice(length);
  const whole = tokenOf({ source: value, value, pieces });
  return { ...whole, elastic: false, vanishing: false };
}

/** Whether an expansion can be any text. A number and a `/dev/fd` path cannot be a flag or several words. */
function isOpen(piece: WordPiece): boolean {
  return piece.kind === "unknown" && piece.cause !== "number" && piece.cause !== "process";
}
