/** What a text has done to variables, as a list that every command keeps a link of. */
import type { ChangedVariable, WordPiece } from "./command.ts";

/** Links that are looked at for one name: beyond them it may have any value. */
const longestSearch = 1000;

/** Names that are compared where two ways lead to one command. */
const mostCompared = 64;

/** What is known of one variable. */
export type VariableChange =
  /** The text does not touch it. */
  | { readonly kind: "none" }
  /** It has this value. */
  | { readonly kind: "value"; readonly value: readonly WordPiece[]; readonly exported: boolean }
  /** It may have any value, or none. */
  | { readonly kind: "any" };

/** Any variable may have changed. */
export function anyChange(before: ChangedVariable | null): ChangedVariable {
  return { name: null, value: null, exported: false, before };
}

/** What the text has done to a variable last. */
export function changeOf(changes: ChangedVariable | null, name: string): VariableChange {
  let left = longestSearch;
  for (let link = changes; link !== null; link = link.before) {
    if (link.name !== null && link.name !== name) {
      if (--left < 0) return { kind: "any" };
      continue;
    }
    const { value, exported } = link;
    return value === null ? { kind: "any" } : { kind: "value", value, exported };
  }
  return { kind: "none" };
}

/** The names that the text has changed; with `any` there may be others. */
export function changedNames(
  changes: ChangedVariable | null,
): { readonly names: ReadonlySet<string>; readonly any: boolean } {
  const names = new Set<string>();
  let left = longestSearch;
  for (let link = changes; link !== null; link = link.before) {
    if (link.name === null || --left < 0) return { names, any: true };
    names.add(link.name);
  }
  return { names, any: false };
}

/**
 * What is known where a command is reached in either of two ways; undefined where one of them puts
 * something else into the environment, so that it is two commands.
 */
export function eitherChange(
  a: ChangedVariable | null,
  b: ChangedVariable | null,
): ChangedVariable | null | undefined {
  if (a === b) return a;
  const [ofA, ofB] = [changedNames(a), changedNames(b)];
  const names = ofA.names.union(ofB.names);
  if (ofA.any || ofB.any || names.size > mostCompared) return anyChange(a);
  let merged = a;
  for (const name of names) {
    const [one, other] = [changeOf(a, name), changeOf(b, name)];
    const same = one.kind === "value" && other.kind === "value" && one.value === other.value &&
      one.exported === other.exported;
    if (same) continue;
    if (isExported(one) || isExported(other)) return undefined;
    merged = { name, value: null, exported: false, before: merged };
  }
  return merged;
}

function isExported(change: VariableChange): boolean {
  return change.kind === "value" && change.exported;
}
