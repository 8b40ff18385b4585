/** Operations on values that are partly known: what comes out for every value of the rest, if that is one. */
import { isKnown, listOf, type ListValue, type Unknown, type Value } from "./condition_value.ts";
import { couldMatch, type Runs, runsOfText, textPattern } from "./text_pattern.ts";

/** Applies an operation of the library to known values. */
type Apply = (operation: string, operands: readonly Value[], position: number) => Value;

/** Whether two known values are equal. */
export function equality(operands: readonly Value[], apply: Apply, position: number): boolean {
  const [left, right] = operands;
  if (typeof left === "string" && typeof right === "string") return left === right;
  return apply("_==_", operands, position) === true;
}

/** What an operation gives whatever the unknown parts of its operands are; null where that differs. */
export function partialOperation(operation: string, operands: readonly Value[]): Value | null {
  const [first = null, second = null] = operands;
  switch (operation) {
    case "_==_":
      return mayEqual(first, second) ? null : false;
    case "_!=_":
      return mayEqual(first, second) ? null : true;
    case "_in_":
      return isIn(first, second);
    case "_+_":
      return joined(first, second);
    case "size":
    case ".size":
      return sizeOfPartly(first);
    case ".startsWith":
      return startsWith(first, second);
    case ".endsWith":
      return endsWith(first, second);
    case ".contains":
      return runsOfValue(first)?.some((run) => typeof second === "string" && run.includes(second))
        ? true
        : null;
    case "glob_matches":
      return globMatches(first, second);
    default:
      return null;
  }
}

/** Whether some values of what is not known make two values equal. */
function mayEqual(left: Value, right: Value): boolean {
  const [a, b] = [runsOfValue(left), runsOfValue(right)];
  if (a !== null && b !== null) return couldMatch(a, b);
  if (isUnknown(left) || isUnknown(right)) {
    const known = isUnknown(left) ? right : left;
    const isText = (isUnknown(left) ? a : b) !== null;
    return !isText || isUnknown(known);
  }
  if (isList(left) && isList(right)) {
    if (left.open || right.open) return true;
    return left.items.length === right.items.length &&
      left.items.every((item, i) => mayEqual(item, right.items[i] ?? null));
  }
  if (isKnown(left) && isKnown(right)) {
    return typeof left === "object" || typeof right === "object" || left === right ||
      (typeof left !== "string" && typeof right !== "string");
  }
  return true;
}

function isIn(value: Value, collection: Value): boolean | null {
  if (isList(collection)) {
    const { items, open } = collection;
    if (typeof value === "string" && items.includes(value)) return true;
    return open || items.some((item) => mayEqual(value, item)) ? null : false;
  }
  if (isUnknown(value) || isUnknown(collection)) return null;
  if (typeof collection === "object" && collection !== null && collection.kind === "map") {
    const entry = collection.entries.get(value);
    if (entry === undefined) return collection.open ? null : false;
    return isUnknown(entry) && entry.absent ? null : true;
  }
  return null;
}

function joined(left: Value, right: Value): Value | null {
  if (!isList(left) || !isList(right)) return null;
  if (!left.open && !right.open) return listOf([...left.items, ...right.items]);
  const settled = left.open ? left.settled : left.items.length + right.settled;
  return { kind: "list", items: [...left.items, ...right.items], settled, open: true };
}

function sizeOfPartly(value: Value): bigint | null {
  if (isList(value)) return value.open ? null : BigInt(value.items.length);
  if (typeof value !== "object" || value === null || value.kind !== "map" || value.open) {
    return null;
  }
  const sure = value.entries.values().every((entry) => !isUnknown(entry) || !entry.absent);
  return sure ? BigInt(value.entries.size) : null;
}

function startsWith(value: Value, prefix: Value): boolean | null {
  const head = runsOfValue(value)?.[0];
  if (head === undefined || typeof prefix !== "string") return null;
  if (head.startsWith(prefix)) return true;
  return prefix.startsWith(head) ? null : false;
}

function endsWith(value: Value, suffix: Value): boolean | null {
  const tail = runsOfValue(value)?.at(-1);
  if (tail === undefined || typeof suffix !== "string") return null;
  if (tail.endsWith(suffix)) return true;
  return suffix.endsWith(tail) ? null : false;
}

/** `*` in the pattern is any characters, as it is in a rule's. */
function globMatches(pattern: Value, value: Value): boolean | null {
  const runs = runsOfValue(value);
  if (typeof pattern !== "string" || runs === null) return null;
  const wanted = runsOfText(textPattern(pattern));
  if (!couldMatch(wanted, runs)) return false;
  const [head = "", tail = ""] = [runs[0], runs.at(-1)];
  const [first = "", last = ""] = wanted;
  return wanted.length === 2 && head.startsWith(first) && tail.endsWith(last) ? true : null;
}

/** The known runs of a text; null for what may be no text. */
function runsOfValue(value: Value): Runs | null {
  if (typeof value === "string") return [value];
  return isUnknown(value) ? value.runs : null;
}

function isUnknown(value: Value): value is Unknown {
  return typeof value === "object" && value !== null && value.kind === "unknown";
}

function isList(value: Value): value is ListValue {
  return typeof value === "object" && value !== null && value.kind === "list";
}
