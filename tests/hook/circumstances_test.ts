/** Following links, and what is known of a call's surroundings. */
import assert from "node:assert/strict";
import { linkResolver, situationOf } from "../../src/hook/circumstances.ts";
import { denoHost } from "../../src/text/deno_host.ts";
import { memoryFiles, temporaryFolder, testHost } from "../host.ts";

const files = memoryFiles({ "/real/a.txt": "", "/home/me/project/b.txt": "" });
files.link("/home/me/project/out", "/real");
files.link("/home/me/project/key", "../../../real/a.txt");
files.link("/everything", "/");
files.link("/circle", "/circle");
files.link("/home/me/project/dangling", "/home/me/.ssh/new");
files.link("/home/me/project/again", "dangling");

files.write("/proc/7/environ", "");
files.link("/proc/self", "7");
for (const number of ["1", "2", "3"]) files.link(`/proc/7/fd/${number}`, "/etc/pipe");
files.link("/dev/fd", "/proc/self/fd");
files.link("/dev/stdout", "/proc/self/fd/1");
files.link("/home/me/project/log", "/dev/stdout");

const links: readonly (readonly [string, string | null])[] = [
  ["/real/a.txt", null],
  ["/real/new/file", null],
  ["/nowhere", null],
  ["/", null],
  ["/home/me/project/out", "/real"],
  ["/home/me/project/out/a.txt", "/real/a.txt"],
  ["/home/me/project/out/new/file", "/real/new/file"],
  ["/home/me/project/key", "/real/a.txt"],
  ["/everything/real/a.txt", "/real/a.txt"],
  ["/everything/new", "/new"],
  ["/circle/x", null],
  ["/home/me/project/dangling", "/home/me/.ssh/new"],
  ["/home/me/project/again", "/home/me/.ssh/new"],
  ["/home/me/project/dangling/x", "/home/me/.ssh/new/x"],
  // What this process has open is not what the command has.
  ["/dev/stdout", null],
  ["/dev/fd/2", null],
  ["/dev/fd/3", null],
  ["/proc/self/fd/1", null],
  ["/dev/../dev/./fd/1", "/dev/fd/1"],
  ["/home/me/project/log", "/dev/stdout"],
  ["/dev/fd/../environ", "/proc/7/environ"],
  ["/proc/self/environ", "/proc/7/environ"],
  ["/dev/fd/x", "/proc/7/fd/x"],
  [`/home/me/project/out/${"x/".repeat(3000)}`, null],
];
links.forEach(([path, target]) =>
  Deno.test(`${path.slice(0, 60)} leads to ${target}`, () => {
    const resolve = linkResolver(files);
    assert.equal(resolve(path), target);
    assert.equal(resolve(path), target);
  })
);

Deno.test("`..` behind a link leads to where the link is going", () => {
  using folder = temporaryFolder();
  const root = Deno.realPathSync(folder.path);
  Deno.mkdirSync(`${root}/a/b`, { recursive: true });
  Deno.mkdirSync(`${root}/project`);
  Deno.symlinkSync(`${root}/a/b`, `${root}/project/link`);
  const resolve = linkResolver(denoHost().files);
  assert.equal(resolve(`${root}/project/link/../key`), `${root}/a/key`);
});

/** A resolver, and how many places it looked at. */
function countingResolver() {
  let count = 0;
  const resolve = linkResolver({
    ...files,
    lstat(path: string) {
      count++;
      return files.lstat(path);
    },
  });
  return { resolve, looks: () => count };
}

Deno.test("a place is looked at once", () => {
  const { resolve, looks } = countingResolver();
  resolve("/real/a.txt");
  resolve("/real/a.txt");
  resolve("/real/b.txt");
  assert.equal(looks(), 3);
});

Deno.test("of very many places only a few are looked at, and none that is there is missed", () => {
  const { resolve, looks } = countingResolver();
  for (let i = 0; i < 10_000; i++) assert.equal(resolve(`/home/me/project/-x${i}`), null);
  assert.ok(looks() < 30, `${looks()}`);
  assert.equal(resolve("/home/me/project/log"), "/dev/stdout");
  const before = looks();
  for (const name of ["LOG", "l\u00f6g"]) resolve(`/home/me/project/${name}`);
  assert.equal(looks(), before + 2, "some file systems ignore case, and more");
});

Deno.test("the situation of a call", () => {
  const host = testHost({ env: { HOME: "/home/me" }, cwd: "/srv" });
  const call = { cwd: "/a", agent: "codex", permissionMode: "default" };
  const { cwd, home, os, agent, permissionMode } = situationOf(host, call);
  assert.deepEqual({ cwd, agent, permissionMode }, call);
  assert.deepEqual([home, os], ["/home/me", "linux"]);
  assert.equal(situationOf(host, { ...call, cwd: null }).cwd, "/srv");
  const bare = testHost({ env: { HOME: "relative" }, cwd: null });
  const nowhere = situationOf(bare, { ...call, cwd: null });
  assert.deepEqual([nowhere.cwd, nowhere.home], ["", null]);
});
