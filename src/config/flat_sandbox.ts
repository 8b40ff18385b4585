/**
 * The changes that nest a preset's flat lists, `fs.writable` and `fs.deny`, below `fs.write`. Lines are
 * moved and indented as they are, with their comments.
 */
import type { Edit } from "../text/edits.ts";
import { type ConfigEntry, type ConfigNode, entriesOf, entryOf } from "./node.ts";
import { placeAt, type Source } from "./source.ts";

const OLD_KEYS: Readonly<Record<string, string>> = { writable: "allow", deny: "deny" };

/** A flat list. */
interface FlatEntry {
  /** Its place among the entries of `fs`. */
  readonly number: number;
  readonly entry: ConfigEntry;
  /** Its key below `write`. */
  readonly key: string;
}

/** The changes to one preset; none where it is not in the old form, null where they are not clear. */
export function flatFormEdits(source: Source, preset: ConfigNode): readonly Edit[] | null {
  const owner = entryOf(preset, "fs");
  const fs = owner?.value;
  // What an alias stands for is changed where it is written.
  if (owner === undefined || fs?.kind !== "map" || fs.start < owner.keyStart) return [];
  const old = fs.entries.flatMap((entry, number): readonly FlatEntry[] => {
    const key = OLD_KEYS[entry.key];
    return key === undefined ? [] : [{ number, entry, key }];
  });
  if (old.length === 0) return [];
  // Lists in both forms would have to be joined, each with comments of its own.
  if (entryOf(fs, "write") !== undefined) return null;
  return source.text[fs.start] === "{"
    ? flowEdits(source, fs, old)
    : blockEdits(source, owner, old);
}

/** `{ writable: [a], deny: [b] }` → `{ write: { allow: [a], deny: [b] } }`. */
function flowEdits(
  { text }: Source,
  fs: ConfigNode & { kind: "map" },
  old: readonly FlatEntry[],
): readonly Edit[] | null {
  const [first, second] = old;
  if (first === undefined) return null;
  const { keyStart } = first.entry;
  const quote = /["']/.exec(text[keyStart] ?? "")?.[0] ?? "";
  const edits: Edit[] = [
    { start: keyStart, end: keyStart, text: `${quote}write${quote}: { ` },
    renamed(first, quote),
  ];
  if (second === undefined) {
    return [...edits, {
      start: endOf(text, first.entry),
      end: endOf(text, first.entry),
      text: " }",
    }];
  }
  const before = fs.entries[second.number - 1];
  if (before === undefined) return null;
  const end = endOf(text, second.entry);
  if (second.number === first.number + 1) {
    return [...edits, renamed(second, quote), { start: end, end, text: " }" }];
  }
  const from = endOf(text, before);
  const piece = text.slice(second.entry.keyEnd, end);
  const between = text.slice(from, second.entry.keyStart);
  if (!/^\s*,\s*$/.test(between)) return null;
  const at = endOf(text, first.entry);
  const moved = `, ${quote}${second.key}${quote}${piece} }`;
  return [...edits, { start: at, end: at, text: moved }, { start: from, end, text: "" }];
}

/** Moves the lines of the lists below a new line `write:`. */
function blockEdits(
  source: Source,
  fs: ConfigEntry,
  old: readonly FlatEntry[],
): readonly Edit[] | null {
  const { text } = source;
  const [first, second] = old;
  if (first === undefined) return null;
  const indent = text.slice(lineStart(source, first.entry.keyStart), first.entry.keyStart);
  if (!/^ *$/.test(indent)) return null;
  const step = " ".repeat(stepOf(source, fs, first.entry));
  const ranges = old.map((each) => rangeOf(source, fs, each));
  const [range, other] = ranges;
  if (range === undefined || ranges.some(({ start, end }) => start >= end)) return null;

  const newline = text.slice(range.start, range.end).includes("\r\n") ? "\r\n" : "\n";
  const lines = (from: number, to: number, inside: readonly FlatEntry[]) =>
    indented(text, from, to, step, inside);
  const head = `${indent}write:${newline}`;
  if (second === undefined || other === undefined) {
    return [{ ...range, text: head + lines(range.start, range.end, old) }];
  }
  if (second.number === first.number + 1) {
    return [{
      start: range.start,
      end: other.end,
      text: head + lines(range.start, other.end, old),
    }];
  }
  const moved = withNewline(lines(range.start, range.end, [first]), newline) +
    lines(other.start, other.end, [second]);
  const ends = other.end === text.length && !text.endsWith("\n");
  return [
    { ...range, text: head + (ends ? withNewline(moved, newline) : moved) },
    { ...other, text: "" },
  ];
}

/** Whole lines of the text, indented by one step more, with the keys of these entries renamed. */
function indented(
  text: string,
  from: number,
  to: number,
  step: string,
  entries: readonly FlatEntry[],
): string {
  let result = "";
  let at = from;
  for (const { entry, key } of entries) {
    const quote = /["']/.exec(text[entry.keyStart] ?? "")?.[0] ?? "";
    result += text.slice(at, entry.keyStart) + quote + key + quote;
    at = entry.keyEnd;
  }
  return (result + text.slice(at, to)).replace(/^(?=[^\r\n])/gm, step);
}

/** The lines of an entry: comments right above it, its key, its value. Ends behind the last newline. */
function rangeOf(
  source: Source,
  fs: ConfigEntry,
  { number, entry }: FlatEntry,
): { start: number; end: number } {
  const { text } = source;
  const previous = entriesOf(fs.value)[number - 1];
  let start = lineStart(source, entry.keyStart);
  const floor = lineEnd(text, previous === undefined ? fs.keyEnd : endOf(text, previous));
  while (start > floor) {
    const above = text.lastIndexOf("\n", start - 2) + 1;
    if (above < floor || !/^ *#/.test(text.slice(above, start))) break;
    start = above;
  }
  return { start, end: lineEnd(text, endOf(text, entry)) };
}

/** How much deeper the children of `fs` stand than it does, which is how deep those of `write` will. */
function stepOf(source: Source, fs: ConfigEntry, child: ConfigEntry): number {
  const step = columnOf(source, child.keyStart) - columnOf(source, fs.keyStart);
  return step > 0 ? step : 2;
}

/** The end of what is written for an entry, comments behind it left out. */
function endOf(text: string, { keyEnd, value }: ConfigEntry): number {
  const alias = /^\s*:\s*\*[^\s,\]}]+/.exec(text.slice(keyEnd, keyEnd + 1000))?.[0];
  if (alias !== undefined) return keyEnd + alias.length;
  return Math.max(keyEnd, lastOffset(text, value));
}

function lastOffset(text: string, node: ConfigNode): number {
  if (node.kind === "scalar") {
    return node.start + text.slice(node.start, node.end).trimEnd().length;
  }
  if (/[[{]/.test(text[node.start] ?? "")) return node.end;
  if (node.kind === "map") {
    const last = node.entries.at(-1);
    return last === undefined ? node.end : endOf(text, last);
  }
  const last = node.items.at(-1);
  if (last === undefined) return node.end;
  // An alias stands for something further up.
  return last.start < node.start ? node.end : lastOffset(text, last);
}

function renamed({ entry, key }: FlatEntry, quote: string): Edit {
  return { start: entry.keyStart, end: entry.keyEnd, text: `${quote}${key}${quote}` };
}

function withNewline(text: string, newline: string): string {
  return text.endsWith("\n") ? text : text + newline;
}

function lineStart(source: Source, offset: number): number {
  return source.text.lastIndexOf("\n", offset - 1) + 1;
}

function lineEnd(text: string, offset: number): number {
  const newline = text.indexOf("\n", offset);
  return newline < 0 ? text.length : newline + 1;
}

function columnOf(source: Source, offset: number): number {
  return placeAt(source, offset).column ?? 1;
}
