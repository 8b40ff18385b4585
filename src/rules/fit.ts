/** Whether a token is, surely or possibly, what one text of a pattern asks for. */
import type { FlagValue } from "./pattern.ts";
import { couldMatch, matchesAnyText, runsOfText, type TextPattern } from "./text_pattern.ts";
import type { Token } from "./token.ts";

/**
 * Whether a token is one of these texts (or, negated, none of them).
 * @param maybe for some value of what is not known; else for every value, when an unresolved token is
 * only "one word"
 */
export function textFits(
  texts: readonly TextPattern[],
  negated: boolean,
  token: Token,
  maybe: boolean,
): boolean {
  const { runs } = token;
  if (runs === null) return matchesAnyText(texts, token.text) !== negated;
  if (negated) return maybe;
  if (maybe) return texts.some((text) => couldMatch(runsOfText(text), runs));
  return !token.elastic && texts.some((text) => runsOfText(text).every((run) => run === ""));
}

/** Whether a token can be a flag's value. */
export function valueFits(value: FlagValue, token: Token, maybe: boolean): boolean {
  if (value.kind !== "texts") return true;
  return textFits(value.texts, value.negated, token, maybe);
}
