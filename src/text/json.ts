/** JSON from outside: decoded strictly, with bounded depth, and narrowed without trust. */
import { UsherError } from "./error.ts";

/**
 * Deeper than anything an agent or a person writes, and far from where a recursive walk over the value
 * runs out of stack.
 */
export const depthLimit = 500;

/**
 * One JSON object from UTF-8 bytes; a byte order mark is skipped.
 * @param what names the text in an error: a file, "standard input".
 * @throws UsherError when it is empty, no UTF-8, no JSON, no object, or nested deeper than `depthLimit`.
 */
export function parseJsonObject(bytes: Uint8Array, what: string): Record<string, unknown> {
  if (isTooDeep(bytes)) {
    throw new UsherError(what, `nested more than ${depthLimit} levels deep`);
  }
  const value = parse(decode(bytes, what), what);
  if (!isObject(value)) throw new UsherError(what, "not a JSON object");
  return value;
}

/** Whether JSON text is nested deeper than `depthLimit`. */
export function isTooDeep(bytes: Uint8Array): boolean {
  const scan = newScan();
  scanOn(scan, bytes);
  return scan.deepest > depthLimit;
}

/** A text of JSON or code in which all characters but those of ASCII are escaped. */
export function escapeNonAscii(text: string): string {
  return text.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Whether a value is an object that is no array; its own keys may still be anything. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own field that is a string; null when there is none or it is something else. */
export function stringField(
  object: Readonly<Record<string, unknown>>,
  name: string,
): string | null {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return typeof value === "string" ? value : null;
}

/**
 * Whether the bytes look like a whole JSON object or array: its last bracket is closed and only space
 * follows. A look at brackets and quotes, no parse; whoever is told yes still parses.
 */
export function looksComplete(bytes: Uint8Array): boolean {
  return objectWatcher()(bytes);
}

/**
 * The same for bytes that grow: each call is given all bytes so far and looks only at the new ones, so
 * that a text in many pieces costs no more than one in one piece. For `readStdin`'s `complete`.
 */
export function objectWatcher(): (bytes: Uint8Array) => boolean {
  const scan = newScan();
  return (bytes) => {
    scanOn(scan, bytes);
    return scan.closed;
  };
}

/** Where a look at JSON text stands. */
interface Scan {
  /** The next byte; one past the end after a `\` that ends the bytes. */
  at: number;
  depth: number;
  deepest: number;
  inString: boolean;
  closed: boolean;
}

function newScan(): Scan {
  return { at: 0, depth: 0, deepest: 0, inString: false, closed: false };
}

/** Goes on to the end of the bytes. */
function scanOn(scan: Scan, bytes: Uint8Array): void {
  let { at, depth, deepest, inString, closed } = scan;
  for (; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inString) {
      if (byte === 0x5c /* \ */) at++;
      else if (byte === 0x22 /* " */) inString = false;
    } else if (byte === 0x22) {
      inString = true;
      closed = false;
    } else if (byte === 0x7b /* { */ || byte === 0x5b /* [ */) {
      depth++;
      if (depth > deepest) deepest = depth;
      closed = false;
    } else if (byte === 0x7d /* } */ || byte === 0x5d /* ] */) {
      closed = depth === 1;
      if (depth > 0) depth--;
    } else if (!isSpace(byte)) {
      closed = false;
    }
  }
  Object.assign(scan, { at, depth, deepest, inString, closed });
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function decode(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UsherError(what, "not valid UTF-8");
  }
}

/** The parser's own message quotes the text, which may be a secret or hostile: only the place is kept. */
function parse(text: string, what: string): unknown {
  if (text.trim() === "") throw new UsherError(what, "empty, where a JSON object should be");
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = error instanceof Error ? /position \d+/.exec(error.message)?.[0] : undefined;
    throw new UsherError(what, `not valid JSON${position === undefined ? "" : ` at ${position}`}`);
  }
}
