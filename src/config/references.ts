/** Names that files use, checked once everything is merged: another layer may define them. */
import type { SandboxPreset, Scope } from "../rules/rule_set.ts";
import type { UsherError } from "../text/error.ts";
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
 * Undefined names. A rule's preset and a preset's path list are failures, as in the seed's engine, whose
 * valid files all are valid here: there a path list that nothing defines never matches, and a default
 * preset is looked up when it is used, so those are notices.
 */
export function checkUses(
  files: readonly PlacedFile[],
  names: Names,
): { failures: readonly UsherError[]; notices: readonly Notice[] } {
  const failures: UsherError[] = [];
  const notices: Notice[] = [];
  const broken = new Set(files.flatMap(({ parsed }) => parsed.brokenPresets));
  for (const file of files) {
    const lists = names.scopes[names.scopeOf(file)]?.paths ?? {};
    const undefinedUses = file.parsed.uses.filter((use) => {
      if (file.standing !== "full" && use.kind !== "pattern-path") return false;
      if (use.kind === "default-sandbox" && use.name !== names.defaultSandbox) return false;
      if (isAboutPaths(use)) return !Object.hasOwn(lists, use.name);
      return !Object.hasOwn(names.sandbox, use.name) && !broken.has(use.name);
    });
    for (const use of undefinedUses.slice(0, MAX_REPORTED)) {
      report(use, Object.keys(isAboutPaths(use) ? lists : names.sandbox));
    }
  }
  return { failures, notices };

  function report(use: NameUse, known: readonly string[]): void {
    const near = nearest(use.name, known);
    const hint = near === null ? "define it, or remove it" : `did you mean ${excerpt(near)}?`;
    const message = describe(use);
    if (use.kind === "rule-sandbox" || use.kind === "preset-path") {
      failures.push(placedError(use.place, message, hint));
    } else {
      notices.push(placedNotice("undefined-name", use.place, `${message}; ${hint}`));
    }
  }
}

function isAboutPaths({ kind }: NameUse): boolean {
  return kind === "preset-path" || kind === "pattern-path";
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
  }
}
