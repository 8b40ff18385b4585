/** Whatever comes in, the hook says what its tables allow, and nothing else. */
import assert from "node:assert/strict";
import * as fc from "fast-check";
import { run } from "../../src/commands/hook.ts";
import { testHost } from "../host.ts";

const config = `rules:
  - allow: 'ls *'
  - deny: 'rm *'
  - ask: 'git *'
  - deny: '@Read *'
`;

const event = fc.record({
  hook_event_name: fc.oneof(
    fc.constantFrom("PreToolUse", "PermissionRequest", "PostToolUse", "Stop"),
    fc.jsonValue(),
  ),
  tool_name: fc.oneof(fc.constantFrom("Bash", "Read", "WebFetch", "PowerShell"), fc.jsonValue()),
  tool_input: fc.oneof(
    fc.record({
      command: fc.oneof(
        fc.constantFrom("ls", "rm x", "git x", "frob"),
        fc.string(),
        fc.jsonValue(),
      ),
      file_path: fc.jsonValue(),
      url: fc.oneof(fc.webUrl(), fc.jsonValue()),
    }, { requiredKeys: [] }),
    fc.jsonValue(),
  ),
  cwd: fc.oneof(fc.constant("/srv"), fc.jsonValue()),
  session_id: fc.jsonValue(),
  tool_use_id: fc.jsonValue(),
  permission_mode: fc.jsonValue(),
}, { requiredKeys: [] });

const stdin = fc.oneof(
  event.map((value) => new TextEncoder().encode(JSON.stringify(value))),
  fc.uint8Array({ maxLength: 200 }),
  fc.json().map((text) => new TextEncoder().encode(text)),
);

const args = fc.record({
  agent: fc.constantFrom("claude", "codex", "copilot", "qwen", "gemini", "nobody"),
  flags: fc.subarray([
    "--ask",
    "--statusline",
    "--fail-closed",
    "--verbose",
    "--typo",
    "PreToolUse",
  ]),
});

const answer =
  /^(?:|\{"hookSpecificOutput":\{"hookEventName":"(?:PreToolUse|PermissionRequest)",.*\}\}\n)$/s;

Deno.test("any event gives exit 0 or 1, and an answer or silence", async () => {
  await fc.assert(
    fc.asyncProperty(stdin, args, async (bytes, { agent, flags }) => {
      const host = testHost({
        env: { HOME: "/home/me" },
        files: { "/home/me/.config/usher/usher.yml": config },
        stdin: bytes,
      });
      const exit = await run(host, ["--agent", agent, ...flags]);
      assert([0, 1].includes(exit));
      assert.match(host.out, answer);
      if (host.out !== "") JSON.parse(host.out);
      if (exit === 1) assert.equal(host.out, "");
      if (exit === 1) assert.match(host.err, /^usher: /);
    }),
    { numRuns: 300 },
  );
});
