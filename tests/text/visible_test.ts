import assert from "node:assert/strict";
import fc from "fast-check";
import {
  cutText,
  printableJson,
  visibleExcerpt,
  type VisibleOptions,
  visibleText,
} from "../../src/text/visible.ts";

const cases: readonly (readonly [string, string, VisibleOptions?])[] = [
  ["", ""],
  ["git commit -m 'naïve 日本語 😀'", "git commit -m 'naïve 日本語 😀'"],
  ["a\nb\r\tc", "a\\nb\\r\\tc"],
  ["a\nb", "a\nb", { newlines: true }],
  ["a\r\nb", "a\\r\nb", { newlines: true }],
  ["\x1b[31mred\x07\x7f\0", "\\x1b[31mred\\x07\\x7f\\x00"],
  ["\x85\x9b31m", "\\x85\\x9b31m"],
  ["safe\u202etxt.exe", "safe\\u{202e}txt.exe"],
  ["\u2066a\u2069\u061c\u200f", "\\u{2066}a\\u{2069}\\u{61c}\\u{200f}"],
  ["r\u200bm\u2060\ufeff\u00ad", "r\\u{200b}m\\u{2060}\\u{feff}\\xad"],
  ["a\u2028b\u2029c", "a\\u{2028}b\\u{2029}c"],
  ["\u2800", "\\u{2800}"],
  ["\u3164\u115f\u034f\ufe0f", "\\u{3164}\\u{115f}\\u{34f}\\u{fe0f}"],
  ["\u{e0041}\u{e0100}", "\\u{e0041}\\u{e0100}"],
  ["\ud800x\udc00", "\\u{d800}x\\u{dc00}"],
  ["\ue000\u0378", "\\u{e000}\\u{378}"],
  ["\\x1b", "\\x1b"],
  ["abcdef", "abcd…", { limit: 4 }],
  ["abcd", "abcd", { limit: 4 }],
  ["😀😀😀", "😀😀…", { limit: 2 }],
  ["😀😀", "😀😀", { limit: 2 }],
  ["\x1bab", "\\x1b…", { limit: 4 }],
  ["abc", "…", { limit: 0 }],
];
cases.forEach(([text, expected, options]) =>
  Deno.test(`visibleText ${JSON.stringify(text)} ${JSON.stringify(options ?? {})}`, () => {
    assert.equal(visibleText(text, options), expected);
  })
);

Deno.test("what is shown holds nothing hidden, whatever the text", () => {
  const text = fc.string({ unit: "binary" });
  fc.assert(fc.property(text, fc.nat(20), (text, limit) => {
    const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
    assert.doesNotMatch(visibleText(text), hidden);
    const cut = visibleText(text, { limit });
    assert.doesNotMatch(cut, hidden);
    assert.equal(cut, cutText(visibleText(text), limit));
    assert.ok(Array.from(cut).length <= limit + 1);
  }));
});

const excerpts: readonly (readonly [text: string, expected: string])[] = [
  ["", ""],
  ["abcdefghi", "abcdefghi"],
  ["abcdefghij", "abcdef…hij"],
  ["abc😀😀😀😀😀", "abc😀😀😀…😀"],
  ["ab\u202ecd", "ab\\u{2…}cd"],
];
excerpts.forEach(([text, expected]) =>
  Deno.test(`visibleExcerpt ${JSON.stringify(text)}`, () => {
    assert.equal(visibleExcerpt(text, 9), expected);
  })
);

Deno.test("an excerpt is bounded, holds nothing hidden, and keeps the end", () => {
  const text = fc.string({ unit: "binary", maxLength: 200 });
  fc.assert(fc.property(text, fc.integer({ min: 12, max: 60 }), (text, limit) => {
    const cut = visibleExcerpt(`${text}.end`, limit);
    assert.doesNotMatch(cut, /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    assert.ok(Array.from(cut).length <= limit + 1);
    assert.ok(cut.endsWith(".end"));
  }));
});

Deno.test("JSON that is printed means the same, and holds nothing hidden", () => {
  fc.assert(fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
    const json = printableJson(value);
    assert.doesNotMatch(json, /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    assert.deepEqual(JSON.parse(json), JSON.parse(JSON.stringify(value)));
  }));
});
