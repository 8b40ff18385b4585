/** The tokens that a pattern has not used up yet: a view that shares the command's array. */
import type { Token } from "./token.ts";

/** A change to one token of the view, or several that are used up. */
interface Edit {
  readonly index: number | ReadonlySet<number>;
  /** What stands there now; null when it is used up. */
  readonly token: Token | null;
  readonly next: Edit | null;
}

/** What is left of a command. Indexes are those of the command's own array. */
export interface Rest {
  readonly tokens: readonly Token[];
  /** Tokens before this index are used up. */
  readonly start: number;
  readonly edits: Edit | null;
  /** Whether the pattern's `--` was matched: nothing is skipped any more. */
  readonly literal: boolean;
}

/** All tokens. */
export function wholeOf(tokens: readonly Token[]): Rest {
  return { tokens, start: 0, edits: null, literal: false };
}

/** The token at an index; null when it is used up or past the end. */
export function at(rest: Rest, index: number): Token | null {
  if (index < rest.start) return null;
  for (let edit = rest.edits; edit !== null; edit = edit.next) {
    const { index: edited } = edit;
    if (typeof edited === "number" ? edited === index : edited.has(index)) return edit.token;
  }
  return rest.tokens[index] ?? null;
}

/** The first index at or behind `from` with a token; the length of the array when there is none. */
export function nextIndex(rest: Rest, from: number): number {
  let index = Math.max(from, rest.start);
  if (rest.edits === null) return Math.min(index, rest.tokens.length);
  while (index < rest.tokens.length && at(rest, index) === null) index++;
  return index;
}

/** The index of the first token that is left; the length of the array when there is none. */
export function firstIndex(rest: Rest): number {
  return nextIndex(rest, rest.start);
}

/** The view without one token. */
export function without(rest: Rest, index: number): Rest {
  if (index === rest.start) return { ...rest, start: nextIndex(rest, index + 1) };
  return { ...rest, edits: { index, token: null, next: rest.edits } };
}

/** The view without several tokens. */
export function withoutAll(rest: Rest, indexes: ReadonlySet<number>): Rest {
  return indexes.size === 0
    ? rest
    : { ...rest, edits: { index: indexes, token: null, next: rest.edits } };
}

/** The view with another token in one place. */
export function withToken(rest: Rest, index: number, token: Token): Rest {
  return { ...rest, edits: { index, token, next: rest.edits } };
}

/** The view from an index on. */
export function from(rest: Rest, index: number): Rest {
  return { ...rest, start: nextIndex(rest, index) };
}

/** The tokens at the head that fit, and the view behind them. */
export function takeHead(
  rest: Rest,
  fits: (token: Token) => boolean,
): { readonly taken: readonly Token[]; readonly left: Rest } {
  const taken: Token[] = [];
  let index = firstIndex(rest);
  for (let token = at(rest, index); token !== null && fits(token); token = at(rest, index)) {
    taken.push(token);
    index = nextIndex(rest, index + 1);
  }
  return { taken, left: from(rest, index) };
}
