/** The names that patterns are looked up in, merged. (`02-rules.md`, Files: "Merging"; `10-safety.md`, 3) */
import type { Scope } from "../rules/rule_set.ts";
import type { PlacedFile } from "./placed_file.ts";

/** The scopes, and which of them a file's patterns are looked up in. */
export interface MergedScopes {
  readonly scopes: readonly Scope[];
  readonly scopeOf: (file: PlacedFile) => number;
  /** The scope of the built-in rules. */
  readonly builtinScope: number;
}

/**
 * Merges the files' definitions over those of the built-in rules. Scope 0 holds the definitions that count
 * in full; each folder whose files only tighten has a scope of its own, over that one. The built-in rules
 * keep what their own names mean and know no alias, in a scope of their own where files say otherwise, with
 * all path lists: else `f: --file` would let `rm -r --force` pass.
 */
export function mergeScopes(builtin: Scope, files: readonly PlacedFile[]): MergedScopes {
  const inFull = files.filter(({ standing }) => standing === "full");
  const own = inFull.filter(({ origin }) => origin === "builtin").reduce(extendScope, builtin);
  const trusted = inFull.reduce(extendScope, builtin);
  const kept = keepNames(trusted, own);
  const isSame = keepsNames(trusted, own);
  const scopes = isSame ? [trusted] : [trusted, kept];
  const builtinScope = scopes.length - 1;
  const numbers = new Map<string, number>();
  for (const file of files) {
    if (file.standing === "full") continue;
    const number = numbers.get(file.folder) ?? scopes.length;
    numbers.set(file.folder, number);
    scopes[number] = extendScope(scopes[number] ?? trusted, file);
  }
  const scopeOf = ({ standing, folder, origin }: PlacedFile) =>
    standing !== "full" ? numbers.get(folder) ?? 0 : origin === "builtin" ? builtinScope : 0;
  return { scopes, scopeOf, builtinScope };
}

/** A scope with all names, of which those of `own` mean what they mean there. */
function keepNames(scope: Scope, own: Scope): Scope {
  return {
    paths: scope.paths,
    longFlags: own.longFlags,
    ...withoutEmpty({
      vars: { ...scope.vars, ...own.vars },
      flagGroups: { ...scope.flagGroups, ...own.flagGroups },
      aliases: own.aliases ?? {},
    }),
  };
}

/** Whether all names of `own` mean the same in a scope, and no alias is added. */
function keepsNames(scope: Scope, own: Scope): boolean {
  const { vars = {}, flagGroups = {}, aliases = {} } = scope;
  return keeps(scope.longFlags, own.longFlags) && keeps(vars, own.vars ?? {}) &&
    keeps(flagGroups, own.flagGroups ?? {}) &&
    keeps(aliases, own.aliases ?? {}) && keeps(own.aliases ?? {}, aliases);
}

function keeps<T>(map: Readonly<Record<string, T>>, own: Readonly<Record<string, T>>): boolean {
  return Object.entries(own).every(([name, value]) => map[name] === value);
}

function extendScope(scope: Scope, { parsed }: PlacedFile): Scope {
  const paths = new Map(Object.entries(scope.paths));
  for (const [name, entries] of Object.entries(parsed.paths)) {
    paths.set(name, [...new Set([...paths.get(name) ?? [], ...entries])]);
  }
  return {
    paths: Object.fromEntries(paths),
    longFlags: { ...scope.longFlags, ...parsed.longFlags },
    ...withoutEmpty({
      vars: { ...scope.vars, ...parsed.vars },
      flagGroups: { ...scope.flagGroups, ...parsed.flagGroups },
      aliases: { ...scope.aliases, ...parsed.aliases },
    }),
  };
}

/** The kinds of names of which there are some. */
function withoutEmpty(
  names: Required<Pick<Scope, "vars" | "flagGroups" | "aliases">>,
): Pick<Scope, "vars" | "flagGroups" | "aliases"> {
  return Object.fromEntries(
    Object.entries(names).filter(([, map]) => Object.keys(map).length > 0),
  );
}
