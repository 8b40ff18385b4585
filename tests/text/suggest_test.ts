/** The name that was probably meant. */
import assert from "node:assert/strict";
import { nearest } from "../../src/text/suggest.ts";

const cases: readonly (readonly [name: string, candidates: string[], meant: string | null])[] = [
  ["mesage", ["message", "sandbox"], "message"],
  ["messaeg", ["message"], "message"],
  ["MESSAGE", ["message"], "message"],
  ["dney", ["allow", "ask", "deny"], "deny"],
  ["deny", ["deny"], "deny"],
  ["is", ["in", "id"], "in"],
  ["x", ["id", "in"], null],
  ["abc", ["xyz"], null],
  ["sandbox", ["messages"], null],
  ["", ["a"], "a"],
  ["a", [], null],
  ["a".repeat(101), ["a".repeat(101)], null],
];
cases.forEach(([name, candidates, meant]) =>
  Deno.test(`nearest to ${JSON.stringify(name.slice(0, 20))} of ${candidates.length}: ${meant}`, () => {
    assert.equal(nearest(name, candidates), meant);
  })
);

Deno.test("nearest: of two equally near ones the first", () => {
  assert.equal(nearest("bat", ["cat", "rat"]), "cat");
});

Deno.test("nearest: only the first thousand are looked at", () => {
  const many = Array.from({ length: 1_000_000 }, (_, number) => `candidate-${number}`);
  assert.equal(nearest("candidate-x".repeat(9), many), null);
  assert.equal(nearest("candidate-99999x", many), "candidate-999");
});
