/** `<flag:name>`: every accepted occurrence of a group's flags. (`02-rules.md`, Patterns) */
import { emptyToken } from "./captures.ts";
import { valueFits } from "./fit.ts";
import { couldBeFlag } from "./flag_presence.ts";
import type { Certainty } from "./match.ts";
import { equalsOf, type FlagGroup, isFlag } from "./pattern.ts";
import { at, firstIndex, nextIndex, type Rest, without, withToken } from "./rest.ts";
import { couldMatch, matchesAnyText, runsOfText } from "./text_pattern.ts";
import { tail, type Token } from "./token.ts";

/** What a group took. */
export interface Taken {
  readonly left: Rest;
  /** The value of each flag it took. */
  readonly values: readonly Token[];
}

/** How a group's flags are looked for. */
export interface GroupSearch {
  readonly certainty: Certainty;
  /** Only at the head, as in a wrapper: what follows is the wrapped command's. */
  readonly atHead: boolean;
  /** In a `maybe` search: whether a flag that is not known takes the next token. */
  readonly unknownTakesNext: boolean;
}

/**
 * The tokens without the group's accepted flags and their values; null when there is none. A flag whose
 * value is not accepted stays for the rest of the pattern. For `allow` a flag behind `--` is none; else it
 * is, an abbreviated long name counts, and so does a value that a flag without one is given.
 */
export function takeGroup(rest: Rest, group: FlagGroup, search: GroupSearch): Taken | null {
  let left = rest;
  let found = false;
  const values: Token[] = [];
  for (let i = firstIndex(rest); i < rest.tokens.length; i = nextIndex(rest, i + 1)) {
    const token = at(left, i);
    if (token === null) continue;
    if (search.certainty === "allow" && couldEndFlags(token)) break;
    const use = occurrence(left, i, token, group, search);
    if (use === null) {
      if (search.atHead) break;
      continue;
    }
    left = use.left;
    values.push(use.value);
    found = true;
  }
  return found ? { left, values } : null;
}

/** Whether a token is `--` or could turn out to be it. */
function couldEndFlags(token: Token): boolean {
  if (token.globs !== null && couldMatch(token.globs, ["--"])) return true;
  return token.runs === null ? token.text === "--" : token.maybeFlag && couldBeFlag(token, ["--"]);
}

/**
 * The value of everything that could be one of the group's flags, even where another flag may have taken
 * that as its value: the other reading of `-H -f -f x`.
 */
export function everyValue(
  rest: Rest,
  group: FlagGroup,
  certainty: Certainty,
): readonly Token[] {
  const search = { certainty, atHead: false, unknownTakesNext: true };
  const values: Token[] = [];
  for (let i = firstIndex(rest); i < rest.tokens.length; i = nextIndex(rest, i + 1)) {
    const token = at(rest, i);
    const use = token === null ? null : occurrence(rest, i, token, group, search);
    if (use !== null) values.push(use.value);
  }
  return values;
}

/** One flag of a group, and what is left without it; null when the token is none, or has another value. */
function occurrence(
  rest: Rest,
  index: number,
  token: Token,
  { names, value }: FlagGroup,
  search: GroupSearch,
): { readonly left: Rest; readonly value: Token } | null {
  const { certainty } = search;
  const maybe = certainty === "maybe";
  // It may become any flag, its value, and more besides.
  if (maybe && token.elastic) return { left: rest, value: token };
  if (!isFlag(token.text)) return null;
  const { text } = token;
  const equals = equalsOf(text);
  if (isNamed(names, text, certainty)) {
    if (value === null || value.kind === "optional") {
      return { left: without(rest, index), value: emptyToken };
    }
    return spaced();
  }
  if (equals > 0 && isNamed(names, text.slice(0, equals), certainty)) {
    const part = tail(token, equals + 1);
    if (value === null) {
      return certainty === "allow"
        ? null
        : { left: withToken(rest, index, part), value: emptyToken };
    }
    return valueFits(value, part, maybe) ? { left: without(rest, index), value: part } : null;
  }
  if (value !== null && /^-[A-Za-z]./.test(text) && matchesAnyText(names, text.slice(0, 2))) {
    const part = tail(token, 2);
    return valueFits(value, part, maybe) ? { left: without(rest, index), value: part } : null;
  }
  if (!maybe || token.runs === null || !couldBeFlag(token, names)) return null;
  const asNext = value !== null && value.kind !== "optional" && search.unknownTakesNext;
  return (asNext ? spaced() : null) ?? { left: without(rest, index), value: token };

  function spaced(): { readonly left: Rest; readonly value: Token } | null {
    const left = without(rest, index);
    const next = nextIndex(left, index + 1);
    const behind = at(left, next);
    if (value === null || behind === null || !valueFits(value, behind, maybe)) return null;
    return { left: without(left, next), value: behind };
  }
}

/** Whether a text is one of the names; where a match tightens, a long one may be abbreviated. */
function isNamed(names: FlagGroup["names"], text: string, certainty: Certainty): boolean {
  if (matchesAnyText(names, text)) return true;
  if (certainty === "allow" || !/^--[A-Za-z0-9]/.test(text)) return false;
  return names.some((name) => {
    const [head = "", ...more] = runsOfText(name);
    return more.length === 0 && head.startsWith(text);
  });
}
