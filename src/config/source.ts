/** A configuration file's text, and where in it an offset is. */
import { formatPlace, type Place, UsherError } from "../text/error.ts";

/** The largest configuration file that is read, in bytes. (`02-rules.md`, Files) */
export const MAX_FILE_BYTES = 1024 * 1024;

/** A decoded file. Offsets are UTF-16 units into `text`. */
export interface Source {
  readonly file: string;
  readonly text: string;
  /** The offset at which each line begins. */
  readonly lineStarts: readonly number[];
}

/** Control characters that YAML does not allow, and a carriage return that ends no line; slow to make. */
const forbidden = () => /(?![\t\n\r\u0085])\p{Cc}|\r(?!\n)/u;

/**
 * Decodes a file. A UTF-8 byte order mark in front is skipped.
 * @throws UsherError for more than 1 MiB, UTF-16 or UTF-32, invalid UTF-8 and control characters.
 */
export function decodeSource(file: string, bytes: Uint8Array): Source {
  if (bytes.length > MAX_FILE_BYTES) {
    throw new UsherError(file, "larger than 1 MiB", {
      place: { file },
      hint: "split it, or shorten its lists",
    });
  }
  const first = bytes[0];
  const second = bytes[1];
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new UsherError(file, "is UTF-16 text", { place: { file }, hint: "save it as UTF-8" });
  }
  const source = sourceOf(file, decodeUtf8(file, bytes));
  const found = forbidden().exec(source.text);
  if (found !== null) {
    const code = found[0].charCodeAt(0);
    const name = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
    throw sourceError(source, found.index, `control character ${name}`, "remove it");
  }
  return source;
}

/** A source from text that is known to be good. */
export function sourceOf(file: string, text: string): Source {
  const lineStarts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    lineStarts.push(at + 1);
  }
  return { file, text, lineStarts };
}

/** The line and column of an offset, both from 1. */
export function placeAt(source: Source, offset: number): Place {
  const { file, lineStarts } = source;
  let low = 0;
  let high = lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { file, line: low + 1, column: offset - (lineStarts[low] ?? 0) + 1 };
}

/** An error at an offset, named `file:line:column`. */
export function sourceError(
  source: Source,
  offset: number,
  why: string,
  hint?: string,
): UsherError {
  return placedError(placeAt(source, offset), why, hint);
}

/** An error whose `what` is its place. */
export function placedError(place: Place, why: string, hint?: string): UsherError {
  return new UsherError(formatPlace(place), why, hint === undefined ? { place } : { place, hint });
}

function decodeUtf8(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Streaming leaves out what is begun and goes on wrongly, so the text ends where the fault begins.
    const good = new TextDecoder().decode(bytes.subarray(0, validPrefix(bytes)), { stream: true });
    const fault = new TextEncoder().encode(good).length + (hasByteOrderMark(bytes) ? 3 : 0);
    const byte = (bytes[fault] ?? 0).toString(16).padStart(2, "0");
    const why = `is not UTF-8 (byte 0x${byte})`;
    throw sourceError(sourceOf(file, good), good.length, why, "save it as UTF-8");
  }
}

function hasByteOrderMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** How many bytes from the start are valid UTF-8. Halving finds it in a few passes. */
function validPrefix(bytes: Uint8Array): number {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isValid(bytes.subarray(0, middle))) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Whether these bytes are valid UTF-8, or would be if they went on. */
function isValid(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
