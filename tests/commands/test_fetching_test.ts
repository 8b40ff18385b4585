/** What `usher test` fetches, and for whom. */
import assert from "node:assert/strict";
import { run as test } from "../../src/commands/test.ts";
import { run as trust } from "../../src/commands/trust.ts";
import { type Repositories, repositories } from "../config/repository.ts";

const rules = "extends: ['github:org/rules@v1']\ntests: {cases: [{deny: a}]}";

/** Runs the tests of a file of the user's, or of the project's without one. */
async function run({ host }: Repositories, args: readonly string[]): Promise<number> {
  return await test(host, args);
}

function machine(): Repositories {
  const here = repositories();
  here.commit("rules", { "usher.yml": "rules: [{deny: a, tests: [{allow: a}]}]" }, "v1");
  return here;
}

Deno.test("a named file's presets are fetched; their own tests are not run", async () => {
  using here = machine();
  const file = here.write("rules.yml", rules);
  assert.equal(await run(here, ["-c", file]), 0, here.host.err);
  assert.match(here.host.out, /1 passed, 0 failed, 1 total/);
});

Deno.test("the user's own configuration's presets are fetched", async () => {
  using here = machine();
  here.write(".config/usher/usher.yml", rules);
  assert.equal(await run(here, []), 0, here.host.err);
});

Deno.test("a project's presets are fetched once it is trusted, and by `usher trust`", async () => {
  using here = machine();
  here.write("work/usher.yml", rules);
  assert.equal(await run(here, []), 2);
  assert.match(here.host.err, /it has not been fetched/);
  assert.equal(await trust(here.host, ["--yes"]), 0, here.host.err);
  assert.match(
    here.host.out,
    /^From repositories, .*: github:org\/rules\/usher\.yml@v1$/m,
  );
  assert.equal(await run(here, []), 0, here.host.err);

  here.commit("rules", { "usher.yml": "rules: [{ask: a}]" }, "v1");
  here.host.advance(90_000_000);
  assert.equal(await run(here, []), 1, "the copy is due, and fetched");
});

Deno.test("an agent fetches nothing by a test", async () => {
  using here = machine();
  const file = here.write("rules.yml", rules);
  here.host.setEnv("CLAUDECODE", "1");
  assert.equal(await run(here, ["-c", file]), 2);
  assert.match(here.host.err, /it has not been fetched/);
});
