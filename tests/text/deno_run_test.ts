/** Running another program. */
import assert from "node:assert/strict";
import { denoHost } from "../../src/text/deno_host.ts";
import type { RunOptions } from "../../src/text/host.ts";

const { run } = denoHost();
const options: RunOptions = {
  cwd: "/",
  env: { PATH: "/usr/bin:/bin", GREETING: "hello" },
  timeout: 20_000,
  limit: 1 << 20,
};

Deno.test("what it prints, its exit code, and the environment it is given", async () => {
  const { code, stdout, stderr } = await run("sh", ["-c", "env; echo bad >&2; exit 3"], options);
  const lines = new TextDecoder().decode(stdout).split("\n");
  assert.deepEqual([code, stderr], [3, "bad\n"]);
  assert.ok(lines.includes("GREETING=hello"));
  assert.ok(!lines.some((line) => line.startsWith("HOME=")));
});

Deno.test("what it reads", async () => {
  const stdin = new TextEncoder().encode("x".repeat(300_000));
  const { stdout } = await run("cat", [], { ...options, stdin });
  assert.equal(stdout.length, 300_000);
  const deaf = await run("true", [], { ...options, stdin });
  assert.equal(deaf.code, 0);
});

const faults: readonly (readonly [string, readonly string[], Partial<RunOptions>, RegExp])[] = [
  ["usher-nothing", [], {}, /^usher-nothing: cannot be found on PATH$/],
  ["sleep", ["60"], { timeout: 50 }, /^sleep: takes longer than 0\.05 seconds$/],
  ["sh", ["-c", "sleep 60 & sleep 60"], { timeout: 50 }, /takes longer/],
  ["yes", [], { limit: 1000 }, /^yes: prints more than 1000 bytes$/],
];

faults.forEach(([program, args, more, message]) =>
  Deno.test(`${program} ${args.join(" ")}: ${message.source}`, async () => {
    await assert.rejects(run(program, args, { ...options, ...more }), { message });
  })
);
