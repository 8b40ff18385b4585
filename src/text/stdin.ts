/** Reading an input that may never end: the part of `Host.readStdin` that is not the system's. */
import { reasonOf, UsherError } from "./error.ts";

/** Reads some bytes into the buffer and says how many; null at the end. */
export type ReadSome = (buffer: Uint8Array) => Promise<number | null>;

/** When reading ends; see `Host.readStdin`. */
export interface ReadOptions {
  /** Bytes. */
  readonly limit: number;
  /** Milliseconds from the first call to the end. */
  readonly deadline: number;
  /** Asked when the bytes so far end like an object does; yes ends the reading. */
  readonly complete?: (bytes: Uint8Array) => boolean;
  /**
   * Asked when more than `limit` bytes came: what to keep of them. Reading ends when that is more than
   * half of the limit.
   */
  readonly shorten?: (bytes: Uint8Array) => Uint8Array;
}

const what = "standard input";
const firstChunk = 1 << 16;
const retryDelay = 5;
const closingBrace = 0x7d;

/**
 * Reads until the end, until `complete` says yes, or until the deadline, whatever the other side does. A
 * read that is under way at the deadline stays so: the program has to end with `Deno.exit`.
 * @throws UsherError at the deadline, beyond the limit, and when reading fails.
 */
export async function readWithin(read: ReadSome, options: ReadOptions): Promise<Uint8Array> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expired = new Promise<"expired">((resolve) => {
    timer = setTimeout(() => resolve("expired"), options.deadline);
  });
  try {
    return await readUntil(read, options, expired);
  } finally {
    clearTimeout(timer);
  }
}

async function readUntil(
  read: ReadSome,
  { limit, deadline, complete, shorten }: ReadOptions,
  expired: Promise<"expired">,
): Promise<Uint8Array> {
  let buffer = new Uint8Array(Math.min(firstChunk, limit + 1));
  let length = 0;
  let ending: number | undefined;
  for (;;) {
    if (length === buffer.length) buffer = widened(buffer, limit + 1);
    const count = await Promise.race([readSome(read, buffer.subarray(length)), expired]);
    if (count === "expired") {
      throw new UsherError(what, `nothing complete came within ${deadline} ms`);
    }
    if (count === null) return buffer.subarray(0, length);
    ending = lastSolid(buffer.subarray(length, length + count)) ?? ending;
    length += count;
    if (length > limit) {
      const shorter = shorten?.(buffer.subarray(0, length));
      if (shorter === undefined || shorter.length > limit / 2) {
        throw new UsherError(what, `more than ${limit} bytes`);
      }
      buffer.set(shorter);
      length = shorter.length;
    }
    const bytes = buffer.subarray(0, length);
    if (ending === closingBrace && complete?.(bytes) === true) return bytes;
  }
}

/** A descriptor that another process made non-blocking says so instead of waiting: ask again. */
async function readSome(read: ReadSome, buffer: Uint8Array): Promise<number | null> {
  try {
    return await read(buffer);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "WouldBlock") {
      throw new UsherError(what, reasonOf(error));
    }
    await new Promise((resolve) => setTimeout(resolve, retryDelay));
    return 0;
  }
}

/** Twice as wide, at most `most`. */
function widened(buffer: Uint8Array, most: number): Uint8Array<ArrayBuffer> {
  const wider = new Uint8Array(Math.min(buffer.length * 2, most));
  wider.set(buffer);
  return wider;
}

/** The last byte that is no space, if there is one. */
function lastSolid(bytes: Uint8Array): number | undefined {
  return bytes.findLast((byte) => byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09);
}
