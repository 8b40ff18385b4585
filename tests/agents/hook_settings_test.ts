/** Agents' settings with old hook commands: only those change. */
import assert from "node:assert/strict";
import { rewriteHookSettings } from "../../src/agents/hook_settings.ts";

const target = { agent: "codex", program: (old: string) => old.replace("runok", "usher") };
const json = (text: string) => rewriteHookSettings(text, "/a/s.json", "json", target);
const toml = (text: string) => rewriteHookSettings(text, "/a/c.toml", "toml", target);

const settings = `// Settings
{
\t"model": "runok hook",  // not a hook
  "hooks" : {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [ {"command":"runok\\u0020hook --agent codex", "type": "command",}, ] },
      { "hooks": [{ "type": "command", "command": "/x/other --flag" }] } /* kept */
    ],
    "PostToolUse": [ { "command": "runok check --input-format claude-code-hook" } ]
  },
  "permissions": { "allow": ["Bash(runok check *)"] }
}
`;

Deno.test("JSON: comments, order and everything else stay", () => {
  const { text, notes } = json(settings);
  assert.deepEqual(notes, []);
  assert.equal(
    text,
    settings.replace('"runok\\u0020hook --agent codex"', '"usher hook --agent codex"')
      .replace("runok check --input-format claude-code-hook", "usher hook --agent claude-code"),
  );
  assert.deepEqual(json(text), { text, notes: [] });
});

Deno.test("JSON: arguments in a list", () => {
  const entry = (command: string, args: string) =>
    `{"hooks":{"E":[{"hooks":[{"args": ${args}, "command": "${command}"}]}]}}`;
  assert.equal(
    json(entry("/b/runok", '[ "hook", /* a */ "--agent", "codex" ]')).text,
    entry("/b/usher", '[ "hook", /* a */ "--agent", "codex" ]'),
  );
  assert.equal(
    json(entry("runok", '["check", "--input-format", "claude-code-hook"]')).text,
    entry("usher", '["hook", "--agent", "claude-code"]'),
  );
});

Deno.test("JSON: what is not understood is left, and named with its place", () => {
  const text = '{\n  "hooks": { "E": [{ "command": "bash -c \'runok hook\'" }] }\n}';
  const { text: after, notes } = json(text);
  assert.equal(after, text);
  assert.deepEqual(notes.length, 1);
  assert.match(notes[0] ?? "", /^\/a\/s.json:2:33: left as it is: it names runok/);
});

Deno.test("JSON: nothing to do, and no JSON", () => {
  for (const text of ["", " \n", "{}", '{"hooks":[]}', '{"hooks":null}', "[]"]) {
    assert.deepEqual(json(text), { text, notes: [] });
  }
  assert.throws(() => json('{"hooks": {'), /^UsherError: \/a\/s.json:1:12: not valid JSON/);
});

const config = `model = "x" # runok hook
notify = ["runok", "hook"]
command = "runok hook --agent codex"

[[hooks.PreToolUse]]
matcher = "Bash"
[[hooks.PreToolUse.hooks]]
type = "command"
  command = "runok hook --agent codex"  # ours
[[ hooks.PostToolUse.hooks ]]
command = 'runok hook --agent codex'\r
[[hooks.Stop.hooks]]
command = """
command = "runok hook --agent codex"
"""
command = "bash -c 'runok hook'"
[mcp_servers.a]
command = "runok hook --agent codex"
`;

Deno.test("TOML: only the commands of hooks change", () => {
  const { text, notes } = toml(config);
  assert.equal(
    text,
    config.replace('  command = "runok', '  command = "usher').replace(
      "'runok hook -",
      "'usher hook -",
    ),
  );
  assert.equal(notes.length, 1);
  assert.match(notes[0] ?? "", /^\/a\/c.toml:16:11: left as it is/);
  assert.deepEqual(toml(text), { text, notes });
});
