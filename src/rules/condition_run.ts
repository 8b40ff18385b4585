/**
 * Evaluates a condition's expression in bounded work. What the library that parses it does not know is
 * done here: values that are not known before a command runs, and a limit on steps. Every operation on
 * values that are known is the library's.
 */
import type { ConditionWork } from "./conditions.ts";
import {
  anything,
  isKnown,
  listOf,
  type ListValue,
  mapOf,
  type MapValue,
  sizeOf,
  type Unknown,
  type Value,
} from "./condition_value.ts";
import { equality, partialOperation } from "./condition_unknown.ts";
import type { Expression } from "./expression.ts";

/** Why an expression has no value. Thrown and caught within one evaluation. */
export class ConditionError extends Error {
  override readonly name = "ConditionError";

  /** @param exhausted it takes too much work, so that its value is not known */
  constructor(message: string, readonly position: number, readonly exhausted = false) {
    super(message);
  }
}

/** What an expression is evaluated with. */
export interface Evaluation {
  /** A variable of the context. */
  readonly variable: (name: string) => Value;
  /**
   * An operation on values that are all known.
   * @throws ConditionError
   */
  readonly apply: (operation: string, operands: readonly Value[], position: number) => Value;
  /** Steps that are left to all conditions together. */
  readonly work: ConditionWork;
}

/** Steps that one condition may take. */
export const mostSteps = 100_000;

/** Characters that one text may grow to. */
const longestText = 1 << 20;

/** Variables that loops bind, the innermost first. */
interface Bindings {
  readonly name: string;
  readonly value: Value;
  readonly outer: Bindings | null;
}

/**
 * The value of an expression.
 * @throws ConditionError
 */
export function evaluateExpression(expression: Expression, evaluation: Evaluation): Value {
  const { variable, apply, work } = evaluation;
  let left = Math.min(mostSteps, work.steps);
  const start = left;
  try {
    return run(expression, null);
  } finally {
    work.steps -= start - Math.max(0, left);
  }

  function spend(steps: number, position: number): void {
    left -= steps;
    if (left < 0) throw new ConditionError("it takes too many steps", position, true);
  }

  function run(node: Expression, bound: Bindings | null): Value {
    spend(1, node.position);
    switch (node.kind) {
      case "literal":
        return node.value;
      case "name":
        return nameValue(node.name, bound);
      case "field":
        return entryOf(run(node.of, bound), node.name, node.position);
      case "index":
        return elementOf(run(node.of, bound), run(node.key, bound), node.position);
      case "has":
        return hasEntry(run(node.of, bound), node.name, node.position);
      case "logic":
        return logic(node, bound);
      case "choice":
        return choice(node, bound);
      case "list":
        return listOf(node.items.map((item) => run(item, bound)));
      case "map":
        return mapValue(node, bound);
      case "call":
        return call(node, bound);
      case "loop":
        return loop(node, bound);
    }
  }

  function nameValue(name: string, bound: Bindings | null): Value {
    for (let at = bound; at !== null; at = at.outer) if (at.name === name) return at.value;
    return variable(name);
  }

  function call(node: Expression & { kind: "call" }, bound: Bindings | null): Value {
    const { operation, position } = node;
    const operands = node.operands.map((operand) => run(operand, bound));
    spend(costOf(operation, operands), position);
    if (!operands.every(isKnown)) return partialOperation(operation, operands) ?? anything;
    if (operation === "_!=_") return !equality(operands, apply, position);
    const value = operation === "_==_"
      ? equality(operands, apply, position)
      : apply(operation, operands, position);
    spend(sizeOf(value), position);
    if (typeof value === "string" && value.length > longestText) {
      throw new ConditionError("it makes a text that is too long", position, true);
    }
    return value;
  }

  /** One side may decide whatever the other is: then that may be unknown, or an error. */
  function logic(node: Expression & { kind: "logic" }, bound: Bindings | null): Value {
    const { deciding } = node;
    const first = attempt(node.left, bound);
    if (first === deciding) return deciding;
    const second = attempt(node.right, bound);
    if (second === deciding) return deciding;
    if (isUnknown(first) || isUnknown(second)) return anything;
    if (first instanceof ConditionError) throw first;
    if (second instanceof ConditionError) throw second;
    return !deciding;
  }

  /** A boolean that may be unknown, or why there is none. */
  function attempt(node: Expression, bound: Bindings | null): boolean | Unknown | ConditionError {
    try {
      return truth(run(node, bound), node.position);
    } catch (error) {
      if (!(error instanceof ConditionError) || error.exhausted) throw error;
      return error;
    }
  }

  function truth(value: Value, position: number): boolean | Unknown {
    if (typeof value === "boolean") return value;
    if (isUnknown(value)) return value;
    throw new ConditionError(`expected true or false, not ${kindName(value)}`, position);
  }

  function choice(node: Expression & { kind: "choice" }, bound: Bindings | null): Value {
    const condition = truth(run(node.condition, bound), node.condition.position);
    if (typeof condition === "boolean") {
      return run(condition ? node.then : node.otherwise, bound);
    }
    const [one, other] = [run(node.then, bound), run(node.otherwise, bound)];
    return typeof one !== "object" && one === other ? one : anything;
  }

  function mapValue(node: Expression & { kind: "map" }, bound: Bindings | null): Value {
    const entries = new Map<Value, Value>();
    for (const [keyNode, valueNode] of node.entries) {
      const [key, value] = [run(keyNode, bound), run(valueNode, bound)];
      if (isUnknown(key)) return anything;
      if (typeof key === "object" || typeof key === "number") {
        throw new ConditionError(`a key cannot be ${kindName(key)}`, keyNode.position);
      }
      entries.set(key, value);
    }
    return mapOf(entries);
  }

  function loop(node: Expression & { kind: "loop" }, bound: Bindings | null): Value {
    const over = run(node.over, bound);
    if (isUnknown(over)) return anything;
    const list = itemsOf(over, node.over.position);
    const inside = (value: Value): Bindings => ({ name: node.variable, value, outer: bound });
    switch (node.loop) {
      case "exists":
        return quantified(true);
      case "all":
        return quantified(false);
      case "exists_one":
        return exactlyOne();
      case "map":
      case "filter":
        return collected();
    }

    /** Whether some item gives the deciding value: errors count only where none does. */
    function quantified(deciding: boolean): Value {
      let error: ConditionError | null = null;
      let unknown = list.open;
      for (const item of list.items) {
        const value = attempt(node.body, inside(item));
        if (value === deciding) return deciding;
        if (isUnknown(value)) unknown = true;
        else if (value instanceof ConditionError) error ??= value;
      }
      if (unknown) return anything;
      if (error !== null) throw error;
      return !deciding;
    }

    function exactlyOne(): Value {
      let count = 0;
      let unknown = list.open;
      for (const item of list.items) {
        const value = truth(run(node.body, inside(item)), node.body.position);
        if (value === true) count++;
        else if (value !== false) unknown = true;
      }
      return count > 1 ? false : unknown ? anything : count === 1;
    }

    function collected(): Value {
      const items: Value[] = [];
      let settled = list.open ? 0 : Infinity;
      let open = list.open;
      list.items.forEach((item, i) => {
        const own = inside(item);
        const predicate = node.loop === "filter" ? node.body : node.filter;
        const kept = predicate === null ? true : truth(run(predicate, own), predicate.position);
        if (list.open && i < list.settled && kept !== false) settled = items.length + 1;
        if (kept === false) return;
        if (kept === true) items.push(node.loop === "filter" ? item : run(node.body, own));
        else {
          settled = Math.min(settled, items.length);
          open = true;
        }
      });
      return { kind: "list", items, settled: Math.min(settled, items.length), open };
    }
  }
}

/** Whether a value is not known at all, or only in part of its text. */
function isUnknown(value: Value | ConditionError): value is Unknown {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "unknown";
}

function itemsOf(value: Value, position: number): ListValue {
  if (typeof value === "object" && value !== null) {
    if (value.kind === "list") return value;
    if (value.kind === "map") return keysOf(value);
  }
  throw new ConditionError(`expected a list or a map, not ${kindName(value)}`, position);
}

function keysOf({ entries, open }: MapValue): ListValue {
  const sure = [...entries].filter(([, value]) => !isUnknown(value) || !value.absent);
  const isOpen = open || sure.length < entries.size;
  const items = sure.map(([key]) => key);
  return { kind: "list", items, settled: isOpen ? 0 : items.length, open: isOpen };
}

function entryOf(value: Value, name: Value, position: number): Value {
  if (isUnknown(value)) return anything;
  if (typeof value === "object" && value !== null && value.kind === "map") {
    const entry = value.entries.get(name);
    if (entry !== undefined) return entry;
    if (value.open) return anything;
    throw new ConditionError(`there is no ${written(name)}`, position);
  }
  throw new ConditionError(`${kindName(value)} has no ${written(name)}`, position);
}

function elementOf(value: Value, key: Value, position: number): Value {
  if (isUnknown(value) || isUnknown(key)) return anything;
  if (typeof value !== "object" || value === null || value.kind !== "list") {
    return entryOf(value, key, position);
  }
  const index = typeof key === "bigint" ? Number(key) : key;
  if (typeof index !== "number" || !Number.isInteger(index)) {
    throw new ConditionError(`a list has no ${written(key)}`, position);
  }
  const item = index < value.settled || !value.open ? value.items[index] : anything;
  if (item !== undefined && index >= 0) return item;
  const count = value.items.length;
  throw new ConditionError(`there is no item ${index}: the list has ${count}`, position);
}

function hasEntry(value: Value, name: string, position: number): Value {
  if (isUnknown(value)) return anything;
  if (typeof value === "object" && value !== null && value.kind === "map") {
    const entry = value.entries.get(name);
    if (entry === undefined) return value.open ? anything : false;
    return isUnknown(entry) && entry.absent ? anything : true;
  }
  throw new ConditionError(`${kindName(value)} has no ${written(name)}`, position);
}

/** What a value is called in an error. */
function kindName(value: Value): string {
  if (value === null) return "null";
  switch (typeof value) {
    case "string":
      return "a text";
    case "bigint":
    case "number":
      return "a number";
    case "boolean":
      return "true or false";
    case "object":
      return value.kind === "list" ? "a list" : value.kind === "map" ? "a map" : "another value";
  }
}

function written(value: Value): string {
  return typeof value === "string" ? `'${value.slice(0, 100)}'` : `entry ${kindName(value)}`;
}

/** What an operation may take, in steps, by how large its operands are. */
function costOf(operation: string, operands: readonly Value[]): number {
  const sizes = operands.reduce<number>((sum, operand) => sum + sizeOf(operand), 0);
  const [first, second] = operands.map((operand) =>
    typeof operand === "string" ? operand.length : 1
  );
  const [length = 0, other = 0] = [first, second];
  switch (operation) {
    // Searching a text may compare each place with all of the other.
    case ".contains":
    case ".indexOf":
    case ".lastIndexOf":
    case "_in_":
      return sizes + length * other / 1024;
    // Each character may become an item.
    case ".split":
      return sizes + length;
    case ".join":
      return sizes * (1 + other / 64);
    case "glob_matches":
      return sizes + length * other / 256;
    case "timestamp":
    case "duration":
    case "int":
    case "uint":
    case "double":
      return sizes + length * length / 64;
    case "fs.exists":
    case "fs.is_file":
    case "fs.is_dir":
      return sizes + 500;
    default:
      return sizes;
  }
}
