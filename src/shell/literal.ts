/** Unquoted text of a word: backslashes and `~`. */
import { addText, addUnknown, type Fields } from "./fields.ts";
import { tildeAt } from "./places.ts";
import type { Run } from "./run.ts";
import type { Scope } from "./scope.ts";
import { reportZshFront, reportZshParameters } from "./zsh.ts";

/** How a word is expanded, and into what. */
export interface Expansion {
  readonly run: Run;
  readonly scope: Scope;
  readonly fields: Fields;
  /** Unquoted values are split into words: not in assignments and here-strings. */
  readonly split: boolean;
  /** `~` counts behind each `:` too. */
  readonly assigned: boolean;
}

/** `NAME=` at the front of a word: bash expands `~` behind it in any argument. */
const assignmentPrefix = /^[A-Za-z_]\w*\+?=/;

/**
 * Adds unquoted text as written.
 * @param atStart the text is at the beginning of its word
 * @param atEnd nothing follows it in its word
 */
export function addLiteral(x: Expansion, raw: string, atStart: boolean, atEnd: boolean): void {
  if (raw.includes("$")) reportZshParameters(x.run, raw);
  if (!atStart && /^[~=]/.test(raw) && mayBeEmpty(x.fields)) reportZshFront(x.run);
  if (!raw.includes("~")) return addUnescaped(x.fields, raw);
  const prefix = !x.assigned && atStart ? assignmentPrefix.exec(raw)?.[0] ?? "" : "";
  addUnescaped(x.fields, prefix);
  const text = raw.slice(prefix.length);
  if (!x.assigned && prefix === "") return addTilde(x, text, atStart, atEnd);
  const segments = text.split(":");
  for (const [i, segment] of segments.entries()) {
    if (i > 0) addText(x.fields, ":", false);
    addTilde(x, segment, i > 0 || atStart, i < segments.length - 1 || atEnd);
  }
}

/** Nothing of the current word is known to be text. */
function mayBeEmpty({ pieces }: Fields): boolean {
  return pieces.every(({ kind }) => kind === "unknown");
}

/** Adds text with its backslashes taken out: what stood behind one is quoted. */
export function addUnescaped(fields: Fields, raw: string): void {
  let start = 0;
  for (let at = raw.indexOf("\\"); at >= 0; at = raw.indexOf("\\", start)) {
    addText(fields, raw.slice(start, at), false);
    const next = raw[at + 1];
    if (next === undefined) return addText(fields, "\\", true);
    if (next !== "\n") addText(fields, next, true);
    start = at + 2;
  }
  addText(fields, raw.slice(start), false);
}

function addTilde(
  { run, scope, fields }: Expansion,
  raw: string,
  atStart: boolean,
  atEnd: boolean,
) {
  if (!atStart || !raw.startsWith("~")) return addUnescaped(fields, raw);
  const slash = raw.indexOf("/");
  const prefix = slash < 0 ? raw : raw.slice(0, slash);
  if (prefix.includes("\\")) return addUnescaped(fields, raw);
  const place = slash >= 0 || atEnd ? tildeAt(scope, run.options.home, prefix) : null;
  if (place === null) addUnknown(fields, prefix, false, "variable");
  else addText(fields, slash >= 0 && place === "/" ? "" : place, true);
  if (slash >= 0) addUnescaped(fields, raw.slice(slash));
}
