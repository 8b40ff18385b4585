/** Rules that do nothing, as far as that can be told for sure without a command. */
import { areDisjoint, coversPattern, isOpenEnded } from "../rules/pattern_cover.ts";
import type { Rule } from "../rules/rule_set.ts";
import { strictness } from "../rules/strictness.ts";
import { formatPlace, type Place } from "../text/error.ts";
import { expandHome } from "../text/paths.ts";
import type { Configuration } from "./configuration.ts";

/** Something that a configuration says in vain. */
export interface Finding {
  readonly kind:
    /** Another rule of the same pattern is stricter. */
    | "conflict"
    /** A stricter rule always matches too. */
    | "dead"
    /** Another rule always says the same. */
    | "redundant"
    /** An exception that matches nothing the rule matches. */
    | "exception"
    /** A folder of `in` that is not there. */
    | "folder"
    /** A name that nothing defines. */
    | "undefined";
  readonly place: Place;
  /** Not yet fit to be shown. */
  readonly message: string;
  /** The rule that it is about; null for other things. */
  readonly rule: Rule | null;
  /** The rule that makes it so; null where there is none. */
  readonly other: Rule | null;
}

/** What the machine says about a folder's path: whether it is there. */
export type FolderExists = (path: string) => boolean;

/**
 * Looks for what a configuration says in vain, in the order of the files. The built-in rules are only looked
 * at as what others are compared with.
 */
export function lint(
  { rules: { rules }, notices }: Configuration,
  home: string | null,
  exists: FolderExists,
): readonly Finding[] {
  const own = rules.filter(({ layer }) => layer !== "builtin");
  const overruled = overruler(rules);
  return [
    ...own.flatMap((rule) => [
      ...overruled(rule),
      ...exceptionFindings(rule),
      ...folderFindings(rule, home, exists),
    ]),
    ...notices.flatMap(({ kind, message, place }): Finding[] => {
      if (kind !== "undefined-name" || place === null) return [];
      const text = message.replace(`${formatPlace(place)}: `, "");
      return [{ kind: "undefined", place, message: text, rule: null, other: null }];
    }),
  ];
}

/** Finds the rule that speaks wherever another one does, if there is one. */
function overruler(rules: readonly Rule[]): (rule: Rule) => readonly Finding[] {
  const byPattern = Map.groupBy(rules, ({ pattern }) => pattern);
  const wide = rules.filter(({ pattern }) => isOpenEnded(pattern));
  const order = new Map(rules.map((rule, number) => [rule, number]));

  return (rule) => {
    const others = [...byPattern.get(rule.pattern) ?? [], ...wide]
      .filter((other) => other !== rule && speaksWherever(other, rule));
    const stricter = others.find((other) =>
      strictness(other.action) > strictness(rule.action) &&
      coversPattern(other.pattern, rule.pattern)
    );
    if (stricter !== undefined) return [overruledFinding(rule, stricter)];
    const same = others.find((other) =>
      other.action === rule.action && isSilent(rule) && isSilentAbout(other) &&
      isBefore(other, rule) && coversPattern(other.pattern, rule.pattern)
    );
    if (same === undefined) return [];
    const message = `${named(rule)} adds nothing: ${named(same)} at ${
      formatPlace(same.place)
    } says it`;
    return [{ kind: "redundant", place: rule.place, message, rule, other: same }];
  };

  /** Of two rules with one pattern only the later one is too many. */
  function isBefore(other: Rule, rule: Rule): boolean {
    return other.pattern !== rule.pattern || (order.get(other) ?? 0) < (order.get(rule) ?? 0);
  }
}

function overruledFinding(rule: Rule, other: Rule): Finding {
  const isSame = rule.pattern === other.pattern;
  const why = isSame ? "has the same pattern" : "matches whatever it matches";
  const message = `${named(rule)} never decides: ${named(other)} at ${
    formatPlace(other.place)
  } ${why}`;
  return { kind: isSame ? "conflict" : "dead", place: rule.place, message, rule, other };
}

/** Whether nothing but its pattern limits where a rule applies, beyond what limits the other one. */
function speaksWherever(other: Rule, rule: Rule): boolean {
  const isFree = (other.except ?? []).length === 0 &&
    (other.when === undefined || other.when === rule.when) &&
    (other.in === undefined || JSON.stringify(other.in) === JSON.stringify(rule.in));
  return isFree && (other.scope === rule.scope || !other.pattern.includes("<"));
}

/** Whether a rule gives nothing but its verdict. */
function isSilent({ message, fixSuggestion, sandbox }: Rule): boolean {
  return message === undefined && fixSuggestion === undefined && sandbox === undefined;
}

/** Whether a rule's verdict is the same for those that it covers: a sandbox would be merged. */
function isSilentAbout({ sandbox }: Rule): boolean {
  return sandbox === undefined;
}

function exceptionFindings(rule: Rule): readonly Finding[] {
  return (rule.except ?? []).filter((pattern) => areDisjoint(rule.pattern, pattern))
    .map((pattern) => ({
      kind: "exception",
      place: rule.place,
      message: `the exception '${pattern}' matches nothing that ${named(rule)} matches`,
      rule,
      other: null,
    }));
}

function folderFindings(
  rule: Rule,
  home: string | null,
  exists: FolderExists,
): readonly Finding[] {
  return (rule.in ?? []).flatMap((entry): Finding[] => {
    const folder = expandHome(entry.replace(/\/\*\*?$/, ""), home);
    if (/[*?[\\]/.test(folder) || !folder.startsWith("/") || exists(folder)) return [];
    const message = `${named(rule)} is for ${entry}, which is not there`;
    return [{ kind: "folder", place: rule.place, message, rule, other: null }];
  });
}

/** A rule in a sentence. */
function named({ action, pattern }: Rule): string {
  return `${action} '${pattern}'`;
}
