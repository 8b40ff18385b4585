/** Names that files use, checked once everything is merged: another layer may define them. */
import type { SandboxPreset, Scope } from "../rules/rule_set.ts";
import type { UsherError } from "../text/error.ts";
import { emptyScope } from "../rules/scope.ts";
import { nearest } from "../text/suggest.ts";
import type { NameUse } from "./configuration_file.ts";
import { excerpt } from "./excerpt.ts";
import type { PlacedFile } from "./placed_file.ts";
import { type Notice, placedNotice } from "./problems.ts";
import { placedError } from "./source.ts";

/** What is defined after merging. */
export interface Names {
  readonly scopes: readonly Scope[];
  readonly scopeOf: (file: PlacedFile) => number;
  readonly sandbox: Readonly<Record<string, SandboxPreset>>;
  /** The `defaults.sandbox` that won. */
  readonly defaultSandbox: string | null;
}

/** Undefined names of one file that are reported. */
const MAX_REPORTED = 20;

/**
 * Undefined names. A rule's preset, a preset's path list and a flag group are failures, as in the seed's
 * engine, whose valid files all are valid here: there a path list or a variable that nothing defines never
 * matches, and a default preset is looked up when it is used, so those are notices.
 */
export function checkUses(
  files: readonly PlacedFile[],
  names: Names,
): { failures: readonly UsherError[]; notices: readonly Notice[] } {
  const failures: UsherError[] = [];
  const notices: Notice[] = [];
  const broken = new Set(files.flatMap(({ parsed }) => parsed.brokenPresets));
  for (const file of files) {
    const scope = names.scopes[names.scopeOf(file)] ?? emptyScope;
    const isInFull = file.standing === "full";
    const wrong = file.parsed.uses.filter((use) => {
      if (!isInFull && !IN_PATTERNS.has(use.kind)) return false;
      if (use.kind === "default-sandbox" && use.name !== names.defaultSandbox) return false;
      if (use.kind === "grouped-var") return holdsPattern(scope, use.name);
      return !Object.hasOwn(definitionsFor(use, scope), use.name) &&
        !(isAboutPresets(use) && broken.has(use.name));
    });
    for (const use of wrong.slice(0, MAX_REPORTED)) report(use, scope, isInFull);
  }
  return { failures, notices };

  /** What there is of the kind that a use is about. */
  function definitionsFor({ kind }: NameUse, scope: Scope): Readonly<Record<string, unknown>> {
    switch (kind) {
      case "rule-sandbox":
      case "default-sandbox":
        return names.sandbox;
      case "preset-path":
      case "pattern-path":
        return scope.paths;
      case "pattern-var":
      case "grouped-var":
        return scope.vars ?? {};
      case "pattern-flag":
        return scope.flagGroups ?? {};
    }
  }

  function report(use: NameUse, scope: Scope, isInFull: boolean): void {
    const near = use.kind === "grouped-var"
      ? null
      : nearest(use.name, Object.keys(definitionsFor(use, scope)));
    const hint = use.kind === "grouped-var"
      ? "write one rule with it, and one without"
      : near === null
      ? "define it, or remove it"
      : `did you mean ${excerpt(near)}?`;
    const message = describe(use);
    if (isInFull && FAILING.has(use.kind)) {
      failures.push(placedError(use.place, message, hint));
    } else {
      notices.push(placedNotice("undefined-name", use.place, `${message}; ${hint}`));
    }
  }
}

/** Uses that count for files that only tighten, too. */
const IN_PATTERNS: ReadonlySet<NameUse["kind"]> = new Set(
  ["pattern-path", "pattern-var", "grouped-var", "pattern-flag"] as const,
);

/** Uses whose fault is a failure. */
const FAILING: ReadonlySet<NameUse["kind"]> = new Set(
  ["rule-sandbox", "preset-path", "grouped-var", "pattern-flag"] as const,
);

function isAboutPresets({ kind }: NameUse): boolean {
  return kind === "rule-sandbox" || kind === "default-sandbox";
}

function holdsPattern({ vars = {} }: Scope, name: string): boolean {
  return Object.hasOwn(vars, name) && (vars[name] ?? []).some(({ type }) => type === "pattern");
}

function describe({ kind, name }: NameUse): string {
  switch (kind) {
    case "rule-sandbox":
      return `the sandbox preset ${excerpt(name)} is not defined`;
    case "default-sandbox":
      return `the sandbox preset ${excerpt(name)} of \`defaults\` is not defined`;
    case "preset-path":
      return `undefined path list ${excerpt(`<path:${name}>`)}`;
    case "pattern-path":
      return `undefined path list ${excerpt(`<path:${name}>`)}: this pattern never matches`;
    case "pattern-var":
      return `undefined variable ${excerpt(`<var:${name}>`)}: this pattern never matches`;
    case "pattern-flag":
      return `undefined flag group ${excerpt(`<flag:${name}>`)}: this pattern never matches`;
    case "grouped-var":
      return `Pattern-typed ${excerpt(`<var:${name}>`)} is not supported inside an optional group`;
  }
}
