/** From the library's syntax tree to ours: only what a condition may use, names and macros resolved. */
import type { ASTNode } from "@marcbachmann/cel-js";
import { nearest } from "../text/suggest.ts";
import type { ConditionFault } from "./conditions.ts";
import { simpleValue, type Value } from "./condition_value.ts";
import type { Expression, LoopKind } from "./expression.ts";

/** What a condition may name, with the type that the library checks it by. */
export const contextTypes: Readonly<Record<string, string>> = {
  env: "map<string, string>",
  flags: "map<string, dyn>",
  args: "list<string>",
  paths: "map<string, list<string>>",
  redirects: "list<Redirect>",
  pipe: "Pipe",
  vars: "map<string, string>",
  flag_groups: "map<string, list<string>>",
  definitions: "Definitions",
  os: "string",
  shell: "Shell",
  fs: "FileSystem",
  agent: "string",
  tool: "string",
  session: "Session",
};

/** The fields of those that have some. */
export const fieldTypes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Redirect: { type: "string", operator: "string", target: "string", descriptor: "dyn" },
  Pipe: { stdin: "bool", stdout: "bool" },
  Definitions: { paths: "map<string, list<string>>", vars: "map<string, list<string>>" },
  Shell: { loop_kind: "string" },
  FileSystem: { home: "dyn", cwd: "string" },
  Session: { permission_mode: "string" },
};

/** Functions by name, with how many arguments they take. */
const functions: Readonly<Record<string, readonly number[]>> = {
  size: [1],
  string: [1],
  int: [1],
  uint: [1],
  double: [1],
  bool: [1],
  bytes: [1],
  dyn: [1],
  type: [1],
  timestamp: [1],
  duration: [1],
  glob_matches: [2],
};

const methods: Readonly<Record<string, readonly number[]>> = {
  size: [0],
  contains: [1],
  startsWith: [1],
  endsWith: [1],
  matches: [1],
  lowerAscii: [0],
  upperAscii: [0],
  trim: [0],
  indexOf: [1, 2],
  lastIndexOf: [1, 2],
  substring: [1, 2],
  split: [1, 2],
  join: [0, 1],
  hex: [0],
  base64: [0],
  string: [0],
  getFullYear: [0],
  getMonth: [0],
  getDate: [0],
  getDayOfMonth: [0],
  getDayOfWeek: [0],
  getDayOfYear: [0],
  getHours: [0],
  getMinutes: [0],
  getSeconds: [0],
  getMilliseconds: [0],
};

/** The methods of `fs`. */
export const fileTests = ["exists", "is_file", "is_dir"] as const;

const filesTests = Object.fromEntries(fileTests.map((test) => [test, [1]]));

/** Macros by name, with how many arguments they take. */
const loops: Readonly<Record<LoopKind, readonly number[]>> = {
  all: [2],
  exists: [2],
  exists_one: [2],
  map: [2, 3],
  filter: [2],
};

/** Names of types, which `type(x)` gives. */
const typeNames: ReadonlySet<string> = new Set(
  ["bool", "int", "uint", "double", "string", "bytes", "list", "map", "null_type", "type"],
);

const operators: ReadonlySet<string> = new Set(
  ["!=", "==", "in", "+", "-", "*", "/", "%", "<", "<=", ">", ">="],
);

/** Something that a condition may not say. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(readonly fault: ConditionFault) {
    super(fault.message);
  }
}

/**
 * The tree of a parsed expression.
 * @param typeValue the value that the name of a type stands for
 * @throws Refusal
 */
export function expressionOf(root: ASTNode, typeValue: (name: string) => Value): Expression {
  return convert(root, new Set());

  function convert(node: ASTNode, bound: ReadonlySet<string>): Expression {
    const position = node.start;
    const inside = (child: ASTNode) => convert(child, bound);
    const call = (operation: string, operands: readonly ASTNode[]): Expression => ({
      kind: "call",
      operation,
      operands: operands.map(inside),
      position,
    });
    switch (node.op) {
      case "value":
        return { kind: "literal", value: literalOf(node.args), position };
      case "id":
        return nameOf(node.args, position, bound);
      case ".":
        return { kind: "field", of: inside(node.args[0]), name: node.args[1], position };
      case "[]":
        return { kind: "index", of: inside(node.args[0]), key: inside(node.args[1]), position };
      case "call":
        return functionCall(node, bound);
      case "rcall":
        return methodCall(node, bound);
      case "list":
        return { kind: "list", items: node.args.map(inside), position };
      case "map": {
        const entries = node.args.map(([key, value]) => [inside(key), inside(value)] as const);
        return { kind: "map", entries, position };
      }
      case "?:": {
        const [condition, then, otherwise] = node.args;
        return {
          kind: "choice",
          condition: inside(condition),
          then: inside(then),
          otherwise: inside(otherwise),
          position,
        };
      }
      case "||":
      case "&&": {
        const [left, right] = node.args;
        const deciding = node.op === "||";
        return { kind: "logic", deciding, left: inside(left), right: inside(right), position };
      }
      case "!_":
      case "-_":
        return call(node.op, [node.args]);
      default:
        if (!operators.has(node.op)) throw refusal(`\`${node.op}\` is not supported`, position);
        return call(`_${node.op}_`, node.args as readonly ASTNode[]);
    }
  }

  function nameOf(name: string, position: number, bound: ReadonlySet<string>): Expression {
    if (bound.has(name) || Object.hasOwn(contextTypes, name)) {
      return { kind: "name", name, position };
    }
    if (typeNames.has(name)) return { kind: "literal", value: typeValue(name), position };
    throw unknownName("name", name, [...bound, ...Object.keys(contextTypes)], position);
  }

  function functionCall(node: ASTNode & { op: "call" }, bound: ReadonlySet<string>): Expression {
    const [name, operands] = node.args;
    const position = node.start;
    if (name === "has") {
      const [field] = operands;
      if (operands.length !== 1 || field?.op !== ".") {
        throw refusal("`has` takes a field", position, "write it as `has(env.NAME)`");
      }
      const of = convert(field.args[0], bound);
      return { kind: "has", of, name: field.args[1], position };
    }
    check("function", name, operands.length, { ...functions, has: [1] }, position);
    const converted = operands.map((operand) => convert(operand, bound));
    return { kind: "call", operation: name, operands: converted, position };
  }

  function methodCall(node: ASTNode & { op: "rcall" }, bound: ReadonlySet<string>): Expression {
    const [name, receiver, operands] = node.args;
    const position = node.start;
    const loop = loopOf(name, operands.length);
    if (loop !== null) return loopCall(loop, receiver, operands, position, bound);
    const ofFiles = receiver.op === "id" && receiver.args === "fs" && !bound.has("fs");
    const known = ofFiles ? filesTests : { ...methods, ...loops };
    check(ofFiles ? "function of `fs`" : "function", name, operands.length, known, position);
    const converted = operands.map((operand) => convert(operand, bound));
    const operation = ofFiles ? `fs.${name}` : `.${name}`;
    const all = ofFiles ? converted : [convert(receiver, bound), ...converted];
    return { kind: "call", operation, operands: all, position };
  }

  function loopCall(
    loop: LoopKind,
    receiver: ASTNode,
    operands: readonly ASTNode[],
    position: number,
    bound: ReadonlySet<string>,
  ): Expression {
    const [variable, ...others] = operands;
    const [body, filter] = [others.at(-1), others.length > 1 ? others[0] : undefined];
    if (variable?.op !== "id" || body === undefined) {
      throw refusal(`\`${loop}\` begins with a name`, position, "as in `args.all(a, a != '')`");
    }
    const inner = new Set([...bound, variable.args]);
    return {
      kind: "loop",
      loop,
      over: convert(receiver, bound),
      variable: variable.args,
      filter: filter === undefined ? null : convert(filter, inner),
      body: convert(body, inner),
      position,
    };
  }
}

function loopOf(name: string, count: number): LoopKind | null {
  for (const kind of ["all", "exists", "exists_one", "map", "filter"] as const) {
    if (kind === name && loops[kind].includes(count)) return kind;
  }
  return null;
}

function literalOf(value: unknown): Value {
  return typeof value === "object" && value !== null
    ? { kind: "foreign", value }
    : simpleValue(value);
}

function check(
  what: string,
  name: string,
  count: number,
  known: Readonly<Record<string, readonly number[]>>,
  position: number,
): void {
  if (!Object.hasOwn(known, name)) throw unknownName(what, name, Object.keys(known), position);
  const counts = known[name] ?? [];
  if (counts.includes(count)) return;
  const wanted = `${counts.join(" or ")} argument${counts.at(-1) === 1 ? "" : "s"}`;
  throw refusal(`\`${name}\` takes ${wanted}, not ${count}`, position);
}

function unknownName(
  what: string,
  name: string,
  known: readonly string[],
  position: number,
): Refusal {
  const near = nearest(name, known);
  const hint = near === null ? `there are ${known.join(", ")}` : `write \`${near}\``;
  return refusal(`unknown ${what} \`${name}\``, position, hint);
}

function refusal(message: string, position: number, hint?: string): Refusal {
  return new Refusal({ message, position, ...(hint === undefined ? {} : { hint }) });
}
