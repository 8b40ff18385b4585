/** The built program and git repositories: who fetches, and who reads only copies. (`10-safety.md`, 6) */
import assert from "node:assert/strict";
import { type Repositories, repositories } from "../config/repository.ts";
import { type Outcome, type Sandbox, sandbox } from "./usher.ts";

const user = ".config/usher/usher.yml";

/** Runs the program in the home folder of the repositories. */
function run({ home }: Repositories, here: Sandbox, args: string[], more = {}): Promise<Outcome> {
  return here.run(args, { cwd: `${home}/work`, env: { HOME: home, ...more } });
}

const call = JSON.stringify({
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: "deploy now" },
});

Deno.test("update-presets fetches, and a hook needs neither git nor the repository", async () => {
  using here = sandbox();
  using there = repositories();
  there.commit(
    "rules",
    { "usher.yml": "rules: [{deny: 'deploy *', message: 'not today'}]" },
    "v1.0.0",
  );
  there.commit("rules", {}, "v1.0.1");
  const file = there.write(user, "extends: ['github:org/rules@v1.0.0']\n");

  const before = await run(there, here, ["check", "--", "deploy now"]);
  assert.equal(before.code, 2);
  assert.match(before.err, /it has not been fetched .*\nhint: run `usher update-presets`/);

  const update = await run(there, here, ["update-presets"]);
  assert.deepEqual([update.code, update.err], [0, ""]);
  assert.match(update.out, /^\+extends: \['github:org\/rules@v1\.0\.1'\]$/m);
  assert.match(update.out, /github:org\/rules@v1\.0\.1: fetched, at [\da-f]{12}\n$/);
  assert.equal(Deno.readTextFileSync(file), "extends: ['github:org/rules@v1.0.1']\n");

  Deno.removeSync(`${there.home}/../repositories`, { recursive: true });
  const noGit = { PATH: "/nowhere" };
  for (let times = 0; times < 2; times++) {
    const hook = await here.run(["hook", "--agent", "claude-code"], {
      cwd: `${there.home}/work`,
      env: { HOME: there.home, ...noGit },
      stdin: call,
    });
    assert.deepEqual([hook.code, hook.err], [0, ""]);
    assert.match(hook.out, /"permissionDecision":"deny".*not today/);
  }
  const failed = await run(there, here, ["update-presets"]);
  assert.equal(failed.code, 1);
  assert.match(failed.out, /failed; the copy from before stays/);
  const without = await run(there, here, ["update-presets"], noGit);
  assert.equal(without.code, 1);
  assert.match(without.err, /git: cannot be found on PATH/);
});

Deno.test("an agent's update-presets is refused", async () => {
  using here = sandbox();
  using there = repositories();
  const { code, err } = await run(there, here, ["update-presets"], { CLAUDECODE: "1" });
  assert.equal(code, 1);
  assert.match(err, /^usher: update-presets: an agent may not do this/);
});
