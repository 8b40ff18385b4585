/** Links among what a glob expands to are found, wherever in the path they are. */
import assert from "node:assert/strict";
import { linkResolver } from "../../src/hook/circumstances.ts";
import { globFollower } from "../../src/hook/followed_globs.ts";
import { globPieces, type PatternPiece } from "../../src/text/glob.ts";
import { memoryFiles } from "../host.ts";

const files = memoryFiles({
  "/home/me/.ssh/id_rsa": "",
  "/home/me/.ssh/config": "",
  "/p/plain.txt": "",
  "/p/sub/a.md": "",
});
files.link("/p/notes.txt", "../home/me/.ssh/id_rsa");
files.link("/p/s", "/home/me/.ssh");
files.link("/p/sub/up", "..");
files.link("/p/later", "/home/me/.ssh/new");
files.link("/p/round", "round");

/** Patterns, and where their links lead. */
const cases: readonly (readonly [string, readonly string[]])[] = [
  ["/p/plain*", []],
  ["/p/sub/*.md", []],
  ["/p/n*", ["/home/me/.ssh/id_rsa"]],
  ["/p/n?tes.txt", ["/home/me/.ssh/id_rsa"]],
  ["/p/[mn]*.txt", ["/home/me/.ssh/id_rsa"]],
  ["/p/sub/../n*", ["/p/n*", "/home/me/.ssh/id_rsa"]],
  ["/p/s/id*", ["/home/me/.ssh/id*", "/home/me/.ssh/id_rsa"]],
  ["/p/s/none*", ["/home/me/.ssh/none*"]],
  ["/p/s*/config", ["/home/me/.ssh/config"]],
  ["/p/s*/c*", ["/home/me/.ssh/c*", "/home/me/.ssh/config"]],
  ["/p/sub/u*/s/i*", ["/home/me/.ssh/i*", "/home/me/.ssh/id_rsa"]],
  ["/p/s/../.a*", ["/home/me/.a*"]],
  ["/p/lat*", ["/home/me/.ssh/new"]],
  ["/p/r*", []],
  ["/none/*", []],
  ["/*/notes.txt", ["/home/me/.ssh/id_rsa"]],
];
for (const [pattern, targets] of cases) {
  Deno.test(`links of ${pattern}: ${targets.join(" ") || "none"}`, () => {
    const follow = globFollower(files, linkResolver(files));
    const found = follow(globPieces(pattern))?.map(textOf) ?? null;
    assert.deepEqual([...new Set(found)], targets);
  });
}

Deno.test("very many files are not looked at", () => {
  const names = Array.from({ length: 20_001 }, (_, i) => `f${i}`);
  const many = { ...files, list: () => names };
  assert.equal(globFollower(many, () => null)(globPieces("/p/*")), null);
});

function textOf(pieces: readonly PatternPiece[]): string {
  return pieces.map((piece) => piece.kind === "text" ? piece.text : "*").join("");
}
