/** The JSON Schema of the configuration: what editors are told is what usher checks. */
import assert from "node:assert/strict";
import { Ajv } from "ajv";
import { parse } from "yaml";
import { configurationJsonSchema } from "../../src/config/json_schema.ts";
import { configurationSchema } from "../../src/config/schema.ts";
import { examples } from "../docs.ts";
import { rows } from "../rows.ts";

const schema = configurationJsonSchema() as Record<string, unknown>;
const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);

function faults(data: unknown): readonly string[] {
  return validate(data)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

examples().forEach(({ page, number, yaml }) =>
  Deno.test(`schema: ${page}, block ${number}`, () => assert.deepEqual(faults(parse(yaml)), []))
);

const rules = new URL("../../rules/", import.meta.url);
for (const { name } of Deno.readDirSync(rules)) {
  Deno.test(`schema: rules/${name}`, () => {
    assert.deepEqual(faults(parse(Deno.readTextFileSync(new URL(name, rules)))), []);
  });
}

Deno.test("schema: what is a configuration of the seed's engine is one", () => {
  const valid = rows<{ id: string; valid: boolean; load: string; files: Record<string, string> }>(
    "runok/config.jsonl",
  ).filter(({ valid, load }) => valid && load !== "preset");
  assert(valid.length > 90);
  for (const { id, files } of valid) {
    for (const text of Object.values(files)) {
      const data = parse(text) ?? {};
      // One row holds a file that is not read.
      if (!configurationSchema.safeParse(data).success) continue;
      assert.deepEqual([id, faults(data)], [id, []]);
    }
  }
});

const good: readonly string[] = [
  "{}",
  "rules:",
  "rules: [{ allow: x, deny: , tests: [{ pass: y, ask: ~ }] }]",
  "x-notes: [anything, { at: all }]",
  "audit: { rotation: { retention_days: 0 } }",
  "definitions: { wrappers: ['a <cmd>', { pattern: 'b <cmd>', at_least: ask }] }",
  "definitions: { aliases: { k: kubectl, e: [vi, nano] } }",
  "definitions: { sandbox: { s: { network: { allow: [example.com] } } } }",
];
good.forEach((yaml) =>
  Deno.test(`schema: good: ${yaml}`, () => {
    assert.deepEqual(faults(parse(yaml)), []);
  })
);

/** Each is wrong for usher too, and most by the form that both share. */
const bad: readonly string[] = [
  "[]",
  "text",
  "ruls: []",
  "rules: { allow: x }",
  "rules: [x]",
  "rules: [{}]",
  "rules: [{ allow: x, deny: y }]",
  "rules: [{ allow: ~ }]",
  "rules: [{ allow: 1 }]",
  "rules: [{ allow: x, mesage: y }]",
  "rules: [{ allow: x, tests: [{ allow: a, deny: b }] }]",
  "rules: [{ allow: x, tests: [{}] }]",
  "rules: [{ allow: x, in: folder }]",
  "defaults: { action: maybe }",
  "definitions: { wrappers: [{ at_least: ask }] }",
  "definitions: { wrappers: [{ pattern: 'a <cmd>', at_least: allow }] }",
  "definitions: { paths: { a: /etc } }",
  "definitions: { sandbox: { s: { fs: { write: [.] } } } }",
  "definitions: { sandbox: { s: { network: { allow: host } } } }",
  "definitions: { vars: { v: { type: glob, values: [] } } }",
  "definitions: { vars: { v: { type: path } } }",
  "audit: { rotation: { retention_days: -1 } }",
  "audit: { rotation: { retention_days: 1.5 } }",
  "tests: { cases: [{ maybe: x }] }",
  "tests: [{ allow: x }]",
  "builtin: 'yes'",
];
bad.forEach((yaml) =>
  Deno.test(`schema: bad: ${yaml}`, () => assert.notDeepEqual(faults(parse(yaml)), []))
);

Deno.test("schema: every key has a description", () => {
  const missing: string[] = [];
  let described = 0;
  const visit = (node: unknown, path: string): void => {
    if (typeof node !== "object" || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key !== "properties" || /\/oneOf\/\d+$/.test(path)) visit(value, `${path}/${key}`);
      else {
        for (const [name, property] of Object.entries(value as Record<string, unknown>)) {
          const { description } = property as { description?: string };
          if (description === undefined) missing.push(`${path}/${name}`);
          else described++;
          visit(property, `${path}/${name}`);
        }
      }
    }
  };
  visit(schema, "");
  assert.deepEqual(missing, []);
  assert(described > 60, String(described));
});
