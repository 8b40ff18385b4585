/** Events that are not whole: what is known of them may be denied, and nothing else is said. */
import assert from "node:assert/strict";
import { bash, machineWith, told } from "./machine.ts";

const config = `builtin: false
rules:
  - deny: '@mcp__x__y'
  - deny: '@Write /home/me/.ssh/*'
  - deny: '@Edit *'
  - deny: '@Read'
  - deny: '@WebFetch evil.example *'
  - ask: '@Glob *'
  - allow: '@Write /home/me/ok/*'
  - deny: 'rm -rf *'
  - allow: 'ls *'
`;

const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
const large = "x".repeat(17 << 20);
const many = (count: number) => `[${"1234567,".repeat(count)}0]`;

/** A tool, its input as text, and what becomes of it. */
const events: readonly (readonly [
  what: string,
  tool: string,
  input: string,
  expected: "deny" | "fails" | "nothing",
])[] = [
  ["a deep argument", "mcp__x__y", `{"a": ${nested(600)}}`, "deny"],
  ["a very deep argument", "mcp__x__y", `{"a": ${nested(1_000_000)}}`, "deny"],
  ["a deep argument of a tool that no rule names", "mcp__x__z", `{"a": ${nested(600)}}`, "nothing"],
  ["a large text", "Write", `{"file_path": "/home/me/.ssh/a", "content": "${large}"}`, "deny"],
  [
    "a large text first",
    "Write",
    `{"content": "${large}", "file_path": "/home/me/.ssh/a"}`,
    "deny",
  ],
  [
    "a large text, allowed",
    "Write",
    `{"file_path": "/home/me/ok/a", "content": "${large}"}`,
    "fails",
  ],
  ["many entries", "mcp__x__y", `{"a": ${many(2_200_000)}, "b": {"c": ${many(10)}}}`, "deny"],
  ["a large text beside a command", "Bash", `{"command": "rm -rf x", "d": "${large}"}`, "deny"],
  ["the same, allowed", "Bash", `{"command": "ls x", "d": "${large}"}`, "fails"],
  ["a large command", "Bash", `{"command": "rm -rf x ${large}"}`, "fails"],
  ["a large command that is allowed", "Bash", `{"command": "ls x ${large}"}`, "fails"],
  ["no path", "Write", "{}", "fails"],
  ["no input", "Write", "null", "fails"],
  ["a path that is a number", "Write", '{"file_path": 5}', "fails"],
  ["a path in a list", "Write", '{"file_path": ["/home/me/.ssh/a"]}', "fails"],
  ["no path, where a rule wants none", "Read", "{}", "deny"],
  ["no path, where a rule takes any", "MultiEdit", "{}", "deny"],
  ["no notebook", "NotebookEdit", '{"notebook_path": {}}', "deny"],
  ["no URL", "WebFetch", "{}", "fails"],
  ["no pattern", "Glob", '{"path": "/x"}', "fails"],
  ["a folder that is a list", "Glob", '{"path": ["/x"], "pattern": "*"}', "fails"],
  ["no query, of a tool that no rule names", "WebSearch", "{}", "nothing"],
  ["no input of a tool known by its name", "mcp__x__y", "null", "deny"],
];
events.forEach(([what, tool, input, expected]) =>
  Deno.test(`${what}: ${tool} ${expected}`, async () => {
    for (const event of ["PreToolUse", "PermissionRequest"]) {
      const { tool_input: _, ...fields } = bash("", { tool_name: tool, hook_event_name: event });
      const text = `${JSON.stringify(fields).slice(0, -1)}, "tool_input": ${input}, "z": 1}`;
      const at = machineWith(config);
      const { exit, host } = await at.hook(["--agent", "claude"], text);
      assert.equal(exit, expected === "fails" ? 1 : 0, host.err);
      const answer = told(host);
      const isDenied = JSON.stringify(answer)?.includes('"deny"') ?? false;
      assert.equal(isDenied, expected === "deny");
      assert.equal(answer !== null, expected === "deny");
      if (expected !== "fails") continue;
      assert.match(host.err, /^usher: [^\n]*\n$/);
      assert.deepEqual(at.log().map(({ kind }) => kind), ["failure"]);
      const closed = await at.hook(["--agent", "claude", "--fail-closed"], text);
      assert.match(JSON.stringify(told(closed.host)), /"deny".*usher could not evaluate this/);
    }
  })
);

Deno.test("a large result of a call that ran is no failure", async () => {
  const event = bash("ls x", { hook_event_name: "PostToolUse", tool_response: { stdout: large } });
  const { exit, host } = await machineWith(config).hook(["--agent", "claude"], event);
  assert.deepEqual([exit, host.out, host.err], [0, "", ""]);
});
