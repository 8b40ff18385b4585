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

/** Takes what a file holds; what is wrong when that is more than is left. */
export function overdrawn(allowance: Allowance, file: string, size: number): UsherError | null {
  allowance.bytes -= size;
  if (allowance.bytes >= 0) return null;
  const why = "projects that are not trusted bring more than 256 KiB: the rest is not read";
  return placedError({ file }, why, "run `usher trust`, or make it less");
}
