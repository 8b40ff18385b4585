/** Rewrites old hook commands in an agent's settings file, and leaves everything else as it stands. */
import { formatPlace, type Place } from "../text/error.ts";
import { applyEdits, type Edit } from "../text/edits.ts";
import { jsonEntry, jsonItems, type JsonNode, readJsonTree } from "../text/json_tree.ts";
import { visibleText } from "../text/visible.ts";
import { type HookTarget, rewriteHookCommand, rewriteHookWords } from "./old_hooks.ts";
import { tomlHookCommands } from "./toml_hooks.ts";

/** A settings file's text with its hooks as they are now written. */
export interface RewrittenSettings {
  readonly text: string;
  /** What was left because it is not surely understood, one line each, safe to show. */
  readonly notes: readonly string[];
}

/**
 * Rewrites the commands below `hooks`. Comments, order and everything else stay.
 * @param file names the text in errors and notes
 * @throws UsherError when the text is not in its format
 */
export function rewriteHookSettings(
  text: string,
  file: string,
  format: "json" | "toml",
  target: HookTarget,
): RewrittenSettings {
  const edits: Edit[] = [];
  const notes: string[] = [];
  const leave = (start: number, why: string) =>
    notes.push(`${visibleText(formatPlace(placeIn(text, start, file)))}: left as it is: ${why}`);

  if (format === "json") {
    if (text.trim() !== "") visit(jsonEntry(readJsonTree(text, file), "hooks"));
  } else {
    for (const { value, start, end, quote } of tomlHookCommands(text)) {
      const result = rewriteHookCommand(value, target);
      if (result.kind === "unclear") leave(start, result.why);
      if (result.kind !== "changed") continue;
      const written = tomlText(result.command, quote);
      if (written === null) leave(start, "it needs other quotes");
      else edits.push({ start, end, text: written });
    }
  }
  return { text: applyEdits(text, edits), notes };

  /** Every map with a `command`, at whatever depth an agent has it. */
  function visit(node: JsonNode | undefined): void {
    jsonItems(node).forEach(visit);
    if (node?.kind !== "map") return;
    node.entries.forEach(({ value }) => visit(value));
    const command = jsonEntry(node, "command");
    if (command?.kind !== "text") return;
    const args = jsonEntry(node, "args");
    if (args?.kind === "list" && args.items.length > 0) return visitWords(command, args);
    const result = rewriteHookCommand(command.value, target);
    if (result.kind === "unclear") leave(command.start, result.why);
    if (result.kind === "changed") edits.push(asText(command, result.command));
  }

  function visitWords(
    command: JsonNode & { kind: "text" },
    args: JsonNode & { kind: "list" },
  ): void {
    const words = args.items.flatMap((item) => item.kind === "text" ? [item.value] : []);
    const [first, last] = [args.items[0], args.items.at(-1)];
    if (words.length < args.items.length || first === undefined || last === undefined) return;
    const result = rewriteHookWords([command.value, ...words], target);
    if (result.kind === "unclear") leave(command.start, result.why);
    if (result.kind !== "changed") return;
    const [program = "", ...others] = result.words;
    edits.push(asText(command, program));
    if (others.join("\0") === words.join("\0")) return;
    const written = others.map((word) => JSON.stringify(word)).join(", ");
    edits.push({ start: first.start, end: last.end, text: written });
  }
}

function asText({ start, end }: JsonNode, value: string): Edit {
  return { start, end, text: JSON.stringify(value) };
}

/** A TOML text with the quotes of before; null when they cannot hold it. */
function tomlText(value: string, quote: '"' | "'"): string | null {
  if (quote === '"') return JSON.stringify(value);
  return value.includes("'") ? null : `'${value}'`;
}

function placeIn(text: string, offset: number, file: string): Place {
  const lines = text.slice(0, offset).split("\n");
  return { file, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
