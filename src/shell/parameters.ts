/** `$x` and `${x…}`: what they put into a word. */
import type { ParameterExpansionPart, SimpleExpansionPart } from "unbash";
import type { UnknownCause, Word, WordPiece } from "./command.ts";
import { addText, addUnknown, addValue, endField } from "./fields.ts";
import type { Expansion } from "./literal.ts";
import { operate } from "./parameter_operators.ts";
import { homeAt, workingFolderAt } from "./places.ts";
import { mayPut, report } from "./run.ts";
import { findVariable, isSet } from "./scope.ts";
import { valueOf } from "./words.ts";

/** What a parameter stands for. */
type Meaning =
  | { readonly kind: "value"; readonly pieces: readonly WordPiece[] }
  /** Several words; in quotes they stay apart, or are joined by a blank. */
  | { readonly kind: "list"; readonly words: readonly Word[]; readonly joined: boolean }
  /** A place of the machine, which the source already names as people know it. */
  | { readonly kind: "place"; readonly path: string }
  | { readonly kind: "blank" }
  | { readonly kind: "unknown"; readonly cause: UnknownCause };

const unknownParameter: Meaning = { kind: "unknown", cause: "variable" };
const computed: Meaning = { kind: "unknown", cause: "substitution" };
const number: Meaning = { kind: "unknown", cause: "number" };

/** Behind `$x`, zsh takes `[…]` for a subscript and `:h` for a modifier. */
const zshSuffix = /^(?:\[|:[A-Za-z&])/;

/**
 * Adds a parameter's value, or the parameter as it is written where that is not known.
 * @param following what comes behind it in its word
 */
export function addParameter(
  x: Expansion,
  part: SimpleExpansionPart | ParameterExpansionPart,
  quoted: boolean,
  following: string,
): void {
  const meaning = part.type === "ParameterExpansion"
    ? meaningOf(x, part)
    : zshSuffix.test(following)
    ? unknownParameter
    : namedMeaning(x, part.text.slice(1));
  put(x, meaning, part.text, quoted);
}

/** Whether the part is a list without a word in it, which leaves no trace even in quotes. */
export function isEmptyList(
  x: Expansion,
  part: SimpleExpansionPart | ParameterExpansionPart,
): boolean {
  const meaning = part.type === "ParameterExpansion"
    ? meaningOf(x, part)
    : namedMeaning(x, part.text.slice(1));
  return meaning.kind === "list" && !meaning.joined && meaning.words.length === 0;
}

function put(x: Expansion, meaning: Meaning, source: string, quoted: boolean): void {
  const { run, fields } = x;
  const whole = quoted || !x.split;
  const resolved = meaning.kind !== "unknown" &&
    (whole || !isSet(x.scope, "IFS")) &&
    (meaning.kind !== "list" || !meaning.joined || !isSet(x.scope, "IFS"));
  if (!resolved) {
    const cause = meaning.kind === "unknown" ? meaning.cause : "variable";
    // Even in quotes, `"$@"` may become several words or none; so may what `!` leads to.
    const several = x.split && /^\$(?:@|\{!|\{[^}]*@)/.test(source);
    return addUnknown(fields, source, whole && !several, cause);
  }
  switch (meaning.kind) {
    case "place":
      return addText(fields, meaning.path, true);
    case "blank":
      fields.changed = true;
      return whole ? addText(fields, " \t\n", true) : endField(fields);
    case "value":
      if (!mayPut(run, meaning.pieces)) return addUnknown(fields, source, whole, "variable");
      fields.changed = true;
      return addValue(fields, meaning.pieces, whole);
    case "list": {
      const { words, joined } = meaning;
      if (!words.every((word) => mayPut(run, word.pieces))) {
        return addUnknown(fields, source, whole, "variable");
      }
      fields.changed = true;
      for (const [i, word] of words.entries()) {
        if (i > 0) {
          if (whole && (joined || !x.split)) addText(fields, " ", true);
          else endField(fields);
        }
        addValue(fields, word.pieces, whole);
      }
    }
  }
}

function meaningOf(x: Expansion, part: ParameterExpansionPart): Meaning {
  const { parameter, prefix, index, operation } = part;
  if (prefix === "#") return number;
  if (prefix === "!") {
    if (index !== undefined || operation !== undefined) return unknownParameter;
    const name = plainValue(namedMeaning(x, parameter));
    if (name === null || !/^[A-Za-z_]\w*$/.test(name)) return unknownParameter;
    return namedMeaning(x, name);
  }
  const meaning = index === undefined
    ? namedMeaning(x, parameter)
    : elementMeaning(x, parameter, index.text);
  if (operation === undefined) return meaning;
  const value = plainValue(meaning);
  if (value === null || !mayPut(x.run, textPieces(value))) return computed;
  const result = operate(value, operation);
  if (result === null) return computed;
  return { kind: "value", pieces: textPieces(result) };
}

function namedMeaning({ run, scope }: Expansion, name: string): Meaning {
  const { positional } = scope;
  switch (name) {
    case "@":
    case "*":
      return positional === null
        ? unknownParameter
        : { kind: "list", words: positional.slice(1), joined: name === "*" };
    case "#":
      return positional?.every(isSureWord) === true
        ? { kind: "value", pieces: textPieces(`${Math.max(0, positional.length - 1)}`) }
        : number;
    case "?":
    case "$":
    case "!":
      return number;
    case "HOME":
    case "PWD":
      if (!isSet(scope, name)) {
        const path = name === "HOME" ? homeAt(scope, run.options.home) : workingFolderAt(scope);
        return path === null ? unknownParameter : { kind: "place", path };
      }
      break;
    case "IFS":
      if (!isSet(scope, name)) return { kind: "blank" };
  }
  if (/^\d+$/.test(name)) return positionalMeaning(positional, Number(name));
  const variable = findVariable(scope, name);
  if (variable === undefined) return unknownParameter;
  if (variable.value !== null) return { kind: "value", pieces: variable.value };
  if (variable.elements === null) return unknownParameter;
  report(
    run,
    "ambiguous",
    "an array's name alone is its first element in bash and all of it in zsh",
  );
  return { kind: "list", words: variable.elements, joined: false };
}

function positionalMeaning(positional: readonly Word[] | null, index: number): Meaning {
  if (positional === null) return unknownParameter;
  // An unknown or glob word may have become several, so that those behind it have other numbers.
  if (!positional.slice(1, index).every(isSureWord)) return unknownParameter;
  const word = positional[index];
  if (word === undefined) {
    return index === 0 ? unknownParameter : { kind: "value", pieces: [] };
  }
  const open = word.pieces.some((piece) => piece.kind === "unknown" && !piece.quoted);
  return open ? unknownParameter : { kind: "value", pieces: word.pieces };
}

function elementMeaning(x: Expansion, name: string, index: string): Meaning {
  const elements = findVariable(x.scope, name)?.elements ?? null;
  if (elements === null) return unknownParameter;
  if (index === "@" || index === "*") {
    return { kind: "list", words: elements, joined: index === "*" };
  }
  if (!/^\d{1,4}$/.test(index)) return unknownParameter;
  report(x.run, "ambiguous", "an array's elements count from 1 in zsh and from 0 in bash");
  return { kind: "value", pieces: elements[Number(index)]?.pieces ?? [] };
}

/** A word that is surely just one. */
function isSureWord(word: Word): boolean {
  return word.pieces.every((piece) =>
    piece.kind !== "glob" && (piece.kind === "text" || piece.quoted)
  );
}

function plainValue(meaning: Meaning): string | null {
  if (meaning.kind === "place") return meaning.path;
  if (meaning.kind !== "value") return null;
  return meaning.pieces.every((piece) => piece.kind === "text") ? valueOf(meaning.pieces) : null;
}

function textPieces(text: string): readonly WordPiece[] {
  return text === "" ? [] : [{ kind: "text", text, quoted: false }];
}
