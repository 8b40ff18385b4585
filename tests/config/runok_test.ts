/**
 * The seed engine's configuration cases. Rows that need a later release are left out, and counted;
 * those of tests that are run are in `run_tests_test.ts`.
 */
import assert from "node:assert/strict";
import { changeAudit, defaultAudit } from "../../src/config/audit_settings.ts";
import { builtinRuleSet } from "../../src/config/builtin_source.ts";
import { type Configuration, loadConfiguration } from "../../src/config/configuration.ts";
import { configurationIn } from "../../src/config/discover.ts";
import type { FileContext } from "../../src/config/file_context.ts";
import { mergeFiles } from "../../src/config/merge.ts";
import { NO_RULES } from "../../src/config/no_rules.ts";
import { parseFile } from "../../src/config/parse_file.ts";
import { writeCopy } from "../../src/config/preset_copy.ts";
import { parseReference } from "../../src/config/preset_reference.ts";
import { memoryFiles, testHost } from "../host.ts";
import { differences, rows } from "../rows.ts";
import { at, auditOf, type Shown, treeOf } from "./shape.ts";

interface Row {
  readonly id: string;
  readonly load: string;
  readonly files: Readonly<Record<string, string>>;
  readonly valid: boolean;
  readonly cwd?: string;
  readonly home?: string | null;
  readonly global_dir?: string | null;
  readonly path?: string;
  readonly reference?: string;
  readonly base_dir?: string;
  readonly symlinks?: Readonly<Record<string, string>>;
  readonly remote?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly cycle?: readonly string[];
  readonly merged?: Readonly<Record<string, unknown>>;
  readonly merged_exact?: Readonly<Record<string, unknown>>;
  readonly merged_checks?: readonly Readonly<Record<string, unknown>>[];
  readonly error?: string | null;
  readonly error_contains?: readonly string[];
  readonly error_kind?: string;
  readonly error_count?: number;
  readonly test_cases?: readonly { readonly command?: string; readonly decision: string }[];
}

interface Outcome {
  readonly shown: Shown;
  readonly errors: readonly string[];
  readonly tests: Configuration["tests"];
}

/** Why a row has to wait for a later release, or the test that has it; null when it is one of ours. */
function laterReason({ load }: Row): string | null {
  return ["version", "run_tests"].includes(load) ? load : null;
}

/** What the error text says for each kind of error. */
const KINDS: Readonly<Record<string, RegExp>> = {
  yaml: /no valid YAML/,
  validation: /./,
  home_not_set: /HOME is not set/,
  config_not_found: /is not there/,
  preset_not_found: /is not there/,
  invalid_reference: /path traversal|HOME is not set/,
  circular: /goes in a circle/,
};

async function load(row: Row): Promise<Outcome> {
  switch (row.load) {
    case "parse":
      return mergedOutcome(row, "parse");
    case "merge":
      return mergedOutcome(row, "merge");
    default:
      return await loadedOutcome(row);
  }
}

/** Files by themselves: nothing is resolved against a folder. */
function mergedOutcome({ files }: Row, mode: "parse" | "merge"): Outcome {
  const context: FileContext = { folder: null, home: null, anywhere: false };
  const parsed = Object.entries(files).map(([name, text]) =>
    parseFile(name, new TextEncoder().encode(text), context)
  );
  const placed = parsed.map((file) =>
    ({ parsed: file, layer: "user", folder: "/", standing: "full", origin: "local" }) as const
  );
  const { input } = mergeFiles(NO_RULES, placed);
  const [only] = parsed;
  const settings = parsed.reduce(
    (audit, file) => file.audit === null ? audit : changeAudit(audit, file.audit),
    defaultAudit("/data"),
  );
  const references = parsed.flatMap((file) => file.extends.map(({ written }) => written));
  const shown = mode === "parse" && only !== undefined ? { ...only, extends: references } : {
    ...input,
    extends: references,
    rules: input.rules.length === 0 ? null : input.rules,
    paths: input.scopes[0]?.paths ?? {},
    vars: input.scopes[0]?.vars,
    audit: auditOf(settings, "/data"),
  };
  return {
    shown,
    errors: parsed.flatMap((file) => file.errors.map(({ message }) => message)),
    tests: parsed.flatMap(({ tests }) => tests),
  };
}

/** Through discovery or `-c`, with every project trusted. */
async function loadedOutcome(row: Row): Promise<Outcome> {
  const xdg = row.global_dir === "/T/xdg/runok" ? "/T/xdg" : row.global_dir;
  const env = {
    ...(row.home ? { HOME: row.home } : row.load === "paths" ? { HOME: "/home/user" } : {}),
    ...(row.remote ? { XDG_CACHE_HOME: "/home/me/.cache" } : {}),
    ...(xdg ? { XDG_CONFIG_HOME: xdg } : {}),
  };
  const isProject = row.load === "project";
  // A preset is read by a file that extends it and says nothing else.
  const top = row.base_dir === undefined ? null : `${row.base_dir}/top.yml`;
  const written = top === null
    ? row.files
    : { ...row.files, [top]: `extends: ['${row.reference}']` };
  const files = Object.fromEntries(
    Object.entries(written).map((
      [name, text],
    ) => [name.startsWith("/") ? name : `/${name}`, text]),
  );
  const memory = memoryFiles(files);
  for (const [link, target] of Object.entries(row.symlinks ?? {})) memory.link(link, target);
  const host = testHost({ env, cwd: row.cwd ?? "/", files: memory });
  for (const [reference, texts] of Object.entries(row.remote ?? {})) {
    const parsed = parseReference(reference);
    assert.ok(parsed.ok && parsed.reference.kind === "github");
    writeCopy(host, "/home/me/.cache/usher/presets", parsed.reference, {
      commit: "0".repeat(40),
      fetchedAt: 0,
      files: new Map(Object.entries(texts)),
    });
  }
  const given = row.path ?? top ?? Object.keys(files)[0] ?? "/";
  const explicit = host.files.stat(given)?.kind === "directory"
    ? configurationIn(host, given) ?? given
    : given;
  const configuration = await loadConfiguration(host, {
    cwd: row.cwd ?? "/",
    explicit: isProject ? null : explicit,
    isTrusted: () => true,
    testing: row.load === "test",
  });
  const { rules, audit, failures, tests } = configuration;
  const own = rules.rules.filter(({ layer }) => layer !== "builtin");
  const dataHome = row.home ? `${row.home}/.local/share` : null;
  const shown: Shown = {
    rules: own.length === 0 ? null : own,
    wrappers: rules.wrappers.filter(({ place }) => !place.file.startsWith("builtin:")),
    paths: ownPaths(rules),
    vars: rules.scopes[0]?.vars,
    commandCheck: rules.commandCheck,
    sandbox: rules.sandbox,
    defaults: rules.defaults,
    audit: auditOf(audit, dataHome),
  };
  return { shown, errors: failures.map(({ message }) => message), tests };
}

/** The path lists without what is built in. */
function ownPaths({ scopes }: Configuration["rules"]): Record<string, readonly string[]> {
  const builtin = builtinRuleSet().scopes[0]?.paths ?? {};
  const lists = Object.entries(scopes[0]?.paths ?? {}).map(([name, entries]) =>
    [name, entries.filter((entry) => !builtin[name]?.includes(entry))] as const
  );
  return Object.fromEntries(lists.filter(([, entries]) => entries.length > 0));
}

function assertRow(row: Row, outcome: Outcome): void {
  const { errors, shown, tests } = outcome;
  assert.equal(errors.length === 0, row.valid, errors.join("\n") || "no error");
  const all = errors.join("\n");
  for (const part of row.error_contains ?? []) assert.ok(all.includes(part), `${part} in: ${all}`);
  if (row.error && row.load === "preset") assert.ok(all.includes(row.error), all);
  else if (row.error) assert.equal(all, row.error);
  if (row.cycle !== undefined) assert.match(all, new RegExp(row.cycle.join(" → [^ ]*")));
  if (row.error_kind !== undefined) assert.match(all, KINDS[row.error_kind] ?? /never/);
  if (row.error_count !== undefined) assert.equal(errors.length, row.error_count, all);
  if (!row.valid) return;

  const tree = treeOf(shown);
  for (const [path, expected] of Object.entries(row.merged ?? {})) {
    // Checked for every file, and not kept.
    if (path === "required_runok_version") continue;
    if (/(?:^|\.)tests$/.test(path)) {
      assert.equal(testsAt(outcome, path).length > 0, expected !== null, path);
      continue;
    }
    const found = at(tree, path);
    if (expected === null) assert.equal(found, undefined, path);
    else assert.deepEqual(withoutSlash(path, found), withoutSlash(path, expected), path);
  }
  for (const check of row.merged_checks ?? []) {
    if (!/(?:^|\.)tests$/.test(String(check["path"]))) assertCheck(tree, check);
    else assert.ok(testsAt(outcome, String(check["path"])).length > 0, String(check["path"]));
  }
  if (row.merged_exact !== undefined) assert.deepEqual(tree, row.merged_exact);
  if (row.test_cases !== undefined) {
    assert.deepEqual(
      tests.map(({ command, expected }, n) => ({
        ...(row.test_cases?.[n]?.command === undefined ? {} : { command }),
        decision: expected,
      })),
      row.test_cases,
    );
  }
}

/** The tests of `tests`, `rules.<n>.tests` or `rules.*.tests`; those of every rule, or none. */
function testsAt({ shown, tests }: Outcome, path: string): Configuration["tests"] {
  const [, number] = /^rules\.(\*|\d+)\.tests$/.exec(path) ?? [];
  if (number === undefined) return tests.filter(({ rule }) => rule === null);
  const rules = (shown.rules ?? []).filter((_, n) => number === "*" || n === Number(number));
  const found = rules.map(({ pattern }) => tests.filter(({ rule }) => rule?.pattern === pattern));
  return found.every((each) => each.length > 0) ? found.flat() : [];
}

/** A folder's trailing slash means nothing. */
function withoutSlash(path: string, value: unknown): unknown {
  return path === "audit.path" && typeof value === "string" ? value.replace(/\/$/, "") : value;
}

function assertCheck(tree: unknown, check: Readonly<Record<string, unknown>>): void {
  const path = String(check["path"]);
  const value = at(tree, path);
  const text = String(value);
  for (const [name, wanted] of Object.entries(check)) {
    if (name === "exists") assert.equal(value !== undefined, wanted, path);
    if (name === "starts_with") assert.ok(text.startsWith(String(wanted)), `${path}: ${text}`);
    if (name === "not_starts_with") assert.ok(!text.startsWith(String(wanted)), `${path}: ${text}`);
    if (name === "ends_with") assert.ok(text.endsWith(String(wanted)), `${path}: ${text}`);
    if (name === "set_equals") assert.deepEqual([...(value as string[])].sort(), wanted, path);
  }
}

/** Where the seed's engine looks for the user's files, below our `XDG_CONFIG_HOME`. */
const all: readonly Row[] = rows<unknown>("runok/config.jsonl").map((row) =>
  JSON.parse(JSON.stringify(row).replaceAll("/T/global", "/T/xdg/runok"))
);
const listed = differences();
const later = Map.groupBy(all, (row) => laterReason(row) ?? "now");
const now = later.get("now") ?? [];

Deno.test("runok config: no row is lost", () => {
  const counts = Object.fromEntries([...later].map(([reason, found]) => [reason, found.length]));
  assert.deepEqual(counts, {
    now: 148,
    run_tests: 4,
    version: 10,
  });
});

now.forEach((row) =>
  Deno.test(`runok config: ${row.id} ${row.load}`, async () => {
    const outcome = await load(row);
    const difference = listed.get(row.id);
    if (difference === undefined) assertRow(row, outcome);
    else assert.throws(() => assertRow(row, outcome), "the listed difference is gone");
  })
);

/** Both files of a pair may stand side by side there, and are an error here. */
const PAIRS = ["conf-0083", "conf-0084", "conf-0090"];

now.filter(({ load, id }) => load === "project" && !PAIRS.includes(id)).forEach((row) =>
  Deno.test(`runok config as usher.yml: ${row.id}`, async () => {
    const renamed: Row = JSON.parse(
      JSON.stringify(row).replaceAll(/runok(?=\.|\/runok\.)/g, "usher")
        .replaceAll("/T/xdg/runok", "/T/xdg/usher"),
    );
    assertRow(renamed, await load({ ...renamed, global_dir: row.global_dir ?? null }));
  })
);

/** A pattern that surely is a mistake, by the files that hold it and what it extends. */
const mistaken: readonly (readonly [string, Readonly<Record<string, string>>, boolean])[] = [
  ["in runok.yml", { "runok.yml": "rules: [{deny: 'a && b'}, {deny: c}]" }, true],
  ["in runok.local.yaml", { "runok.local.yaml": "rules: [{deny: '>> x'}, {deny: c}]" }, true],
  [
    "in what runok.yml extends",
    { "runok.yml": "extends: [./a.yml]", "a.yml": "rules: [{deny: '@Raed x'}, {deny: c}]" },
    true,
  ],
  [
    "in its aliases, wrappers and exceptions",
    {
      "runok.yml":
        "rules: [{deny: c, except: ['c; d']}]\ndefinitions: {wrappers: ['x; <cmd>'], aliases: {k: 'a; b'}}",
    },
    true,
  ],
  ["in usher.yml", { "usher.yml": "rules: [{deny: 'a && b'}, {deny: c}]" }, false],
];
mistaken.forEach(([about, texts, isValid]) =>
  Deno.test(`a mistake ${about} ${isValid ? "is told and stays valid" : "is an error"}`, async () => {
    const folder = isValid ? "/home/me/.config/runok" : "/home/me/.config/usher";
    const files = memoryFiles(
      Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${folder}/${name}`, text])),
    );
    const host = testHost({ files, env: { HOME: "/home/me" } });
    const { failures, notices, rules } = await loadConfiguration(host, { cwd: "/home/me" });
    assert.deepEqual(failures.length === 0, isValid, `${failures.map(({ message }) => message)}`);
    assert.deepEqual(notices.some(({ kind }) => kind === "mistake"), isValid);
    assert.deepEqual([...rules.rules].some(({ pattern }) => pattern === "c"), true);
  })
);
