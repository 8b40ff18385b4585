/** No edit is missed by the compiled configurations, and nothing that is wrong with them does harm. */
import assert from "node:assert/strict";
import { loadConfiguration } from "../../src/config/configuration.ts";
import { changePins, digestsOf } from "../../src/config/pins.ts";
import { DamagedRules } from "../../src/rules/packed_rules.ts";
import { diskFiles, memoryFiles, temporaryFolder, testHost } from "../host.ts";

/** A home with a user's file and a project below it, and what reads them. */
interface Place extends Disposable {
  readonly home: string;
  /** Loads for the project, and tells the patterns of the files' rules and which files were read. */
  load(change?: Change): Promise<{ patterns: readonly string[]; read: readonly string[] }>;
  write(path: string, text: string): void;
}

interface Change {
  readonly cache?: "none" | "read" | "write" | "renew";
  readonly buildId?: string | null;
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds that the clock is ahead of the files' times. */
  readonly ahead?: number;
}

const user = ".config/usher/usher.yml";
const entries = ".cache/usher/compiled";

function place(): Place {
  const { path: home, [Symbol.dispose]: dispose } = temporaryFolder();
  const write = (path: string, text: string) => {
    const full = `${home}/${path}`;
    Deno.mkdirSync(full.slice(0, full.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(full, text);
  };
  write(user, "rules: [{ ask: 'aaa' }]\n");
  Deno.mkdirSync(`${home}/work/project/sub`, { recursive: true });
  return { home, load, write, [Symbol.dispose]: dispose };

  async function load(change: Change = {}) {
    const { cache = "write", buildId = "one", env = {}, ahead = 10_000 } = change;
    const read: string[] = [];
    const files: typeof diskFiles = {
      ...diskFiles,
      read(path, limit) {
        if (!path.endsWith(".json")) read.push(path.slice(home.length + 1));
        return diskFiles.read(path, limit);
      },
    };
    const now = new Date(Date.now() + ahead);
    const host = testHost({ env: { HOME: home, ...env }, files, uid: Deno.uid(), now });
    const cwd = `${home}/work/project/sub`;
    const request = { cwd, cache: cache === "none" ? undefined : cache, buildId };
    const { rules } = await loadConfiguration(host, request);
    const own = rules.rules.filter(({ layer }) => layer !== "builtin");
    return { patterns: own.map(({ pattern }) => pattern), read };
  }
}

Deno.test("what was compiled is not read again", async () => {
  using at = place();
  assert.deepEqual(await at.load(), { patterns: ["aaa"], read: [user] });
  assert.deepEqual(await at.load(), { patterns: ["aaa"], read: [] });
  assert.deepEqual(await at.load({ cache: "read" }), { patterns: ["aaa"], read: [] });
  const [folder, file] = [diskFiles.stat(`${at.home}/${entries}`), entryOf(at)];
  assert.deepEqual([folder?.mode, diskFiles.stat(file)?.mode], [0o700, 0o600]);
});

/** Edits that are made between two loads, and the patterns after them. */
const edits: readonly (readonly [string, (at: Place) => void, readonly string[]])[] = [
  ["other content", (at) => at.write(user, "rules: [{ ask: 'bbbb' }]\n"), ["bbbb"]],
  ["another file of the same size and time in its place", (at) => {
    const file = `${at.home}/${user}`;
    const { mtime } = Deno.statSync(file);
    at.write("other", "rules: [{ ask: 'bbb' }]\n");
    Deno.utimeSync(`${at.home}/other`, mtime ?? 0, mtime ?? 0);
    Deno.renameSync(`${at.home}/other`, file);
  }, ["bbb"]],
  ["a link in its place", (at) => {
    at.write("other", "rules: [{ ask: 'bbb' }]\n");
    Deno.removeSync(`${at.home}/${user}`);
    Deno.symlinkSync("../../other", `${at.home}/${user}`);
  }, ["bbb"]],
  ["a local file beside it", (at) => {
    at.write(".config/usher/usher.local.yml", "rules: [{ ask: 'bbb' }]\n");
  }, ["aaa", "bbb"]],
  ["a project's file", (at) => {
    at.write("work/project/usher.yml", "rules: [{ ask: 'bbb' }]\n");
  }, ["aaa", "bbb"]],
  ["a file of an ancestor", (at) => {
    at.write("work/usher.yml", "rules: [{ deny: 'bbb' }]\n");
  }, ["aaa", "bbb"]],
  ["the old name of a project's file", (at) => {
    at.write("work/project/runok.yml", "rules: [{ deny: 'bbb' }]\n");
  }, ["aaa", "bbb"]],
  ["no file any more", (at) => Deno.removeSync(`${at.home}/${user}`), []],
  ["another extension", (at) => {
    Deno.renameSync(`${at.home}/${user}`, `${at.home}/.config/usher/usher.yaml`);
  }, ["aaa"]],
];
for (const [name, edit, patterns] of edits) {
  Deno.test(`an edit is seen: ${name}`, async () => {
    using at = place();
    await at.load();
    assert.deepEqual((await at.load()).read, []);
    edit(at);
    const after = await at.load();
    assert.deepEqual(after.patterns, patterns);
  });
}

Deno.test("an edit is seen: content of the same size and time", async () => {
  const files = memoryFiles();
  const file = `/home/me/${user}`;
  const write = (pattern: string, ctime: number) =>
    files.write(file, `rules: [{ ask: '${pattern}' }]\n`, { mtime: 1000, ctime, inode: 7 });
  const load = async () => {
    const host = testHost({ env: { HOME: "/home/me" }, files });
    const request = { cwd: "/home/me", cache: "write", buildId: "one" } as const;
    return (await loadConfiguration(host, request)).rules.rules.at(-1)?.pattern;
  };
  write("aaa", 1000);
  assert.equal(await load(), "aaa");
  write("bbb", 1000);
  assert.equal(await load(), "aaa", "nothing shows that it changed, so this is from the cache");
  write("bbb", 2000);
  assert.equal(await load(), "bbb");
});

Deno.test("an edit is seen: of what a link leads to, and of the link", async () => {
  using at = place();
  const link = `${at.home}/${user}`;
  Deno.removeSync(link);
  at.write("one", "rules: [{ ask: 'one' }]\n");
  at.write("two", "rules: [{ ask: 'two' }]\n");
  Deno.symlinkSync("../../one", link);
  await at.load();
  assert.deepEqual(await at.load(), { patterns: ["one"], read: [] });
  at.write("one", "rules: [{ ask: 'new' }]\n");
  assert.deepEqual((await at.load()).patterns, ["new"]);
  Deno.removeSync(link);
  Deno.symlinkSync("../../two", link);
  assert.deepEqual((await at.load()).patterns, ["two"]);
});

Deno.test("an edit is seen: of a file that another extends, or that comes to be there", async () => {
  using at = place();
  at.write(user, "extends: [./more.yml]\nrules: [{ ask: 'aaa' }]\n");
  at.write(".config/usher/more.yml", "rules: [{ ask: 'one' }]\n");
  assert.deepEqual((await at.load()).patterns, ["one", "aaa"]);
  assert.deepEqual((await at.load()).read, []);
  at.write(".config/usher/more.yml", "extends: [./deep.yml]\n");
  at.write(".config/usher/deep.yml", "rules: [{ ask: 'two' }]\n");
  assert.deepEqual((await at.load()).patterns, ["two", "aaa"]);
  at.write(".config/usher/deep.yml", "rules: [{ ask: 'three' }]\n");
  assert.deepEqual((await at.load()).patterns, ["three", "aaa"]);
});

Deno.test("an edit is seen: of what the user trusts", async () => {
  using at = place();
  const folder = `${at.home}/work/project`;
  const file = `${folder}/usher.yml`;
  at.write("work/project/usher.yml", "rules: [{ allow: 'bbb' }]\n");
  const host = testHost({ env: { HOME: at.home }, files: diskFiles, uid: Deno.uid() });
  const data = `${at.home}/.local/share`;
  assert.deepEqual((await at.load()).patterns, ["aaa"]);
  const files = await digestsOf([{ file, bytes: Deno.readFileSync(file) }]) ?? new Map();
  changePins(host, data, () => new Map([[folder, { files, trustedAt: "2026-01-01T00:00:00Z" }]]));
  assert.deepEqual((await at.load()).patterns, ["aaa", "bbb"]);
  assert.deepEqual((await at.load()).read, []);
  at.write("work/project/usher.yml", "rules: [{ allow: 'bbbb' }]\n");
  assert.deepEqual((await at.load()).patterns, ["aaa"]);
  at.write("work/project/usher.yml", "rules: [{ allow: 'bbb' }]\n");
  assert.deepEqual((await at.load()).patterns, ["aaa", "bbb"]);
  changePins(host, data, () => new Map());
  assert.deepEqual((await at.load()).patterns, ["aaa"]);
});

/** Loads that share nothing with the one before. */
const others: readonly (readonly [string, Change])[] = [
  ["by another program", { buildId: "two" }],
  ["by a program that keeps nothing", { buildId: null }],
  ["without the cache", { cache: "none" }],
];
for (const [name, change] of others) {
  Deno.test(`the files are read: ${name}`, async () => {
    using at = place();
    await at.load();
    assert.deepEqual((await at.load(change)).read, [user]);
  });
}

Deno.test("the environment chooses other files", async () => {
  using at = place();
  at.write("elsewhere/usher/usher.yml", "rules: [{ ask: 'bbb' }]\n");
  await at.load();
  const env = { XDG_CONFIG_HOME: `${at.home}/elsewhere` };
  assert.deepEqual((await at.load({ env })).patterns, ["bbb"]);
  assert.deepEqual(await at.load({ env }), { patterns: ["bbb"], read: [] });
  assert.deepEqual(await at.load(), { patterns: ["aaa"], read: [] });
});

/** Entries and folders that are not to be believed, or cannot be had. */
const damages: readonly (readonly [string, (at: Place, entry: string) => void])[] = [
  ["cut off", (_, entry) => Deno.truncateSync(entry, 100)],
  ["empty", (_, entry) => Deno.truncateSync(entry, 0)],
  ["no JSON", (_, entry) => Deno.writeTextFileSync(entry, "\0{")],
  ["null", (_, entry) => Deno.writeTextFileSync(entry, "null")],
  ["another form", (_, entry) => Deno.writeTextFileSync(entry, `{"stamps":[]}`)],
  ["for another key", (_, entry) => {
    const [first = "", ...lines] = Deno.readTextFileSync(entry).split("\n");
    const other = JSON.stringify({ ...JSON.parse(first), key: "other" });
    Deno.writeTextFileSync(entry, [other, ...lines].join("\n"));
  }],
  ["without its last line", (_, entry) => {
    const text = Deno.readTextFileSync(entry);
    Deno.writeTextFileSync(entry, text.slice(0, text.lastIndexOf("\n")));
  }],
  ["writable for others", (_, entry) => Deno.chmodSync(entry, 0o622)],
  ["in a folder that others can write to", (at) => Deno.chmodSync(`${at.home}/${entries}`, 0o777)],
  ["a link", (at, entry) => {
    Deno.renameSync(entry, `${at.home}/moved`);
    Deno.symlinkSync(`${at.home}/moved`, entry);
  }],
  ["a folder", (_, entry) => {
    Deno.removeSync(entry);
    Deno.mkdirSync(entry);
  }],
  ["in a folder that is a link", (at) => {
    Deno.renameSync(`${at.home}/${entries}`, `${at.home}/moved`);
    Deno.symlinkSync(`${at.home}/moved`, `${at.home}/${entries}`);
  }],
  ["in no folder, but a file", (at) => {
    Deno.removeSync(`${at.home}/${entries}`, { recursive: true });
    at.write(entries, "");
  }],
];
for (const [name, damage] of damages) {
  Deno.test(`an entry is not believed: ${name}`, async () => {
    using at = place();
    await at.load();
    damage(at, entryOf(at));
    assert.deepEqual(await at.load(), { patterns: ["aaa"], read: [user] });
  });
}

Deno.test("an entry with a rule that is no JSON is not believed by who reads all of it", async () => {
  using at = place();
  await at.load();
  const text = Deno.readTextFileSync(entryOf(at));
  Deno.writeTextFileSync(entryOf(at), text.replace('"pattern":"aaa"', '"pattern:"aaa"'));
  assert.deepEqual(await at.load({ cache: "read" }), { patterns: ["aaa"], read: [user] });
  await assert.rejects(at.load(), DamagedRules, "where rules are parsed one by one it shows late");
  assert.deepEqual(await at.load({ cache: "renew" }), { patterns: ["aaa"], read: [user] });
  assert.deepEqual(await at.load(), { patterns: ["aaa"], read: [] });
});

Deno.test("a damaged entry is written anew", async () => {
  using at = place();
  await at.load();
  Deno.writeTextFileSync(entryOf(at), "{");
  await at.load();
  assert.deepEqual(await at.load(), { patterns: ["aaa"], read: [] });
});

/** Loads after which nothing is kept. */
const unkept: readonly (readonly [string, (at: Place) => void, Change])[] = [
  ["a file changed a moment ago", () => {}, { ahead: 0 }],
  ["a file of the future", () => {}, { ahead: -100_000 }],
  ["only reading is asked for", () => {}, { cache: "read" }],
  [
    "the configuration has a fault",
    (at) => at.write(user, "rules: [{ ask: 'a' }, { ask: 1 }]\n"),
    {},
  ],
  ["there is no file at all", (at) => Deno.removeSync(`${at.home}/${user}`), {}],
];
for (const [name, edit, change] of unkept) {
  Deno.test(`nothing is kept: ${name}`, async () => {
    using at = place();
    edit(at);
    await at.load(change);
    assert.deepEqual(diskFiles.list(`${at.home}/${entries}`), []);
  });
}

Deno.test("old entries go", async () => {
  using at = place();
  for (let i = 0; i < 129; i++) at.write(`${entries}/old${i}.json`, "{}");
  await at.load();
  assert.equal(diskFiles.list(`${at.home}/${entries}`).length, 64);
});

/** The one entry there is. */
function entryOf({ home }: Place): string {
  const [name] = diskFiles.list(`${home}/${entries}`);
  return `${home}/${entries}/${name}`;
}
