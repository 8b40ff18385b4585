/** The hook commands in Codex's `config.toml`, found line by line: nothing else of TOML is needed. */

/** A command between quotes. */
export interface TomlCommand {
  readonly value: string;
  /** UTF-16 offsets `[start, end)` of the text with its quotes. */
  readonly start: number;
  readonly end: number;
  readonly quote: '"' | "'";
}

const header = /^\s*\[{1,2}\s*([^\]\n]*?)\s*\]{1,2}\s*(?:#.*)?$/;
const command = /^(\s*command\s*=\s*)("(?:[^"\\]|\\.)*"|'[^']*')\s*(?:#.*)?$/;

/**
 * The values of `command = "…"` on a line of its own in a table below `hooks`. Texts of several lines,
 * inline tables and escapes that JSON does not have are passed over.
 */
export function tomlHookCommands(text: string): readonly TomlCommand[] {
  const found: TomlCommand[] = [];
  let inHooks = false;
  /** The quotes that end the text of several lines that this line is in. */
  let open: string | null = null;
  let offset = 0;
  for (const line of text.split("\n")) {
    const bare = line.replace(/\r$/, "");
    if (open === null) {
      const table = header.exec(bare)?.[1];
      if (table !== undefined) inHooks = /^["']?hooks["']?\s*(?:\.|$)/.test(table);
      const [, before = "", written = ""] = command.exec(bare) ?? [];
      const value = inHooks ? textOf(written) : null;
      if (value !== null) {
        const start = offset + before.length;
        const quote = written.startsWith("'") ? "'" : '"';
        found.push({ value, start, end: start + written.length, quote });
      }
    }
    open = openAfter(bare, open);
    offset += line.length + 1;
  }
  return found;
}

function textOf(written: string): string | null {
  if (written.startsWith("'")) return written.slice(1, -1);
  try {
    return written === "" ? null : JSON.parse(written);
  } catch {
    // An escape of TOML's own.
    return null;
  }
}

/** Follows `"""` and `'''` to the end of a line. */
function openAfter(line: string, before: string | null): string | null {
  let open = before;
  const marks = /"""|'''|"(?:[^"\\]|\\.)*"|'[^']*'|#|\\./g;
  for (const [mark] of line.matchAll(marks)) {
    if (open !== null) {
      if (mark === open) open = null;
      continue;
    }
    if (mark === "#") break;
    if (mark === '"""' || mark === "'''") open = mark;
  }
  return open;
}
