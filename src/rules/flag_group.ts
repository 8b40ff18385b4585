/** `<flag:name>`: every accepted occurrence of a group's flags. (`02-rules.md`, Patterns) */
import { valueFits } from "./fit.ts";
import { equalsOf, type FlagGroup, isFlag } from "./pattern.ts";
import { at, firstIndex, nextIndex, type Rest, without } from "./rest.ts";
import { matchesAnyText } from "./text_pattern.ts";
import { tail } from "./token.ts";

/**
 * The tokens without the group's accepted flags and their values; null when there is none. A flag whose
 * value is not accepted stays for the rest of the pattern.
 * @param maybe an unresolved unquoted token may be one, and stays
 */
export function takeGroup(rest: Rest, { names, value }: FlagGroup, maybe: boolean): Rest | null {
  let left = rest;
  let found = false;
  for (let i = firstIndex(rest); i < rest.tokens.length; i = nextIndex(rest, i + 1)) {
    const token = at(left, i);
    if (token === null) continue;
    if (maybe && token.elastic) {
      found = true;
      continue;
    }
    if (!isFlag(token.text)) continue;
    const equals = equalsOf(token.text);
    if (matchesAnyText(names, token.text)) {
      if (value === null || value.kind === "optional") left = without(left, i);
      else {
        const next = nextIndex(left, i + 1);
        const behind = at(left, next);
        if (behind === null || !valueFits(value, behind, maybe)) continue;
        left = without(without(left, next), i);
      }
      found = true;
    } else if (value === null) continue;
    else if (equals > 0 && matchesAnyText(names, token.text.slice(0, equals))) {
      if (!valueFits(value, tail(token, equals + 1), maybe)) continue;
      left = without(left, i);
      found = true;
    } else if (/^-[A-Za-z]./.test(token.text) && matchesAnyText(names, token.text.slice(0, 2))) {
      if (!valueFits(value, tail(token, 2), maybe)) continue;
      left = without(left, i);
      found = true;
    }
  }
  return found ? left : null;
}
