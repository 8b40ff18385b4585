/** The built-in rules: their own tests, and what they make of the corpus. */
import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { builtinRuleSet, builtinTests } from "../../src/config/builtin_source.ts";
import type { TestCase } from "../../src/config/configuration_file.ts";
import { evaluateShell, evaluateTools } from "../../src/rules/evaluate.ts";
import type { Rule } from "../../src/rules/rule_set.ts";
import type { Situation } from "../../src/rules/situation.ts";
import type { PartVerdict, Verdict } from "../../src/rules/verdict.ts";
import { rows } from "../rows.ts";

const rules = builtinRuleSet();
const tests = builtinTests();

const situation: Situation = {
  cwd: "/home/user/project",
  home: "/home/user",
  os: "linux",
  agent: null,
  permissionMode: null,
  resolveLink: () => null,
};

/** Judges a command, or a tool call in the form `@Tool argument`. */
function judge(command: string): Verdict {
  if (!command.startsWith("@")) return evaluateShell(rules, command, situation);
  const [name = "", ...words] = command.slice(1).split(" ");
  return evaluateTools(rules, [{ name, arguments: words }], situation);
}

/** Tool rules need no inline tests; they are in the table below. */
function isToolRule({ pattern }: Rule): boolean {
  return pattern.startsWith("@");
}

function testsOf({ id }: Rule): readonly TestCase[] {
  return tests.filter(({ rule }) => rule?.id === id);
}

/** The rules that matched a part or anything inside it. */
function matched({ matched: own, inner }: PartVerdict): readonly (string | null)[] {
  return [...own.map(({ id }) => id), ...inner.flatMap(matched)];
}

Deno.test("every built-in test gives the verdict that it names", () => {
  const wrong = tests.flatMap(({ rule, command, expected }) => {
    const { action } = judge(command);
    return action === expected ? [] : [{ rule: rule?.id, command, expected, action }];
  });
  deepStrictEqual(wrong, []);
});

/** Words of which every folder, or every place, would take more memory than there is. */
const vast: readonly (readonly [string, string])[] = [
  ["a path of many folders", `cat ${"a/".repeat(100_000)}`],
  ["the same from the root, twice", `echo > ${"/a".repeat(60_000)} > ${"/b".repeat(60_000)}`],
  ["in quotes", `sed '${"s/a/b/;".repeat(60_000)}' file`],
  ["with a glob", `cat ${"a/".repeat(60_000)}*`],
  ["with globs", `cat ${"*a/".repeat(40_000)}`],
  ["with something unknown", `cat $X${"a/".repeat(60_000)}`],
  ["behind a flag", `curl -d @${"a/".repeat(60_000)} --data=@${"b/".repeat(60_000)}* x`],
  ["for git", `git diff ${"a/".repeat(60_000)}*`],
];
for (const [name, command] of vast) {
  Deno.test(`a deny stands beside a vast word: ${name}`, () => {
    strictEqual(judge(`${command}; rm -rf ~/`).action, "deny");
    strictEqual(judge(command).action === "deny", false);
  });
}

/** Words with more in them than is looked at piece by piece, or nearly. */
const crowded: readonly (readonly [string, string])[] = [
  [`psql -c '${"\\! ls\n".repeat(15)}\\! rm -rf ~'`, "deny"],
  [`psql -c '${"\\! ls\n".repeat(30)}\\! rm -rf ~'`, "ask"],
  [`gh api -F x=${"a,".repeat(600)}@~/.ssh/id_rsa /x`, "deny"],
  [`gh api -F x=${"a,".repeat(9000)}@/home/user/.ssh/id_rsa /x`, "deny"],
  [`gh api -f body='${"{a: 1, b: 2}, ".repeat(200)}' /x`, "pass"],
];
for (const [command, expected] of crowded) {
  Deno.test(`in a crowd: ${command.slice(0, 30)} ${command.length}`, () =>
    strictEqual(judge(command).action, expected));
}

/** Secrets, spelt as they may be where a file system ignores case. */
const spellings = [
  "cat .ENV",
  "cat sub/.Env",
  "cat ~/.SSH/id_rsa",
  "head ID_RSA",
  "cat /ETC/Shadow",
];
for (const command of spellings) {
  Deno.test(`not allowed where case is ignored: ${command}`, () => {
    for (const os of ["macos", "windows"] as const) {
      const { action } = evaluateShell(rules, command, { ...situation, os });
      strictEqual(action === "ask" || action === "deny", true, `${os}: ${action}`);
    }
  });
}

Deno.test("where case is ignored, nothing that is stopped elsewhere is allowed", () => {
  const milder = tests.filter(({ command, expected }) =>
    !command.startsWith("@") && (expected === "deny" || expected === "ask") &&
    evaluateShell(rules, command, { ...situation, os: "macos" }).action === "allow"
  );
  deepStrictEqual(milder.map(({ command }) => command), []);
});

Deno.test("every built-in rule has an id of its own", () => {
  const ids = rules.rules.map(({ id }) => id);
  deepStrictEqual(ids.filter((id) => !/^builtin:[\w-]+\/[\w-]+$/.test(id ?? "")), []);
  deepStrictEqual(ids.filter((id, i) => ids.indexOf(id) !== i), []);
});

Deno.test("every rule that stops something says why, in one sentence", () => {
  const stopping = rules.rules.filter(({ action }) => action !== "allow");
  const bad = stopping.filter(({ message }) => !/^\S.*[.]$/.test(message ?? ""));
  deepStrictEqual(bad.map(({ id }) => id), []);
  deepStrictEqual(rules.rules.filter(({ action, message }) => action === "allow" && message), []);
});

Deno.test("every rule has a test that it decides", () => {
  const untested = rules.rules.filter((rule) =>
    !isToolRule(rule) && !testsOf(rule).some(({ command }) => judge(command).rule?.id === rule.id)
  );
  deepStrictEqual(untested.map(({ id }) => id), []);
});

Deno.test("every rule has a test that it does not match", () => {
  const untested = rules.rules.filter((rule) =>
    !isToolRule(rule) &&
    !testsOf(rule).some(({ command }) =>
      !judge(command).parts.flatMap(matched).includes(rule.id ?? "")
    )
  );
  deepStrictEqual(untested.map(({ id }) => id), []);
});

Deno.test("tools: secrets, start-up files and usher's own files are kept", () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ["Read", "/home/user/project/a.txt", "pass"],
    ["Read", "/home/user/.ssh/id_ed25519", "deny"],
    ["Read", "/home/user/.ssh/id_ed25519.pub", "pass"],
    ["Read", "/home/user/.aws/credentials", "deny"],
    ["Read", "/home/user/project/.env", "ask"],
    ["Read", "/home/user/project/.env.example", "pass"],
    ["Grep", ".", "pass"],
    ["Grep", "src/*.ts", "pass"],
    ["Grep", "**/*.ts", "pass"],
    ["Grep", "/home/user/.ssh", "deny"],
    ["Grep", "/home/user/.ssh/id_*", "deny"],
    ["Grep", "/home/user/.docker", "ask"],
    ["Grep", "/home/user", "ask"],
    ["Grep", "/home/user/project/.env", "ask"],
    ["Grep", ".env*", "ask"],
    ["Grep", "**/.env", "ask"],
    ["Grep", ".e?v", "ask"],
    ["Glob", "**/.env*", "pass"],
    ["Write", "/home/user/project/a.txt", "pass"],
    ["Write", "/home/user/.bashrc", "deny"],
    ["Write", "/home/user/project/.git/hooks/pre-commit", "deny"],
    ["Write", "/home/user/project/.git/objects/aa", "deny"],
    ["Write", "/etc/hosts", "deny"],
    ["Write", "/home/user/.config/usher/usher.yml", "deny"],
    ["Edit", "/home/user/project/.claude/settings.json", "deny"],
    ["Edit", "/home/user/project/usher.yml", "ask"],
    ["Read", "/home/user/.claude/settings.json", "pass"],
    ["WebFetch", "169.254.169.254", "deny"],
    ["WebFetch", "docs.example", "pass"],
  ];
  for (const [name, argument, expected] of cases) {
    const { action } = evaluateTools(rules, [{ name, arguments: [argument] }], situation);
    strictEqual(action, expected, `@${name} ${argument}`);
  }
});

interface Row {
  readonly command: string;
  readonly want: "allow" | "ask" | "deny" | "stop" | "not-allow";
}

/** Stopped elsewhere for its ten nested shells, which is as deep as usher looks. */
function isJustNotTooDeep({ command }: Row): boolean {
  return command.split("bash -c").length === 11 && command.includes('"echo ok');
}

const corpus = ["corpus/commands.jsonl", "corpus/families.jsonl"].flatMap((file) =>
  rows<Row>(file)
);

Deno.test("nothing of the corpus that should be stopped is allowed", () => {
  const wrong = corpus.filter((row) =>
    row.want !== "allow" && !isJustNotTooDeep(row) && judge(row.command).action === "allow"
  );
  deepStrictEqual(wrong.map(({ command }) => command), []);
});

Deno.test("most of the corpus that should be allowed is", () => {
  const harmless = corpus.filter(({ want }) => want === "allow");
  const allowed = harmless.filter(({ command }) => judge(command).action === "allow");
  strictEqual(allowed.length > harmless.length * 0.6, true, `${allowed.length}`);
});

Deno.test("nearly all of the corpus that should be stopped is asked about or denied", () => {
  const dangerous = corpus.filter(({ want }) => want === "stop" || want === "deny");
  const open = dangerous.filter(({ command }) => judge(command).action === "pass");
  strictEqual(open.length < dangerous.length * 0.05, true, `${open.length}`);
});
