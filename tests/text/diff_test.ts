import assert from "node:assert/strict";
import fc from "fast-check";
import { unifiedDiff } from "../../src/text/diff.ts";
import { applyEdits, type Edit } from "../../src/text/edits.ts";

const names = { before: "a", after: "b" };
const shown = (before: string, after: string) =>
  unifiedDiff(before, after, names).map(({ text }) => text).join("\n");

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => `${from + n}\n`).join("");

const cases: readonly (readonly [string, string, string, string])[] = [
  ["nothing", "a\nb\n", "a\nb\n", ""],
  ["one line", "a\nb\nc\n", "a\nx\nc\n", "--- a\n+++ b\n@@ -1,3 +1,3 @@\n a\n-b\n+x\n c"],
  ["from nothing", "", "a\n", "--- a\n+++ b\n@@ -0,0 +1 @@\n+a"],
  ["to nothing", "a\nb\n", "", "--- a\n+++ b\n@@ -1,2 +0,0 @@\n-a\n-b"],
  [
    "a last line without a newline",
    "a",
    "a\n",
    "--- a\n+++ b\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a",
  ],
  [
    "two hunks",
    numbers(1, 20),
    numbers(1, 20).replace("2\n", "x\n").replace("19\n", ""),
    "--- a\n+++ b\n@@ -1,5 +1,5 @@\n 1\n-2\n+x\n 3\n 4\n 5\n" +
    "@@ -16,5 +16,4 @@\n 16\n 17\n 18\n-19\n 20",
  ],
  [
    "an insertion among alike lines",
    "a\na\nb\n",
    "a\na\na\nb\n",
    "--- a\n+++ b\n@@ -1,3 +1,4 @@\n a\n a\n+a\n b",
  ],
];
cases.forEach(([name, before, after, expected]) =>
  Deno.test(`diff: ${name}`, () => assert.equal(shown(before, after), expected))
);

Deno.test("diff: what it shows leads from the one text to the other", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 30 })
    .map((lines) => lines.map((line) => `${line}\n`).join(""));
  fc.assert(fc.property(text, text, (before, after) => {
    const lines = unifiedDiff(before, after, names).slice(2);
    const rest = before.split("\n");
    const result: string[] = [];
    let at = 0;
    for (const { kind, text } of lines) {
      const start = /^@@ -(\d+)(,0)?/.exec(text);
      if (kind === "head" && start !== null) {
        const to = Number(start[1]) - (start[2] === undefined ? 1 : 0);
        result.push(...rest.slice(at, to));
        at = to;
      } else if (kind === "added") result.push(text.slice(1));
      else {
        assert.equal(rest[at++], text.slice(1));
        if (kind === "same") result.push(text.slice(1));
      }
    }
    assert.equal([...result, ...rest.slice(at)].join("\n"), after);
  }));
});

Deno.test("diff: a large text with few changes is quick, and one with many ends", () => {
  const before = numbers(1, 50_000);
  const after = before.replace("1\n", "x\n").replace("49999\n", "y\n");
  assert.equal(unifiedDiff(before, after, names).filter(({ kind }) => kind === "added").length, 2);
  const other = numbers(100_000, 103_000);
  const lines = unifiedDiff(numbers(1, 3000), other, names);
  assert.equal(lines.filter(({ kind }) => kind === "added").length, 3001);
});

const edits: readonly (readonly [string, readonly Edit[], string])[] = [
  ["abc", [], "abc"],
  ["abc", [{ start: 2, end: 3, text: "x" }, { start: 0, end: 1, text: "" }], "bx"],
  ["abc", [{ start: 1, end: 1, text: "x" }, { start: 1, end: 1, text: "y" }], "axybc"],
  ["abc", [{ start: 1, end: 2, text: "x" }, { start: 1, end: 2, text: "x" }], "axc"],
];
edits.forEach(([text, changes, expected]) =>
  Deno.test(`edits: ${JSON.stringify(changes)}`, () => {
    assert.equal(applyEdits(text, changes), expected);
  })
);

Deno.test("edits: two that overlap are a fault", () => {
  const overlapping = [{ start: 0, end: 2, text: "" }, { start: 1, end: 3, text: "" }];
  assert.throws(() => applyEdits("abc", overlapping), RangeError);
});
