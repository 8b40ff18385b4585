/** Repositories that files extend: fetched by few, cached, read as they may be. (`02-rules.md`, Evaluation) */
import assert from "node:assert/strict";
import { loadConfiguration } from "../../src/config/configuration.ts";
import { type FetchPolicy, presetFetcher } from "../../src/config/preset_fetcher.ts";
import type { PresetSource } from "../../src/config/preset_copy.ts";
import { copyFile, readCopy, writeCopy } from "../../src/config/preset_copy.ts";
import { evaluateShell } from "../../src/rules/evaluate.ts";
import { diskFiles, memoryFiles, testHost } from "../host.ts";
import { plainSituation } from "../rules/rule_set_from.ts";
import { scan } from "../layers/scan.ts";
import { failuresOf, rulesOf } from "./load.ts";
import { type Repositories, repositories } from "./repository.ts";

const all: FetchPolicy = { which: "all", mayFetch: () => true };
const due: FetchPolicy = { which: "due", mayFetch: () => true };

/** Loads the user's configuration, and says what was fetched. */
async function load({ host }: Repositories, policy: FetchPolicy | null, trusted = true) {
  const fetcher = policy === null ? null : presetFetcher(host, policy);
  const configuration = await loadConfiguration(host, {
    cwd: null,
    isTrusted: () => trusted,
    ensurePreset: fetcher?.ensure,
  });
  const stale = configuration.notices.filter(({ kind }) => kind === "stale");
  const { rules } = configuration;
  return {
    configuration,
    rules: rulesOf(configuration),
    failures: failuresOf(configuration),
    said: stale.map(({ message }) => message),
    fetched: fetcher?.outcomes ?? [],
    verdict: (command: string) => evaluateShell(rules, command, plainSituation).action,
  };
}

const user = ".config/usher/usher.yml";

Deno.test("a preset is fetched once, and then read without git", async () => {
  using here = repositories();
  const commit = here.commit("rules", { "usher.yml": "rules: [{deny: a}]" }, "v1");
  here.write(user, "extends: ['github:org/rules@v1']\nrules: [{deny: b}]");

  const before = await load(here, null);
  assert.deepEqual(before.rules, ["deny b"]);
  assert.match(before.failures.join(), /usher\.yml:1:11: it has not been fetched/);
  assert.match(before.failures.join(), /run `usher update-presets`/);

  const first = await load(here, due);
  assert.deepEqual([first.failures, first.rules], [[], ["deny a", "deny b"]]);
  assert.deepEqual(first.fetched.map(({ after }) => after?.commit), [commit]);

  here.host.setEnv("PATH", "/nowhere");
  const after = await load(here, null);
  assert.deepEqual([after.failures, after.rules], [[], ["deny a", "deny b"]]);
  const [source = ""] = after.configuration.sources.filter((file) => file.includes("/presets/"));
  assert.equal(diskFiles.stat(source)?.kind, "file");
  assert.deepEqual(after.configuration.localExtends, {});
});

Deno.test("a whole collection loads unchanged, and its own tests pass", async () => {
  using here = repositories();
  const files = {
    "README.md": "# Rules for everyone\n",
    "runok.yml": "extends:\n  - ./base.yml\n",
    "base.yml": "# All of them\nextends:\n  - ./readonly/unix.yml\n  - ./readonly/git.yml\n" +
      "  - ./definitions.yaml\n",
    "readonly/unix.yml": "rules:\n  - allow: 'wc *'\n    tests:\n      - allow: 'wc -l a.txt'\n",
    "readonly/git.yml": "extends: [../definitions.yaml]\nrules:\n  - allow: 'git status *'\n" +
      "  - deny: 'git push -f|--force *'\n    tests:\n      - deny: 'git push --force'\n",
    "definitions.yaml": "definitions:\n  wrappers:\n    - 'mise exec <cmd>'\n" +
      "tests:\n  cases:\n    - allow: 'git status'\n",
  };
  const commit = here.commit("collection", files);
  here.write(user, `builtin: false\nextends: ['ssh://git@host/collection@${commit}']`);
  const { failures, verdict, configuration } = await load(here, due);
  assert.deepEqual(failures, []);
  assert.deepEqual(configuration.tests, [], "a preset's tests are its own");
  const cases = [["wc -l x", "allow"], ["mise exec git status", "allow"], ["rm x", "pass"]];
  for (const [command = "", action] of cases) assert.equal(verdict(command), action, command);

  const folder = `${here.home}/collection`;
  for (const [path, text] of Object.entries(files)) here.write(`collection/${path}`, text);
  const own = await loadConfiguration(here.host, { cwd: null, explicit: `${folder}/runok.yml` });
  assert.equal(own.tests.length, 3);
  for (const { command, expected } of own.tests) {
    assert.equal(evaluateShell(own.rules, command, plainSituation).action, expected, command);
  }
});

const paths: readonly (readonly [reference: string, rule: string | null])[] = [
  ["github:org/rules", "deny root"],
  ["github:org/rules/base", "deny base"],
  ["github:org/rules/base.yml", "deny base"],
  ["github:org/rules/long", "deny long"],
  ["github:org/rules/team", "deny team"],
  ["github:org/rules/team/own", "deny own"],
  ["github:org/rules/none", null],
  ["github:org/rules/link", null],
  ["github:org/rules/README.md", null],
  ["ssh://git@host/rules@main", "deny root"],
];

Deno.test("which file of a repository a reference names", async () => {
  using here = repositories();
  const file = (name: string) => `rules: [{deny: ${name}}]`;
  here.commit("rules", { "usher.yml": file("root"), "runok.yml": file("old"), "README.md": "" });
  here.commit("rules", { "base.yml": file("base"), "long.yaml": file("long") });
  here.commit("rules", { "team/runok.yml": file("team"), "team/own.yml": file("own") });
  Deno.symlinkSync("/etc/passwd", `${here.home}/../repositories/rules/link.yml`);
  here.commit("rules", {});
  for (const [reference, rule] of paths) {
    here.write(user, `extends: ['${reference}']`);
    const { rules, failures } = await load(here, due);
    assert.deepEqual(rules, rule === null ? [] : [rule], reference);
    if (rule === null) assert.match(failures.join(), /the repository has none of /);
  }
});

Deno.test("a repository's file that is no UTF-8 is an error when it is extended, and only then", async () => {
  using here = repositories();
  here.commit("rules", { "usher.yml": "rules: [{deny: evil}]", "other.yml": "" });
  Deno.writeFileSync(
    `${here.home}/../repositories/rules/other.yml`,
    new TextEncoder().encode("rules: [{deny: 'ev\u00ffil'}]").filter((byte) => byte !== 0xc3),
  );
  here.commit("rules", {});
  here.write(".config/usher/usher.yml", "extends: ['github:org/rules']");
  const { ensure } = presetFetcher(here.host, { which: "all", mayFetch: () => true });
  const good = await loadConfiguration(here.host, { cwd: null, ensurePreset: ensure });
  assert.deepEqual([rulesOf(good), good.failures], [["deny evil"], []]);
  here.write(".config/usher/usher.yml", "extends: ['github:org/rules/other']");
  const bad = await loadConfiguration(here.host, { cwd: null });
  assert.match(bad.failures[0]?.message ?? "", /rules\/other\.yml:.*this file is not UTF-8/);
});

Deno.test("files of a repository reach each other, and nothing of this machine", async () => {
  using here = repositories();
  here.write("secret.yml", "rules: [{allow: secret}]");
  here.commit("rules", {
    "a.yml": "extends: [./sub/b.yml]\nrules: [{deny: a}]",
    "sub/b.yml": "extends: [../c.yml]\nrules: [{deny: b}]\ndefinitions: {paths: {p: [x]}}",
    "c.yml": `extends: [../x.yml, ~/secret.yml, ${here.home}/secret.yml, gone.yml, builtin:guards,
      'file://${here.home}/x', 'github:org/other', 'github:org/rules/a']\nrules: [{deny: c}]`,
  });
  here.commit("other", { "usher.yml": "rules: [{deny: other}]" });
  here.write(user, "extends: ['github:org/rules/a']\nrules: [{deny: own}]");
  const { rules, failures, configuration } = await load(here, due);
  assert.deepEqual(rules, ["deny other", "deny c", "deny b", "deny a", "deny own"]);
  const why = [
    /'\.\.\/x\.yml' escapes the base directory/,
    /reaches no files of this machine \(extends `~\/secret\.yml`\)/,
    /reaches no files of this machine/,
    /the repository has no file gone\.yml/,
    /a repository on this machine counts only in your own configuration/,
    /goes in a circle: github:org\/rules\/a\.yml → github:org\/rules\/sub\/b\.yml → /,
  ];
  assert.equal(failures.length, why.length, failures.join("\n"));
  why.forEach((part, n) => assert.match(failures[n] ?? "", part));
  assert.match(failures[0] ?? "", /^github:org\/rules\/c\.yml:1:11: /);
  const lists = configuration.rules.scopes[0]?.paths;
  assert.deepEqual(lists?.["p"], [`${here.home}/.config/usher/x`]);
});

Deno.test("a repository's file says nothing about the log, and leaves self-protection on", async () => {
  using here = repositories();
  here.commit("rules", { "usher.yml": "audit: {enabled: false}\nbuiltin: false" });
  here.write(user, "extends: ['github:org/rules']");
  const { configuration, failures } = await load(here, due);
  assert.deepEqual(failures, []);
  assert.equal(configuration.audit.enabled, true);
  const ids = configuration.rules.rules.map(({ id }) => id ?? "");
  assert.ok(ids.length > 0 && ids.every((id) => id.startsWith("builtin:self-protection/")));
  assert.ok(
    configuration.notices.some(({ message }) => message.includes("`audit` does not count")),
  );
});

Deno.test("copies of a day are due again; those of a commit never are", async () => {
  using here = repositories();
  const old = here.commit("rules", { "usher.yml": "rules: [{deny: old}]" });
  here.write(user, `extends: ['github:org/rules@main', 'github:org/rules@${old}']`);
  assert.equal((await load(here, due)).fetched.length, 2);
  here.commit("rules", { "usher.yml": "rules: [{deny: new}]" });
  here.host.advance(86_399_000);
  assert.deepEqual((await load(here, due)).rules, ["deny old", "deny old"]);
  here.host.advance(2000);
  assert.deepEqual((await load(here, null)).rules, ["deny old", "deny old"]);
  const later = await load(here, due);
  assert.deepEqual(later.rules, ["deny new", "deny old"]);
  assert.deepEqual(later.fetched.map(({ reference }) => reference.ref), ["main"]);
  assert.deepEqual((await load(here, all)).fetched.map(({ reference }) => reference.ref), ["main"]);
});

const lifetimes: readonly (readonly [written: string, seconds: number | null])[] = [
  ["", 86_400],
  ["60", 60],
  ["2m", 120],
  ["1h", 3600],
  ["7d", 604_800],
  ["0", 0],
  ["-1", null],
  ["soon", null],
];

lifetimes.forEach(([written, seconds]) =>
  Deno.test(`USHER_CACHE_TTL=${written}`, async () => {
    using here = repositories({ USHER_CACHE_TTL: written });
    if (seconds === null) {
      return assert.throws(() => presetFetcher(here.host, due), /is no duration/);
    }
    here.commit("rules", { "usher.yml": "" });
    here.write(user, "extends: ['github:org/rules']");
    await load(here, due);
    here.host.advance(seconds * 1000 - 1);
    assert.equal((await load(here, due)).fetched.length, seconds === 0 ? 1 : 0);
    here.host.advance(2000);
    assert.equal((await load(here, due)).fetched.length, 1);
  })
);

Deno.test("an old copy is used, with a warning, when it cannot be fetched anew", async () => {
  using here = repositories();
  here.commit("rules", { "usher.yml": "rules: [{deny: old}]" });
  here.write(user, "extends: ['github:org/rules']");
  await load(here, due);
  Deno.renameSync(`${here.home}/../repositories/rules`, `${here.home}/../repositories/moved`);
  const { rules, failures, said, fetched } = await load(here, all);
  assert.deepEqual([rules, failures], [["deny old"], []]);
  assert.match(
    said.join(),
    /usher\.yml:1:11: cannot be fetched, and its copy of .* is used: git: /,
  );
  assert.equal(fetched[0]?.before, fetched[0]?.after);
});

const faults: readonly (readonly [reference: string, why: RegExp])[] = [
  ["github:org/none", /^.*usher\.yml:1:11: git: fatal: .*\(extends `github:org\/none`\)/],
  ["github:org/rules@v9", /git: fatal: couldn't find remote ref v9/],
  [`github:org/rules@${"1".repeat(40)}`, /git: (?:fatal|error): /],
  ["github:org/large", /holds more than 1000 YAML files/],
];

Deno.test("what cannot be fetched is an error at its place", async () => {
  using here = repositories();
  here.commit("rules", { "usher.yml": "" });
  const many = Array.from({ length: 1001 }, (_, n) => [`${n}.yml`, ""]);
  here.commit("large", Object.fromEntries(many));
  for (const [reference, why] of faults) {
    here.write(user, `extends: ['${reference}']\nrules: [{deny: own}]`);
    const { rules, failures } = await load(here, due);
    assert.match(failures.join(), why);
    assert.deepEqual(rules, ["deny own"]);
  }
  const left = [...Deno.readDirSync(`${here.home}/.cache/usher/presets`)];
  assert.deepEqual(left, [], "nothing is left behind");

  here.host.setEnv("PATH", "/nowhere");
  here.write(user, "extends: ['github:org/rules']");
  assert.match(
    (await load(here, due)).failures.join(),
    /git: cannot be found on PATH.*install git/,
  );
});

Deno.test("git takes nothing from the environment that would change what it does", async () => {
  using here = repositories({
    GIT_DIR: "/nowhere",
    GIT_SSH_COMMAND: "touch /tmp/x",
    GIT_EXEC_PATH: "/nowhere",
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "protocol.allow",
    GIT_CONFIG_VALUE_0: "never",
  });
  here.commit("rules", { "usher.yml": "rules: [{deny: a}]" });
  here.write(user, "extends: ['github:org/rules']");
  assert.deepEqual((await load(here, due)).rules, ["deny a"]);
});

Deno.test("an untrusted project's presets tighten, when they are there, and may be no local ones", async () => {
  using here = repositories();
  here.commit("rules", {
    "usher.yml": "rules: [{deny: a}, {allow: b}]\ndefaults: {action: allow}",
  });
  const local = `file://${here.home}/../repositories/rules`;
  here.write("work/usher.yml", `extends: ['github:org/rules', '${local}']\nrules: [{deny: own}]`);
  const never: FetchPolicy = { which: "due", mayFetch: (standing) => standing !== "untrusted" };
  const unfetched = await load(here, never, false);
  assert.deepEqual([unfetched.rules, unfetched.fetched], [["deny own"], []]);
  assert.deepEqual(unfetched.failures, []);

  const { rules, failures, verdict, configuration } = await load(here, all, false);
  assert.deepEqual([rules, failures], [["deny a", "deny own"], []]);
  assert.equal(verdict("b"), "pass");
  const said = configuration.notices.map(({ message }) => message).join("\n");
  assert.match(said, /a repository on this machine counts only in your own configuration/);
});

const folder = "/home/me/.cache/usher/presets";
const source: PresetSource = { url: "https://github.com/o/r", ref: "v1" };
const copy = { commit: "1".repeat(40), fetchedAt: 1000, files: new Map([["usher.yml", "a"]]) };

Deno.test("a copy is read as it was written", () => {
  const host = testHost();
  writeCopy(host, folder, source, copy);
  assert.deepEqual(readCopy(host, folder, source), copy);
  assert.equal(readCopy(host, folder, { ...source, ref: "v2" }), null);
  assert.equal(host.files.lstat(folder)?.mode, 0o700);
  assert.equal(host.files.lstat(copyFile(folder, source))?.mode, 0o600);
});

Deno.test("nothing is read or written that could be another user's", () => {
  const good = memoryFiles();
  writeCopy(testHost({ files: good }), folder, source, copy);
  const text = good.text(copyFile(folder, source)) ?? "";
  const file = copyFile(folder, source);
  const spoiled: readonly (readonly [string, (files: ReturnType<typeof memoryFiles>) => void])[] = [
    ["another's file", (files) => files.write(file, text, { uid: 7 })],
    ["a file open to all", (files) => files.write(file, text, { mode: 0o666 })],
    ["a link", (files) => {
      files.write("/tmp/x.json", text, { mode: 0o600 });
      files.link(file, "/tmp/x.json");
    }],
    ["half of it", (files) => files.write(file, text.slice(0, 40), { mode: 0o600 })],
    ["another copy", (files) => files.write(file, text.replace("v1", "v2"), { mode: 0o600 })],
    ["no text", (files) => files.write(file, text.replace('"a"', "1"), { mode: 0o600 })],
  ];
  for (const [what, spoil] of spoiled) {
    const files = memoryFiles();
    files.makeFolder(folder, 0o700);
    spoil(files);
    assert.equal(readCopy(testHost({ files }), folder, source), null, what);
  }
  const shared = memoryFiles();
  shared.makeFolder(folder, 0o777);
  shared.write(file, text, { mode: 0o600 });
  const host = testHost({ files: shared });
  assert.equal(readCopy(host, folder, source), null);
  assert.throws(
    () => writeCopy(host, folder, source, copy),
    /is a link, or others may write to it/,
  );
});

Deno.test("many that fetch at once leave one whole copy", async () => {
  using here = repositories();
  here.commit("rules", { "usher.yml": "rules: [{deny: a}]" });
  here.write(user, "extends: ['github:org/rules']");
  const results = await Promise.all(Array.from({ length: 5 }, () => load(here, all)));
  for (const { rules, failures } of results) assert.deepEqual([rules, failures], [["deny a"], []]);
  assert.equal([...Deno.readDirSync(`${here.home}/.cache/usher/presets`)].length, 1);
});

/** Every module that one leads to, at once or later. */
function modulesOf(entry: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(entry)) return found;
  found.add(entry);
  const root = new URL("../../", import.meta.url);
  for (const { specifier, typeOnly } of scan(Deno.readTextFileSync(new URL(entry, root))).imports) {
    if (specifier === null || typeOnly || !/^\.{1,2}\/.*\.ts$/.test(specifier)) continue;
    modulesOf(new URL(specifier, new URL(entry, root)).href.slice(root.href.length), found);
  }
  return found;
}

Deno.test("neither a hook nor a check holds the code that fetches", () => {
  for (const command of ["hook", "check"]) {
    const modules = modulesOf(`src/commands/${command}.ts`);
    assert.ok(modules.has("src/config/extended_remote.ts"), command);
    assert.ok(!modules.has("src/config/git.ts") && !modules.has("src/config/preset_fetcher.ts"));
  }
});

Deno.test("what a killed fetch left is removed, and what runs is not", async () => {
  using here = repositories();
  here.commit("rules", { "usher.yml": "" });
  here.write(user, "extends: ['github:org/rules']");
  here.write(".cache/usher/presets/.fetch-1-old/HEAD", "");
  Deno.chmodSync(`${here.home}/.cache/usher/presets`, 0o700);
  await load(here, all);
  const names = () => [...Deno.readDirSync(`${here.home}/.cache/usher/presets`)].length;
  assert.equal(names(), 2);
  here.host.advance(2 * 3_600_000);
  await load(here, all);
  assert.equal(names(), 1);
});
