/** Which flags are, or could be, among a command's tokens. */
import { type Element, isFlag } from "./pattern.ts";
import { abbreviates } from "./flag_names.ts";
import { at, firstIndex, nextIndex, type Rest } from "./rest.ts";
import type { Certainty } from "./match.ts";
import {
  couldMatch,
  matchesAnyText,
  type Runs,
  runsOfText,
  type TextPattern,
} from "./text_pattern.ts";
import type { Token } from "./token.ts";

/**
 * Whether one of these flags is among the tokens, alone or as `--flag=v`. In a `maybe` search an unresolved
 * token is none of them, else one that could be counts; for `allow` so does a glob, which a file's name
 * can make a flag of.
 */
export function isPresent(
  rest: Rest,
  names: readonly TextPattern[],
  certainty: Certainty,
): boolean {
  for (let i = 0; i < rest.tokens.length; i++) {
    // One that is used up may still become more words than the one it was taken for.
    const token = at(rest, i) ?? (rest.tokens[i]?.elastic === true ? rest.tokens[i] : null);
    if (token === null || token === undefined) continue;
    if (certainty === "allow" && token.globs !== null && couldExpandTo(token.globs, names)) {
      return true;
    }
    if (!token.maybeFlag) continue;
    if (token.runs === null) {
      if (matchesAnyText(names, token.text)) return true;
      const equals = token.text.indexOf("=");
      if (equals > 0 && matchesAnyText(names, token.text.slice(0, equals))) return true;
    } else if (certainty !== "maybe" && couldBeFlag(token, names)) return true;
  }
  return false;
}

/** Whether a glob could expand to one of these flags, alone or as `--flag=v`. */
function couldExpandTo(globs: Runs, names: readonly TextPattern[]): boolean {
  return names.some((name) => {
    const runs = runsOfText(name);
    const last = runs[runs.length - 1] ?? "";
    return couldMatch(runs, globs) || couldMatch([...runs.slice(0, -1), `${last}=`, ""], globs);
  });
}

/** Whether an unresolved token could turn out to be one of these flags, or to hold it among its words. */
export function couldBeFlag(token: Token, names: readonly TextPattern[]): boolean {
  if (token.elastic) return true;
  const [head = ""] = token.runs ?? [];
  const equals = head.indexOf("=");
  if (equals > 0) return matchesAnyText(names, head.slice(0, equals));
  return names.some((text) => {
    const runs = runsOfText(text);
    const [name = ""] = runs;
    return name.startsWith(head) || (runs.length > 1 && head.startsWith(name));
  });
}

/**
 * Whether a group that is passed over has one of its flags among the tokens. `--flag=v` and `-fv` count for
 * flags with a value. (seed's engine)
 */
export function hasFlagOf(rest: Rest, elements: readonly Element[], maybe: boolean): boolean {
  return elements.some((element) => {
    if (element.kind !== "flag" && element.kind !== "valued") return false;
    for (let i = firstIndex(rest); i < rest.tokens.length; i = nextIndex(rest, i + 1)) {
      const token = at(rest, i);
      if (token === null) continue;
      if (token.runs !== null) {
        if (!maybe && token.elastic && couldBeFlag(token, element.names)) return true;
        if (!token.text.startsWith("-")) continue;
      }
      if (matchesAnyText(element.names, token.text)) return true;
      if (element.kind === "flag" || !isFlag(token.text)) continue;
      const equals = token.text.indexOf("=");
      if (equals > 0 && matchesAnyText(element.names, token.text.slice(0, equals))) return true;
      const fused = /^-[A-Za-z]./.test(token.text);
      if (fused && matchesAnyText(element.names, token.text.slice(0, 2))) return true;
    }
    return false;
  });
}

/**
 * Whether a flag of `<opts:…>` takes the next token: named itself, abbreviated, or the last letter of its
 * cluster.
 */
export function takesSpacedValue(flag: string, valued: readonly string[]): boolean {
  if (valued.some((name) => name === flag || abbreviates(flag, name))) return true;
  if (flag.startsWith("--") || flag.length < 3) return false;
  for (let i = 1; i < flag.length; i++) {
    if (valued.includes(`-${flag[i]}`)) return i === flag.length - 1;
  }
  return false;
}
