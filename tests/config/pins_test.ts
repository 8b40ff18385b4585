/** Which projects are trusted, and what takes that back. (`10-safety.md`, 3) */
import assert from "node:assert/strict";
import type { Configuration } from "../../src/config/configuration.ts";
import { loadConfiguration } from "../../src/config/configuration.ts";
import { changePins, digestsOf, pinsFile, readPins } from "../../src/config/pins.ts";
import { normalizePath } from "../../src/text/paths.ts";
import { diskFiles, type MemoryFiles, memoryFiles, temporaryFolder, testHost } from "../host.ts";
import { rulesOf } from "./load.ts";

const DATA = "/home/me/.local/share";
const PROJECT = "/home/me/project";
const PINS = pinsFile(DATA);

/** A machine with a project whose files are trusted as they are. */
async function trusting(texts: Readonly<Record<string, string>>): Promise<MemoryFiles> {
  const named = Object.entries(texts).map(([name, text]) =>
    [normalizePath(`${PROJECT}/${name}`), text] as const
  );
  const files = memoryFiles(Object.fromEntries(named));
  const contents = named.map(([file, text]) => ({ file, bytes: new TextEncoder().encode(text) }));
  const digests = await digestsOf(contents);
  changePins(
    testHost({ files }),
    DATA,
    (pins) => new Map([...pins, [PROJECT, { files: digests ?? new Map(), trustedAt: "2026" }]]),
  );
  return files;
}

function load(files: MemoryFiles, cwd = PROJECT): Promise<Configuration> {
  return loadConfiguration(testHost({ files, cwd, env: { HOME: "/home/me" } }), { cwd });
}

const texts = { "usher.yml": "rules: [{allow: a}]", "usher.local.yml": "rules: [{allow: b}]" };

Deno.test("pins: a project that is as it was counts in full, in its subfolders too", async () => {
  const files = await trusting(texts);
  files.makeFolder(`${PROJECT}/sub`, 0o755);
  for (const cwd of [PROJECT, `${PROJECT}/sub`]) {
    const { notices, sources, ...rest } = await load(files, cwd);
    assert.deepEqual(rulesOf({ notices, sources, ...rest }), ["allow a", "allow b"]);
    assert.deepEqual(notices, []);
    assert.ok(sources.includes(PINS));
  }
});

/** What happens to the trusted files. */
const changes: readonly (readonly [string, (files: MemoryFiles) => void])[] = [
  ["one byte more", (files) => files.write(`${PROJECT}/usher.yml`, "rules: [{allow: a}]\n")],
  ["one byte else", (files) => files.write(`${PROJECT}/usher.yml`, "rules: [{allow: b}]")],
  [
    "a byte order mark",
    (files) => files.write(`${PROJECT}/usher.yml`, "\ufeffrules: [{allow: a}]"),
  ],
  ["the other file", (files) => files.write(`${PROJECT}/usher.local.yml`, "rules: [{allow: c}]")],
  ["a file gone", (files) => files.remove(`${PROJECT}/usher.local.yml`)],
  ["a file by another name", (files) => {
    files.remove(`${PROJECT}/usher.yml`);
    files.write(`${PROJECT}/usher.yaml`, texts["usher.yml"]);
  }],
  ["an unreadable file", (files) => {
    files.remove(`${PROJECT}/usher.local.yml`);
    files.makeFolder(`${PROJECT}/usher.local.yml`, 0o755);
  }],
  ["no pins", (files) => files.remove(PINS)],
];
changes.forEach(([name, change]) =>
  Deno.test(`pins: ${name} takes the trust back`, async () => {
    const files = await trusting(texts);
    change(files);
    const configuration = await load(files);
    assert.deepEqual(rulesOf(configuration), []);
    assert.deepEqual(configuration.failures, []);
    const said = configuration.notices.map(({ message }) => message).join("\n");
    assert.match(said, /untrusted project configuration: .*run `usher trust`/);
    assert.equal(said.includes("it has changed since"), name !== "no pins");
  })
);

Deno.test("pins: a new file takes the trust back", async () => {
  const files = await trusting({ "usher.yml": "rules: [{allow: a}]" });
  files.write(`${PROJECT}/usher.local.yml`, "rules: [{deny: d}]");
  assert.deepEqual(rulesOf(await load(files)), ["deny d"]);
});

Deno.test("pins: a copy elsewhere is not trusted, and a link to the project is", async () => {
  const files = await trusting({ "usher.yml": "rules: [{allow: a}]" });
  files.write("/home/me/copy/usher.yml", "rules: [{allow: a}]");
  files.link("/home/me/link", PROJECT);
  files.link("/home/me/other/usher.yml", `${PROJECT}/usher.yml`);
  assert.deepEqual(rulesOf(await load(files, "/home/me/copy")), []);
  assert.deepEqual(rulesOf(await load(files, "/home/me/other")), []);
  assert.deepEqual(rulesOf(await load(files, "/home/me/link")), ["allow a"]);
});

/** Files of pins that are not believed, and why. */
const bad: readonly (readonly [RegExp, (files: MemoryFiles, text: string) => void])[] = [
  [/is open to other users/, (files, text) => files.write(PINS, text, { mode: 0o644 })],
  [/belongs to another user/, (files, text) => files.write(PINS, text, { mode: 0o600, uid: 1 })],
  [/is a link/, (files, text) => {
    files.write("/tmp/pins", text, { mode: 0o600 });
    files.remove(PINS);
    files.link(PINS, "/tmp/pins");
  }],
  [/is no regular file/, (files) => {
    files.remove(PINS);
    files.makeFolder(PINS, 0o700);
  }],
  [/no JSON|not valid JSON|JSON/, (files) => files.write(PINS, "{", { mode: 0o600 })],
  [/is damaged/, (files) => files.write(PINS, "{}", { mode: 0o600 })],
  [/is damaged/, (files) => files.write(PINS, '{"projects":{"/a":{}}}', { mode: 0o600 })],
  [
    /is damaged/,
    (files) =>
      files.write(PINS, '{"projects":{"/a":{"trusted_at":"","files":{"/a/usher.yml":1}}}}', {
        mode: 0o600,
      }),
  ],
];
bad.forEach(([why, change]) =>
  Deno.test(`pins: a list that ${why.source} trusts nobody, and costs no rule`, async () => {
    const files = await trusting({ "usher.yml": "rules: [{allow: a}, {deny: d}]" });
    change(files, files.text(PINS) ?? "");
    const configuration = await load(files);
    assert.deepEqual(rulesOf(configuration), ["deny d"]);
    assert.deepEqual(configuration.failures, []);
    const [notice] = configuration.notices;
    assert.match(notice?.message ?? "", /^no project is trusted: /);
    assert.match(notice?.message ?? "", why);
    assert.throws(() => changePins(testHost({ files }), DATA, (pins) => pins), { message: why });
  })
);

Deno.test("pins: the file and its folder are the user's alone", () => {
  using folder = temporaryFolder();
  const host = testHost({ files: diskFiles });
  const pin = { files: new Map([["/a/usher.yml", "00"]]), trustedAt: "2026" };
  changePins(host, folder.path, () => new Map([["/a", pin], ["__proto__", pin]]));
  assert.equal(diskFiles.stat(`${folder.path}/usher`)?.mode, 0o700);
  assert.equal(diskFiles.stat(pinsFile(folder.path))?.mode, 0o600);
  assert.deepEqual([...readPins(host, folder.path)], [["/a", pin], ["__proto__", pin]]);
});

/** What happens to the files that a trusted project extends. */
const extended: readonly (readonly [string, boolean, (files: MemoryFiles) => void])[] = [
  ["nothing", true, () => {}],
  ["one byte more", false, (files) => files.write(`${PROJECT}/b.yml`, "rules: [{allow: b}]\n")],
  ["one byte more two files away", false, (files) => files.write("/etc/c.yml", "rules: []")],
  ["a file gone", false, (files) => files.remove(`${PROJECT}/b.yml`)],
  ["another file's change", true, (files) => files.write(`${PROJECT}/other.yml`, "rules: [")],
];
extended.forEach(([name, stays, change]) =>
  Deno.test(`pins: ${name} in what it extends ${stays ? "changes nothing" : "takes it back"}`, async () => {
    const files = await trusting({
      "usher.yml": "extends: [./b.yml]\nrules: [{allow: a}]",
      "b.yml": "extends: [/etc/c.yml]\nrules: [{allow: b}]",
      "../../../etc/c.yml": "rules: [{allow: c}, {deny: d}]",
    });
    change(files);
    const configuration = await load(files);
    assert.equal(rulesOf(configuration).includes("allow a"), stays);
    assert.equal(configuration.notices.length === 0, stays);
    assert.deepEqual(configuration.failures, []);
  })
);

Deno.test("pins: what has changed is read in part only, and what it denies there counts", async () => {
  const rules = (count: number) => `rules:\n${"  - deny: much *\n".repeat(count)}`;
  const files = await trusting({
    "usher.yml": "extends: [./b.yml]\nrules: [{deny: a}, {allow: x}]",
    "b.yml": "rules: [{deny: b}]",
    "usher.local.yml": "rules: [{deny: c}]",
  });
  files.write(`${PROJECT}/b.yml`, `rules:\n  - deny: b\n${rules(60_000).slice(7)}`);
  // Another one that nobody trusts takes nothing from it.
  files.write("/home/me/outer/usher.yml", rules(20_000));
  const configuration = await load(files);
  const found = rulesOf(configuration);
  assert.deepEqual(found.slice(0, 2), ["deny b", "deny much *"]);
  assert.ok(found.length < 20_000, `${found.length} rules`);
  assert.ok(found.includes("deny a"));
  assert.ok(!found.includes("allow x"));
  const said = configuration.notices.map(({ message }) => message).join("\n");
  assert.match(said, /more than 256 KiB: the rest is not read/);
  assert.match(said, /it has changed since/);
});
