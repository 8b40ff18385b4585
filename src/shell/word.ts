/** From a word of the source to the words that the shell makes of it. */
import type { HereDoc, Word as WordNode, WordPart } from "unbash";
import { expandBraces } from "./braces.ts";
import type { Word, WordPiece } from "./command.ts";
import { addGlob, addText, addUnknown, type Fields, finishFields, startFields } from "./fields.ts";
import { addLiteral, type Expansion } from "./literal.ts";
import { addParameter, isEmptyList } from "./parameters.ts";
import { report, type Run } from "./run.ts";
import { type Scope, takeRisk } from "./scope.ts";
import { reportZshParameters } from "./zsh.ts";

/** Text that is its own value and one word. */
const plain = /^[\w./:@%+,^-][\w./:@%+,^=-]*$/;

/** Expands a word of a command: braces, `~`, known variables, word splitting. May give no word, or several. */
export function expandWord(run: Run, scope: Scope, node: WordNode): readonly Word[] {
  const { text } = node;
  if (plain.test(text)) return [plainWord(text)];
  if (text.includes("{")) {
    const words = expandBraces(run, node);
    if (words !== null) return words.flatMap((word) => changed(expandOne(run, scope, word, true)));
  }
  return finishFields(expandOne(run, scope, node, true), text);
}

/** Expands a word that stays one word: an assignment's value, a here-string, a `case` word. */
export function expandValue(run: Run, scope: Scope, node: WordNode, assigned: boolean): Word {
  const { text } = node;
  if (plain.test(text) && !text.includes("~")) return plainWord(text);
  const fields = expandOne(run, scope, node, false, assigned);
  const [word] = finishFields(fields, text);
  return word ?? { source: text, value: "", pieces: [] };
}

/** The text of a here-document's body. */
export function expandBody(run: Run, scope: Scope, { body, operator, delimiter }: HereDoc): Word {
  const fields = startFields();
  const x: Expansion = { run, scope, fields, split: false, assigned: false };
  const stripped = operator === "<<-";
  const { parts } = body;
  if (parts === undefined) {
    const text = delimiter?.quoted === true ? body.text : unescapeBody(body.text);
    addText(fields, stripped ? stripTabs(text, true) : text, true);
  } else {
    let lineStart = true;
    for (const [i, part] of parts.entries()) {
      if (part.type === "Literal") {
        addText(fields, stripped ? stripTabs(part.value, lineStart) : part.value, true);
      } else addPart(x, parts, i, true);
      lineStart = part.text.endsWith("\n");
    }
  }
  const [word] = finishFields(fields, body.text);
  return word ?? { source: "", value: "", pieces: [] };
}

function plainWord(text: string): Word {
  return { source: text, value: text, pieces: [{ kind: "text", text, quoted: false }] };
}

function changed(fields: Fields): readonly Word[] {
  fields.changed = true;
  return finishFields(fields, "");
}

function expandOne(
  run: Run,
  scope: Scope,
  node: WordNode,
  split: boolean,
  assigned = false,
): Fields {
  const fields = startFields();
  const x: Expansion = { run, scope, fields, split, assigned };
  const { parts } = node;
  if (parts === undefined) addLiteral(x, node.text, true, true);
  else for (let i = 0; i < parts.length; i++) addPart(x, parts, i, false);
  return fields;
}

function addPart(x: Expansion, parts: readonly WordPart[], index: number, quoted: boolean): void {
  const part = parts[index];
  if (part === undefined) return;
  const { fields } = x;
  switch (part.type) {
    case "Literal":
      if (!quoted) return addLiteral(x, part.text, index === 0, index === parts.length - 1);
      if (part.text.includes("$")) reportZshParameters(x.run, part.text);
      return addText(fields, part.value, true);
    case "SingleQuoted":
    case "AnsiCQuoted":
      return addText(fields, part.value, true);
    case "DoubleQuoted":
    case "LocaleString": {
      const [only] = part.parts;
      const list = part.parts.length === 1 && only?.text.includes("@") === true &&
        (only.type === "SimpleExpansion" || only.type === "ParameterExpansion");
      if (list && isEmptyList(x, only)) return;
      fields.started = true;
      for (let i = 0; i < part.parts.length; i++) addPart(x, part.parts, i, true);
      return;
    }
    case "SimpleExpansion":
    case "ParameterExpansion":
      return addParameter(x, part, quoted, parts[index + 1]?.text ?? "");
    case "CommandExpansion":
      return addUnknown(fields, part.text, quoted || !x.split, "substitution");
    case "ArithmeticExpansion":
      return addUnknown(fields, part.text, quoted || !x.split, "number");
    case "ProcessSubstitution":
      return addUnknown(fields, part.text, quoted || !x.split, "process");
    case "Glob":
    case "ExtendedGlob":
      if (!x.split) return addText(fields, part.text, false);
      // Where nothing fits it, zsh and bash with `failglob` go no further in this line.
      takeRisk(x.scope);
      return hasExpansion(part.parts)
        ? addUnknown(fields, part.text, false, "substitution")
        : addGlob(fields, part.text);
    case "BraceExpansion":
      return addBrace(x, part.text, part.parts);
  }
}

/** A brace that is not expanded here: an assignment's value, or one that is no brace expansion after all. */
function addBrace(x: Expansion, text: string, parts: readonly WordPart[] | undefined): void {
  if (x.split) report(x.run, "ambiguous", "braces that not every shell expands in the same way");
  if (parts === undefined) return addLiteral(x, text, false, false);
  addText(x.fields, "{", false);
  for (let i = 0; i < parts.length; i++) addPart(x, parts, i, false);
  addText(x.fields, "}", false);
}

function hasExpansion(parts: readonly WordPart[] | undefined): boolean {
  return parts?.some(({ type }) =>
    type !== "Literal" && type !== "Glob" && type !== "SingleQuoted"
  ) ??
    false;
}

/** `<<-` takes the tabs off the front of each line. */
function stripTabs(text: string, atLineStart: boolean): string {
  const stripped = text.replaceAll(/\n\t+/g, "\n");
  return atLineStart ? stripped.replace(/^\t+/, "") : stripped;
}

/** An unquoted here-document without expansions: `\\`, `\$`, `` \` `` and a backslash at a line's end. */
function unescapeBody(text: string): string {
  return text.includes("\\") ? text.replaceAll(/\\([\\$`])|\\\n/g, "$1") : text;
}

/** The pieces of a word as text in quotes: what a here-string or an argument of `echo` gives. */
export function quotedPieces({ pieces }: Word): readonly WordPiece[] {
  return pieces.map((piece): WordPiece => {
    if (piece.kind === "unknown") return { ...piece, quoted: true };
    return { kind: "text", text: piece.text, quoted: true };
  });
}
