/**
 * Rewrites what an old configuration says in old forms, and nothing else in it: the flat `fs.writable` and
 * `fs.deny` of sandbox presets, and a `?` that stands by itself in a pattern and once was a literal.
 * (`01-cli.md`, migrate; `07-exec-sandbox.md`)
 */
import { BARE_QUESTION_MARK } from "../rules/parse.ts";
import { checkPattern } from "../rules/compile.ts";
import { UsherError } from "../text/error.ts";
import { applyEdits, type Edit } from "../text/edits.ts";
import { dirName } from "../text/paths.ts";
import type { ConfigurationFile } from "./configuration_file.ts";
import { readDocument } from "./document.ts";
import { flatFormEdits } from "./flat_sandbox.ts";
import { type ConfigNode, entriesOf, itemsOf, valueOf } from "./node.ts";
import { parseFile } from "./parse_file.ts";
import { collectProblems, type Problems } from "./problems.ts";
import { offsetInScalar } from "./scalar_offset.ts";
import { decodeSource, placedError, type Source, sourceError, sourceOf } from "./source.ts";

/**
 * The text of a file in the present form; the same text where it is in it.
 * @throws UsherError when it is no YAML, or when it cannot be rewritten so that it says the same
 */
export function presentForm(file: string, bytes: Uint8Array): string {
  const source = decodeSource(file, bytes);
  const literal = withLiteralQuestionMarks(source);
  const text = withNestedSandboxes(literal);
  // `decodeSource` skips a byte order mark, which stays.
  const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? "\ufeff" : "";
  return mark + text;
}

/** Whether a text says the same in one of the user's files and in another, whose folder its relative paths start from. */
export function saysTheSameIn(text: string, file: string, other: string): boolean {
  const [here, there] = [dirName(file), dirName(other)];
  const { extends: entries } = parsedIn(file, text, here);
  const isFree = here === there ||
    entries.every(({ reference }) => reference.kind !== "local" || /^[~/]/.test(reference.path));
  return isFree && meaningOf(file, text, here) === meaningOf(other, text, there);
}

/** The first error that a text has in one file and not in another, at its place in the other; null for none. */
export function newErrorIn(text: string, file: string, other: string): UsherError | null {
  const before = parsedIn(file, text, dirName(file)).errors.length;
  const [error] = parsedIn(other, text, dirName(other)).errors;
  if (error === undefined || before > 0) return null;
  return placedError({ ...error.place, file }, `${error.why}: an error in ${other}`, error.hint);
}

/** Escapes each `?` that is an error where it stands, so that it is what it was: a literal. */
function withLiteralQuestionMarks(source: Source): Source {
  const { root, problems } = documentOf(source);
  const edits: Edit[] = [];
  for (const { node, use } of patternsOf(root)) {
    if (node.kind !== "scalar" || typeof node.value !== "string") continue;
    for (const position of bareQuestionMarks(node.value, use)) {
      const at = offsetInScalar(source, node, position);
      if (source.text[at] !== "?") {
        throw byHand(problems, node, "write `\\?` for the bare `?` in it");
      }
      edits.push({ start: at, end: at, text: node.style === "double" ? "\\\\" : "\\" });
    }
  }
  return edits.length === 0 ? source : sourceOf(source.file, applyEdits(source.text, edits));
}

/** Where in a pattern a `?` stands that can only have been meant as a literal. */
function bareQuestionMarks(pattern: string, use: PatternUse): readonly number[] {
  const found: number[] = [];
  let text = pattern;
  for (;;) {
    const fault = checkPattern(text, use);
    if (fault === null || fault.message !== BARE_QUESTION_MARK) return found;
    found.push(fault.position - found.length);
    text = `${text.slice(0, fault.position)}\\${text.slice(fault.position)}`;
  }
}

type PatternUse = "rule" | "wrapper" | "except";

interface PatternNode {
  readonly node: ConfigNode;
  readonly use: PatternUse;
}

/** Every pattern of a file, those of exceptions and wrappers too. An alias names its pattern again. */
function patternsOf(root: ConfigNode): readonly PatternNode[] {
  const nodes = new Map<ConfigNode, PatternUse>();
  const add = (list: readonly (ConfigNode | undefined)[], use: PatternUse) =>
    list.forEach((node) => node !== undefined && nodes.set(node, use));
  for (const rule of itemsOf(valueOf(root, "rules"))) {
    add(["allow", "ask", "deny"].map((action) => valueOf(rule, action)), "rule");
    add(itemsOf(valueOf(rule, "except")), "except");
  }
  for (const { value } of entriesOf(valueOf(root, "except"))) add(itemsOf(value), "except");
  const definitions = valueOf(root, "definitions");
  const wrappers = definitions && itemsOf(valueOf(definitions, "wrappers"));
  add(wrappers?.map((item) => valueOf(item, "pattern") ?? item) ?? [], "wrapper");
  return [...nodes].map(([node, use]) => ({ node, use }));
}

/** Nests the flat lists of presets; what the file says must stay the same. */
function withNestedSandboxes(source: Source): string {
  const { root, problems } = documentOf(source);
  const definitions = valueOf(root, "definitions");
  const presets = entriesOf(definitions && valueOf(definitions, "sandbox"));
  const edits: Edit[] = [];
  for (const { keyStart, value } of presets) {
    const changes = flatFormEdits(source, value);
    if (changes === null) throw byHand(problems, { start: keyStart }, NESTED_BY_HAND);
    edits.push(...changes);
  }
  if (edits.length === 0) return source.text;
  const text = applyEdits(source.text, edits);
  if (meaningOf(source.file, text) === meaningOf(source.file, source.text)) return text;
  throw byHand(problems, { start: edits[0]?.start ?? 0 }, NESTED_BY_HAND);
}

const NESTED_BY_HAND = "write `fs: { write: { allow: […], deny: […] } }` for `writable` and `deny`";

/** Everything that a file says, without where it says it and in which form. */
function meaningOf(file: string, text: string, folder = "/"): string {
  const { notices, errors, ...says } = parsedIn(file, text, folder);
  const other = notices.filter(({ kind }) => kind !== "deprecated").map(({ kind }) => kind);
  return JSON.stringify(
    [says, other, errors.map(({ why }) => why)],
    (key, value) => WHERE.has(key) ? undefined : value,
  );
}

/** Keys that hold places and written text. */
const WHERE: ReadonlySet<string> = new Set(["place", "node", "source", "file"]);

function parsedIn(file: string, text: string, folder: string): ConfigurationFile {
  return parseFile(file, new TextEncoder().encode(text), { folder, home: "/", anywhere: true });
}

function documentOf(source: Source): { root: ConfigNode; problems: Problems } {
  const problems = collectProblems(source);
  const root = readDocument(problems);
  const [error] = problems.errors;
  if (error !== undefined) throw error;
  if (root === null) throw new UsherError(source.file, "no valid YAML");
  return { root, problems };
}

function byHand({ source }: Problems, { start }: { start: number }, hint: string): UsherError {
  return sourceError(source, start, "cannot be rewritten by itself", hint);
}
