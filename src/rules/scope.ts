/** The names of a scope as the matcher asks for them. */
import { type Certainty, type MatchBudget, matchBudget, type MatchOptions } from "./match.ts";
import { parseFlagGroup } from "./parse.ts";
import type { PathLists } from "./path_lists.ts";
import type { FlagGroup } from "./pattern.ts";
import type { Scope } from "./rule_set.ts";
import { isLiteral, variableOf } from "./variables.ts";

/** A scope without any name. */
export const emptyScope: Scope = { paths: {}, longFlags: {} };

/** `matchOptions` for the matches of one evaluation. */
export type OptionsFor = (
  certainty: Certainty,
  scope: Scope,
  directories: readonly string[] | null,
) => MatchOptions;

/** The options are kept while the scope and the folders stay: a command is compared with many patterns. */
export function optionsFor(paths: PathLists, budget: MatchBudget): OptionsFor {
  const last = new Map<Certainty, {
    readonly scope: Scope;
    readonly directories: readonly string[] | null;
    readonly options: MatchOptions;
  }>();
  return (certainty, scope, directories) => {
    const known = last.get(certainty);
    if (known?.scope === scope && known.directories === directories) return known.options;
    const options = matchOptions(certainty, scope, paths, directories, budget);
    last.set(certainty, { scope, directories, options });
    return options;
  };
}

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
