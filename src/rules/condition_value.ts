/**
 * Values of conditions, those that are not known before a command runs among them. A condition that such
 * a value decides neither holds nor fails to: it is possible. (`02-rules.md`, Resolution)
 */
import type { Runs } from "./text_pattern.ts";

/** A value that is not known. */
export interface Unknown {
  readonly kind: "unknown";
  /** It is a text, and these runs of it are known, with gaps of any characters between them; else null. */
  readonly runs: Runs | null;
  /** In a map: there may be no such entry at all. */
  readonly absent: boolean;
}

/** A list. */
export interface ListValue {
  readonly kind: "list";
  /** What surely is in it, in order. */
  readonly items: readonly Value[];
  /** How many of the first items surely stand where they do: all, unless there may be more items. */
  readonly settled: number;
  /** There may be more items, behind the first `settled`. */
  readonly open: boolean;
}

/** A map by text, whole number or boolean. */
export interface MapValue {
  readonly kind: "map";
  readonly entries: ReadonlyMap<Value, Value>;
  /** There may be more entries. */
  readonly open: boolean;
}

/** A value that only the library looks into: bytes, unsigned numbers, times, types. */
export interface ForeignValue {
  readonly kind: "foreign";
  readonly value: object;
}

/** Any value of an expression. Whole numbers are bigints, others numbers. */
export type Value =
  | string
  | bigint
  | number
  | boolean
  | null
  | Unknown
  | ListValue
  | MapValue
  | ForeignValue;

/** The library's value of this simple type as it is; null for all others, and for null. */
export function simpleValue(value: unknown): string | bigint | number | boolean | null {
  switch (typeof value) {
    case "string":
    case "bigint":
    case "number":
    case "boolean":
      return value;
    default:
      return null;
  }
}

/** A value of which nothing is known. */
export const anything: Unknown = { kind: "unknown", runs: null, absent: false };

/** A value that may not be there either. */
export const anythingOrNothing: Unknown = { kind: "unknown", runs: null, absent: true };

/** A text with known runs. */
export function partlyKnown(runs: Runs): Unknown {
  return { kind: "unknown", runs, absent: false };
}

/** A list whose items are all there is, in this order. */
export function listOf(items: readonly Value[]): ListValue {
  return { kind: "list", items, settled: items.length, open: false };
}

/** A map whose entries are all there is. */
export function mapOf(entries: Iterable<readonly [Value, Value]>): MapValue {
  return { kind: "map", entries: new Map(entries), open: false };
}

/** Whether nothing in a value is unknown. Stops looking behind the first that is. */
export function isKnown(value: Value): boolean {
  if (typeof value !== "object" || value === null) return true;
  switch (value.kind) {
    case "unknown":
      return false;
    case "list":
      return !value.open && value.items.every(isKnown);
    case "map":
      return !value.open && value.entries.values().every(isKnown);
    case "foreign":
      return true;
  }
}

/** How large a value is, in steps of work: characters by the 64, items and entries by one. */
export function sizeOf(value: Value): number {
  if (typeof value === "string") return 1 + value.length / 64;
  if (typeof value !== "object" || value === null) return 1;
  if (value.kind === "list") {
    return value.items.reduce<number>((sum, item) => sum + sizeOf(item), 1);
  }
  if (value.kind === "map") {
    return value.entries.entries().reduce(
      (sum, [key, item]) => sum + sizeOf(key) + sizeOf(item),
      1,
    );
  }
  return 1;
}
