/** Rules that are there and do not count. */
import type { Rule } from "../rules/rule_set.ts";
import type { Place } from "../text/error.ts";

/** A rule that does not count, and why. */
export interface InactiveRule {
  readonly rule: Rule;
  readonly reason:
    /** A file switches it off by its id. */
    | "disabled"
    /** It allows, and its project is not trusted. */
    | "untrusted"
    /** It allows, and its project is not the nearest. */
    | "outer"
    /** It allows in a sandbox that is not defined. */
    | "no-sandbox";
  /** Where it is switched off; null for the other reasons. */
  readonly by: Place | null;
}
