/** What must hold for every entry of `extends`. */
import fc from "fast-check";
import assert from "node:assert/strict";
import { parseReference } from "../../src/config/preset_reference.ts";
import type { Property } from "../rules/properties.ts";

const part = fc.constantFrom(
  ..."github: https:// ssh:// file:// ext:: git@ builtin: host : / // . .. - -- @ v1 a ~ % \\ = + ^"
    .split(" "),
  " ",
  "\0",
  "\n",
  "\u202e",
);
const texts = fc.oneof(fc.string(), fc.array(part, { maxLength: 12 }).map((it) => it.join("")));

/** Nothing that git is given from a reference is an option, a range or a program. */
export const referenceProperty: Property = {
  name: "no reference gives git an option, a program or another transport",
  check: (runs, seed) =>
    fc.assert(fc.property(texts, check), {
      numRuns: runs,
      ...(seed === undefined ? {} : { seed }),
    }),
};

function check(written: string): void {
  const parsed = parseReference(written);
  if (!parsed.ok) return assert.ok(parsed.why !== "" && parsed.hint !== "");
  const { reference } = parsed;
  if (reference.kind !== "github" && reference.kind !== "git") return;
  const { url, ref, path } = reference;
  assert.match(url, /^(?:https:\/\/|ssh:\/\/|file:\/\/\/|git@)[^-\s\p{Cc}][^\s\p{Cc}]*$/u);
  assert.ok(!/^[\w+.@-]+::/.test(url), url);
  if (ref !== null) assert.match(ref, /^[A-Za-z\d_][\w./+-]*$/);
  if (path !== null) assert.ok(!path.split("/").some((it) => /^\.{0,2}$/.test(it)), path);
}
