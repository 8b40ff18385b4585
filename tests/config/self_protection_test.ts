/** Who may switch the built-in rules off, and which. (`10-safety.md`, 4) */
import assert from "node:assert/strict";
import { mergeFiles } from "../../src/config/merge.ts";
import { evaluateShell } from "../../src/rules/evaluate.ts";
import { plainSituation } from "../rules/rule_set_from.ts";
import { load } from "./load.ts";
import { NO_RULES } from "../../src/config/no_rules.ts";
import { parseFile } from "../../src/config/parse_file.ts";
import type { PlacedFile } from "../../src/config/placed_file.ts";
import type { Layer } from "../../src/rules/rule_set.ts";

function place(layer: Layer, text: string): PlacedFile {
  const context = { folder: layer === "builtin" ? null : "/f", home: null, anywhere: false };
  const parsed = parseFile(`/f/${layer}.yml`, new TextEncoder().encode(text), context);
  assert.deepEqual(parsed.errors, []);
  return { parsed, layer, folder: "/f", standing: "full", origin: "local" };
}

const builtin = mergeFiles(NO_RULES, [
  place(
    "builtin",
    `
rules:
  - { deny: rm, id: 'builtin:disasters/rm' }
  - { deny: usher, id: 'builtin:self-protection/usher' }
definitions: { paths: { p: [a] }, long_flags: { f: --force }, wrappers: ['sudo <cmd>'] }
`,
  ),
]).input;

const cases: readonly (readonly [
  layer: Layer,
  text: string,
  left: readonly string[],
  notices: number,
])[] = [
  ["user", "{}", ["rm", "usher"], 0],
  ["user", "builtin: false", [], 0],
  ["user-local", "builtin: false", [], 0],
  ["explicit", "builtin: false", [], 0],
  ["project", "builtin: false", ["usher"], 0],
  ["project-local", "builtin: false", ["usher"], 0],
  ["user", "disable: ['builtin:self-protection/usher']", ["rm"], 0],
  ["explicit", "disable: ['builtin:self-protection/usher']", ["rm"], 0],
  ["project", "disable: ['builtin:self-protection/usher']", ["rm", "usher"], 1],
  ["project", "disable: ['builtin:disasters/rm']", ["usher"], 0],
  ["project", "except: {'builtin:self-protection/usher': [usher]}", ["rm", "usher"], 1],
  ["user", "builtin: false\ndisable: ['builtin:disasters/rm']", [], 0],
];
cases.forEach(([layer, text, left, noticed]) =>
  Deno.test(`self-protection: ${layer} with ${text}`, () => {
    const { input, failures, notices } = mergeFiles(builtin, [place(layer, text)]);
    assert.deepEqual(input.rules.map(({ pattern }) => pattern), left);
    assert.ok(input.rules.every(({ except }) => except === undefined));
    assert.deepEqual(failures, []);
    assert.equal(notices.length, noticed);
    assert.equal(input.wrappers.length, left.length === 0 ? 0 : 1);
  })
);

Deno.test("self-protection: the user's `builtin: false` is not undone by a project's", () => {
  const files = [place("user", "builtin: false"), place("project", "builtin: false")];
  assert.deepEqual(mergeFiles(builtin, files).input.rules, []);
});

Deno.test("the user's entries are added to a built-in path list", () => {
  const { input } = mergeFiles(builtin, [place("user", "definitions: {paths: {p: [/b, a]}}")]);
  assert.deepEqual(input.scopes[0]?.paths["p"], ["a", "/b", "/f/a"]);
});

Deno.test("built-in rules keep their long flags, and see the user's path lists", () => {
  const text = "rules: [{deny: x}]\ndefinitions: {long_flags: {f: --file}, paths: {p: [/b]}}";
  const { rules, wrappers, scopes } = mergeFiles(builtin, [place("user", text)]).input;
  const scopeOf = (pattern: string) =>
    scopes[rules.find((rule) => rule.pattern === pattern)?.scope ?? -1];
  assert.deepEqual(scopeOf("x"), { paths: { p: ["a", "/b"] }, longFlags: { f: "--file" } });
  assert.deepEqual(scopeOf("rm"), { paths: { p: ["a", "/b"] }, longFlags: { f: "--force" } });
  assert.deepEqual(wrappers.map(({ scope }) => scope), [1]);

  const added = mergeFiles(builtin, [place("user", "definitions: {long_flags: {g: --go}}")]).input;
  assert.equal(added.scopes.length, 1);
});

/** Commands that write to usher's own files where `XDG_…` puts them, with and without a file of ours. */
const moved: readonly (readonly [string, "deny" | "other"])[] = [
  ["echo x > '/mnt/[d]/usher/trusted.json'", "deny"],
  ["rm -r /srv/c/usher", "deny"],
  ["tee /mnt/cache/usher/compiled/a.json", "deny"],
  ["echo x > ~/.local/share/usher/trusted.json", "deny"],
  ["mv /srv/c /srv/d", "deny"],
  ["cp -r usher /mnt/cache", "deny"],
  ["cp -r usher '/mnt/[d]/'", "deny"],
  ["cp -r usher /mnt/d", "other"],
  ["echo x > /mnt/d/usher/trusted.json", "other"],
  ["rm /srv/c/other", "other"],
];
moved.forEach(([command, expected]) =>
  Deno.test(`self-protection in folders of the user's choice: ${command}`, async () => {
    const env = {
      HOME: "/home/me",
      XDG_DATA_HOME: "/mnt/[d]",
      XDG_CONFIG_HOME: "/srv/c",
      XDG_CACHE_HOME: "/mnt/cache",
    };
    for (const files of [{}, { "/srv/c/usher/usher.yml": "rules: [{ask: x}]" }]) {
      const { rules } = await load({ files, env });
      const situation = { ...plainSituation, cwd: "/srv", home: "/home/me" };
      const { action } = evaluateShell(rules, command, situation);
      assert.equal(action === "deny" ? "deny" : "other", expected);
    }
  })
);
