/**
 * JSON as people and editors keep it, as a tree that knows where everything stands: comments and a comma
 * before a closing bracket are let through, for changes that leave the rest of a file as it is.
 */
import { UsherError } from "./error.ts";
import { depthLimit } from "./json.ts";

/** A value and its UTF-16 offsets `[start, end)`. */
export type JsonNode =
  | { readonly kind: "text"; readonly value: string; readonly start: number; readonly end: number }
  | {
    readonly kind: "list";
    readonly items: readonly JsonNode[];
    readonly start: number;
    readonly end: number;
  }
  | {
    readonly kind: "map";
    /** In order; a key that is there twice stands twice. */
    readonly entries: readonly { readonly key: string; readonly value: JsonNode }[];
    readonly start: number;
    readonly end: number;
  }
  /** A number, `true`, `false` or `null`. */
  | { readonly kind: "other"; readonly start: number; readonly end: number };

/** Blanks and comments. */
const gap = /(?:[ \t\r\n]|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
const string = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const other = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

/**
 * Reads one JSON value.
 * @param file names the text in an error
 * @throws UsherError with line and column where it is no JSON or nested too deeply
 */
export function readJsonTree(text: string, file: string): JsonNode {
  let at = text.startsWith("\ufeff") ? 1 : 0;
  const root = value(0);
  skip();
  if (at < text.length) throw fault("something follows the JSON value");
  return root;

  function value(depth: number): JsonNode {
    skip();
    if (depth > depthLimit) throw fault(`nested more than ${depthLimit} levels deep`);
    const char = text[at];
    if (char === "{") return map(depth);
    if (char === "[") return list(depth);
    const start = at;
    if (char === '"') return { kind: "text", value: textValue(), start, end: at };
    if (take(other) === null) throw fault("a JSON value is missing");
    return { kind: "other", start, end: at };
  }

  function map(depth: number): JsonNode {
    const start = at++;
    const entries: { key: string; value: JsonNode }[] = [];
    for (; !closes("}"); comma("}")) {
      const key = textValue();
      skip();
      if (text[at] !== ":") throw fault("a `:` is missing");
      at++;
      entries.push({ key, value: value(depth + 1) });
    }
    return { kind: "map", entries, start, end: at };
  }

  function list(depth: number): JsonNode {
    const start = at++;
    const items: JsonNode[] = [];
    for (; !closes("]"); comma("]")) items.push(value(depth + 1));
    return { kind: "list", items, start, end: at };
  }

  function closes(bracket: string): boolean {
    skip();
    if (text[at] !== bracket) return false;
    at++;
    return true;
  }

  function comma(bracket: string): void {
    skip();
    if (text[at] === ",") at++;
    else if (text[at] !== bracket) throw fault(`a \`,\` or \`${bracket}\` is missing`);
  }

  function textValue(): string {
    const written = take(string);
    if (written === null) throw fault("a text in double quotes is missing, or not ended");
    return JSON.parse(written);
  }

  function skip(): void {
    take(gap);
  }

  function take(pattern: RegExp): string | null {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? null;
    at += found?.length ?? 0;
    return found;
  }

  function fault(why: string): UsherError {
    const before = text.slice(0, at).split("\n");
    const place = { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    const where = `${file}:${place.line}:${place.column}`;
    return new UsherError(where, `not valid JSON: ${why}`, { place });
  }
}

/** The value under a key; of several the last, as JSON readers have it. */
export function jsonEntry(node: JsonNode | undefined, key: string): JsonNode | undefined {
  if (node?.kind !== "map") return undefined;
  return node.entries.findLast((entry) => entry.key === key)?.value;
}

/** The items of a list; empty for other nodes. */
export function jsonItems(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.kind === "list" ? node.items : [];
}
