import assert from "node:assert/strict";
import fc from "fast-check";
import { cutText, type VisibleOptions, visibleText } from "../../src/text/visible.ts";

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
  ["\u3164\u115f\u034f\ufe0f", "\\u{3164}\\u{115f}\\u{34f}\\u{fe0f}"],
  ["\u{e0041}\u{e0100}", "\\u{e0041}\\u{e0100}"],
  ["\ud800x\udc00", "\\u{d800}x\\u{dc00}"],
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
