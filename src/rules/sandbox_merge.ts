/** Several sandbox presets → one policy, strictest wins. (`02-rules.md`, Evaluation) */
import type { SandboxPreset } from "./rule_set.ts";
import type { MergedPolicy, SandboxChoice } from "./verdict.ts";

/** The sandbox of a whole text. */
export interface SandboxResult {
  readonly choice: SandboxChoice | null;
  /** The presets leave no common writable place: an allow becomes an ask. */
  readonly contradictory: boolean;
}

/**
 * The sandbox for commands whose rules named these presets.
 * @param names one entry a command, null where its rule names none
 * @param presets by name; a name that is missing restricts nothing
 */
export function mergeSandboxes(
  names: readonly (string | null)[],
  presets: Readonly<Record<string, SandboxPreset>>,
): SandboxResult {
  const chosen = names.filter((name) => name !== null);
  const [only] = chosen;
  if (only === undefined) return { choice: null, contradictory: false };
  if (names.length === 1) return { choice: { kind: "preset", name: only }, contradictory: false };
  const policy = mergePresets(
    chosen.map((name) => Object.hasOwn(presets, name) ? presets[name] ?? {} : {}),
  );
  const contradictory = policy.writable !== null && policy.writable.length === 0;
  return { choice: { kind: "merged", policy }, contradictory };
}

/** Merges presets: writable ∩, denied ∪, network ∧; lists sorted. */
export function mergePresets(presets: readonly SandboxPreset[]): MergedPolicy {
  const union = (lists: readonly (readonly string[] | undefined)[]) =>
    [...new Set(lists.flatMap((list) => list ?? []))].sort();
  const roots = presets.flatMap(({ fs }) => fs?.write?.allow === undefined ? [] : [fs.write.allow]);
  const [first, ...others] = roots;
  const writable = first === undefined
    ? null
    : [...new Set(first)].filter((path) => others.every((list) => list.includes(path))).sort();
  return {
    writable,
    writeDeny: union(presets.map(({ fs }) => fs?.write?.deny)),
    readDeny: union(presets.map(({ fs }) => fs?.read?.deny)),
    network: presets.reduce<boolean | readonly string[]>(
      (merged, { network }) => bothNetworks(merged, network?.allow ?? true),
      true,
    ),
    envDeny: union(presets.map(({ env }) => env?.deny)),
  };
}

function bothNetworks(
  a: boolean | readonly string[],
  b: boolean | readonly string[],
): boolean | readonly string[] {
  if (a === false || b === false) return false;
  if (a === true) return b === true ? true : [...b].sort();
  if (b === true) return a;
  return a.filter((host) => b.includes(host));
}
