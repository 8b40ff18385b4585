/**
 * The keys `required_usher_version` and `required_runok_version`. This module brings in the library for
 * version ranges, so it is loaded only for a file that has one of the keys.
 */
// @ts-types="@types/semver"
import { satisfies, validRange } from "semver";
import type { UsherError } from "../text/error.ts";
import { version } from "../text/version.ts";
import type { VersionRequirement } from "./configuration_file.ts";
import { excerpt } from "./excerpt.ts";
import { placedError } from "./source.ts";

/**
 * The runok release whose language this is: the newest one that its conformance cases know
 * (`tests/data/runok/config.jsonl`, `version`). It moves on when they do.
 */
export const runokVersion = "0.3.0";

/**
 * What is wrong with a requirement; null when it is met. A range for usher is one of npm's, a range for
 * runok one of Cargo's: there a bare `1.2.3` means `^1.2.3`, and commas stand between conditions.
 * @param current the versions to check against
 */
export function requirementError(
  { product, range, place }: VersionRequirement,
  current = { usher: version, runok: runokVersion },
): UsherError | null {
  const known = validRange(product === "runok" ? npmRange(range) : range.replaceAll(",", " "));
  if (known === null || range.trim() === "") {
    const why = `${excerpt(range)} is no version range (in required_${product}_version)`;
    return placedError(place, why, "write it as '>=0.1, <0.4'");
  }
  if (satisfies(current[product], known)) return null;
  const why = product === "usher"
    ? `needs usher ${excerpt(range)}, and this is ${current.usher}`
    : `needs runok ${excerpt(range)}, and this usher speaks the language of runok ${current.runok}`;
  return placedError(place, why, `change usher, or required_${product}_version`);
}

/** A range of Cargo's as one of npm's; what is no condition of Cargo's gives what npm refuses. */
function npmRange(range: string): string {
  const conditions = range.split(",").map((condition) => condition.trim());
  return conditions.map((condition) => /^\d/.test(condition) ? `^${condition}` : condition)
    .map((condition) => /^(?:[<>]=?|[=^~])?\s*[\d*xX][\w.*+-]*$/.test(condition) ? condition : "?")
    .join(" ");
}
