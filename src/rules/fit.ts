/** Whether a token is, surely or possibly, what one text of a pattern asks for. */
import type { Certainty } from "./match.ts";
import type { FlagValue } from "./pattern.ts";
import {
  couldMatch,
  matchesAnyText,
  matchesText,
  type Runs,
  runsOfText,
  type TextPattern,
} from "./text_pattern.ts";
import type { Token } from "./token.ts";

/**
 * Whether a token is one of these texts (or, negated, none of them).
 * @param certainty `maybe`: for some value of what is not known; else for every value, when an unresolved
 * token is only "one word". A glob stands for itself, and could be a file that is named like one of the
 * texts: that hurts an allow, and may be what others are about.
 */
export function textFits(
  texts: readonly TextPattern[],
  negated: boolean,
  token: Token,
  certainty: Certainty,
): boolean {
  const maybe = certainty === "maybe";
  const { runs, names } = token;
  if (runs === null) {
    if (matchesAnyText(texts, token.text)) return !negated;
    if (!negated) return maybe && names !== null && texts.some((text) => expandsTo(names, text));
    const globs = token.globs ?? names;
    return certainty !== "allow" || globs === null ||
      !texts.some((text) => couldMatch(runsOfText(text), globs));
  }
  if (negated) return maybe;
  if (maybe) return texts.some((text) => couldMatch(runsOfText(text), runs));
  return !token.elastic && texts.some((text) => runsOfText(text).every((run) => run === ""));
}

/** Whether the globs of a word could expand to a word of a rule: a file may be named so. */
function expandsTo(names: Runs, text: TextPattern): boolean {
  if (typeof text !== "string" || text.includes("/")) return false;
  return (!text.startsWith(".") || names[0]?.startsWith(".") === true) && matchesText(names, text);
}

/** Whether a token can be a flag's value. */
export function valueFits(value: FlagValue, token: Token, certainty: Certainty): boolean {
  if (value.kind !== "texts") return true;
  return textFits(value.texts, value.negated, token, certainty);
}
