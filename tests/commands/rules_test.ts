/** `usher rules`. */
import assert from "node:assert/strict";
import { run } from "../../src/commands/rules.ts";
import { memoryFiles, type TestHost, testHost } from "../host.ts";

const USER = "/home/me/.config/usher/usher.yml";
const TEAM = "/home/me/project/usher.yml";
const user = `builtin: false
rules:
  - deny: 'git push -f *'
    id: team/force
    message: "say \\u001b[2J no"
    fix_suggestion: ask first
    except: ['git push -f scratch', 'git pull x']
    tests:
      - { deny: 'git push -f x' }
      - pass: ls
  - ask: 'rm *'
    in: ['~/gone/**', '~/project']
  - allow: 'make *'
  - allow: 'make test'
  - deny: 'make *'
  - ask: 'old *'
    id: team/old
  - deny: 'cat <path:none>'
disable: [team/old]
`;

async function rules(
  args: readonly string[],
  texts: Readonly<Record<string, string>> = {},
): Promise<{ code: number; host: TestHost }> {
  const files = memoryFiles({ [USER]: user, ...texts });
  files.makeFolder("/home/me/project", 0o755);
  const host = testHost({ files, cwd: "/home/me/project", env: { HOME: "/home/me" } });
  return { code: await run(host, args), host };
}

Deno.test("rules list: every rule by its file, and what does not count", async () => {
  const { code, host } = await rules(["list"], { [TEAM]: "rules: [{allow: x}, {deny: y}]" });
  assert.equal(code, 0);
  assert.equal(
    host.out,
    `${USER}  (user)
  deny  'git push -f *'  3:5  team/force  except: 2
  ask   'rm *'  11:5  in: ~/gone/**, ~/project
  allow 'make *'  13:5  (never decides: see ${USER}:15:5)
  allow 'make test'  14:5  (never decides: see ${USER}:15:5)
  deny  'make *'  15:5
  ask   'old *'  16:5  team/old  (disabled at ${USER}:19:11)
  deny  'cat <path:none>'  18:5

${TEAM}  (project)
  allow 'x'  1:10  (does not count: the project is not trusted)
  deny  'y'  1:22
`,
  );
});

Deno.test("rules list WORD: those that hold it", async () => {
  const { host } = await rules(["list", "make"]);
  assert.equal(host.out.match(/^ {2}\w+ +'/gm)?.length, 3);
  assert.equal((await rules(["list", "nothing"])).host.out, "No rules.\n");
});

Deno.test("rules list as JSON", async () => {
  const { host } = await rules(["list", "--output-format", "json", "team/"]);
  assert.deepEqual(JSON.parse(host.out), {
    rules: [
      {
        action: "deny",
        pattern: "git push -f *",
        id: "team/force",
        source: `${USER}:3:5`,
        layer: "user",
        message: "say \u001b[2J no",
        fix_suggestion: "ask first",
        except: ["git push -f scratch", "git pull x"],
        state: "active",
      },
      {
        action: "ask",
        pattern: "old *",
        id: "team/old",
        source: `${USER}:16:5`,
        layer: "user",
        state: "disabled",
        by: `${USER}:19:11`,
      },
    ],
  });
});

["team/force", `${USER}:3`, `${USER}:3:5`].forEach((word) =>
  Deno.test(`rules show ${word}: what it says, its text and its tests`, async () => {
    const { code, host } = await rules(["show", word]);
    assert.equal(code, 0);
    assert.equal(
      host.out,
      `deny 'git push -f *'
  id         team/force
  source     ${USER}:3:5
  layer      user
  message    say \\x1b[2J no
  suggestion ask first
  except     git push -f scratch
  except     git pull x
  state      counts

  - deny: 'git push -f *'
    id: team/force
    message: "say \\u001b[2J no"
    fix_suggestion: ask first
    except: ['git push -f scratch', 'git pull x']
    tests:
      - { deny: 'git push -f x' }
      - pass: ls

Tests:
  deny  git push -f x
  pass  ls
`,
    );
  })
);

Deno.test("rules show: a built-in rule, as text and as JSON", async () => {
  const builtin = { [USER]: "rules: []" };
  const text = await rules(["show", "builtin:disasters/rm-root"], builtin);
  assert.match(text.host.out, /\n {2}- deny: 'rm\|.*\n {4}id: builtin:disasters\/rm-root\n/);
  const json = await rules(["show", "builtin:disasters/rm-root", "--output-format=json"], builtin);
  const [rule] = JSON.parse(json.host.out).rules;
  assert.equal(rule.layer, "builtin");
  assert.ok(rule.tests.some(({ command }: { command: string }) => command === "rm -rf /"));
});

Deno.test("rules why: the same as check --explain", async () => {
  const { code, host } = await rules(["why", "--", "git", "push", "-f", "x y"]);
  assert.equal(code, 0);
  assert.match(
    host.out,
    /^deny: git push -f 'x y' .*\n└─ deny {2}git push -f 'x y' {2}◀ decides\n/,
  );
  const json = await rules(["why", "--output-format", "json", "rm x"]);
  assert.equal(JSON.parse(json.host.out).commands[0].rules[0].pattern, "rm *");
});

Deno.test("rules lint: what is said in vain", async () => {
  const { code, host } = await rules(["lint"]);
  assert.equal(code, 1);
  assert.equal(
    host.out.replaceAll(USER, "u.yml"),
    `u.yml:3:5: exception: the exception 'git pull x' matches nothing that deny 'git push -f *' matches
u.yml:11:5: folder: ask 'rm *' is for ~/gone/**, which is not there
u.yml:13:5: conflict: allow 'make *' never decides: deny 'make *' at u.yml:15:5 has the same pattern
u.yml:14:5: dead: allow 'make test' never decides: deny 'make *' at u.yml:15:5 matches whatever it matches
u.yml:18:5: undefined: undefined path list \`<path:none>\`: this pattern never matches; define it, or remove it
5 findings
`,
  );
  const json = await rules(["lint", "--output-format", "json"]);
  assert.equal(json.code, 1);
  const { findings } = JSON.parse(json.host.out);
  assert.deepEqual(findings[2], {
    kind: "conflict",
    source: `${USER}:13:5`,
    message: `allow 'make *' never decides: deny 'make *' at ${USER}:15:5 has the same pattern`,
    by: `${USER}:15:5`,
  });
});

/** Rules of one file, and what lint says of them: the kind of each finding. */
const linted: readonly (readonly [string, string])[] = [
  ["[{allow: a}, {deny: b}]", ""],
  ["[{allow: a *}, {allow: a b}]", "redundant"],
  ["[{allow: a}, {allow: a}]", "redundant"],
  ["[{deny: a *}, {deny: a b, message: m}]", ""],
  ["[{ask: a *}, {deny: a b}]", ""],
  ["[{deny: '*'}, {ask: 'a [-C *] b'}]", "dead"],
  ["[{deny: a *, in: [/home/me]}, {allow: a}]", ""],
  ["[{deny: a *, in: [/home/me]}, {allow: a, in: [/home/me]}]", "dead"],
  ["[{deny: a *, except: [a b]}, {allow: a b}]", ""],
  ["[{deny: a *, when: 'true'}, {allow: a b}]", ""],
  ["[{allow: a *, sandbox: w}, {allow: a b}]", ""],
  ["[{deny: 'a|b *', except: ['c x', '/bin/b y']}]", "exception"],
];
linted.forEach(([text, expected]) =>
  Deno.test(`rules lint of ${text} finds ${expected || "nothing"}`, async () => {
    const file = `builtin: false\ndefinitions: {sandbox: {w: {}}}\nrules: ${text}\n`;
    const { code, host } = await rules(["lint", "--output-format=json"], { [USER]: file });
    const { findings } = JSON.parse(host.out);
    assert.deepEqual(findings.map(({ kind }: { kind: string }) => kind).join(), expected);
    assert.equal(code, expected === "" ? 0 : 1);
  })
);

/** Arguments that are wrong, the exit code and what is said. */
const wrong: readonly (readonly [readonly string[], number, RegExp])[] = [
  [[], 2, /nothing to do\nhint: usher rules list/],
  [["lst"], 2, /unknown action 'lst'\nhint: did you mean 'usher rules list'\?/],
  [["disable", "x"], 2, /'disable' is not available in this version/],
  [["show"], 2, /needs the id or the place/],
  [["show", "a", "b"], 2, /unexpected argument 'b'/],
  [["lint", "a"], 2, /unexpected argument 'a'/],
  [["why"], 2, /'why' needs a command/],
  [["why", "git", "-f"], 2, /unknown flag '-f' for 'usher rules'\. Use '--'/],
  [["show", "team/forse"], 1, /did you mean 'team\/force'\?/],
];
wrong.forEach(([args, exit, said]) =>
  Deno.test(`rules ${args.join(" ")} is an error`, async () => {
    const { code, host } = await rules(args);
    assert.equal(code, exit);
    assert.equal(host.out, "");
    assert.match(host.err, said);
  })
);
