/** Whatever stands in a file: an answer, soon, and never a looser one because of a project. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { parseFile } from "../../src/config/parse_file.ts";
import { UsherError } from "../../src/text/error.ts";
import { memoryFiles } from "../host.ts";
import { load, PROJECT, USER } from "./load.ts";

/** The same cases every time: a fault found becomes a row elsewhere. */
const RUNS = { seed: 1, numRuns: 400 };

const words = [
  "rules",
  "deny",
  "ask",
  "allow",
  "definitions",
  "paths",
  "sandbox",
  "wrappers",
  "defaults",
  "action",
  "except",
  "disable",
  "builtin",
  "id",
  "in",
  "tests",
  "cases",
  "__proto__",
  "constructor",
  "audit",
  "'git *'",
  '"a\\x41"',
  "x <path:p>",
  "x <cmd>",
  "[x",
  "<<",
  "*",
  "true",
  "1",
  "~",
  "user/x",
];
const marks = [
  "\n",
  "\n  ",
  "\n    ",
  "\n- ",
  "\n  - ",
  ": ",
  ", ",
  "{",
  "}",
  "[",
  "]",
  "- ",
  "? ",
  "| ",
  "> ",
  "&a ",
  "*a",
  "!t ",
  "#",
  "'",
  '"',
  "\\",
  "%",
  "---\n",
  "...\n",
  "\t",
  "\r\n",
  "\ufeff",
  "\u202e",
  "\u{1f600}",
];
const yamlLike = fc.array(fc.constantFrom(...words, ...marks, ...marks), { maxLength: 60 })
  .map((parts) => parts.join(""));

/** Maps with the right keys and anything in them. JSON is YAML. */
const shaped = fc.dictionary(
  fc.constantFrom(
    "rules",
    "definitions",
    "defaults",
    "disable",
    "except",
    "builtin",
    "audit",
    "tests",
    "extends",
    "x-any",
  ),
  fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.array(fc.dictionary(
      fc.constantFrom("allow", "ask", "deny", "message", "sandbox", "id", "except", "in", "tests"),
      fc.oneof(
        fc.constantFrom<unknown>("git *", "*", "> /x", "@Read y", "user/x", ["git 1"], null, []),
        fc.jsonValue({ maxDepth: 2 }),
      ),
    )),
    fc.dictionary(
      fc.constantFrom("paths", "sandbox", "wrappers", "long_flags", "action", "user/x", "p", "w"),
      fc.jsonValue({ maxDepth: 4 }),
    ),
  ),
).map((value) => JSON.stringify(value));

const anyText = fc.oneof(yamlLike, shaped, fc.string({ unit: "binary" }));
const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  anyText.map((text) => new TextEncoder().encode(text)),
);

Deno.test("any bytes give data and errors with places, and throw nothing", () => {
  fc.assert(
    fc.property(anyBytes, (bytes) => {
      const { errors } = parseFile("/f.yml", bytes, { folder: "/", home: "/h", anywhere: false });
      for (const error of errors) {
        assert.ok(error instanceof UsherError);
        assert.equal(error.place?.file, "/f.yml");
        assert.ok(!/[\p{Cc}\p{Cf}]/u.test(error.message), JSON.stringify(error.message));
      }
    }),
    RUNS,
  );
});

Deno.test("any project that is not trusted leaves everything else as it was", async () => {
  const user = `
rules: [{ allow: 'git *', id: user/x }, { ask: rm, sandbox: w }]
definitions: { paths: { p: [/p] }, sandbox: { w: {} }, wrappers: ['sudo <cmd>'] }
defaults: { action: ask }
`;
  const without = await load({ files: { [USER]: user } });
  await fc.assert(
    fc.asyncProperty(anyBytes, async (bytes) => {
      const files = memoryFiles({ [USER]: user });
      files.write(`${PROJECT}/usher.yml`, bytes);
      const configuration = await load({ files });
      const { rules, audit, failures } = configuration;
      assert.deepEqual(failures, []);
      assert.deepEqual(audit, without.audit);
      assert.deepEqual(rules.scopes[0], without.rules.scopes[0]);
      assert.deepEqual(rules.wrappers, without.rules.wrappers);
      assert.deepEqual(rules.sandbox, without.rules.sandbox);
      assert.deepEqual(rules.defaults, without.rules.defaults);
      const [own, others] = [true, false].map((isProject) =>
        rules.rules.filter(({ layer }) => (layer === "project") === isProject)
      );
      assert.deepEqual(others, without.rules.rules);
      assert.ok(
        own?.every(({ action, trusted, scope, sandbox }) =>
          action !== "allow" && !trusted && scope > 0 && sandbox === undefined
        ),
      );
    }),
    RUNS,
  );
});

Deno.test("any file of the user loads or fails, and throws nothing", async () => {
  await fc.assert(
    fc.asyncProperty(anyBytes, async (bytes) => {
      const files = memoryFiles({ [`${PROJECT}/usher.yml`]: "rules: [{deny: d}]" });
      files.write(USER, bytes);
      const { rules } = await load({ files });
      assert.ok(rules.rules.some(({ layer, pattern }) => layer === "project" && pattern === "d"));
    }),
    RUNS,
  );
});
