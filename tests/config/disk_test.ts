/** Real files that are no files: nothing may hang, and nothing is believed that is not ours. */
import assert from "node:assert/strict";
import { loadConfiguration } from "../../src/config/configuration.ts";
import { diskFiles, temporaryFolder, testHost } from "../host.ts";

/** Loads with the real file system, below a temporary home. */
async function loadFrom(home: string) {
  const env = { HOME: home };
  const cwd = `${home}/project`;
  const configuration = await loadConfiguration(testHost({ env, cwd, files: diskFiles }), { cwd });
  const { failures, notices, rules } = configuration;
  return {
    failures: failures.map(({ message }) => message.replaceAll(home, "~")),
    notices: notices.map(({ message }) => message.replaceAll(home, "~")),
    rules: rules.rules.filter(({ layer }) => layer !== "builtin").map(({ pattern }) => pattern),
  };
}

function makeFifo(path: string): void {
  const { success } = new Deno.Command("mkfifo", { args: [path] }).outputSync();
  assert.ok(success);
}

/** What stands at a path, and what is said about it. */
const odd: readonly (readonly [what: string, put: (path: string) => void, why: string])[] = [
  ["a FIFO", makeFifo, "is no regular file"],
  ["a link to /dev/zero", (path) => Deno.symlinkSync("/dev/zero", path), "is no regular file"],
  ["a link to a FIFO", (path) => {
    makeFifo(`${path}.fifo`);
    Deno.symlinkSync(`${path}.fifo`, path);
  }, "is no regular file"],
  ["a folder", (path) => Deno.mkdirSync(path), "is a folder"],
  ["a dangling link", (path) => Deno.symlinkSync("/none", path), "is a link that leads nowhere"],
  ["a link to itself", (path) => Deno.symlinkSync(path, path), "is a link that leads nowhere"],
  ["too much", (path) => {
    using file = Deno.openSync(path, { create: true, write: true });
    file.truncateSync(2 ** 40);
  }, "is larger than 1 MiB"],
];

odd.forEach(([what, put, why]) =>
  Deno.test({
    name: `on disk: ${what}`,
    ignore: Deno.build.os === "windows",
    fn: async () => {
      using folder = temporaryFolder();
      const home = folder.path;
      Deno.mkdirSync(`${home}/.config/usher`, { recursive: true });
      Deno.mkdirSync(`${home}/project`);
      put(`${home}/.config/usher/usher.yml`);
      put(`${home}/project/usher.yml`);
      Deno.writeTextFileSync(`${home}/project/usher.local.yml`, "rules: [{deny: x}]");
      const { failures, notices, rules } = await loadFrom(home);
      assert.deepEqual(rules, ["x"]);
      assert.match(failures[0] ?? "", new RegExp(`^~/.config/usher/usher.yml: ${why}`));
      assert.match(
        notices[0] ?? "",
        new RegExp(`^untrusted project configuration: ~/project/usher.yml: ${why}`),
      );
    },
  })
);

Deno.test("on disk: plain files, and the seed engine's beside them", async () => {
  using folder = temporaryFolder();
  const home = folder.path;
  Deno.mkdirSync(`${home}/.config/runok`, { recursive: true });
  Deno.mkdirSync(`${home}/project`);
  Deno.writeTextFileSync(`${home}/.config/runok/runok.yml`, "rules: [{allow: a}]");
  Deno.writeTextFileSync(`${home}/project/usher.yaml`, "rules: [{ask: b}, {allow: c}]");
  const { failures, rules } = await loadFrom(home);
  assert.deepEqual(failures, []);
  assert.deepEqual(rules, ["a", "b"]);
});
