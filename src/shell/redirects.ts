/** Redirects: what they connect, and what they put on standard input. */
import type { HereDoc, Redirection, WordPart } from "unbash";
import type { Redirect, StdinText, Word } from "./command.ts";
import { type Place, visitBody, visitScript, visitWord } from "./nested.ts";
import { line, stdinOf } from "./output.ts";
import type { Output, Run } from "./run.ts";
import { forget, type Scope } from "./scope.ts";
import { noteSet } from "./set_names.ts";
import { expandBody, expandValue, expandWord, quotedPieces } from "./word.ts";
import { literalWord } from "./words.ts";
import { reportZshRanges } from "./zsh.ts";

/** The redirects of one command. */
export interface Redirects {
  readonly list: readonly Redirect[];
  /** What standard input holds then; undefined when it is left as it is. */
  readonly stdin: StdinText | null | undefined;
  /** Standard output still goes where it went. */
  readonly keepsStdout: boolean;
  /** What it writes goes into a process substitution. */
  readonly feeds: boolean;
}

/** No redirects. */
export const noRedirects: Redirects = {
  list: [],
  stdin: undefined,
  keepsStdout: true,
  feeds: false,
};

/**
 * Reads redirects in order. Scripts that standard input is taken from are walked here, so that what they
 * write is known; all others are left to `visitTargets`.
 */
export function readRedirects(place: Place, nodes: readonly Redirection[]): Redirects {
  if (nodes.length === 0) return noRedirects;
  const { run, scope } = place;
  reportZshRanges(run, nodes);
  const list: Redirect[] = [];
  const texts = new Map<number, StdinText | null>();
  let keepsStdout = true;
  let feeds = false;
  for (const node of nodes) {
    const { operator } = node;
    const descriptor = node.descriptor?.type === "FileDescriptor" ? node.descriptor.value : null;
    if (node.descriptor?.type === "FileDescriptorVariable") {
      noteSet(run, node.descriptor.name);
      forget(scope, node.descriptor.name);
    }
    const [first, ...more] = targetsOf(run, scope, node);
    if (first === undefined) continue;
    const type = typeOf(operator, first);
    for (const target of [first, ...more]) list.push({ type, operator, target, descriptor });
    if (type === "output" && (descriptor === null || descriptor === 1)) {
      keepsStdout &&= operator === "<>";
      feeds ||= isProcess(node, ">");
    } else if (type === "dup" && operator === ">&" && (descriptor ?? 1) === 1) keepsStdout = false;
    if (operator.startsWith("<") && (operator !== "<>" || descriptor === null)) {
      texts.set(descriptor ?? 0, textFrom(place, node, first, texts));
    }
  }
  return { list, stdin: texts.get(0), keepsStdout, feeds };
}

/** Walks the scripts of here-strings, which run before the command. */
export function visitHereStrings(place: Place, nodes: readonly Redirection[]): void {
  for (const node of nodes) {
    if (node.type === "HereString" && node.target !== undefined) visitWord(place, node.target);
  }
}

/** Walks the scripts in targets and here-documents; those that write read `output`. */
export function visitTargets(place: Place, nodes: readonly Redirection[], output: Output): void {
  const fed = { ...place, fed: output === null ? null : stdinOf(output) };
  for (const node of nodes) {
    if (node.type === "HereDoc") visitBody(place, node);
    else if (node.type === "Redirect" && node.target !== undefined && !isRead(node)) {
      visitWord(fed, node.target);
    }
  }
}

/** `<`, `<>` and so on from `0`. */
function typeOf(operator: string, target: Word): Redirect["type"] {
  switch (operator) {
    case "<&":
      return "dup";
    case ">&":
      return /^(?:\d+-?|-)$/.test(target.value) ? "dup" : "output";
    case "<":
    case "<<":
    case "<<-":
    case "<<<":
      return "input";
    default:
      return "output";
  }
}

function targetsOf(run: Run, scope: Scope, node: Redirection): readonly Word[] {
  if (node.type === "HereDoc") {
    const { delimiter } = node;
    if (delimiter === undefined) return [literalWord("")];
    return [{ ...literalWord(delimiter.value), source: delimiter.text }];
  }
  const { target } = node;
  if (target === undefined) return [literalWord("")];
  if (node.type === "HereString") return [expandValue(run, scope, target, false)];
  const words = expandWord(run, scope, target);
  return words.length === 0 ? [{ source: target.text, value: "", pieces: [] }] : words;
}

/** What a redirect of input makes known. */
function textFrom(
  place: Place,
  node: Redirection,
  target: Word,
  texts: ReadonlyMap<number, StdinText | null>,
): StdinText | null {
  switch (node.type) {
    case "HereDoc":
      return { text: expandBody(place.run, place.scope, node) };
    case "HereString":
      return stdinOf(line(quotedPieces(target)));
    case "Redirect": {
      if (node.operator === "<&") return texts.get(Number(target.value.replace(/-$/, ""))) ?? null;
      if (!isRead(node)) return null;
      const [part] = node.target?.parts ?? [];
      if (part?.type !== "ProcessSubstitution") return null;
      const { scope, setting } = place;
      const pipe = { stdin: setting.pipe.stdin, stdout: true };
      const output = visitScript(place, part, pipe, scope.stdin, true);
      return output === null ? null : stdinOf(output);
    }
  }
}

/** Whether standard input is taken from a script: `< <(…)`. */
function isRead(node: Redirection): boolean {
  return node.type === "Redirect" && node.operator === "<" && isProcess(node, "<");
}

function isProcess(
  node: Exclude<Redirection, HereDoc> | Redirection,
  operator: "<" | ">",
): boolean {
  if (node.type !== "Redirect" || node.target?.text.startsWith(`${operator}(`) !== true) {
    return false;
  }
  const parts: readonly WordPart[] = node.target.parts ?? [];
  return parts.length === 1 && parts[0]?.type === "ProcessSubstitution";
}
