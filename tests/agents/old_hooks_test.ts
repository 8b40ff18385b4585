/** Old hook commands and what becomes of them. */
import assert from "node:assert/strict";
import { rewriteHookCommand, rewriteHookWords } from "../../src/agents/old_hooks.ts";

const target = {
  agent: "claude-code",
  program: (old: string) => old.replace("runok", "usher").replace("/old place/", "/new place/"),
};

const changed: readonly (readonly [string, string])[] = [
  ["runok hook --agent claude-code", "usher hook --agent claude-code"],
  ["runok hook --agent codex --verbose", "usher hook --agent codex --verbose"],
  ["runok hook --agent=codex", "usher hook --agent=codex"],
  ["runok hook", "usher hook --agent claude-code"],
  ["/usr/local/bin/runok hook --agent codex", "/usr/local/bin/usher hook --agent codex"],
  ["'/old place/runok' hook --agent codex", "'/new place/usher' hook --agent codex"],
  ["runok.exe hook --agent codex", "usher.exe hook --agent codex"],
  ["runok check --input-format claude-code-hook", "usher hook --agent claude-code"],
  ["runok check --input-format=claude-code-hook", "usher hook --agent claude-code"],
  [
    "runok -c ~/r.yml check --input-format claude-code-hook",
    "usher -c ~/r.yml hook --agent claude-code",
  ],
  [
    "runok check --input-format claude-code-hook --verbose -c '/a b.yml'",
    "usher hook --agent claude-code --verbose -c '/a b.yml'",
  ],
  ["runok check", "usher hook --agent claude-code"],
  ["runok check --output-format json", "usher hook --agent claude-code"],
  ["usher check --input-format claude-code-hook", "usher hook --agent claude-code"],
  ["'/a b/usher' check --input-format claude-code-hook", "'/a b/usher' hook --agent claude-code"],
  ["runok hook --agent codex || exit 0", "usher hook --agent codex || exit 0"],
  [
    "cd /x && A=1 runok hook --agent codex 2>/dev/null",
    "cd /x && A=1 usher hook --agent codex 2>/dev/null",
  ],
  ["exec runok hook --agent codex # a hook", "exec usher hook --agent codex # a hook"],
  [
    "runok hook --agent codex -c ~/.config/runok/runok.yml",
    "usher hook --agent codex -c ~/.config/runok/runok.yml",
  ],
];
changed.forEach(([before, after]) =>
  Deno.test(`old hook: ${before}`, () => {
    assert.deepEqual(rewriteHookCommand(before, target), { kind: "changed", command: after });
    assert.deepEqual(rewriteHookCommand(after, target), { kind: "same" });
  })
);

const same: readonly string[] = [
  "usher hook --agent claude-code",
  "usher check -- ls",
  "usher check --output-format json",
  "usher check --input-format claude-code-hook --explain",
  "echo done",
  "logger 'runok is old'",
  "runok audit --limit 5",
  "cat runok.yml",
];
same.forEach((command) =>
  Deno.test(`no old hook: ${command}`, () => {
    assert.deepEqual(rewriteHookCommand(command, target), { kind: "same" });
  })
);

const unclear: readonly string[] = [
  "if [ -x /b/runok ]; then /b/runok hook --agent codex; fi",
  "bash -c 'runok hook --agent claude-code'",
  "mise exec -- runok hook --agent claude-code",
  "runok check -- ls",
  "runok check --strange",
  "runok check --input-format shell",
  "runok hook --agent 'codex",
];
unclear.forEach((command) =>
  Deno.test(`not surely understood: ${command}`, () => {
    assert.equal(rewriteHookCommand(command, target).kind, "unclear");
  })
);

Deno.test("a program found through the environment", () => {
  for (const old of ["~/bin/runok", "$HOME/bin/runok", '"$HOME/bin/runok"', '"$HOME"/bin/runok']) {
    const seen: string[] = [];
    const program = (name: string) => (seen.push(name), "/opt/usher");
    const result = rewriteHookCommand(`${old} hook --agent codex`, { ...target, program });
    assert.deepEqual(result, { kind: "changed", command: "/opt/usher hook --agent codex" });
    assert.match(seen[0] ?? "", /\/bin\/runok$/);
  }
});

Deno.test("a program with its arguments in a list", () => {
  const words = (...args: string[]) => rewriteHookWords(args, target);
  assert.deepEqual(words("runok", "check", "--input-format", "claude-code-hook", "-c", "a b"), {
    kind: "changed",
    words: ["usher", "hook", "--agent", "claude-code", "-c", "a b"],
  });
  assert.deepEqual(words("usher", "hook", "--agent", "codex"), { kind: "same" });
  assert.deepEqual(words("$X", "runok"), { kind: "same" });
});
