/** Which newer version of a preset a file is raised to, and where in its text. */
import assert from "node:assert/strict";
import { namedVersions, newestCompatible } from "../../src/config/preset_upgrades.ts";

const tags = ["v1.2.0", "v1.2.3", "v1.10.0", "v2.0.0", "v1.11.0-rc.1", "1.12.0", "v1", "v1.99", "x"]
  .concat("v0.3.1", "v0.3.9", "v0.4.0", "v2.1.0-rc.1", "v2.1.0-rc.2", "v3.0.0+b", "v3.0.1");

const cases: readonly (readonly [tag: string, newest: string | null])[] = [
  ["v1.2.0", "v1.10.0"],
  ["v1.10.0", null],
  ["v1.10.1", null],
  ["1.2.0", "1.12.0"],
  ["v0.3.1", "v0.3.9"],
  ["v0.3.9", null],
  ["v2.1.0-rc.1", "v2.1.0-rc.2"],
  ["v3.0.0", "v3.0.1"],
  ["v1", null],
  ["v1.2", null],
  ["main", null],
  ["v4.0.0", null],
];

cases.forEach(([tag, newest]) =>
  Deno.test(`from ${tag} to ${newest ?? "nothing"}`, () => {
    assert.equal(newestCompatible(tag, tags), newest);
  })
);

Deno.test("where the versions stand", () => {
  const text = `# rules
extends:
  - github:org/plain@v1.2.0   # a comment
  - 'github:org/single@v1.2.1'
  - "github:org/d\\x6fuble/base@1.2.2"
  - [not, one]
  - github:org/major@v1
  - github:org/none
  - ./v1.2.3
  - >-
    github:org/folded@v1.2.4
  - https://host/r.git@v1.2.5
`;
  const found = namedVersions("a.yml", new TextEncoder().encode(`\ufeff${text}`));
  assert.deepEqual(
    found.map(({ url, tag, place, start, end }) => [url, tag, place.line, text.slice(start, end)]),
    [
      ["https://github.com/org/plain", "v1.2.0", 3, "v1.2.0"],
      ["https://github.com/org/single", "v1.2.1", 4, "v1.2.1"],
      ["https://github.com/org/double", "1.2.2", 5, "1.2.2"],
      ["https://host/r.git", "v1.2.5", 12, "v1.2.5"],
    ],
  );
  assert.throws(() => namedVersions("a.yml", new Uint8Array([0xff])), /a\.yml:1:1: is not UTF-8/);
});
