import assert from "node:assert/strict";
import fc from "fast-check";
import { UsherError } from "../../src/text/error.ts";
import {
  depthLimit,
  isObject,
  looksComplete,
  objectWatcher,
  parseJsonObject,
  stringField,
} from "../../src/text/json.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const nested = (depth: number) => `{"a":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;

const good: readonly (readonly [string, string, unknown])[] = [
  ["an object", '{"a": 1}', { a: 1 }],
  ["space around", ' \n{"a":[{}]}\r\n', { a: [{}] }],
  ["a byte order mark", '\ufeff{"a":"é"}', { a: "é" }],
  ["brackets in strings", `{"a":"${"[{".repeat(2000)}\\""}`, { a: `${"[{".repeat(2000)}"` }],
];
good.forEach(([name, text, expected]) =>
  Deno.test(`parseJsonObject takes ${name}`, () => {
    assert.deepEqual(parseJsonObject(bytes(text), "input"), expected);
  })
);

Deno.test("parseJsonObject takes nesting up to the limit", () => {
  parseJsonObject(bytes(nested(depthLimit)), "input");
});

const bad: readonly (readonly [string, Uint8Array, string])[] = [
  ["nothing", bytes(""), "empty, where a JSON object should be"],
  ["space", bytes(" \n"), "empty, where a JSON object should be"],
  ["words", bytes("secret words"), "not valid JSON"],
  ["half an object", bytes('{"a":'), "not valid JSON"],
  ["two objects", bytes("{}{}"), "not valid JSON at position 2"],
  ["an array", bytes("[]"), "not a JSON object"],
  ["null", bytes("null"), "not a JSON object"],
  ["a string", bytes('"{}"'), "not a JSON object"],
  ["bad UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), "not valid UTF-8"],
  ["UTF-16", new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x7d, 0]), "not valid UTF-8"],
  ["nesting over the limit", bytes(nested(depthLimit + 1)), "nested more than 500 levels deep"],
  ["nesting without end", bytes("[".repeat(1 << 20)), "nested more than 500 levels deep"],
  ["objects without end", bytes('{"a":'.repeat(1 << 18)), "nested more than 500 levels deep"],
];
bad.forEach(([name, text, why]) =>
  Deno.test(`parseJsonObject refuses ${name}`, () => {
    assert.throws(
      () => parseJsonObject(text, "input"),
      (error) => error instanceof UsherError && error.what === "input" && error.why === why,
    );
  })
);

const complete: readonly (readonly [string, boolean])[] = [
  ["", false],
  [" ", false],
  ["{", false],
  ["{}", true],
  [' {"a":{"b":[1]}} \n', true],
  ['{"a":{"b":1}', false],
  ['{"a":"}"', false],
  ['{"a":"\\"}', false],
  ['{"a":"\\\\"}', true],
  ['{"a":"\\"}"}', true],
  ["[1]", true],
  ["}", false],
  ["]{}", true],
  ["{} x", false],
  ["{}{", false],
  ["{}{}", true],
  ['{}"', false],
  ["\ufeff{}", true],
];
complete.forEach(([text, expected]) =>
  Deno.test(`looksComplete ${JSON.stringify(text)}`, () => {
    assert.equal(looksComplete(bytes(text)), expected);
  })
);

Deno.test("a watcher says of growing bytes what a look at all of them says", () => {
  const fragment = fc.constantFrom("{", "}", "[", "]", '"', "\\", "a", " ", "é", '{"a":1}');
  fc.assert(fc.property(fc.array(fragment), (fragments) => {
    const all = bytes(fragments.join(""));
    const watch = objectWatcher();
    for (let end = 0; end <= all.length; end++) {
      assert.equal(watch(all.subarray(0, end)), looksComplete(all.subarray(0, end)));
    }
  }));
});

Deno.test("every object written as JSON is complete and comes back, and no part of it is", () => {
  fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
    const text = bytes(JSON.stringify(value));
    assert.equal(looksComplete(text), true);
    assert.equal(JSON.stringify(parseJsonObject(text, "input")), JSON.stringify(value));
    for (let end = 0; end < text.length; end++) {
      assert.equal(looksComplete(text.subarray(0, end)), false);
    }
  }));
});

Deno.test("any bytes give an object or an UsherError", () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => {
    try {
      assert.equal(isObject(parseJsonObject(bytes, "input")), true);
    } catch (error) {
      assert.ok(error instanceof UsherError);
    }
  }));
});

const values: readonly (readonly [unknown, boolean])[] = [
  [{}, true],
  [Object.create(null), true],
  [[], false],
  [null, false],
  [undefined, false],
  ["a", false],
  [1, false],
];
values.forEach(([value, expected]) =>
  Deno.test(`isObject ${JSON.stringify(value) ?? "undefined"} is ${expected}`, () => {
    assert.equal(isObject(value), expected);
  })
);

const fields: readonly (readonly [string, string, string | null])[] = [
  ['{"a":"x"}', "a", "x"],
  ['{"a":""}', "a", ""],
  ['{"a":1}', "a", null],
  ['{"a":null}', "a", null],
  ["{}", "a", null],
  ["{}", "toString", null],
  ['{"__proto__":"x"}', "__proto__", "x"],
];
fields.forEach(([text, name, expected]) =>
  Deno.test(`stringField ${name} of ${text}`, () => {
    assert.equal(stringField(JSON.parse(text), name), expected);
  })
);
