/**
 * How much configuration projects may bring that nobody trusts: it could only tighten, and to read it must
 * not keep a hook from answering in time.
 */
import type { UsherError } from "../text/error.ts";
import { placedError } from "./source.ts";

/** What is left, in bytes. */
export interface Allowance {
  bytes: number;
}

/** For all such projects together. */
const most = 256 * 1024;

/** A fresh one. */
export function untrustedAllowance(): Allowance {
  return { bytes: most };
}

/** What of a file is read. */
export interface Granted {
  /** Whole lines from its start: what they deny is denied. */
  readonly bytes: Uint8Array;
  /** What is wrong when that is not all. */
  readonly excess: UsherError | null;
}

/** Takes what a file holds from an allowance. */
export function granted(allowance: Allowance, file: string, bytes: Uint8Array): Granted {
  const left = allowance.bytes;
  allowance.bytes = Math.max(0, left - bytes.length);
  if (bytes.length <= left) return { bytes, excess: null };
  const why = "projects that are not trusted bring more than 256 KiB: the rest is not read";
  const newline = left === 0 ? -1 : bytes.lastIndexOf(0x0a, left - 1);
  return {
    bytes: bytes.subarray(0, newline + 1),
    excess: placedError({ file }, why, "run `usher trust`, or make it less"),
  };
}
