/** What the names in a pattern took from a command, for `when`. (`02-rules.md`, Evaluation) */
import { literalWord } from "../shell/words.ts";
import { type Token, tokenOf } from "./token.ts";

/**
 * What one reading of a command gives the names in a pattern. The values are tokens, so that it is known
 * what of them is not: a token with `runs`, or with a glob among its word's pieces, has no value before
 * the command runs, and no condition may be helped by it.
 */
export interface Captures {
  /** What each `<var:name>` is here. One whose value is a pattern has none, for it only stands for that. */
  readonly vars: Readonly<Record<string, Token>>;
  /** The values of each `<flag:name>`, in order; an empty one for a flag without. */
  readonly flagGroups: Readonly<Record<string, readonly Token[]>>;
}

/** The captures of a pattern without names. */
export const nothingCaptured: Captures = { vars: {}, flagGroups: {} };

/** The token of a known text. */
export function literalToken(text: string): Token {
  return tokenOf(literalWord(text));
}

/** The value of a flag that has none. */
export const emptyToken: Token = literalToken("");

/** The captures with a variable's value. */
export function withVariable(captures: Captures, name: string, token: Token): Captures {
  return { ...captures, vars: { ...captures.vars, [name]: token } };
}

/** The captures with values of a flag group behind those it has. */
export function withFlags(captures: Captures, name: string, values: readonly Token[]): Captures {
  const { flagGroups } = captures;
  const before = Object.hasOwn(flagGroups, name) ? flagGroups[name] ?? [] : [];
  return { ...captures, flagGroups: { ...flagGroups, [name]: [...before, ...values] } };
}

/** Adds a reading to those that give some name another value. */
export function keepReading(readings: Captures[], reading: Captures): void {
  if (readings.every((other) => !sameCaptures(other, reading))) readings.push(reading);
}

/** Whether two readings give the same names the same values. */
function sameCaptures(a: Captures, b: Captures): boolean {
  return a === b || (sameValues(listed(a.vars), listed(b.vars)) &&
    sameValues(a.flagGroups, b.flagGroups));
}

function listed(vars: Captures["vars"]): Captures["flagGroups"] {
  return Object.fromEntries(Object.entries(vars).map(([name, token]) => [name, [token]]));
}

function sameValues(a: Captures["flagGroups"], b: Captures["flagGroups"]): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => {
    const [left, right] = [a[name] ?? [], Object.hasOwn(b, name) ? b[name] ?? [] : []];
    return left.length === right.length && left.every((token, i) => {
      const other = right[i];
      return token === other ||
        (other !== undefined && token.text === other.text && isKnown(token) && isKnown(other));
    });
  });
}

/** Whether a token's value is known before the command runs: no expansion and no glob is in it. */
export function isKnown({ word }: Token): boolean {
  return word.pieces.every(({ kind }) => kind === "text");
}
