import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { denoHost } from "../../src/text/deno_host.ts";
import { UsherError } from "../../src/text/error.ts";
import { temporaryFolder } from "../host.ts";

const { files, ...host } = denoHost();
const program = fileURLToPath(new URL("host_program.ts", import.meta.url));
const denoArgs = ["run", "--no-config", "--no-lock", "--no-check", "-A", program];
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const unix = Deno.build.os !== "windows";

/** Runs the program in `sh`, where `$run` stands for it. */
async function shell(script: string): Promise<{ out: string; err: string; code: number }> {
  const run = [Deno.execPath(), ...denoArgs].map((word) => `'${word}'`).join(" ");
  const command = new Deno.Command("sh", { args: ["-c", script.replaceAll("$run", run)] });
  const { stdout, stderr, code } = await command.output();
  return { out: decode(stdout), err: decode(stderr), code };
}

Deno.test("the host says where it is", () => {
  assert.equal(host.cwd(), Deno.cwd());
  assert.equal(host.env("USHER_NO_SUCH_VARIABLE"), undefined);
  assert.equal(host.env(""), undefined);
  assert.equal(host.env("A=B"), undefined);
  assert.ok(["linux", "macos", "windows", "other"].includes(denoHost().os));
  assert.equal(denoHost().pid, Deno.pid);
  assert.equal(denoHost().uid, Deno.uid());
  assert.ok(Math.abs(host.now().getTime() - Date.now()) < 60_000);
  const start = host.elapsed();
  assert.ok(host.elapsed() >= start);
});

Deno.test({
  name: "stat follows links and lstat does not",
  ignore: !unix,
  fn() {
    using folder = temporaryFolder();
    Deno.writeTextFileSync(`${folder.path}/a`, "text", { mode: 0o640 });
    Deno.chmodSync(`${folder.path}/a`, 0o640);
    Deno.symlinkSync("a", `${folder.path}/link`);
    Deno.symlinkSync("loop", `${folder.path}/loop`);
    const info = files.stat(`${folder.path}/link`);
    assert.equal(info?.kind, "file");
    assert.equal(info?.size, 4);
    assert.equal(info?.mode, 0o640);
    assert.equal(info?.uid, Deno.uid());
    assert.equal(info?.inode, files.stat(`${folder.path}/a`)?.inode);
    assert.ok(Math.abs((info?.mtime ?? 0) - Date.now()) < 60_000);
    assert.ok(Math.abs((info?.ctime ?? 0) - Date.now()) < 60_000);
    assert.equal(files.lstat(`${folder.path}/link`)?.kind, "link");
    assert.equal(files.stat(folder.path)?.kind, "directory");
    assert.equal(files.stat("/dev/null")?.kind, "other");
    for (const missing of ["none", "a/b", "loop", "a\0b"]) {
      assert.equal(files.stat(`${folder.path}/${missing}`), null);
    }
    assert.equal(files.realPath(`${folder.path}/link`), `${folder.path}/a`);
    assert.equal(files.realPath(`${folder.path}/none`), null);
    assert.equal(files.realPath(`${folder.path}/loop`), null);
  },
});

Deno.test("read gives the whole file, up to the limit", () => {
  using folder = temporaryFolder();
  const path = `${folder.path}/a`;
  for (const size of [0, 1, 4095, 4096, 4097, 100_000]) {
    Deno.writeTextFileSync(path, "x".repeat(size));
    assert.equal(files.read(path, size).length, size);
    assert.equal(files.read(path, 1 << 20).length, size);
    if (size > 0) {
      assert.throws(() => files.read(path, size - 1), new RegExp(`larger than ${size - 1} bytes`));
    }
  }
});

Deno.test({
  name: "read takes what says it is empty and is not",
  ignore: Deno.build.os !== "linux",
  fn() {
    assert.match(decode(files.read("/proc/self/status", 1 << 20)), /^Name:/);
    assert.throws(() => files.read("/proc/self/status", 100), /larger than 100 bytes/);
  },
});

Deno.test({
  name: "read refuses what is no regular file, without waiting for it",
  ignore: !unix,
  async fn() {
    using folder = temporaryFolder();
    const at = (name: string) => `${folder.path}/${name}`;
    await new Deno.Command("mkfifo", { args: [at("fifo")] }).output();
    Deno.symlinkSync("fifo", at("link"));
    Deno.symlinkSync("loop", at("loop"));
    Deno.writeTextFileSync(at("a"), "");
    const refused: readonly (readonly [string, string])[] = [
      [at("none"), "no such file or folder"],
      [at("fifo"), "no regular file"],
      [at("link"), "no regular file"],
      [at("loop"), "links that lead in a circle"],
      [at("a/b"), "a part of the path is no folder"],
      [folder.path, "it is a folder"],
      ["/dev/zero", "no regular file"],
    ];
    for (const [path, why] of refused) {
      assert.throws(
        () => files.read(path, 100),
        (error) => error instanceof UsherError && error.what === path && error.why === why,
        `${path}: ${why}`,
      );
    }
    assert.equal(files.readTail(at("fifo"), 100).length, 0);
  },
});

Deno.test("readTail gives the end of a file, and nothing where there is none", () => {
  using folder = temporaryFolder();
  const path = `${folder.path}/a`;
  Deno.writeTextFileSync(path, "0123456789");
  assert.equal(decode(files.readTail(path, 4)), "6789");
  assert.equal(decode(files.readTail(path, 10)), "0123456789");
  assert.equal(decode(files.readTail(path, 100)), "0123456789");
  assert.equal(decode(files.readTail(path, 0)), "");
  assert.equal(files.readTail(`${folder.path}/none`, 10).length, 0);
  assert.equal(files.readTail(folder.path, 10).length, 0);
});

Deno.test("few names: not of a large folder, nor of one that cannot be looked into", () => {
  using folder = temporaryFolder();
  for (let i = 0; i < 500; i++) {
    Deno.writeTextFileSync(`${folder.path}/a rather long name ${i}`, "");
  }
  const names = files.fewNames(folder.path);
  assert.ok(names === null || names.length === 500);
  if (!unix || Deno.uid() === 0) return;
  Deno.mkdirSync(`${folder.path}/closed/inner`, { recursive: true });
  Deno.chmodSync(`${folder.path}/closed`, 0);
  assert.equal(files.fewNames(`${folder.path}/closed`), null);
  assert.equal(files.fewNames(`${folder.path}/closed/inner`), null);
  Deno.chmodSync(`${folder.path}/closed`, 0o700);
});

Deno.test("folders are listed, made with their parents, and left as they are", () => {
  using folder = temporaryFolder();
  const path = `${folder.path}/x/y`;
  files.makeFolder(path, 0o700);
  files.makeFolder(path, 0o755);
  if (unix) assert.equal(files.stat(path)?.mode, 0o700);
  assert.deepEqual(files.list(`${folder.path}/x`), ["y"]);
  assert.deepEqual(files.list(`${folder.path}/none`), []);
  assert.deepEqual(files.fewNames(`${folder.path}/x`), ["y"]);
  assert.deepEqual(files.fewNames(`${folder.path}/none`), []);
  assert.deepEqual(files.fewNames(`${folder.path}/${"n".repeat(300)}`), []);
  Deno.writeTextFileSync(`${path}/a`, "");
  assert.throws(() => files.makeFolder(`${path}/a`, 0o700));
  assert.equal(files.fewNames(`${path}/a`), null);
  assert.deepEqual(files.fewNames(`${path}/a/b`), []);
  files.remove(`${path}/a`);
  files.remove(`${path}/a`);
  assert.deepEqual(files.list(path), []);
});

Deno.test("append makes a private file and adds whole lines, after a torn one too", () => {
  using folder = temporaryFolder();
  const path = `${folder.path}/a`;
  files.append(path, "1\n", 0o600);
  if (unix) assert.equal(files.stat(path)?.mode, 0o600);
  files.append(path, "2\n", 0o600);
  Deno.writeTextFileSync(path, "half a li", { append: true });
  files.append(path, "3\n", 0o600);
  assert.equal(Deno.readTextFileSync(path), "1\n2\nhalf a li\n3\n");
  assert.throws(() => files.append(folder.path, "x\n", 0o600));
  assert.throws(() => files.append(`${folder.path}/none/a`, "x\n", 0o600));
});

Deno.test({
  name: "append to a full disk is an error",
  ignore: Deno.build.os !== "linux",
  fn: () => assert.throws(() => files.append("/dev/full", "x\n", 0o600), /No space left/),
});

Deno.test("append does not wait for ever for a lock that is not given back", () => {
  using folder = temporaryFolder();
  const path = `${folder.path}/a`;
  using holder = Deno.openSync(path, { create: true, append: true });
  holder.lockSync(true);
  files.append(path, "1\n", 0o600);
  assert.equal(Deno.readTextFileSync(path), "1\n");
});

Deno.test("many processes append to one file and no line is lost or torn", async () => {
  using folder = temporaryFolder();
  const path = `${folder.path}/log`;
  const marks = Array.from("abcdefghij");
  const count = 30;
  const runs = marks.map((mark) =>
    new Deno.Command(Deno.execPath(), { args: [...denoArgs, "append", path, `${count}`, mark] })
      .output()
  );
  for (const { success, stderr } of await Promise.all(runs)) assert.ok(success, decode(stderr));
  const lines = Deno.readTextFileSync(path).trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.equal(lines.length, marks.length * count);
  for (const mark of marks) {
    const records = lines.filter(({ writer }) => writer === mark).map(({ record }) => record);
    assert.deepEqual(records, Array.from({ length: count }, (_, index) => index));
  }
});

const late = "UsherError: standard input: nothing complete came within 300 ms";
/** What comes on a standard input that stays open, how it is read, what comes of it. */
const open: readonly (readonly [string, readonly string[], string])[] = [
  ["", ["read", "300"], late],
  ['{"a":', ["read", "300", "complete"], late],
  ["{}\n", ["read", "300"], late],
  ["{}\n", ["read", "20000", "complete"], "3 bytes"],
];
open.forEach(([text, args, expected]) =>
  Deno.test(`standard input stays open after ${JSON.stringify(text)}: ${args.join(" ")}`, async () => {
    const child = new Deno.Command(Deno.execPath(), {
      args: [...denoArgs, ...args],
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(text));
    assert.equal(await new Response(child.stdout).text(), expected);
    assert.equal((await child.status).code, 0);
    await writer.close().catch(() => {});
  })
);

/** What is on standard input, how it is read, what comes of it. */
const inputs: readonly (readonly [string, string, string])[] = [
  ["all of it", "printf '{}' | $run read 20000", "2 bytes"],
  ["a closed one", "$run read 20000 <&-", "0 bytes"],
  ["a folder", "$run read 20000 </", "UsherError: standard input: it is a folder"],
  ["a file", `$run read 20000 <'${program}'`, `${Deno.statSync(program).size} bytes`],
  [
    "no end",
    "$run read 20000 </dev/zero",
    "UsherError: standard input: more than 16777216 bytes",
  ],
  ["10 MB of braces", "yes '}' | head -c 10000000 | $run read 20000 complete", "10000000 bytes"],
  ["a folder in chunks", "$run chunks </", "UsherError: standard input: it is a folder"],
  ["10 MB in chunks", "yes '}' | head -c 10000000 | $run chunks", "10000000 bytes"],
];
inputs.forEach(([name, script, expected]) =>
  Deno.test({
    name: `standard input: ${name}`,
    ignore: !unix,
    async fn() {
      const { out, err, code } = await shell(script);
      assert.deepEqual({ out, err, code }, { out: expected, err: "", code: 0 });
    },
  })
);

/** Where standard output goes, what `stdout` says of it. */
const outputs: readonly (readonly [string, string, string])[] = [
  ["a reader", "$run write 1000000 | wc -c >/dev/null", "true"],
  ["a reader that goes away", "$run write 1000000 | head -c 1 >/dev/null", "false"],
  ["a closed one", "$run write 1000 >&-", "true"],
  ["a full disk", "$run write 1000 >/dev/full", "false"],
];
outputs.forEach(([name, script, expected]) =>
  Deno.test({
    name: `standard output: ${name}`,
    ignore: Deno.build.os !== "linux",
    async fn() {
      const { err, code } = await shell(script);
      assert.deepEqual({ err, code }, { err: expected, code: 0 });
    },
  })
);

Deno.test({
  name: "a variable that is no UTF-8 is known to be set",
  ignore: !unix,
  async fn() {
    assert.equal((await shell(`BAD=$(printf '\\377') $run env BAD`)).out, "\u{fffd}");
    assert.equal((await shell(`GOOD=é $run env GOOD`)).out, "é");
  },
});

Deno.test({
  name: "replace puts a whole file in the place of what was there, a link too",
  ignore: !unix,
  fn() {
    using folder = temporaryFolder();
    const [path, other] = [`${folder.path}/a`, `${folder.path}/other`];
    files.replace(path, "one", 0o600);
    files.replace(path, "two", 0o600);
    assert.equal(Deno.readTextFileSync(path), "two");
    assert.equal(files.stat(path)?.mode, 0o600);
    Deno.writeTextFileSync(other, "kept");
    Deno.removeSync(path);
    Deno.symlinkSync(other, path);
    files.replace(path, new TextEncoder().encode("three"), 0o600);
    assert.equal(Deno.readTextFileSync(path), "three");
    assert.equal(Deno.readTextFileSync(other), "kept");
    assert.throws(() => files.replace(`${folder.path}/none/a`, "", 0o600), Deno.errors.NotFound);
    Deno.mkdirSync(`${folder.path}/folder`);
    assert.throws(() => files.replace(`${folder.path}/folder`, "", 0o600));
    assert.deepEqual(files.list(folder.path).toSorted(), ["a", "folder", "other"]);
  },
});

Deno.test(
  "process: a child's parent is this process, and it says what it is",
  { ignore: !unix },
  async () => {
    const child = new Deno.Command("/bin/cat", { stdin: "piped", stdout: "piped" }).spawn();
    const [writer, reader] = [child.stdin.getWriter(), child.stdout.getReader()];
    try {
      // Once it answers, it is `cat` and no copy of this process any more.
      await writer.write(new Uint8Array([10]));
      await reader.read();
      const info = host.process(child.pid);
      assert.equal(info?.parent, Deno.pid);
      assert.match(info?.executable ?? "", /\/[a-z]*cat$|coreutils|busybox/);
      assert.deepEqual(info?.arguments, ["/bin/cat"]);
      assert.equal(host.process(host.parent) === null, false);
    } finally {
      await writer.close();
      await reader.cancel();
      await child.status;
    }
    assert.equal(host.process(child.pid), null);
  },
);
