/** `experimental.require_command_in_path`: which commands have to be on PATH. */
import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { evaluateShell } from "../../src/rules/evaluate.ts";
import { plainSituation, ruleSetFrom } from "./rule_set_from.ts";

const onPath = ["ls", "git", "sudo", "ssh", "bash", "xargs", "env"];
const situation = { ...plainSituation, isOnPath: (name: string) => onPath.includes(name) };

const policy = (action: string) => `
experimental: { require_command_in_path: { enabled: true, action: ${action}, ignore: [mine] } }
rules: [{ allow: 'ls *' }, { allow: 'known *' }, { ask: 'unsure *' }]
definitions:
  wrappers: ['sudo <cmd>', { pattern: 'ssh <host> <cmd>', joins: true }, 'bash -c <cmd>', 'missing <cmd>', { pattern: 'xargs <cmd>', appends: true }]
`;
const denying = ruleSetFrom(policy("deny"), "pass");
const asking = ruleSetFrom(policy("ask"), "pass");

const verdicts: readonly (readonly [command: string, action: string])[] = [
  ["git status", "pass"],
  ["gitt status", "deny"],
  ["'gitt' status", "deny"],
  ["g\\itt status", "deny"],
  ["X=gitt; $X status", "deny"],
  ["known x", "allow"],
  ["unsure x", "ask"],
  ["mine x", "pass"],
  ["./gitt", "pass"],
  ["/opt/gitt", "pass"],
  ["~/gitt", "pass"],
  ["cd /x", "pass"],
  ["[ -f x ]", "pass"],
  ["echo a", "pass"],
  ["[[ -f x ]]", "pass"],
  ["setopt x", "pass"],
  ["$CMD x", "ask"],
  ["gi?t x", "ask"],
  ["ls && gitt", "deny"],
  ["if gitt; then ls; fi", "deny"],
  ["ls $(gitt)", "deny"],
  ["sudo gitt", "deny"],
  ["sudo git", "pass"],
  ["sudo ls", "allow"],
  ["missing ls", "deny"],
  ["bash -c 'gitt x'", "deny"],
  ["bash -c 'gitt() { ls; }; gitt'", "pass"],
  ["ssh host gitt", "pass"],
  ["xargs gitt", "deny"],
  ["gitt() { ls; }; gitt", "allow"],
  ["function gitt { ls; }; gitt", "allow"],
  ["if ls; then gitt() { ls; }; fi; gitt", "pass"],
  ["gitt2() { ls; }; gitt", "deny"],
  ["alias gitt=git; gitt status", "pass"],
  ["gitt; source ~/.profile", "deny"],
  ["source ~/.profile; gitt", "pass"],
  [". ./x && gitt", "pass"],
  ['eval "$X"; gitt', "pass"],
  ["PATH=/x:$PATH gitt", "pass"],
  ["export PATH=/x; gitt", "pass"],
  ["PATH=/x; gitt", "pass"],
  ["OTHER=/x; gitt", "deny"],
  ["", "pass"],
  ["gitt 'x", "ask"],
];
for (const [command, action] of verdicts) {
  Deno.test(`with commands that have to be on PATH: ${command}`, () => {
    strictEqual(evaluateShell(denying, command, situation).action, action);
  });
}

Deno.test("what is said of a command that is not there", () => {
  const { action, reason, fixSuggestion } = evaluateShell(asking, "gitt x", situation);
  deepStrictEqual([action, reason], [
    "ask",
    "command 'gitt' not found in PATH (experimental.require_command_in_path)",
  ]);
  strictEqual(fixSuggestion?.startsWith("if 'gitt' is a shell function or alias"), true);
});

Deno.test("nothing is said where PATH is not known", () => {
  strictEqual(evaluateShell(denying, "gitt", plainSituation).action, "pass");
  const unknown = { ...plainSituation, isOnPath: () => null };
  strictEqual(evaluateShell(denying, "gitt", unknown).action, "pass");
});

Deno.test("a stricter default stands", () => {
  const strict = ruleSetFrom(policy("ask"), "deny");
  strictEqual(evaluateShell(strict, "gitt x", situation).action, "deny");
  strictEqual(evaluateShell(strict, "$CMD x", situation).action, "deny");
});
