/** YAML text → a tree with positions. Hostile input is refused with an error, in bounded time. */
import {
  type Alias,
  Composer,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  Parser,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { UsherError } from "../text/error.ts";
import { excerpt } from "./excerpt.ts";
import type { ConfigEntry, ConfigNode, ScalarStyle } from "./node.ts";
import type { Problems } from "./problems.ts";
import { type Source, sourceError } from "./source.ts";
import { explainSyntax, QUOTE_PATTERNS } from "./syntax_error.ts";

/** Lexical tokens; a file of 10,000 rules has about 100,000. */
const MAX_TOKENS = 300_000;
/** Nested lists and maps. */
const MAX_DEPTH = 100;
/** Nodes and text once every alias is put in, so that a few lines cannot stand for billions. */
const MAX_SIZE = 400_000;
/** Syntax errors that are reported; the rest mostly follows from the first. */
const MAX_FAULTS = 3;

const BACKSLASH = "in double quotes write `\\\\` for a backslash, or use single quotes";

const STYLES: Readonly<Record<string, ScalarStyle>> = {
  QUOTE_SINGLE: "single",
  QUOTE_DOUBLE: "double",
  BLOCK_LITERAL: "block",
  BLOCK_FOLDED: "block",
};

/** What the lexer puts in where a document or a scalar begins and where flow text breaks off. */
const MARKERS: ReadonlySet<string> = new Set(["\x02", "\x18", "\x1f"]);

/** Tags that say nothing but what kind of node follows. */
const PLAIN_TAG = /^tag:yaml\.org,2002:(?:str|int|float|bool|null|map|seq)$/;

/**
 * Reads the one document of a source. Null when it is no YAML (reported in `problems`); an empty file is
 * an empty map. Keys that are no text, are there twice or are `__proto__` are reported and left out.
 * Never throws.
 */
export function readDocument(problems: Problems): ConfigNode | null {
  try {
    const document = composeDocument(problems);
    if (document === null) return null;
    const { contents } = document;
    return contents === null ? emptyMap() : convert(contents, problems);
  } catch (error) {
    if (!(error instanceof UsherError)) throw error;
    problems.add(error);
    return null;
  }
}

function emptyMap(): ConfigNode {
  return { kind: "map", entries: [], start: 0, end: 0, size: 1 };
}

/** `parseDocument` of the library, with bounds. Its duplicate check is quadratic; ours is in `convert`. */
function composeDocument(problems: Problems): Document.Parsed | null {
  const { source } = problems;
  const composer = new Composer({
    version: "1.2",
    merge: false,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "silent",
  });
  const documents = composer.compose(boundedTokens(source), true, source.text.length);
  const [document, second] = [documents.next().value, documents.next().value];
  if (!document) return null;
  const faults = [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  for (const fault of faults.slice(0, MAX_FAULTS)) {
    const { offset, why, hint } = explainSyntax(source, fault);
    problems.error(offset, why, hint);
  }
  if (faults.length > 0) return null;
  if (second) {
    const start = second.range[0];
    throw sourceError(source, start, "a second document begins here", "keep one, without `---`");
  }
  if (document.directives.yaml.version !== "1.2") {
    throw sourceError(source, 0, "is not YAML 1.2", "remove the `%YAML` line");
  }
  return document;
}

/**
 * The parser's tokens, cut off where there are too many, where they nest too deeply, and after a few
 * that are errors: the library takes its time over each.
 */
function* boundedTokens(source: Source) {
  const parser = new Parser();
  let tokens = 0;
  let faults = 0;
  let offset = 0;
  for (const lexeme of new Lexer().lex(source.text)) {
    if (lexeme.startsWith('"')) refuseBadEscape(source, offset, lexeme);
    for (const token of parser.next(lexeme)) {
      yield token;
      if (token.type === "error" || token.type === "directive") faults++;
    }
    if (faults > MAX_FAULTS) return;
    if (!MARKERS.has(lexeme)) offset += lexeme.length;
    if (++tokens > MAX_TOKENS) {
      throw sourceError(source, offset, "holds too many values", "split the file");
    }
    if (parser.stack.length > 2 * MAX_DEPTH) throw tooDeep(source, offset);
  }
  yield* parser.end();
}

/** Every backslash sequence of a double-quoted text; a match of one character is none. */
const ESCAPES = /\\(?:[0abtnvfre "/\\N_LP\t\r\n]|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8})?/g;

function refuseBadEscape(source: Source, offset: number, lexeme: string): void {
  for (const { 0: escape, index } of lexeme.matchAll(ESCAPES)) {
    if (escape.length > 1) continue;
    const written = excerpt(lexeme.slice(index, index + 2));
    throw sourceError(source, offset + index, `no escape: ${written}`, BACKSLASH);
  }
}

function tooDeep(source: Source, offset: number): UsherError {
  return sourceError(source, offset, "is nested too deeply", `at most ${MAX_DEPTH} levels`);
}

type LibraryNode = Scalar | YAMLMap | YAMLSeq | Alias;

/** The library's tree → ours, with aliases put in. */
function convert(root: unknown, problems: Problems): ConfigNode {
  const { source } = problems;
  /** What each anchor stands for so far; undefined while its own node is being read. */
  const anchors = new Map<string, ConfigNode | undefined>();
  return node(root, 0, 0);

  function node(from: unknown, fallback: number, depth: number): ConfigNode {
    if (!isLibraryNode(from)) return nothing(fallback);
    const start = from.range?.[0] ?? fallback;
    if (depth >= MAX_DEPTH) throw tooDeep(source, start);
    if (isAlias(from)) return aliased(from, start);
    if (from.tag !== undefined && !PLAIN_TAG.test(from.tag)) {
      throw sourceError(source, start, `has a tag, ${excerpt(from.tag)}`, QUOTE_PATTERNS);
    }
    if (from.anchor !== undefined) anchors.set(from.anchor, undefined);
    const result = isScalar(from)
      ? scalar(from, start)
      : isSeq(from)
      ? list(from, start, depth)
      : map(from, start, depth);
    if (result.size > MAX_SIZE) {
      throw sourceError(source, start, "its aliases stand for too many values");
    }
    if (from.anchor !== undefined) anchors.set(from.anchor, result);
    return result;
  }

  function aliased(alias: Alias, start: number): ConfigNode {
    const target = anchors.get(alias.source);
    if (target !== undefined) return target;
    const why = anchors.has(alias.source)
      ? `the alias ${excerpt(`*${alias.source}`)} stands inside of what it names`
      : `the alias ${excerpt(`*${alias.source}`)} names nothing`;
    throw sourceError(source, start, why, QUOTE_PATTERNS);
  }

  function scalar(from: Scalar, start: number): ConfigNode {
    const { value } = from;
    const end = from.range?.[1] ?? start;
    const style = STYLES[from.type ?? ""] ?? "plain";
    const simple = typeof value === "string" || typeof value === "number" ||
      typeof value === "boolean" || value === null;
    const known = simple ? value : source.text.slice(start, end);
    const length = typeof known === "string" ? known.length : 0;
    return { kind: "scalar", value: known, style, start, end, size: 1 + (length >> 2) };
  }

  function list(from: YAMLSeq, start: number, depth: number): ConfigNode {
    const items = from.items.map((item) => node(item, start, depth + 1));
    const size = items.reduce((sum, item) => sum + item.size, 1);
    return { kind: "list", items, start, end: from.range?.[1] ?? start, size };
  }

  function map(from: YAMLMap, start: number, depth: number): ConfigNode {
    const entries: ConfigEntry[] = [];
    const seen = new Map<string, number>();
    let size = 1;
    for (const pair of from.items) {
      const keyNode = node(pair.key, start, depth + 1);
      const value = node(pair.value, keyNode.end, depth + 1);
      size += value.size + 1;
      const key = keyText(keyNode);
      if (key === null || isRefusedKey(key, keyNode.start, seen)) continue;
      seen.set(key, keyNode.start);
      entries.push({ key, keyStart: keyNode.start, keyEnd: keyNode.end, value });
    }
    return { kind: "map", entries, start, end: from.range?.[1] ?? start, size };
  }

  function keyText(key: ConfigNode): string | null {
    if (key.kind === "scalar" && typeof key.value === "string") return key.value;
    const written = excerpt(source.text.slice(key.start, key.end));
    problems.error(key.start, `the key ${written} is no text`, "put the key in quotes");
    return null;
  }

  function isRefusedKey(key: string, start: number, seen: ReadonlyMap<string, number>): boolean {
    if (key === "__proto__") {
      problems.error(start, "unknown key `__proto__`", "remove it");
      return true;
    }
    if (!seen.has(key)) return false;
    problems.error(start, `the key ${excerpt(key)} is there twice`, "keep one of them");
    return true;
  }
}

function nothing(offset: number): ConfigNode {
  return { kind: "scalar", value: null, style: "plain", start: offset, end: offset, size: 1 };
}

function isLibraryNode(value: unknown): value is LibraryNode {
  return isScalar(value) || isMap(value) || isSeq(value) || isAlias(value);
}
