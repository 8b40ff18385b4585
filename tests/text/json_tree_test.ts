import assert from "node:assert/strict";
import fc from "fast-check";
import { jsonEntry, jsonItems, type JsonNode, readJsonTree } from "../../src/text/json_tree.ts";

/** A tree as data; numbers and words from their place in the text. */
function dataOf(node: JsonNode, text: string): unknown {
  if (node.kind === "text") return node.value;
  if (node.kind === "list") return node.items.map((item) => dataOf(item, text));
  if (node.kind === "other") return JSON.parse(text.slice(node.start, node.end));
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, dataOf(value, text)]));
}

Deno.test("JSON tree: what JSON reads, with offsets of each value", () => {
  const json = fc.jsonValue();
  fc.assert(fc.property(json, fc.constantFrom(0, 2), (value, indent) => {
    const text = JSON.stringify(value, null, indent);
    const found = dataOf(readJsonTree(text, "a"), text);
    assert.equal(JSON.stringify(found), JSON.stringify(value));
  }));
});

Deno.test("JSON tree: comments, commas and blanks as editors let them through", () => {
  const text =
    '\ufeff// a\n{ /* "b": 1 */ "c" : [ 1, "d//e", ], // f\n "c": { "g": "\\u0041", } }\n';
  const root = readJsonTree(text, "a");
  const inner = jsonEntry(jsonEntry(root, "c"), "g");
  assert(inner?.kind === "text");
  assert.deepEqual([inner.value, text.slice(inner.start, inner.end)], ["A", '"\\u0041"']);
  assert.deepEqual(jsonItems(readJsonTree("[[],{}]", "a")).length, 2);
});

const bad: readonly (readonly [string, string])[] = [
  ["", "a:1:1: not valid JSON: a JSON value is missing"],
  ["{} x", "a:1:4: not valid JSON: something follows the JSON value"],
  ["{\n  a: 1 }", "a:2:3: not valid JSON: a text in double quotes is missing, or not ended"],
  ['{"a" 1}', "a:1:6: not valid JSON: a `:` is missing"],
  ["[1 2]", "a:1:4: not valid JSON: a `,` or `]` is missing"],
  ["[,]", "a:1:2: not valid JSON: a JSON value is missing"],
  ['["a\nb"]', "a:1:2: not valid JSON: a text in double quotes is missing, or not ended"],
  ["[01]", "a:1:2: not valid JSON: a JSON value is missing"],
  ["[tru]", "a:1:2: not valid JSON: a JSON value is missing"],
  ["/* x", "a:1:1: not valid JSON: a JSON value is missing"],
  ["[1", "a:1:3: not valid JSON: a `,` or `]` is missing"],
];
bad.forEach(([text, message]) =>
  Deno.test(`JSON tree: ${JSON.stringify(text)} is an error`, () => {
    assert.throws(() => readJsonTree(text, "a"), { message });
  })
);

Deno.test("JSON tree: what nests without end is refused", () => {
  assert.throws(() => readJsonTree("[".repeat(100_000), "a"), /nested more than 500 levels/);
});
