/** `required_usher_version` and `required_runok_version`. (`02-rules.md`, Files) */
import assert from "node:assert/strict";
import { requirementError, runokVersion } from "../../src/config/required_version.ts";
import { version } from "../../src/text/version.ts";
import { differences, rows } from "../rows.ts";
import { failuresOf, load, loadText, rulesOf } from "./load.ts";

interface Row {
  readonly id: string;
  readonly load: string;
  readonly files: Readonly<Record<string, string>>;
  readonly runok_version: string;
  readonly valid: boolean;
  readonly error_kind?: string;
  readonly error_fields?: Readonly<Record<string, string>>;
}

const kinds: Readonly<Record<string, RegExp>> = {
  unsupported_version: /needs runok/,
  invalid_version_requirement: /is no version range/,
};

const place = { file: "source.yml", line: 1, column: 25 };
const listed = differences();
const table = rows<Row>("runok/config.jsonl").filter(({ load }) => load === "version");

Deno.test("required versions: no row is lost", () => assert.equal(table.length, 10));

table.forEach(({ id, files, runok_version, valid, error_kind, error_fields }) =>
  Deno.test(`${id} with runok ${runok_version}`, () => {
    const [text = ""] = Object.values(files);
    const range = /: '?(.*?)'?\n/.exec(text)?.[1] ?? "";
    const error = requirementError(
      { product: "runok", range, place },
      { usher: version, runok: runok_version },
    );
    if (listed.has(id)) return assert.notEqual(error === null, valid, "no difference any more");
    assert.equal(error === null, valid, error?.message);
    if (error_kind !== undefined) assert.match(error?.why ?? "", kinds[error_kind]!);
    if (error_fields === undefined) return;
    const message = error?.message ?? "";
    assert.ok(message.includes(error_fields["source_label"]!), message);
    assert.ok(message.includes(error_fields["requirement"]!), message);
    if (error_fields["current"]) assert.ok(message.includes(error_fields["current"]), message);
  })
);

const ranges:
  readonly (readonly [product: "usher" | "runok", range: string, met: boolean | null])[] = [
    ["usher", ">=0.1.0", true],
    ["usher", "^0.1", true],
    ["usher", ">=0.1, <1", true],
    ["usher", "*", true],
    ["usher", ">=99", false],
    ["usher", "0.0.9 || 0.1.0", true],
    ["usher", "", null],
    ["usher", "soon", null],
    ["runok", runokVersion, true],
    ["runok", "0.3", true],
    ["runok", "0.2.0", false],
    ["runok", "=0.3", true],
    ["runok", "~0.3.0", true],
    ["runok", "*", true],
    ["runok", ">=0.2 <0.4", null],
    ["runok", "0.2 || 0.3", null],
    ["runok", "1 - 2", null],
  ];

ranges.forEach(([product, range, met]) =>
  Deno.test(`required_${product}_version: '${range}'`, () => {
    const error = requirementError(
      { product, range, place },
      { usher: "0.1.0", runok: runokVersion },
    );
    if (met === true) return assert.equal(error, null);
    assert.match(error?.why ?? "", met === null ? /is no version range/ : /needs/);
  })
);

Deno.test("a version that is not there is a failure at its place, in extended files too", async () => {
  const files = {
    "/etc/c.yml": "extends: [a.yml]\nrules: [{deny: c}]",
    "/etc/a.yml": "required_runok_version: '>=99'\nrules: [{deny: a}]",
  };
  const configuration = await load({ files }, { explicit: "/etc/c.yml" });
  assert.deepEqual(failuresOf(configuration), [
    "/etc/a.yml:1:25: needs runok `>=99`, and this usher speaks the language of runok " +
    `${runokVersion} (extended by /etc/c.yml:1:11) | change usher, or required_runok_version`,
  ]);
  assert.deepEqual(rulesOf(configuration), ["deny a", "deny c"]);
  assert.match(failuresOf(await loadText("required_usher_version: 1")).join(), /is not text/);
  assert.match(failuresOf(await loadText("required_usher_version: '>=99'")).join(), /needs usher/);
  assert.deepEqual((await loadText("required_usher_version: '>=0.1'")).failures, []);
});
