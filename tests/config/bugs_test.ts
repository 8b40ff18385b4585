/** Configurations from public bug reports of tools of this kind, and what has to hold of them. */
import assert from "node:assert/strict";
import { run as check } from "../../src/commands/check.ts";
import { evaluateShell } from "../../src/rules/evaluate.ts";
import { memoryFiles, testHost } from "../host.ts";
import { rows } from "../rows.ts";
import { plainSituation } from "../rules/rule_set_from.ts";
import { failuresOf, load, loadText, PROJECT, USER } from "./load.ts";

const TEAM = `${PROJECT}/usher.yml`;

async function decision(
  files: Readonly<Record<string, string>>,
  command: string,
  cwd = PROJECT,
): Promise<string> {
  const { rules, failures } = await load({ files, cwd });
  assert.deepEqual(failures, []);
  return evaluateShell(rules, command, { ...plainSituation, cwd, home: "/home/me" }).action;
}

/** How each case holds, by its number. */
const held: Readonly<Record<number, () => Promise<void>>> = {
  // A rule without a matcher.
  222: async () => {
    const { input } = all.find(({ n }) => n === 222) ?? { input: "" };
    const configuration = await loadText(input);
    assert.notEqual(failuresOf(configuration).length, 0);
    assert.ok(!configuration.rules.rules.some(({ layer }) => layer === "explicit"));
  },
  // Path lists of several layers.
  224: async () => {
    const files = {
      [USER]: "definitions: {paths: {secret: ['~/.ssh/**']}}\nrules: [{deny: 'cat <path:secret>'}]",
      [TEAM]: "definitions: {paths: {build: ['dist/**']}}\nrules: [{ask: 'rm <path:build>'}]",
    };
    assert.equal(await decision(files, "cat ~/.ssh/known_hosts"), "deny");
    assert.equal(await decision(files, "rm dist/x"), "ask");
  },
  // Folders below the project. A linked worktree has the project's committed file.
  226: async () => {
    const files = {
      [TEAM]: "rules: [{deny: frob}]",
      "/srv/worktree/usher.yml": "rules: [{deny: frob}]",
    };
    for (const cwd of [PROJECT, `${PROJECT}/sub/dir`, "/srv/worktree"]) {
      assert.equal(await decision(files, "frob", cwd), "deny");
    }
  },
  // A project needs no `.git`.
  227: async () =>
    assert.equal(await decision({ [TEAM]: "rules: [{deny: frob}]" }, "frob"), "deny"),
  // Both endings.
  228: async () => {
    const yaml = TEAM.replace("yml", "yaml");
    assert.equal(await decision({ [yaml]: "rules: [{deny: frob}]" }, "frob"), "deny");
    const user = { [USER]: "rules: []", [USER.replace("yml", "yaml")]: "rules: []" };
    assert.match(
      failuresOf(await load({ files: user })).join(),
      /stands beside .*keep one of the two/,
    );
  },
  // One built-in rule off.
  232: async () => {
    const files = { [USER]: "disable: ['builtin:history/stash-drop']" };
    assert.notEqual(await decision(files, "git stash drop"), "ask");
    assert.equal(await decision(files, "git reset --hard"), "ask");
    assert.equal(await decision({}, "git stash drop"), "ask");
  },
  // One log, whoever is asked for.
  233: async () => {
    const paths = await Promise.all(
      [{ cwd: "/srv" }, {}].map(async (machine) => (await load(machine)).audit.path),
    );
    assert.deepEqual([...new Set(paths)], ["/home/me/.local/share/usher/audit"]);
  },
  // An ask of the user's stands over a project's allow, trusted or not.
  234: async () => {
    const files = { [USER]: "rules: [{ask: 'frob *'}]", [TEAM]: "rules: [{allow: 'frob app'}]" };
    const { rules } = await load({ files }, { isTrusted: () => true });
    const verdict = evaluateShell(rules, "frob app", { ...plainSituation, cwd: PROJECT });
    assert.equal(verdict.action, "ask");
    assert.deepEqual(verdict.parts[0]?.matched.map(({ pattern }) => pattern), [
      "frob *",
      "frob app",
    ]);
  },
  // A misspelt flag.
  235: async () => {
    const host = testHost({ files: memoryFiles(), env: { HOME: "/home/me" } });
    assert.equal(await check(host, ["--explian", "--", "ls"]), 2);
    assert.match(host.err, /unknown flag '--explian'/);
  },
  // Several statements on standard input.
  236: async () => {
    const files = memoryFiles({ "/p.yml": "rules: [{allow: ls}, {deny: rm *}]" });
    const host = testHost({ files, env: { HOME: "/home/me" }, stdin: "ls\nrm -r build\n" });
    assert.equal(await check(host, ["-c", "/p.yml"]), 0);
    assert.deepEqual(host.out.match(/^\w+/gm), ["allow", "deny"]);
  },
};

const all = rows<{ n: number; kind: string; input: string; expected: string }>("bugs/cases.jsonl")
  .filter(({ kind }) => kind === "config");

Deno.test("configurations of bug reports: all are here", () => {
  assert.deepEqual(all.map(({ n }) => n), Object.keys(held).map(Number));
});

all.forEach(({ n, expected }) =>
  Deno.test(`configuration ${n} of bug reports: ${expected}`, async () => {
    await held[n]?.();
  })
);
