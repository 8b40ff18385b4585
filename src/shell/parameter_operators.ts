/** `${x#…}`, `${x/…}`, `${x:1}`, `${x^^}` of a known value. */
import type { ParameterOperation, Word as WordNode } from "unbash";

/** A replacement that could make more than this is left alone. */
const longestResult = 1 << 20;

/**
 * The result where it is simple and the same in every shell; else null. Defaults (`:-`) are left alone:
 * whether a variable is set is not known from the text.
 */
export function operate(value: string, operation: ParameterOperation): string | null {
  switch (operation.type) {
    case "Remove": {
      const pattern = operation.operand.text;
      const longest = operation.operator.length === 2;
      return operation.operator.startsWith("#")
        ? removePrefix(value, pattern, longest)
        : removeSuffix(value, pattern, longest);
    }
    case "Replace": {
      const pattern = literal(operation.pattern);
      const replacement = literal(operation.replacement);
      if (pattern === null || pattern === "" || replacement === null || replacement.includes("&")) {
        return null;
      }
      if (value.length * replacement.length > longestResult) return null;
      return replace(value, operation.operator, pattern, replacement);
    }
    case "Slice": {
      const offset = /^ ?-?\d{1,5}$/.test(operation.offset.text)
        ? Number(operation.offset.text)
        : null;
      const length = operation.length === undefined
        ? value.length
        : /^\d{1,5}$/.test(operation.length.text)
        ? Number(operation.length.text)
        : null;
      if (offset === null || length === null || -offset > value.length || !isAscii(value)) {
        return null;
      }
      return value.slice(offset).slice(0, length);
    }
    case "CaseModification":
      return operation.operand === undefined || operation.operand.text === ""
        ? changeCase(value, operation.operator)
        : null;
    default:
      return null;
  }
}

/** Other letters change case with the locale, and count differently. */
function isAscii(value: string): boolean {
  return /^[ -~]*$/.test(value);
}

/** The text of a pattern or replacement that has nothing special in it. */
function literal(word: WordNode): string | null {
  return /^[\w./:@%+=, -]*$/.test(word.text) ? word.text : null;
}

function plain(pattern: string): boolean {
  return /^[\w./:@+=, -]*$/.test(pattern);
}

function removePrefix(value: string, pattern: string, longest: boolean): string | null {
  if (plain(pattern)) return value.startsWith(pattern) ? value.slice(pattern.length) : value;
  const end = pattern.slice(1);
  if (!pattern.startsWith("*") || end === "" || !plain(end)) return null;
  const at = longest ? value.lastIndexOf(end) : value.indexOf(end);
  return at < 0 ? value : value.slice(at + end.length);
}

function removeSuffix(value: string, pattern: string, longest: boolean): string | null {
  if (plain(pattern)) {
    return value.endsWith(pattern) ? value.slice(0, value.length - pattern.length) : value;
  }
  const start = pattern.slice(0, -1);
  if (!pattern.endsWith("*") || start === "" || !plain(start)) return null;
  const at = longest ? value.indexOf(start) : value.lastIndexOf(start);
  return at < 0 ? value : value.slice(0, at);
}

function replace(
  value: string,
  operator: string,
  pattern: string,
  replacement: string,
): string {
  switch (operator) {
    case "//":
      return value.split(pattern).join(replacement);
    case "/#":
      return value.startsWith(pattern) ? replacement + value.slice(pattern.length) : value;
    case "/%":
      return value.endsWith(pattern)
        ? value.slice(0, value.length - pattern.length) + replacement
        : value;
    default: {
      const at = value.indexOf(pattern);
      return at < 0 ? value : value.slice(0, at) + replacement + value.slice(at + pattern.length);
    }
  }
}

function changeCase(value: string, operator: string): string | null {
  if (!isAscii(value)) return null;
  const first = value.slice(0, 1);
  switch (operator) {
    case "^^":
      return value.toUpperCase();
    case ",,":
      return value.toLowerCase();
    case "^":
      return first.toUpperCase() + value.slice(1);
    case ",":
      return first.toLowerCase() + value.slice(1);
    default:
      return null;
  }
}
