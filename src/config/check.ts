/** Checks a node's form, and says in plain words what is wrong with it and where. */
import type * as z from "zod/mini";
import { nearest } from "../text/suggest.ts";
import { excerpt } from "./excerpt.ts";
import {
  type ConfigNode,
  entriesOf,
  entryOf,
  isNull,
  locate,
  type NodePath,
  plainData,
} from "./node.ts";
import type { Problems } from "./problems.ts";

type Schema = z.ZodMiniType;
type Issue = z.core.$ZodIssue;

/** What came of a check. */
export type Checked<T> =
  | { readonly ok: true; readonly data: T }
  /** `keys` are the top-level keys that are wrong; empty when the node as a whole is. */
  | { readonly ok: false; readonly keys: ReadonlySet<string> };

/**
 * A node's data when it has the schema's form; else every fault of it goes to `problems`.
 * @param name what to call the node in errors: "a rule", "`defaults`"
 */
export function check<T extends Schema>(
  schema: T,
  node: ConfigNode,
  name: string,
  problems: Problems,
): Checked<z.output<T>> {
  const result = schema.safeParse(plainData(node));
  if (result.success) return { ok: true, data: result.data };
  const keys = new Set<string>();
  for (const issue of result.error.issues) {
    for (const fault of faultsOf(schema, issue, node)) {
      const [key] = fault.path;
      if (key !== undefined) keys.add(String(key));
      problems.error(fault.offset, `${fault.why} (in ${name})`, fault.hint);
    }
  }
  return { ok: false, keys };
}

/**
 * Reports the keys of a map that are not among these.
 * @param name what to call the map; null for the whole file
 */
export function refuseUnknownKeys(
  map: ConfigNode,
  known: readonly string[],
  name: string | null,
  problems: Problems,
): void {
  const where = name === null ? "" : ` (in ${name})`;
  for (const { key, keyStart } of entriesOf(map)) {
    if (known.includes(key)) continue;
    const { why, hint } = unknownKey(key, problems.isFull ? [] : known);
    problems.error(keyStart, `${why}${where}`, hint);
  }
}

interface Fault {
  readonly path: NodePath;
  readonly offset: number;
  readonly why: string;
  readonly hint?: string;
}

function faultsOf(schema: Schema, issue: Issue, root: ConfigNode): readonly Fault[] {
  const { path } = issue;
  const node = locate(root, path);
  if (issue.code === "unrecognized_keys") {
    const known = knownKeys(schema, path);
    const starts = new Map(entriesOf(node).map(({ key, keyStart }) => [key, keyStart]));
    return issue.keys.map((key, number) => {
      const offset = starts.get(key) ?? node.start;
      return { path: [...path, key], offset, ...unknownKey(key, number < MOST_KEYS ? known : []) };
    });
  }
  if (issue.code === "invalid_union") {
    const [closest] = issue.errors.filter((branch) => !isOtherKind(branch));
    if (closest === undefined) return [wrongKind(node, path, unionKinds(issue))];
    return closest.flatMap((inner) =>
      faultsOf(schema, { ...inner, path: [...path, ...inner.path] }, root)
    );
  }
  if (issue.code === "invalid_type") return [missingOr(node, root, path, issue.expected)];
  if (issue.code === "invalid_value") {
    const values = issue.values.map(String);
    const near = node.kind === "scalar" ? nearest(String(node.value), values) : null;
    const hint = `write one of: ${values.join(", ")}`;
    const why = `${named(path)}${shown(node)} is not known`;
    return [{
      path,
      offset: node.start,
      why,
      hint: near === null ? hint : `did you mean \`${near}\`?`,
    }];
  }
  if (issue.code === "too_small" || issue.code === "too_big") {
    const bound = issue.code === "too_small" ? issue.minimum : issue.maximum;
    const relation = issue.code === "too_small" ? "at least" : "at most";
    const why = `${named(path)}${shown(node)} is not ${relation} ${bound}`;
    return [{ path, offset: node.start, why, hint: `write a number that is ${relation} ${bound}` }];
  }
  return [{ path, offset: node.start, why: `${named(path)}${shown(node)} is not valid` }];
}

/** Unknown keys of one map that get a suggestion. */
const MOST_KEYS = 100;

function unknownKey(key: string, known: readonly string[]): { why: string; hint: string } {
  const near = nearest(key, known);
  const hint = near === null ? `known keys: ${known.join(", ")}` : `did you mean \`${near}\`?`;
  return { why: `unknown key ${excerpt(key)}`, hint };
}

/** Whether a branch of a union fails because the node is another kind of thing altogether. */
function isOtherKind(branch: readonly Issue[]): boolean {
  return branch.some((issue) => issue.code === "invalid_type" && issue.path.length === 0);
}

function unionKinds(issue: Issue & { code: "invalid_union" }): string {
  const kinds = issue.errors.flat().flatMap((inner) =>
    inner.code === "invalid_type" && inner.path.length === 0 ? [kindName(inner.expected)] : []
  );
  return [...new Set(kinds)].join(" or ");
}

function missingOr(node: ConfigNode, root: ConfigNode, path: NodePath, expected: string): Fault {
  const key = path.at(-1);
  const parent = locate(root, path.slice(0, -1));
  if (typeof key === "string" && parent.kind === "map" && entryOf(parent, key) === undefined) {
    const why = `the key \`${key}\` is missing`;
    return { path, offset: parent.start, why, hint: `add \`${key}\`, ${kindName(expected)}` };
  }
  return wrongKind(node, path, kindName(expected));
}

function wrongKind(node: ConfigNode, path: NodePath, wanted: string): Fault {
  const why = `${named(path)}${shown(node)} is not ${wanted}`;
  const quotable = wanted === "text" && node.kind === "scalar" && !isNull(node);
  const hint = quotable ? "put it in quotes" : WRITE[wanted] ?? `write ${wanted}`;
  return { path, offset: node.start, why, hint };
}

/** How to write a kind of value. */
const WRITE: Readonly<Record<string, string>> = {
  text: "write one text, in quotes",
  "a list": "write one `- ` an item, or [one, two]",
  "a map": "write one `key: value` a line",
};

function kindName(expected: string): string {
  const names: Readonly<Record<string, string>> = {
    string: "text",
    array: "a list",
    object: "a map",
    record: "a map",
    boolean: "true or false",
    int: "a whole number",
    number: "a number",
  };
  return names[expected] ?? expected;
}

/** `` `key` `` for the last key on the way, with a space; nothing for the node itself. */
function named(path: NodePath): string {
  const key = path.findLast((step) => typeof step === "string");
  return key === undefined ? "" : `\`${String(key)}\`: `;
}

/** What stands there, short. */
function shown(node: ConfigNode): string {
  if (node.kind === "list") return "a list";
  if (node.kind === "map") return "a map";
  return isNull(node) ? "an empty value" : excerpt(String(node.value));
}

/** The keys that the schema knows at a path. */
function knownKeys(schema: Schema, path: NodePath): readonly string[] {
  let at: z.core.$ZodType | undefined = schema;
  for (const step of [...path, null]) {
    at = unwrapped(at);
    if (step === null || at === undefined) break;
    const { def } = (at as z.core.$ZodTypes)._zod;
    if (def.type === "object") at = def.shape[String(step)];
    else if (def.type === "array") at = def.element;
    else if (def.type === "record") at = def.valueType;
    else at = undefined;
  }
  if (at === undefined) return [];
  const { def } = (at as z.core.$ZodTypes)._zod;
  return def.type === "object" ? Object.keys(def.shape) : [];
}

function unwrapped(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  let at = schema;
  while (at !== undefined) {
    const { def } = (at as z.core.$ZodTypes)._zod;
    if (def.type === "optional" || def.type === "nullable") at = def.innerType;
    else if (def.type === "union") {
      at = def.options.find((option) => unwrapped(option)?._zod.def.type === "object");
    } else return at;
  }
  return at;
}
