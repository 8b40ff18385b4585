/** Whether a word surely is a number, or an expression that only looks at numbers. */
import type {
  ArithmeticExpression,
  ParameterExpansionPart,
  Word as WordNode,
  WordPart,
} from "unbash";
import { arithmeticLeaves } from "./arithmetic.ts";
import { printsNumber } from "./number_printers.ts";

/** What is known where a word stands. */
export interface NumberSources {
  /** Whether a variable holds a number, or only numbers. */
  readonly isNumber: (name: string) => boolean;
  /** Whether `$1`, or all of `$@`, are numbers. */
  readonly positional: (name: string) => boolean;
  /** Functions of the text; null when any command may be another one. */
  readonly functions: ReadonlySet<string> | null;
  /** Some array may have keys that are no numbers. */
  readonly associative: boolean;
}

/** Whether a word of the source is one. */
export function wordIsNumber(sources: NumberSources, { text, parts }: WordNode): boolean {
  return parts === undefined ? textIsNumber(sources, text) : partsAreNumber(sources, parts);
}

/**
 * Whether a word is one where it is expanded before anything evaluates it: as a value, in a list, in front
 * of `echo`. There `*` is no operator but all files of the folder, whatever they are named.
 */
export function valueIsNumber(sources: NumberSources, word: WordNode): boolean {
  const mayGlob = word.parts === undefined ? isGlob(word.text) : word.parts.some(holdsGlob);
  return !mayGlob && wordIsNumber(sources, word);
}

function holdsGlob(part: WordPart): boolean {
  switch (part.type) {
    case "ParameterExpansion":
    case "SimpleExpansion":
    case "ArithmeticExpansion":
    case "CommandExpansion":
      return false;
    case "DoubleQuoted":
    case "LocaleString":
      return part.parts.some(holdsGlob);
    default:
      return isGlob(part.text);
  }
}

function isGlob(text: string): boolean {
  return /[*?[]/.test(text);
}

/** Whether an expression only looks at numbers. */
export function expressionIsNumber(
  sources: NumberSources,
  expression: ArithmeticExpression,
): boolean {
  return arithmeticLeaves(expression).every((leaf) => {
    if (leaf.type === "ArithmeticCommandExpansion") return printsNumber(sources, leaf.script);
    if (leaf.type !== "ArithmeticWord") return false;
    return leaf.parts === undefined
      ? textIsNumber(sources, leaf.value)
      : partsAreNumber(sources, leaf.parts);
  });
}

/** Parameters in unparsed text. */
const parameter = /\$(?:\{#\w+(?:\[[@*]\])?\}|\{(\w+|[?#$!])\}|(\w+|[?#$!]))/g;

/** What else arithmetic consists of, once names are taken out. */
const operators = /^[\s\d+\-*/%<>=!&|^~?:,()[\].#@]*$/;

/** Whether text is an expression that only looks at numbers. */
export function textIsNumber(sources: NumberSources, text: string): boolean {
  if (/[A-Za-z_]\w*\$/.test(text)) return false; // A name that goes on with what is not written.
  let known = true;
  const plain = text.replaceAll(parameter, (_, braced?: string, bare?: string) => {
    const name = braced ?? bare;
    if (name !== undefined && !parameterIsNumber(sources, name)) known = false;
    return "0";
  });
  if (!known) return false;
  const names = plain.replaceAll(/(?<!\w)\d[\w#@.]*/g, "0");
  const rest = names.replaceAll(/[A-Za-z_]\w*/g, (name) => {
    if (!sources.isNumber(name)) known = false;
    return "0";
  });
  return known && operators.test(rest);
}

/** Whether the parts of a word are one together. */
export function partsAreNumber(sources: NumberSources, parts: readonly WordPart[]): boolean {
  return parts.every((part, i) => {
    const next = parts[i + 1];
    const open = next !== undefined && /[A-Za-z_]\w*$/.test(part.text);
    if (open && part.type === "Literal" && next.type !== "Glob") return false;
    return partIsNumber(sources, part);
  });
}

function partIsNumber(sources: NumberSources, part: WordPart): boolean {
  switch (part.type) {
    case "Literal":
      return textIsNumber(sources, part.text);
    case "SingleQuoted":
      return textIsNumber(sources, part.value);
    case "DoubleQuoted":
      return partsAreNumber(sources, part.parts);
    case "SimpleExpansion":
      return parameterIsNumber(sources, part.text.slice(1));
    case "ParameterExpansion":
      return expansionIsNumber(sources, part);
    case "CommandExpansion":
      return printsNumber(sources, part.script);
    case "ArithmeticExpansion":
      return true;
    case "Glob":
      return part.parts === undefined
        ? textIsNumber(sources, part.text)
        : partsAreNumber(sources, part.parts);
    case "BraceExpansion":
      return /^\{-?\w*\$?\w*(?:\.\.|,)/.test(part.text) &&
        textIsNumber(sources, part.text.slice(1, -1).replaceAll(/\.\.|,/g, " "));
    default:
      return false;
  }
}

function parameterIsNumber({ isNumber, positional }: NumberSources, name: string): boolean {
  if (/^[#?$!]$/.test(name)) return true;
  return /^(?:\d+|[@*])$/.test(name) ? positional(name) : isNumber(name);
}

function expansionIsNumber(
  sources: NumberSources,
  { parameter, prefix, index, operation }: ParameterExpansionPart,
): boolean {
  if (prefix === "#") return true;
  if (prefix === "!") {
    const keys = operation === undefined && (index?.text === "@" || index?.text === "*");
    return keys && !sources.associative && sources.functions !== null;
  }
  const value = parameterIsNumber(sources, parameter);
  switch (operation?.type) {
    case undefined:
    case "Remove":
    case "Slice":
    case "CaseModification":
      return value;
    case "Default":
      if (operation.operator.endsWith("?")) return value;
      return (value || operation.operator.endsWith("+")) &&
        wordIsNumber(sources, operation.operand);
    case "Replace":
      return value && wordIsNumber(sources, operation.replacement);
    default:
      return false;
  }
}
