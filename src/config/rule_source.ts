/** A rule as it stands in its file. */
import { type Place, UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";
import { isAbsolute } from "../text/paths.ts";
import { readDocument } from "./document.ts";
import { itemsOf, valueOf } from "./node.ts";
import { collectProblems } from "./problems.ts";
import { readConfigurationFile } from "./read_file.ts";
import { decodeSource, placeAt, type Source } from "./source.ts";

/** The lines of a rule without their common indent; null when they cannot be had any more. */
export async function ruleSource(host: Host, place: Place): Promise<string | null> {
  try {
    const source = await sourceAt(host, place.file);
    return source === null ? null : itemText(source, place);
  } catch (error) {
    if (error instanceof UsherError) return null;
    throw error;
  }
}

async function sourceAt(host: Host, file: string): Promise<Source | null> {
  const [, part] = /^builtin:(.+)$/.exec(file) ?? [];
  if (part !== undefined) {
    const { builtinText } = await import("./builtin_source.ts");
    const text = builtinText(part);
    return text === null ? null : decodeSource(file, new TextEncoder().encode(text));
  }
  return isAbsolute(file) ? decodeSource(file, readConfigurationFile(host, file)) : null;
}

function itemText(source: Source, place: Place): string | null {
  const root = readDocument(collectProblems(source));
  const item = itemsOf(root === null ? undefined : valueOf(root, "rules")).find(({ start }) => {
    const { line, column } = placeAt(source, start);
    return line === place.line && column === place.column;
  });
  if (item === undefined) return null;
  const lineStart = source.lineStarts[(place.line ?? 1) - 1] ?? 0;
  const lines = source.text.slice(lineStart, item.end).trimEnd().split("\n");
  const indent = /^ */.exec(lines[0] ?? "")?.[0].length ?? 0;
  return lines.map((line) => line.slice(Math.min(indent, line.search(/\S|$/)))).join("\n");
}
