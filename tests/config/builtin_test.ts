/** The built-in rules, and what a hook without any configuration costs. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { builtinRuleSet, builtinTests } from "../../src/config/builtin_source.ts";
import { load } from "./load.ts";

Deno.test("built-in rules: plain JSON data", () => {
  const rules = builtinRuleSet();
  assert.deepEqual(JSON.parse(JSON.stringify(rules)), rules);
});

Deno.test("built-in rules: all have an id of ours, and one scope", () => {
  const { rules, scopes } = builtinRuleSet();
  assert.deepEqual(rules.filter(({ id }) => !id?.startsWith("builtin:")), []);
  assert.deepEqual(new Set(rules.map(({ id }) => id)).size, rules.length);
  assert.equal(scopes.length, 1);
});

Deno.test("built-in rules: every file of the folder is read", () => {
  const folder = new URL("../../rules/", import.meta.url);
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name);
  const source = Deno.readTextFileSync(
    new URL("../../src/config/builtin_source.ts", import.meta.url),
  );
  assert.deepEqual(names.filter((name) => !source.includes(`rules/${name}"`)), []);
});

Deno.test("built-in rules: they hold when nothing is configured", async () => {
  const configuration = await load({});
  assert.deepEqual(configuration.rules, builtinRuleSet());
  assert.deepEqual(configuration.failures, []);
  assert.deepEqual(configuration.notices, []);
  assert.deepEqual(configuration.tests, []);
});

Deno.test("built-in tests: each has its place in a built-in file", () => {
  const lost = builtinTests().filter(({ place, rule }) =>
    !place.file.startsWith("builtin:") || place.line === undefined ||
    (rule !== null && !rule.id?.startsWith("builtin:"))
  );
  assert.deepEqual(lost, []);
});

/** What a module imports before it runs. */
function staticImports(path: string, seen: Set<string>): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  const text = Deno.readTextFileSync(path);
  const statements = text.matchAll(/^(?:import|export)\s(?!type\b)[^;]*?from\s+"([^"]+)"/gm);
  for (const [, target = ""] of statements) {
    if (target.startsWith(".")) {
      staticImports(fileURLToPath(new URL(target, `file://${path}`)), seen);
    } else seen.add(target);
  }
  return seen;
}

Deno.test("without a configuration neither yaml nor zod is loaded", () => {
  const entry = fileURLToPath(new URL("../../src/config/configuration.ts", import.meta.url));
  const packages = [...staticImports(entry, new Set())].filter((path) => !path.startsWith("/"));
  assert.deepEqual(packages, ["#build-id"]);
});
