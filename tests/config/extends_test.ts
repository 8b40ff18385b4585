/** Files that extend others on this machine. (`02-rules.md`, Evaluation: "`extends`") */
import assert from "node:assert/strict";
import { evaluateShell } from "../../src/rules/evaluate.ts";
import { memoryFiles } from "../host.ts";
import { rows } from "../rows.ts";
import { plainSituation } from "../rules/rule_set_from.ts";
import { failuresOf, load, loadText, PROJECT, rulesOf, USER } from "./load.ts";

const FOLDER = "/home/me/.config/usher";
const TEAM = `${PROJECT}/usher.yml`;
const trusted = { isTrusted: () => true };

Deno.test("what a file extends comes before it, depth first", async () => {
  const configuration = await load({
    files: {
      [USER]: "extends: [./a.yml, sub/b.yml]\nrules: [{deny: user}]",
      [`${FOLDER}/a.yml`]: "extends: [c.yml]\nrules: [{allow: a}]",
      [`${FOLDER}/c.yml`]: "rules: [{ask: c}]",
      [`${FOLDER}/sub/b.yml`]: "extends: [./d.yml, ../c.yml]\nrules: [{allow: b}]",
      [`${FOLDER}/sub/d.yml`]: "rules: [{allow: d}]",
    },
  });
  assert.deepEqual(failuresOf(configuration), []);
  // `c` is extended twice, and counts where it stands last.
  assert.deepEqual(rulesOf(configuration), ["allow a", "allow d", "ask c", "allow b", "deny user"]);
});

Deno.test("every file read, and every one that is not there, is a source", async () => {
  const { sources, localExtends } = await load({
    files: {
      [USER]: "extends: [./a.yml, gone.yml]",
      [`${FOLDER}/a.yml`]: "extends: [c.yml, builtin:base]",
      [`${FOLDER}/c.yml`]: "",
      [TEAM]: "extends: [rules/x.yml]",
      [`${PROJECT}/rules/x.yml`]: "",
      [`${PROJECT}/usher.local.yml`]: "",
    },
  });
  const user = ["a.yml", "c.yml", "gone.yml"].map((name) => `${FOLDER}/${name}`);
  assert.deepEqual(localExtends, { [USER]: user, [TEAM]: [`${PROJECT}/rules/x.yml`] });
  for (const file of [...user, `${PROJECT}/rules/x.yml`]) assert.ok(sources.includes(file), file);
});

Deno.test("relative paths of an extended file start from its own folder", async () => {
  const { rules } = await load({
    files: {
      [USER]: "extends: [sub/a.yml]\ndefinitions: {paths: {p: [x]}}",
      [`${FOLDER}/sub/a.yml`]: "definitions: {paths: {p: [x, /y]}}",
    },
  });
  assert.deepEqual(rules.scopes[0]?.paths["p"], [`${FOLDER}/sub/x`, "/y", `${FOLDER}/x`]);
});

Deno.test("the file that extends another has the last word", async () => {
  const { rules } = await load({
    files: {
      [USER]: "extends: [a.yml, b.yml]\ndefaults: {action: ask}",
      [`${FOLDER}/a.yml`]: "defaults: {action: allow}\ndefinitions: {long_flags: {q: --one}}",
      [`${FOLDER}/b.yml`]: "definitions: {long_flags: {q: --two}}",
    },
  });
  assert.equal(rules.defaults.action, "ask");
  assert.equal(rules.scopes[0]?.longFlags["q"], "--two");
});

Deno.test("an extended file has the standing of the one that extends it", async () => {
  const files = {
    [TEAM]: "extends: [a.yml]",
    [`${PROJECT}/a.yml`]:
      "builtin: false\ndefaults: {action: allow}\nrules: [{allow: x}, {deny: y}, {ask: z}]",
  };
  const untrusted = await load({ files });
  assert.deepEqual(rulesOf(untrusted), ["deny y", "ask z"]);
  assert.equal(untrusted.rules.defaults.action, "pass");
  assert.ok(untrusted.rules.rules.some(({ layer }) => layer === "builtin"));
  const own = untrusted.rules.rules.filter(({ layer }) => layer === "project");
  assert.ok(own.every((rule) => !rule.trusted && rule.scope > 0));

  const known = await load({ files }, trusted);
  assert.deepEqual(rulesOf(known), ["allow x", "deny y", "ask z"]);
});

const escapes: readonly (readonly [reference: string, isTrusted: boolean, why: RegExp | null])[] = [
  ["../x.yml", true, /'\.\.\/x\.yml' escapes the base directory/],
  ["sub/../../x.yml", true, /escapes the base directory/],
  ["~/../x.yml", true, /escapes the base directory/],
  ["~you/x.yml", true, /the home folders of others are not known/],
  ["/home/me/x.yml", true, null],
  ["~/x.yml", true, null],
  ["link.yml", true, null],
  ["inside.yml", true, null],
  ["/home/me/x.yml", false, /escapes the base directory/],
  ["~/x.yml", false, /escapes the base directory/],
  ["link.yml", false, /leads out of a project that is not trusted/],
  ["linked/x.yml", false, /leads out of a project that is not trusted/],
  ["inside.yml", false, null],
];

escapes.forEach(([reference, isTrusted, why]) =>
  Deno.test(`extends ${reference} in a project, ${isTrusted ? "" : "not "}trusted`, async () => {
    const files = memoryFiles({
      [TEAM]: `extends: ['${reference}']\nrules: [{deny: own}]`,
      "/home/me/x.yml": "rules: [{deny: x}]",
      [`${PROJECT}/y.yml`]: "rules: [{deny: x}]",
    });
    files.link(`${PROJECT}/link.yml`, "/home/me/x.yml");
    files.link(`${PROJECT}/inside.yml`, "y.yml");
    files.link(`${PROJECT}/linked`, "/home/me");
    const configuration = await load({ files }, { isTrusted: () => isTrusted });
    const { failures, notices } = configuration;
    const said = isTrusted
      ? failures.map(({ message }) => message)
      : notices.map(({ message }) => message).filter((message) => message.includes("extends"));
    if (why !== null) assert.match(said.join("\n"), why);
    else assert.deepEqual(said, []);
    assert.deepEqual(rulesOf(configuration), why === null ? ["deny x", "deny own"] : ["deny own"]);
  })
);

const faults: readonly (readonly [what: string, text: string, failure: RegExp])[] = [
  ["a missing file", "extends: [gone.yml]", /^\/etc\/c\.yml:1:11: \/etc\/gone\.yml: is not there/],
  ["a folder", "extends: [folder]", /c\.yml:1:11: \/etc\/folder: is a folder/],
  ["a large file", "extends: [large.yml]", /large\.yml: is larger than 1 MiB/],
  ["another's file", "extends: [other.yml]", /belongs to another user \(7\)/],
  ["no list", "extends: a.yml", /c\.yml:1:10: .*is not a list/],
  ["a number", "extends: [1]", /c\.yml:1:11: .*is not text/],
  [
    "an unknown name",
    "extends: [builtin:nod]",
    /no built-in file has this name; there are builtin:/,
  ],
  ["a misspelt name", "extends: [builtin:guard]", /did you mean builtin:guards\?/],
  [
    "a transport",
    "extends: ['ext::sh']",
    /c\.yml:1:11: the transport `ext` is not allowed: `ext::sh`/,
  ],
  ["itself", "extends: [c.yml]", /goes in a circle: \/etc\/c\.yml → \/etc\/c\.yml/],
  [
    "a wrong file",
    "rules: []\nextends:\n  - bad.yml",
    /^\/etc\/bad\.yml:2:12: .* \(extended by \/etc\/c\.yml:3:5\)/,
  ],
];

faults.forEach(([what, text, failure]) =>
  Deno.test(`extends ${what}: an error at its place`, async () => {
    const files = memoryFiles({
      "/etc/c.yml": text,
      "/etc/bad.yml": "rules:\n  - deny: '<cmd'\n  - deny: fine",
      "/etc/folder/x": "",
      "/etc/large.yml": "#".repeat(1024 * 1024 + 1),
    });
    files.write("/etc/other.yml", "", { uid: 7 });
    const configuration = await load({ files }, { explicit: "/etc/c.yml" });
    assert.match(failuresOf(configuration).join("\n"), failure);
  })
);

Deno.test("a deny of a file stays, whatever is wrong with what it extends", async () => {
  const configuration = await load({
    files: {
      [USER]: "extends: [gone.yml, bad.yml]\nrules: [{deny: own}]",
      [`${FOLDER}/bad.yml`]: "rules: [{deny: bad}, {deny: '<cmd'}]",
    },
  });
  assert.deepEqual(rulesOf(configuration), ["deny bad", "deny own"]);
  assert.equal(configuration.failures.length, 2);
});

/** `0.yml` extends `1.yml`, and so on; the first file is `/etc/c.yml`. */
function chain(length: number): Readonly<Record<string, string>> {
  const link = (n: number) => n < length ? `extends: [${n + 1}.yml]` : "rules: [{deny: end}]";
  const files = Array.from({ length }, (_, n) => [`/etc/${n + 1}.yml`, link(n + 1)] as const);
  return { "/etc/c.yml": link(0), ...Object.fromEntries(files) };
}

Deno.test("ten files deep is fine, eleven are not", async () => {
  const ten = await load({ files: chain(10) }, { explicit: "/etc/c.yml" });
  assert.deepEqual([failuresOf(ten), rulesOf(ten)], [[], ["deny end"]]);
  const eleven = await load({ files: chain(11) }, { explicit: "/etc/c.yml" });
  assert.match(
    failuresOf(eleven).join(),
    /is more than 10 files deep: \/etc\/c\.yml → \/etc\/1\.yml/,
  );
});

Deno.test("files that extend each other many times over are read once", async () => {
  const all = Array.from({ length: 10 }, (_, n) => n);
  const files = Object.fromEntries(all.map((n) => {
    const below = all.filter((other) => other > n).map((other) => `${other}.yml`);
    return [`/etc/${n}.yml`, `extends: [${[...below, ...below]}]\nrules: [{deny: r${n}}]`];
  }));
  const configuration = await load({ files }, { explicit: "/etc/0.yml" });
  const order = [...all.slice(1), 0].map((n) => `deny r${n}`);
  assert.deepEqual([failuresOf(configuration), rulesOf(configuration)], [[], order]);
});

Deno.test("a file leads to at most a hundred others", async () => {
  const names = Array.from({ length: 120 }, (_, n) => `${n}.yml`);
  const files = Object.fromEntries(names.map((name) => [`/etc/${name}`, "rules: [{deny: x}]"]));
  const configuration = await load(
    { files: { ...files, "/etc/c.yml": `extends: [${names}]` } },
    { explicit: "/etc/c.yml" },
  );
  assert.equal(rulesOf(configuration).length, 100);
  assert.match(failuresOf(configuration).join(), /is one of more than 100 files/);
});

Deno.test("`builtin:base` is there anyway, and once", async () => {
  const [plain, extended] = [await loadText(""), await loadText("extends: [builtin:base]")];
  assert.deepEqual(extended.rules.rules, plain.rules.rules);
  assert.deepEqual(extended.failures, []);
  const both = await loadText("extends: [builtin:guards, builtin:wrappers]");
  assert.deepEqual(both.rules.rules, plain.rules.rules);
  assert.deepEqual(both.rules.wrappers, plain.rules.wrappers);
});

Deno.test("without the built-in rules, a part of them can be extended", async () => {
  const { rules, failures, notices, tests } = await loadText(
    "builtin: false\nextends: [builtin:disasters]\nrules: [{deny: x}]",
  );
  assert.deepEqual([failures, notices], [[], []]);
  const files = new Set(rules.rules.map(({ place }) => place.file));
  assert.deepEqual([...files].sort(), ["/etc/c.yml", "builtin:disasters"]);
  assert.deepEqual(tests, []);
});

Deno.test("`builtin:base` switches the built-in rules on again", async () => {
  const configuration = await load({
    files: { [USER]: "builtin: false", [TEAM]: "extends: [builtin:base]" },
  }, trusted);
  assert.ok(configuration.rules.rules.length > 100);
});

interface Row {
  readonly id: string;
  readonly config: string;
  readonly command: string;
  readonly decision: string;
  readonly files?: Readonly<Record<string, string>>;
}

const table = rows<Row>("runok/eval.jsonl").filter(({ files }) => files !== undefined);

Deno.test("evaluation rows with files: no row is lost", () => assert.equal(table.length, 7));

table.forEach(({ id, config, command, decision, files = {} }) =>
  Deno.test(`${id} ${command}`, async () => {
    const beside = Object.entries(files).map(([name, text]) => [`/etc/${name}`, text]);
    const { rules, failures } = await load({
      files: { "/etc/c.yml": `builtin: false\n${config}`, ...Object.fromEntries(beside) },
    }, { explicit: "/etc/c.yml" });
    assert.deepEqual(failures, []);
    assert.equal(evaluateShell(rules, command, plainSituation).action, decision);
  })
);
