/** The names of a scope as the matcher asks for them. */
import { type Certainty, type MatchBudget, matchBudget, type MatchOptions } from "./match.ts";
import { parseFlagGroup } from "./parse.ts";
import type { PathLists } from "./path_lists.ts";
import type { FlagGroup } from "./pattern.ts";
import type { Scope } from "./rule_set.ts";
import { isLiteral, variableOf } from "./variables.ts";

/** A scope without any name. */
export const emptyScope: Scope = { paths: {}, longFlags: {} };

/** What a match needs of a scope, for a command that may run in these folders. */
export function matchOptions(
  certainty: Certainty,
  scope: Scope,
  paths: PathLists,
  directories: readonly string[] | null,
  budget: MatchBudget = matchBudget(),
): MatchOptions {
  return {
    certainty,
    budget,
    longFlags: scope.longFlags,
    flagGroup: (name) => flagGroup(scope, name),
    isInPaths: (token, { name, reading }) =>
      paths.holds(listNamed(scope, name), reading, token, directories, certainty),
    isVariable: (token, name) => {
      const variable = variableOf(scope, name);
      return variable !== null &&
        (isLiteral(variable, token, certainty) ||
          paths.isOneOf(variable.paths, token, directories, certainty));
    },
  };
}

/** The path list of a name; empty where there is none. */
export function listNamed({ paths }: Scope, name: string): readonly string[] {
  return (Object.hasOwn(paths, name) ? paths[name] : undefined) ?? [];
}

const groups = new WeakMap<Scope, Map<string, FlagGroup>>();

function flagGroup(scope: Scope, name: string): FlagGroup | null {
  const { flagGroups = {} } = scope;
  const text = Object.hasOwn(flagGroups, name) ? flagGroups[name] : undefined;
  if (text === undefined) return null;
  let known = groups.get(scope);
  if (known === undefined) groups.set(scope, known = new Map());
  let group = known.get(name);
  if (group === undefined) known.set(name, group = parseFlagGroup(text));
  return group;
}
