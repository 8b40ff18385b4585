/** Output that nobody gets, and an environment that is no text, as the built program meets them. */
import assert from "node:assert/strict";
import { program, sandbox } from "./usher.ts";

const event = JSON.stringify({ tool_name: "Bash", tool_input: { command: "rm -rf ~" } });

/** A shell line in which `$U` is the program; its exit code and standard error. */
const lines: readonly (readonly [line: string, code: number, err: RegExp])[] = [
  [
    '"$U" hook --agent claude-code >/dev/full',
    1,
    /^usher: standard output: the answer could not be/,
  ],
  ['"$U" hook --agent claude-code --fail-closed --nope >/dev/full', 1, /the answer could not be/],
  ['"$U" check -- ls >/dev/full', 2, /^usher: standard output: No space left on device\n$/],
  ['"$U" --help >/dev/full', 2, /^usher: standard output: No space left on device\n$/],
  ['XDG_CONFIG_HOME="$(printf "/x\\377")" "$U" check -- ls', 2, /XDG_CONFIG_HOME: not valid UTF-8/],
  ['"$U" check -c "" -- ls', 2, /'--config' needs a value/],
  ['"$U" -- check -- ls', 0, /^$/],
];
lines.forEach(([line, code, err]) =>
  Deno.test(`in a shell: ${line}`, { ignore: Deno.build.os !== "linux" }, async () => {
    using at = sandbox();
    const child = new Deno.Command("/bin/sh", {
      args: ["-c", line],
      cwd: at.project,
      env: { PATH: "/usr/bin:/bin", HOME: at.home, U: program },
      clearEnv: true,
      stdin: "piped",
      stdout: "null",
      stderr: "piped",
    }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(event)).catch(() => {});
    await writer.close().catch(() => {});
    const outcome = await child.output();
    assert.match(new TextDecoder().decode(outcome.stderr), err);
    assert.equal(outcome.code, code);
  })
);
