/** `usher update-presets`. (`01-cli.md`; `10-safety.md`, 6 and 9) */
import assert from "node:assert/strict";
import { run } from "../../src/commands/update_presets.ts";
import { loadConfiguration } from "../../src/config/configuration.ts";
import { diskFiles } from "../host.ts";
import { type Repositories, repositories } from "../config/repository.ts";
import { rulesOf } from "../config/load.ts";

const user = ".config/usher/usher.yml";

interface Result {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command, and gives what it printed this time. */
async function update({ host }: Repositories, ...args: string[]): Promise<Result> {
  const [out, err] = [host.out.length, host.err.length];
  const exit = await run(host, args);
  return { exit, out: host.out.slice(out), err: host.err.slice(err) };
}

async function rules({ host }: Repositories): Promise<readonly string[]> {
  return rulesOf(await loadConfiguration(host, { cwd: null, isTrusted: () => true }));
}

const rule = (name: string) => `rules: [{deny: ${name}}]`;

Deno.test("what is extended is fetched, and what became of it is said", async () => {
  using here = repositories();
  const first = here.commit("rules", { "usher.yml": rule("a"), "b.yml": "" }).slice(0, 12);
  here.write(user, "extends: ['github:org/rules']");
  const fetched = await update(here);
  assert.deepEqual(fetched, {
    exit: 0,
    out: `github:org/rules: fetched, at ${first}\n`,
    err: "",
  });
  assert.equal((await update(here)).out, `github:org/rules: unchanged, at ${first}\n`);
  const second = here.commit("rules", { "usher.yml": rule("c"), "d.yml": "" }).slice(0, 12);
  const { out } = await update(here);
  assert.equal(out, `github:org/rules: ${first} → ${second}; changed: usher.yml, d.yml\n`);
  assert.deepEqual(await rules(here), ["deny c"]);
});

Deno.test("with nothing to fetch it says so", async () => {
  using here = repositories();
  assert.deepEqual(await update(here), { exit: 0, out: "There is nothing to fetch.\n", err: "" });
});

Deno.test("what cannot be fetched keeps its copy, and the others are fetched", async () => {
  using here = repositories();
  here.commit("rules", { "usher.yml": rule("a") });
  here.commit("others", { "usher.yml": rule("b") });
  here.write(user, "extends: ['github:org/rules', 'github:org/none', 'github:org/others']");
  const first = await update(here);
  assert.equal(first.exit, 1);
  assert.match(first.out, /^github:org\/none: failed; there is no copy of it$/m);
  assert.match(first.out, /^github:org\/others: fetched/m);
  assert.match(first.err, /usher\.yml:1:31: git: fatal: .*\(extends `github:org\/none`\)/);

  here.write(user, "extends: ['github:org/rules', 'github:org/others']");
  Deno.removeSync(`${here.home}/../repositories/rules`, { recursive: true });
  const second = await update(here);
  assert.equal(second.exit, 1);
  assert.match(second.out, /^github:org\/rules: failed; the copy from before stays$/m);
  assert.match(second.err, /notice: .*usher\.yml:1:11: cannot be fetched, and its copy of /);
  assert.deepEqual(await rules(here), ["deny a", "deny b"]);
});

Deno.test("a version is raised to the newest compatible one, and the rest of the file stays", async () => {
  using here = repositories();
  for (const [tag, name] of [["v1.2.0", "a"], ["v1.3.1", "b"], ["v2.0.0", "c"]] as const) {
    here.commit("rules", { "usher.yml": rule(name) }, tag);
  }
  const before =
    `\ufeff# My rules\r\nextends:\r\n  - github:org/rules@v1.2.0 # ours\r\n  - ./b.yml\r\n`;
  const file = here.write(user, before);
  const beside = here.write(".config/usher/b.yml", "extends: [ 'github:org/rules@v1.3.0' ]\n");
  here.git("rules", "tag", "v1.3.0", "v1.3.1");

  const dry = await update(here, "--dry-run");
  assert.deepEqual([dry.exit, dry.err], [0, ""]);
  assert.match(dry.out, /^- {2}- github:org\/rules@v1\.2\.0 # ours$/m);
  assert.match(dry.out, /^\+ {2}- github:org\/rules@v1\.3\.1 # ours$/m);
  assert.equal(Deno.readTextFileSync(file), before);
  assert.deepEqual([...Deno.readDirSync(`${here.home}/.cache/usher/presets`)], []);

  const { exit, out, err } = await update(here);
  assert.deepEqual([exit, err], [0, ""]);
  assert.match(out, /github:org\/rules@v1\.3\.1: fetched, at /);
  assert.equal(Deno.readTextFileSync(file), before.replace("v1.2.0", "v1.3.1"));
  assert.equal(Deno.readTextFileSync(beside), "extends: [ 'github:org/rules@v1.3.1' ]\n");
  const [backup = ""] = [...Deno.readDirSync(`${here.home}/.config/usher`)].map(({ name }) => name)
    .filter((name) => name.startsWith("usher.yml."));
  assert.equal(Deno.readTextFileSync(`${here.home}/.config/usher/${backup}`), before);
  assert.ok(out.includes(backup));
  assert.deepEqual(await rules(here), ["deny b"]);
  assert.equal((await update(here, "--dry-run")).out, "No tag would be raised.\n");
});

Deno.test("a link to the configuration stays one", async () => {
  using here = repositories();
  for (const tag of ["v1.0.0", "v1.0.1"]) here.commit("rules", { "usher.yml": rule("a") }, tag);
  const real = here.write("dotfiles/usher.yml", "extends: ['github:org/rules@v1.0.0']");
  Deno.symlinkSync(real, `${here.home}/${user}`);
  assert.equal((await update(here)).exit, 0);
  assert.equal(diskFiles.lstat(`${here.home}/${user}`)?.kind, "link");
  assert.equal(Deno.readTextFileSync(real), "extends: ['github:org/rules@v1.0.1']");
});

Deno.test("a link that leads out of a project is left, and told where it matters", async () => {
  using here = repositories();
  for (const tag of ["v1.0.0", "v1.0.1"]) here.commit("rules", { "usher.yml": rule("a") }, tag);
  const old = "extends: ['github:org/rules@v1.0.0']";
  const real = here.write("notes.yml", old);
  Deno.symlinkSync(real, `${here.home}/work/usher.yml`);
  const { exit, err } = await update(here);
  assert.deepEqual([exit, Deno.readTextFileSync(real)], [1, old]);
  assert.match(
    err,
    /work\/usher\.yml: a link leads out of the project, to \S+\/notes\.yml\nhint: /,
  );
  here.write("notes.yml", "extends: ['github:org/rules@v1.0.1']");
  assert.deepEqual((await update(here)).exit, 0);
});

Deno.test("tags that cannot be listed are an error at their place", async () => {
  using here = repositories();
  here.write(user, "extends: ['github:org/none@v1.0.0']");
  const { exit, err } = await update(here, "--dry-run");
  assert.equal(exit, 1);
  assert.match(err, /usher\.yml:1:11: git: fatal: /);
});

Deno.test("-c names the file whose presets are fetched", async () => {
  using here = repositories();
  here.commit("rules", { "usher.yml": rule("a") }, "v1.0.0");
  here.commit("rules", { "usher.yml": rule("b") }, "v1.0.1");
  here.write(user, "extends: ['github:org/none@v1.0.0']");
  here.write("work/own.yml", `extends: ['file://${here.home}/../repositories/rules@v1.0.0']`);
  const { exit, err } = await update(here, "-c", "own.yml");
  assert.deepEqual([exit, err], [0, ""]);
  assert.match(Deno.readTextFileSync(`${here.home}/work/own.yml`), /@v1\.0\.1/);
});

Deno.test("an untrusted project's presets are fetched, but none of this machine", async () => {
  using here = repositories();
  here.commit("rules", { "usher.yml": "rules: [{allow: a}, {deny: b}]" }, "v1.0.0");
  here.commit("rules", {}, "v1.0.1");
  const local = `file://${here.home}/../repositories/rules@v1.0.0`;
  here.write("work/usher.yml", `extends: ['github:org/rules', '${local}']`);
  const { exit, out, err } = await update(here);
  assert.equal(exit, 0);
  assert.equal(out.trim().split("\n").length, 1);
  assert.match(err, /untrusted project configuration: .*counts only in your own configuration/);
  assert.ok(Deno.readTextFileSync(`${here.home}/work/usher.yml`).includes("v1.0.0"));
  const { rules: set } = await loadConfiguration(here.host, { cwd: null });
  assert.deepEqual(rulesOf({ rules: set } as never), ["deny b"]);
});

Deno.test("an agent may not", async () => {
  using here = repositories();
  here.host.setEnv("CLAUDECODE", "1");
  const { exit, err } = await update(here);
  assert.equal(exit, 1);
  assert.match(err, /an agent may not do this: CLAUDECODE is set/);
});

Deno.test("without git it says what is missing", async () => {
  using here = repositories();
  here.host.setEnv("PATH", "/nowhere");
  here.write(user, "extends: ['github:org/rules']");
  const { exit, err } = await update(here);
  assert.equal(exit, 1);
  assert.match(err, /git: cannot be found on PATH/);
});
