/** A configuration document as a tree that knows where everything stands. */

/** How a scalar is written, which says where in the file its characters are. */
export type ScalarStyle = "plain" | "single" | "double" | "block";

/**
 * A value in a document. Offsets are UTF-16 units into the source; `size` counts nodes and every four
 * characters of text, aliases put in.
 */
export type ConfigNode =
  | {
    readonly kind: "scalar";
    readonly value: string | number | boolean | null;
    readonly style: ScalarStyle;
    readonly start: number;
    readonly end: number;
    readonly size: number;
  }
  | {
    readonly kind: "list";
    readonly items: readonly ConfigNode[];
    readonly start: number;
    readonly end: number;
    readonly size: number;
  }
  | {
    readonly kind: "map";
    readonly entries: readonly ConfigEntry[];
    readonly start: number;
    readonly end: number;
    readonly size: number;
  };

/** One `key: value`. Keys are text and differ from each other. */
export interface ConfigEntry {
  readonly key: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly value: ConfigNode;
}

/** A way down into a node: map keys and list positions. */
export type NodePath = readonly PropertyKey[];

/** The node's data without positions. Maps have no prototype, so that no key means anything by itself. */
export function plainData(node: ConfigNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(plainData);
  const map: Record<string, unknown> = Object.create(null);
  for (const { key, value } of node.entries) map[key] = plainData(value);
  return map;
}

/** The entry of a map with this key; undefined for other nodes and keys. */
export function entryOf(node: ConfigNode, key: PropertyKey): ConfigEntry | undefined {
  return node.kind === "map" ? node.entries.find((entry) => entry.key === key) : undefined;
}

/** The value under a key; undefined where there is none, or null stands for none. */
export function valueOf(node: ConfigNode, key: string): ConfigNode | undefined {
  const value = entryOf(node, key)?.value;
  return value === undefined || isNull(value) ? undefined : value;
}

/** The node at the end of a path, or the last one on the way that exists. */
export function locate(node: ConfigNode, path: NodePath): ConfigNode {
  let here = node;
  for (const step of path) {
    const next = here.kind === "list" ? here.items[Number(step)] : entryOf(here, step)?.value;
    if (next === undefined) break;
    here = next;
  }
  return here;
}

/** Whether the value is empty or `null`, which counts as absent. */
export function isNull(node: ConfigNode): boolean {
  return node.kind === "scalar" && node.value === null;
}

/** The items of a list; empty for other nodes. */
export function itemsOf(node: ConfigNode | undefined): readonly ConfigNode[] {
  return node?.kind === "list" ? node.items : [];
}

/** The entries of a map; empty for other nodes. */
export function entriesOf(node: ConfigNode | undefined): readonly ConfigEntry[] {
  return node?.kind === "map" ? node.entries : [];
}
