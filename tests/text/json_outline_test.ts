import assert from "node:assert/strict";
import fc from "fast-check";
import { outlineJson, type OutlineLimits } from "../../src/text/json_outline.ts";

const limits: OutlineLimits = { deepest: 2, longest: 5, most: 3 };
const encode = (text: string) => new TextEncoder().encode(text);
const outline = (text: string, given = limits) =>
  new TextDecoder("utf-8", { fatal: true }).decode(outlineJson(encode(text), given));

const rows: readonly (readonly [text: string, expected: string])[] = [
  ["", ""],
  ["{}", "{}"],
  ['{"a": {"b": [1, 2]}, "c": 1}', '{"a": {"b": 0}, "c": 1}'],
  ['{"a": {"b": {"]": "}"}, "d": [[]]}, "c": 1}', '{"a": {"b": 0, "d": 0}, "c": 1}'],
  ["[1, 2, 3, 4, [5], 6]", "[1, 2, 3]"],
  ["[1, 2, 3, 4, [5], 6", "[1, 2, 3, 6"],
  ['{"a": {"b": [1, 2, 3, 4, [5], 6', '{"a": {"b": [1, 2, 3, 6'],
  [
    '{"a": {"b": {"c": 1, "d": 2, "e": 3, "f": 4, "g":',
    '{"a": {"b": {"c": 1, "d": 2, "e": 3, "g":',
  ],
  ['{"a": [1, 2, 3, "]", 4], "b": 5}', '{"a": [1, 2, 3], "b": 5}'],
  ['{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}', '{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}'],
  ['["abcd", "abcde"]', '["abcd", "abcd"]'],
  [String.raw`["a\"\"\"\"b"]`, String.raw`["a\""]`],
  [String.raw`["ab\u0041cd"]`, String.raw`["ab"]`],
  [String.raw`["\\\\\\"]`, String.raw`["\\\\"]`],
  ['["aééé"]', '["aé"]'],
  ['["😀😀😀"]', '["😀"]'],
];
rows.forEach(([text, expected]) =>
  Deno.test(`outline of ${text}`, () => assert.equal(outline(text), expected))
);

const bounded = fc.record({
  deepest: fc.integer({ min: 1, max: 4 }),
  longest: fc.integer({ min: 1, max: 20 }),
  most: fc.integer({ min: 1, max: 4 }),
});

Deno.test("an outline is JSON, and one that needs no change stays", () => {
  fc.assert(fc.property(fc.json({ stringUnit: "binary" }), bounded, (text, limits) => {
    JSON.parse(outline(text, limits));
    assert.equal(outline(text, { deepest: 1000, longest: 1e6, most: 1e6 }), text);
  }));
});

Deno.test("a text may be outlined in the middle and go on", () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: "binary" }), bounded, fc.nat(), (text, limits, n) => {
      const bytes = encode(text);
      const at = n % (bytes.length + 1);
      const first = outlineJson(bytes.subarray(0, at), limits);
      const whole = new Uint8Array([...first, ...bytes.subarray(at)]);
      JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(whole));
    }),
    { numRuns: 500 },
  );
});
