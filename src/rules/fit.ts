/** Whether a token is, surely or possibly, what one text of a pattern asks for. */
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
 * @param maybe for some value of what is not known; else for every value, when an unresolved token is
 * only "one word"
 */
export function textFits(
  texts: readonly TextPattern[],
  negated: boolean,
  token: Token,
  maybe: boolean,
): boolean {
  const { runs, names } = token;
  if (runs === null) {
    return matchesAnyText(texts, token.text) !== negated ||
      (maybe && !negated && names !== null && texts.some((text) => expandsTo(names, text)));
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
export function valueFits(value: FlagValue, token: Token, maybe: boolean): boolean {
  if (value.kind !== "texts") return true;
  return textFits(value.texts, value.negated, token, maybe);
}
