/** `<flag:name>`: every accepted occurrence of a group's flags. (`02-rules.md`, Patterns) */
import { emptyToken } from "./captures.ts";
import { valueFits } from "./fit.ts";
import { couldBeFlag } from "./flag_presence.ts";
import type { Certainty } from "./match.ts";
import { equalsOf, type FlagGroup, isFlag } from "./pattern.ts";
import { at, firstIndex, nextIndex, type Rest, wholeOf } from "./rest.ts";
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
  const kept: Token[] = [];
  const values: Token[] = [];
  let ended = false;
  let i = firstIndex(rest);
  for (let token = at(rest, i); token !== null; token = at(rest, i)) {
    const next = nextIndex(rest, i + 1);
    ended ||= search.certainty === "allow" && couldEndFlags(token);
    const use: Occurrence | null = ended ? null : occurrence(token, at(rest, next), group, search);
    i = use?.takesNext ? nextIndex(rest, next + 1) : next;
    if (use === null) kept.push(token);
    else {
      values.push(use.value);
      if (use.left !== null) kept.push(use.left);
    }
    ended ||= use === null && search.atHead;
  }
  return values.length === 0 ? null : { left: { ...wholeOf(kept), literal: rest.literal }, values };
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
  let i = firstIndex(rest);
  for (let token = at(rest, i); token !== null; token = at(rest, i)) {
    i = nextIndex(rest, i + 1);
    const use = occurrence(token, at(rest, i), group, search);
    if (use !== null) values.push(use.value);
  }
  return values;
}

/** One flag of a group. */
interface Occurrence {
  /** Its value; empty when it has none. */
  readonly value: Token;
  /** Whether that is the next token. */
  readonly takesNext: boolean;
  /** What stays in its place. */
  readonly left: Token | null;
}

/** A token as a flag of the group; null when it is none, or has another value. */
function occurrence(
  token: Token,
  behind: Token | null,
  { names, value }: FlagGroup,
  { certainty, unknownTakesNext }: GroupSearch,
): Occurrence | null {
  const maybe = certainty === "maybe";
  // It may become any flag, its value, and more besides.
  if (maybe && token.elastic) return { value: token, takesNext: false, left: token };
  if (!isFlag(token.text)) return null;
  const { text } = token;
  const equals = equalsOf(text);
  if (isNamed(names, text, certainty)) {
    if (value !== null && value.kind !== "optional") return spaced();
    return { value: emptyToken, takesNext: false, left: null };
  }
  if (equals > 0 && isNamed(names, text.slice(0, equals), certainty)) {
    const part = tail(token, equals + 1);
    if (value !== null) return attached(part);
    return certainty === "allow" ? null : { value: emptyToken, takesNext: false, left: part };
  }
  if (value !== null && /^-[A-Za-z]./.test(text) && matchesAnyText(names, text.slice(0, 2))) {
    return attached(tail(token, 2));
  }
  if (!maybe || token.runs === null || !couldBeFlag(token, names)) return null;
  const asNext = value !== null && value.kind !== "optional" && unknownTakesNext;
  return (asNext ? spaced() : null) ?? { value: token, takesNext: false, left: null };

  function attached(part: Token): Occurrence | null {
    const fits = value !== null && valueFits(value, part, certainty);
    return fits ? { value: part, takesNext: false, left: null } : null;
  }

  function spaced(): Occurrence | null {
    const fits = value !== null && behind !== null && valueFits(value, behind, certainty);
    return fits ? { value: behind, takesNext: true, left: null } : null;
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
