/** The names of a scope as the matcher asks for them. */
import type { Certainty, MatchOptions } from "./match.ts";
import { parseFlagGroup } from "./parse.ts";
import type { PathLists } from "./path_lists.ts";
import type { FlagGroup } from "./pattern.ts";
import type { Scope, VariableValue } from "./rule_set.ts";
import type { Token } from "./token.ts";

/** A scope without any name. */
export const emptyScope: Scope = { paths: {}, longFlags: {} };

/** What a match needs of a scope, for a command that may run in these folders. */
export function matchOptions(
  certainty: Certainty,
  scope: Scope,
  paths: PathLists,
  directories: readonly string[] | null,
): MatchOptions {
  return {
    certainty,
    longFlags: scope.longFlags,
    flagGroup: (name) => flagGroup(scope, name),
    isInPaths: (token, name) => paths.holds(scope.paths, name, token, directories, certainty),
    isVariable: (token, name) =>
      valuesOf(scope, name).some(({ type, value }) =>
        type === "path"
          ? paths.holds({ [name]: [value] }, name, token, directories, certainty)
          : token.runs === null && token.text === value
      ),
  };
}

/**
 * The tokens behind a variable in the place of the command; a value of several words takes as many tokens.
 * @param holdsPath whether a token is the one path in this list
 */
export function behindVariable(
  name: string,
  tokens: readonly Token[],
  scope: Scope,
  holdsPath: (token: Token, list: Readonly<Record<string, readonly string[]>>) => boolean,
): readonly Token[] | null {
  for (const { type, value } of valuesOf(scope, name)) {
    if (type === "path") {
      const [first] = tokens;
      if (first !== undefined && holdsPath(first, { [name]: [value] })) return tokens.slice(1);
      continue;
    }
    const words = value.split(/\s+/).filter(Boolean);
    const fits = words.length > 0 &&
      words.every((word, i) => tokens[i]?.runs === null && tokens[i]?.text === word);
    if (fits) return tokens.slice(words.length);
  }
  return null;
}

function valuesOf({ vars = {} }: Scope, name: string): readonly VariableValue[] {
  return Object.hasOwn(vars, name) ? vars[name] ?? [] : [];
}

function flagGroup({ flagGroups = {} }: Scope, name: string): FlagGroup | null {
  const text = Object.hasOwn(flagGroups, name) ? flagGroups[name] : undefined;
  return text === undefined ? null : parseFlagGroup(text);
}
