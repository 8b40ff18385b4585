/** JSON text made smaller without being parsed: what is too much to keep is left out. */

/** What is kept. */
export interface OutlineLimits {
  /** Objects and arrays below this depth become `0`; the outermost one has depth 1. */
  readonly deepest: number;
  /** Strings are cut off behind this many bytes. */
  readonly longest: number;
  /** Arrays, and objects that are open below `deepest`, lose their entries behind this many. */
  readonly most: number;
}

const [quote, comma, backslash, letterU, zero] = [0x22, 0x2c, 0x5c, 0x75, 0x30];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Levels below the deepest in which entries are counted. */
const counted = 64;

/**
 * The text without what goes beyond the limits. It may end anywhere, and what follows can be put behind the
 * result as behind the text: what is open at its end is kept. Text that is no JSON gives some text that is
 * none, or less of it.
 */
export function outlineJson(bytes: Uint8Array, limits: OutlineLimits): Uint8Array {
  const { deepest, longest, most } = limits;
  const kept = new Uint8Array(bytes.length);
  let length = 0;
  let depth = 0;
  /** Of each open container the entries begun, none for an object that keeps all of its own. */
  const begun: number[] = [];
  /** Where the last of them begins in what is kept. */
  const marks: number[] = [];
  /** Where a container below the deepest begins there. */
  let deepMark = 0;

  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) {
      const { cut, resume, end } = stringAt(bytes, at, longest);
      for (const part of [bytes.subarray(at, cut), bytes.subarray(resume, end)]) {
        kept.set(part, length);
        length += part.length;
      }
      at = end;
      continue;
    }
    at++;
    if (byte === openArray || byte === openObject) {
      if (depth === deepest) deepMark = length;
      depth++;
      if (depth < deepest + counted) {
        begun[depth] = byte === openArray || depth > deepest ? 1 : 0;
        marks[depth] = length + 1;
      }
    } else if (byte === comma || byte === closeArray || byte === closeObject) {
      const count = begun[depth] ?? 0;
      if (count > most) length = marks[depth] ?? length;
      if (byte === comma) {
        if (count > 0) {
          begun[depth] = count + 1;
          marks[depth] = length;
        }
      } else if (--depth === deepest) {
        length = deepMark;
        kept[length++] = zero;
        continue;
      }
    }
    kept[length++] = byte;
  }
  return kept.subarray(0, length);
}

/** A string from its quote on: where it is cut off, where its text goes on, and what is behind it. */
function stringAt(
  bytes: Uint8Array,
  start: number,
  longest: number,
): { readonly cut: number; readonly resume: number; readonly end: number } {
  let cut = start + 1;
  let last = start + 1;
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) {
    last = at;
    if (bytes[at] !== backslash) at++;
    else at += bytes[at + 1] === letterU ? 6 : 2;
    // Between two characters, and between an escape and the next.
    if (at - start <= longest && at < bytes.length && !isInside(bytes[at])) cut = at;
  }
  const isOpen = at >= bytes.length;
  const end = isOpen ? bytes.length : at + 1;
  if (at - start <= longest) return { cut: end, resume: end, end };
  // An open one goes on with what follows, which may be the rest of an escape.
  while (isOpen && isInside(bytes[last]) && last > cut) last--;
  return { cut, resume: Math.max(cut, isOpen ? last : at), end };
}

/** Whether a byte is not the first one of its character. */
function isInside(byte: number | undefined): boolean {
  return ((byte ?? 0) & 0xc0) === 0x80;
}
