/** Files → one rule set. (`02-rules.md`, Files: "Merging"; `10-safety.md`, 3) */
import type { RuleSetInput } from "../rules/compile.ts";
import type { Rule, Scope } from "../rules/rule_set.ts";
import type { UsherError } from "../text/error.ts";
import { applyChanges } from "./apply_changes.ts";
import type { PlacedFile } from "./placed_file.ts";
import type { Notice } from "./problems.ts";
import { checkUses } from "./references.ts";
import { allowedChanges, builtinPart } from "./self_protection.ts";

/** What became of the files. */
export interface Merged {
  readonly input: RuleSetInput;
  readonly failures: readonly UsherError[];
  readonly notices: readonly Notice[];
}

/**
 * Merges files over the built-in rules, lowest layer first. Scope 0 holds the definitions that count in
 * full; each folder whose files only tighten has a scope of its own, over that one. Where a file gives a
 * letter another long flag, the built-in rules keep theirs in a scope of their own, with all path lists:
 * else `f: --file` would let `rm -r --force` pass.
 */
export function mergeFiles(builtin: RuleSetInput, given: readonly PlacedFile[]): Merged {
  const base = builtinPart(builtin, given.filter(isInFull));
  const isWhole = base === builtin && builtin.rules.length > 0;
  // What extends a built-in file while all of them are on says nothing new.
  const files = isWhole ? given.filter(({ origin }) => origin !== "builtin") : given;
  const inFull = files.filter(isInFull);
  const full = inFull.map(({ parsed }) => parsed);
  const { scopes, scopeOf, builtinScope } = mergeScopes(base, files);
  const sandbox: RuleSetInput["sandbox"] = Object.fromEntries(
    [base, ...full].flatMap((each) => Object.entries(each.sandbox)),
  );
  const defaults = full.reduce(
    ({ action, sandbox }, file) => ({
      action: file.defaults.action ?? action,
      sandbox: file.defaults.sandbox ?? sandbox,
    }),
    base.defaults,
  );
  const uses = checkUses(files, { scopes, scopeOf, sandbox, defaultSandbox: defaults.sandbox });
  const rules = [
    ...base.rules.map((rule) => rescoped(rule, builtinScope)),
    ...files.flatMap((file) => placeRules(file, scopeOf(file), sandbox)),
  ];
  const { changes, notices } = allowedChanges(inFull);
  const changed = applyChanges(rules, changes, builtin.rules);
  return {
    input: {
      rules: changed.rules,
      wrappers: [
        ...base.wrappers.map((wrapper) => rescoped(wrapper, builtinScope)),
        ...full.flatMap((file) => file.wrappers.map((wrapper) => ({ ...wrapper, scope: 0 }))),
      ],
      scopes,
      sandbox,
      defaults,
      hasRules: base.hasRules || files.some(({ parsed }) => parsed.rules !== null),
    },
    failures: [...uses.failures, ...changed.failures],
    notices: [...uses.notices, ...notices],
  };
}

function isInFull({ standing }: PlacedFile): boolean {
  return standing === "full";
}

/** The rules of a file as far as they count. */
function placeRules(
  { parsed, layer, standing }: PlacedFile,
  scope: number,
  sandbox: RuleSetInput["sandbox"],
): readonly Rule[] {
  const trusted = standing !== "untrusted";
  return (parsed.rules ?? []).flatMap((rule): Rule[] => {
    const placed = { ...rule, layer, scope, trusted };
    if (standing !== "full") return rule.action === "allow" ? [] : [withoutSandbox(placed)];
    if (rule.sandbox === undefined || Object.hasOwn(sandbox, rule.sandbox)) return [placed];
    return rule.action === "allow" ? [] : [withoutSandbox(placed)];
  });
}

function withoutSandbox(rule: Rule): Rule {
  const { sandbox: _, ...rest } = rule;
  return rest;
}

function mergeScopes(
  base: RuleSetInput,
  files: readonly PlacedFile[],
): {
  scopes: readonly Scope[];
  scopeOf: (file: PlacedFile) => number;
  builtinScope: number;
} {
  const builtin = base.scopes[0] ?? { paths: {}, longFlags: {} };
  const trusted = files.filter(({ standing }) => standing === "full").reduce(extendScope, builtin);
  const keepsFlags = Object.entries(builtin.longFlags)
    .every(([letter, flag]) => trusted.longFlags[letter] === flag);
  const scopes = keepsFlags ? [trusted] : [trusted, { ...trusted, longFlags: builtin.longFlags }];
  const numbers = new Map<string, number>();
  for (const file of files) {
    if (file.standing === "full") continue;
    const number = numbers.get(file.folder) ?? scopes.length;
    numbers.set(file.folder, number);
    scopes[number] = extendScope(scopes[number] ?? trusted, file);
  }
  const scopeOf = ({ standing, folder }: PlacedFile) =>
    standing === "full" ? 0 : numbers.get(folder) ?? 0;
  return { scopes, scopeOf, builtinScope: keepsFlags ? 0 : 1 };
}

function rescoped<T extends { readonly scope: number }>(item: T, scope: number): T {
  return item.scope === scope ? item : { ...item, scope };
}

function extendScope(scope: Scope, { parsed }: PlacedFile): Scope {
  const paths = new Map(Object.entries(scope.paths));
  for (const [name, entries] of Object.entries(parsed.paths)) {
    paths.set(name, [...new Set([...paths.get(name) ?? [], ...entries])]);
  }
  return {
    ...scope,
    paths: Object.fromEntries(paths),
    longFlags: { ...scope.longFlags, ...parsed.longFlags },
  };
}
