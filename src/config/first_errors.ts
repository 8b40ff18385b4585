/** Which errors of a file are reported. */
import type { UsherError } from "../text/error.ts";
import { placedError } from "./source.ts";

/** Errors of one file that are reported; what follows is counted. */
const MAX_ERRORS = 20;

/**
 * The first errors by place, and one that counts the others.
 * @param count how many there are, those included that were not kept
 */
export function firstErrors(
  file: string,
  errors: readonly UsherError[],
  count: number,
): readonly UsherError[] {
  const sorted = [...errors].sort((a, b) => rank(a) - rank(b));
  if (count <= MAX_ERRORS) return sorted;
  return [
    ...sorted.slice(0, MAX_ERRORS),
    placedError({ file }, `${count - MAX_ERRORS} more errors`),
  ];
}

/** Places in the order of the file; a column is below 2²¹. */
function rank({ place }: UsherError): number {
  return (place?.line ?? 0) * 2 ** 21 + (place?.column ?? 0);
}
