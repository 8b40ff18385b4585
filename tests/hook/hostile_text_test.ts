/** Nothing that an agent, a repository or a rule writes reaches an agent or a terminal raw. (`10-safety.md`, 7) */
import assert from "node:assert/strict";
import { run as check } from "../../src/commands/check.ts";
import { printableJson } from "../../src/text/visible.ts";
import { memoryFiles, testHost } from "../host.ts";
import { bash, configFile, machineWith, told } from "./machine.ts";

const marks = "\u202e \u001b[31m \u009b \u2066 \u2028 \ud800 \u{e0041}";
const rules = printableJson({
  builtin: false,
  rules: [
    { deny: "rm -rf *", message: `no ${marks}`, fix_suggestion: `try ${marks}` },
    { ask: "git push *", message: `sure? ${marks}\nreally?` },
    { deny: "evil *" },
    { deny: `@Read *.pem` },
    { allow: "ls" },
  ],
}).replaceAll("\\ud800", "");

const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u{e0000}-\u{e0fff}]/u;
const read = (path: string) => ({ tool_name: "Read", tool_input: { file_path: path } });
const commands: readonly (readonly [what: string, fields: Record<string, unknown>])[] = [
  ["a rule's message", { tool_input: { command: "rm -rf x" } }],
  ["an ask's message", { tool_input: { command: "git push x" } }],
  ["a command", { tool_input: { command: `ls; evil "${marks}"` } }],
  ["a command that does not parse", { tool_input: { command: `evil "${marks}` } }],
  ["hidden characters outside quotes", { tool_input: { command: `echo ${marks}` } }],
  ["a very long text", { tool_input: { command: `${"ls; ".repeat(100_000)}rm -rf x` } }],
  ["a very long command", { tool_input: { command: `ls; evil ${"x ".repeat(100_000)}` } }],
  ["a path", read(`${marks}.pem`)],
];
const events = ["PreToolUse", "PermissionRequest"];
const agents = ["claude-code", "codex"];
commands.forEach(([what, fields]) =>
  Deno.test(`hostile text in ${what}`, async () => {
    for (const agent of agents) {
      for (const event of events) {
        const payload = bash("", { ...fields, hook_event_name: event });
        const args = ["--agent", agent, "--verbose"];
        const { exit, host } = await machineWith(rules).hook(args, payload);
        assert.equal(exit, 0, host.err);
        assert.doesNotMatch(host.out.replace(/\n$/, ""), hidden);
        assert.doesNotMatch(host.err.replaceAll("\n", ""), hidden);
        const answer = told(host);
        const texts = JSON.stringify(answer, (_, value) => {
          if (typeof value !== "string") return value;
          assert.doesNotMatch(value.replaceAll("\n", ""), hidden);
          return value;
        });
        assert.ok((texts?.length ?? 0) < 5000, `${texts?.length} characters`);
      }
      for (const format of ["text", "json"]) {
        const files = memoryFiles({ [configFile]: rules });
        const stdin = JSON.stringify(bash("", fields));
        const host = testHost({ env: { HOME: "/home/me" }, files, stdin });
        assert.equal(await check(host, ["--output-format", format, "--explain"]), 0);
        assert.doesNotMatch(host.out.replaceAll("\n", ""), hidden);
        assert.notEqual(host.out, "");
      }
    }
  })
);

const outside = ["\u115f", "\u3164", "\ufe0f", "\u2800", "\ud800", "\u202e", "\u00a0", "\u{e0041}"];
outside.forEach((char) =>
  Deno.test(`what does not show is asked about outside quotes: ${JSON.stringify(char)}`, async () => {
    const config = "builtin: false\nrules: [{allow: 'ls *'}]";
    const decisionOf = async (command: string) => {
      const { host } = await machineWith(config).hook(["--agent", "claude"], bash(command));
      return told(host)?.["permissionDecision"];
    };
    assert.equal(await decisionOf(`ls a${char}b`), "ask");
    assert.equal(await decisionOf(`ls 'a${char}b'`), "allow");
  })
);
