/** Files → one rule set. (`02-rules.md`, Files: "Merging"; `10-safety.md`, 3) */
import type { RuleSetInput } from "../rules/compile.ts";
import type { Rule } from "../rules/rule_set.ts";
import { emptyScope } from "../rules/scope.ts";
import type { UsherError } from "../text/error.ts";
import { applyChanges } from "./apply_changes.ts";
import { checkForms } from "./forms.ts";
import type { InactiveRule } from "./inactive_rule.ts";
import { mergeScopes } from "./merge_scopes.ts";
import type { PlacedFile } from "./placed_file.ts";
import type { Notice } from "./problems.ts";
import { changeCommandCheck } from "./read_experimental.ts";
import { checkUses } from "./references.ts";
import { allowedChanges, builtinPart } from "./self_protection.ts";

/** What became of the files. */
export interface Merged {
  readonly input: RuleSetInput;
  readonly failures: readonly UsherError[];
  readonly notices: readonly Notice[];
  /** Rules of the files, and of the built-in ones where they are on, that do not count. */
  readonly inactive: readonly InactiveRule[];
}

/** Merges files over the built-in rules, lowest layer first. */
export function mergeFiles(builtin: RuleSetInput, given: readonly PlacedFile[]): Merged {
  const base = builtinPart(builtin, given.filter(isInFull));
  const isWhole = base === builtin && builtin.rules.length > 0;
  // What extends a built-in file while all of them are on says nothing new.
  const files = isWhole ? given.filter(({ origin }) => origin !== "builtin") : given;
  const inFull = files.filter(isInFull);
  const full = inFull.map(({ parsed }) => parsed);
  const { scopes, scopeOf, builtinScope } = mergeScopes(base.scopes[0] ?? emptyScope, files);
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
  const commandCheck = full.reduce(
    (settings, file) => changeCommandCheck(settings, file.commandCheck),
    changeCommandCheck(null, null),
  );
  const uses = checkUses(files, { scopes, scopeOf, sandbox, defaultSandbox: defaults.sandbox });
  const placed = files.map((file) => placeRules(file, scopeOf(file), sandbox));
  const rules = [
    ...base.rules.map((rule) => rescoped(rule, builtinScope)),
    ...placed.flatMap((each) => each.rules),
  ];
  const forms = checkForms(files, scopes, scopeOf);
  const { changes, notices } = allowedChanges(inFull);
  const changed = applyChanges(rules, changes, builtin.rules);
  return {
    input: {
      rules: changed.rules,
      wrappers: [
        ...base.wrappers.map((wrapper) => rescoped(wrapper, builtinScope)),
        ...inFull.flatMap((file) =>
          file.parsed.wrappers.map((wrapper) => ({ ...wrapper, scope: scopeOf(file) }))
        ),
      ],
      scopes,
      sandbox,
      defaults,
      hasRules: base.hasRules || files.some(({ parsed }) => parsed.rules !== null),
      ...(commandCheck?.enabled
        ? { commandCheck: { action: commandCheck.action, ignore: commandCheck.ignore } }
        : {}),
    },
    failures: [...uses.failures, ...forms.failures, ...changed.failures],
    notices: [...uses.notices, ...forms.notices, ...notices],
    inactive: [...placed.flatMap((each) => each.inactive), ...changed.disabled],
  };
}

function isInFull({ standing }: PlacedFile): boolean {
  return standing === "full";
}

/** The rules of a file as far as they count, and those that do not. */
function placeRules(
  { parsed, layer, standing }: PlacedFile,
  scope: number,
  sandbox: RuleSetInput["sandbox"],
): { readonly rules: readonly Rule[]; readonly inactive: readonly InactiveRule[] } {
  const trusted = standing !== "untrusted";
  const rules: Rule[] = [];
  const inactive: InactiveRule[] = [];
  for (const rule of parsed.rules ?? []) {
    const placed = { ...rule, layer, scope, trusted };
    const isWhole = standing === "full" &&
      (rule.sandbox === undefined || Object.hasOwn(sandbox, rule.sandbox));
    if (isWhole) rules.push(placed);
    else if (rule.action !== "allow") rules.push(withoutSandbox(placed));
    else {
      const reason = standing === "full" ? "no-sandbox" : standing;
      inactive.push({ rule: placed, reason, by: null });
    }
  }
  return { rules, inactive };
}

function withoutSandbox(rule: Rule): Rule {
  const { sandbox: _, ...rest } = rule;
  return rest;
}

function rescoped<T extends { readonly scope: number }>(item: T, scope: number): T {
  return item.scope === scope ? item : { ...item, scope };
}
