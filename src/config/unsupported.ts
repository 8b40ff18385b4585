/**
 * What the rule language has and this release does not read yet. All of it is refused here, with a clear
 * error: to ignore a condition or a file would change what the rules mean. A feature that arrives is
 * taken out of this table and read where its neighbours are.
 */
import { type ConfigNode, entriesOf, isNull } from "./node.ts";
import { excerpt } from "./excerpt.ts";
import type { Problems } from "./problems.ts";

/** Keys by the map that holds them. */
const LATER = {
  audit: ["export"],
} as const;

/**
 * Refuses the keys of a map that have to wait. Empty ones say nothing and are let through.
 * @returns whether there was one
 */
export function refuseLater(
  kind: keyof typeof LATER,
  map: ConfigNode | undefined,
  problems: Problems,
): boolean {
  const later: readonly string[] = LATER[kind];
  const found = entriesOf(map).filter(({ key, value }) => later.includes(key) && !isEmpty(value));
  for (const { key, keyStart } of found) {
    problems.error(keyStart, `${excerpt(key)} is not supported yet`, REMOVE);
  }
  return found.length > 0;
}

const REMOVE = "remove it: a later release of usher reads it";

function isEmpty(node: ConfigNode): boolean {
  if (node.kind === "list") return node.items.length === 0;
  if (node.kind === "map") return node.entries.every(({ value }) => isEmpty(value));
  return isNull(node);
}
