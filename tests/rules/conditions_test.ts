/** What a rule's condition sees and decides, where all is known and where some is not. */
import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { celConditions } from "../../src/rules/cel.ts";
import { evaluateShell, evaluateTools } from "../../src/rules/evaluate.ts";
import { linearPattern } from "../../src/rules/linear_pattern.ts";
import type { Action, RuleSet } from "../../src/rules/rule_set.ts";
import type { Situation } from "../../src/rules/situation.ts";
import type { Verdict } from "../../src/rules/verdict.ts";
import { UsherError } from "../../src/text/error.ts";
import { plainSituation, ruleSetFrom } from "./rule_set_from.ts";

/** What is on the disk. */
const disk: Readonly<Record<string, "file" | "directory">> = {
  "/tmp/here": "file",
  "/tmp/sub": "directory",
  "/tmp/sub/inner": "file",
};

function situationWith(env: Readonly<Record<string, string>>): Situation {
  const conditions = celConditions({
    environment: () => env,
    kindOf(path) {
      if (path === "/root/x") throw new UsherError(path, "permission denied");
      return disk[path] ?? null;
    },
  }, linearPattern);
  return { ...plainSituation, conditions };
}

/** `error` where a condition fails and no deny stands. */
function outcomeOf(verdict: Verdict): Action | "error" {
  return verdict.action !== "deny" && verdict.failures.length > 0 ? "error" : verdict.action;
}

/** Rules, and what comes of commands. An unset default is `pass`. */
interface Group {
  readonly about: string;
  readonly rules: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cases: readonly (readonly [string, Action | "error"])[];
}

const groups: readonly Group[] = [
  {
    about: "the environment as the command finds it",
    rules: `
      rules:
        - deny: 'terraform apply *'
          when: env.WS == 'prod'
        - allow: 'terraform plan *'
          when: env.WS == 'dev'
        - ask: 'aws *'
          when: has(env.PROFILE) && env.PROFILE == 'prod'
      definitions:
        wrappers: ['env <opts:-u> <vars> <cmd>', 'sudo <cmd>', 'bash -c <cmd>']`,
    env: { WS: "dev" },
    cases: [
      ["terraform apply", "pass"],
      ["WS=prod terraform apply", "deny"],
      ["WS='prod' terraform apply", "deny"],
      ["X=prod; WS=$X terraform apply", "deny"],
      ["WS=$X terraform apply", "ask"],
      ["WS=dev WS=prod terraform apply", "deny"],
      ["WS=prod WS=dev terraform apply", "pass"],
      ["export WS=prod; terraform apply", "deny"],
      ["export WS=prod && terraform apply", "deny"],
      ["WS=prod; terraform apply", "deny"],
      ["WS+=x terraform apply", "ask"],
      ["export WS; terraform apply", "ask"],
      ["unset WS; terraform apply", "ask"],
      ["if x; then export WS=prod; fi; terraform apply", "ask"],
      ["read WS; terraform apply", "ask"],
      ["source x; terraform apply", "ask"],
      ["(export WS=prod); terraform apply", "pass"],
      ["terraform apply; export WS=prod", "pass"],
      ["f() { terraform apply; }; export WS=prod; f", "deny"],
      ["f() { terraform apply; }; f; export WS=prod; f", "deny"],
      ["f() { terraform apply; }; export WS=dev; f", "pass"],
      ["f() { terraform apply; }; WS=prod f", "ask"],
      ["f() { terraform apply; }; WS=prod; f", "ask"],
      ["f() { local A=1; terraform apply; }; f; f", "pass"],
      ["for i in 1 2; do terraform apply; export WS=prod; done", "ask"],
      ["env WS=prod terraform apply", "deny"],
      ["env A=1 WS=prod terraform apply", "deny"],
      ["env -u WS terraform apply", "ask"],
      ["WS=prod sudo terraform apply", "deny"],
      ["WS=prod bash -c 'terraform apply'", "deny"],
      ["bash -c 'WS=prod terraform apply'", "deny"],
      ["bash -c 'export WS=prod; terraform apply'", "deny"],
      ["terraform plan", "allow"],
      ["WS=prod terraform plan", "pass"],
      ["WS=$X terraform plan", "pass"],
      ["export WS=prod; terraform plan", "pass"],
      ["source x; terraform plan", "pass"],
      ["env -i terraform plan", "pass"],
      ["aws ls", "pass"],
      ["PROFILE=prod aws ls", "ask"],
      ["PROFILE=prod; aws ls", "ask"],
      ["export PROFILE=prod; aws ls", "ask"],
      ["export PROFILE=dev; aws ls", "pass"],
    ],
  },
  {
    about: "a missing variable is an error, and has() asks for it",
    rules: `
      rules:
        - deny: 'a *'
          when: env.NOPE == 'x'
        - deny: 'b *'
          when: "'NOPE' in env"
        - deny: 'c *'
          when: env.__proto__ == 'x' || env.constructor == 'x'
        - deny: 'd *'
          when: has(env.toString) || has(flags.constructor) || 'hasOwnProperty' in flags
        - allow: 'e *'
          when: env.NOPE == 'x'
        - deny: 'a stop'`,
    cases: [
      ["a x", "error"],
      ["a stop", "deny"],
      ["b x", "pass"],
      ["c x", "error"],
      ["d x", "pass"],
      ["d --constructor", "deny"],
      ["e x", "error"],
      ["x; a x", "error"],
      ["a x; a stop", "deny"],
      ["x", "pass"],
    ],
  },
  {
    about: "arguments and flags, as the pattern says",
    rules: `
      rules:
        - deny: 'curl [-X|--request *] *'
          when: args.exists(a, a.startsWith('https://prod')) || (has(flags.X) && flags.X == 'POST')
        - deny: 'get *'
          when: args.exists(a, a.startsWith('https://prod'))
        - allow: 'rm *'
          when: args.all(a, glob_matches('build/*', a)) && size(flags) == 0
        - deny: 'cp *'
          when: args[1] == 'etc'
        - ask: 'git commit *'
          when: "'no-verify' in flags"
        - deny: 'two *'
          when: size(args) == 2`,
    cases: [
      ["curl https://prod.x", "deny"],
      ["curl https://dev.x", "pass"],
      ["curl -X POST https://dev.x", "deny"],
      ["curl -X GET https://dev.x", "pass"],
      ["get https://prod.x/$ID", "deny"],
      ["get https://dev.x/$ID", "ask"],
      ["get $URL https://prod.x", "deny"],
      ["get --out=$X https://prod.x", "deny"],
      ['curl "https://prod.x/$ID"', "deny"],
      ["curl https://dev.x/$ID", "ask"],
      ['curl "https://dev.x/$ID"', "pass"],
      ["curl $URL", "ask"],
      ["curl -X $M https://dev.x", "ask"],
      ['curl -X "$M" https://dev.x', "ask"],
      ["curl -X POST $Y", "ask"],
      ["curl https://dev.x *", "ask"],
      ["rm build/a build/b", "allow"],
      ["rm build/a src", "pass"],
      ["rm -f build/a", "pass"],
      ["rm build/$X", "pass"],
      ['rm "build/$X"', "pass"],
      ["rm build/*", "pass"],
      ["rm build/{a,b}", "allow"],
      ["rm $X", "pass"],
      ["cp a etc", "deny"],
      ["cp a $X", "ask"],
      ["cp $X etc", "ask"],
      ['cp "a$X" etc', "deny"],
      ["cp a b $X", "pass"],
      ["git commit --no-verify", "ask"],
      ["git commit", "pass"],
      ["git commit $X", "ask"],
      ['git commit -m "$X"', "ask"],
      ["two a b", "deny"],
      ["two a", "pass"],
      ['two a "b$X"', "deny"],
      ["two a $X", "ask"],
      ["two a b c $X", "ask"],
    ],
  },
  {
    about: "what stands around the command",
    rules: `
      rules:
        - deny: 'sh|bash'
          when: pipe.stdin
        - deny: 'sleep *'
          when: shell.loop_kind in ['while', 'until']
        - deny: 'log'
          when: redirects.exists(r, r.type == 'output' && r.target.startsWith('/etc/'))
        - deny: 'err'
          when: redirects.exists(r, r.descriptor == 2)
        - deny: 'here'
          when: fs.exists('here')
        - deny: 'inner'
          when: fs.is_file('inner') && fs.cwd.endsWith('/sub')
        - deny: 'root'
          when: fs.exists('/root/x')
        - deny: 'arg *'
          when: fs.is_file(args[0])
        - deny: 'home'
          when: fs.home == '/home/user' && os == 'linux' && tool == 'Bash' && agent == ''`,
    cases: [
      ["x | bash", "deny"],
      ["bash", "pass"],
      ["while x; do sleep 1; done", "deny"],
      ["for x in 1; do sleep 1; done", "pass"],
      ["log > /etc/x", "deny"],
      ["log > x", "pass"],
      ["log > $X", "ask"],
      ['log > "/etc/$X"', "deny"],
      ["err 2> x", "deny"],
      ["err > x", "pass"],
      ["here", "deny"],
      ["cd sub && here", "pass"],
      ["cd sub; here", "ask"],
      ["cd $X && here", "ask"],
      ["cd sub && inner", "deny"],
      ["inner", "pass"],
      ["root", "ask"],
      ["arg here", "deny"],
      ["arg sub", "pass"],
      ["arg $X", "ask"],
      ["home", "deny"],
    ],
  },
  {
    about: "redirects, assignments and exceptions",
    rules: `
      rules:
        - deny: '> *'
          when: args[0].startsWith('out/') && pipe.stdin
        - deny: 'NAME=*'
          when: args[0] == 'x' && env.A == '1'
        - deny: 'run *'
          except: ['run safe']
          when: args[0] != 'ok'`,
    env: { A: "1" },
    cases: [
      ["x | y > out/a", "deny"],
      ["y > out/a", "pass"],
      ["NAME=x y", "deny"],
      ["NAME=z y", "pass"],
      ["NAME=$X y", "ask"],
      ["run safe", "pass"],
      ["run ok", "pass"],
      ["run no", "deny"],
    ],
  },
  {
    about: "names in the pattern",
    rules: `
      rules:
        - deny: 'aws --region <var:region> *'
          when: vars.region.startsWith('us-')
        - ask: 'gh api <flag:field> *'
          when: flag_groups['field'].exists(v, v.startsWith('query=mutation'))
        - allow: 'gh view *'
          when: size(flag_groups['field']) == 0
      definitions:
        vars: { region: { values: [us-1, eu-1] } }
        flag_groups: { field: '-f|--field *' }`,
    cases: [
      ["aws --region us-1 ls", "deny"],
      ["aws --region eu-1 ls", "pass"],
      ["aws --region $R ls", "ask"],
      ["aws --region eu-1 $X", "ask"],
      ["gh api -f query=mutation", "ask"],
      ["gh api -f query=query", "pass"],
      ["gh api -f $Q", "ask"],
      ["gh view x", "allow"],
      ["gh view -f x", "allow"],
      ["gh api $X", "ask"],
    ],
  },
  {
    about: "regular expressions",
    rules: `
      rules:
        - deny: 'curl *'
          when: args.exists(a, a.matches('^https?://[^/]*[.]prod/'))
        - deny: 'bad *'
          when: args[0].matches(args[1])`,
    cases: [
      ["curl https://a.prod/x", "deny"],
      ["curl https://a.dev/x", "pass"],
      ["curl $X", "ask"],
      ["bad a a", "deny"],
      ["bad a b", "pass"],
      ["bad a '('", "error"],
    ],
  },
  {
    about: "one side of || and && decides, whatever the other is",
    rules: `
      rules:
        - deny: 'a *'
          when: args[0] == 'x' || env.NOPE == 'y'
        - deny: 'b *'
          when: env.NOPE == 'y' || args[0] == 'x'
        - deny: 'c *'
          when: env.NOPE == 'y' && args[0] == 'x'
        - deny: 'd *'
          when: 'args[0] == ''x'' ? true : args[1] == ''y'''`,
    cases: [
      ["a x", "deny"],
      ["a z", "error"],
      ["b x", "deny"],
      ["b $X", "ask"],
      ["c z", "pass"],
      ["c x", "error"],
      ["c $X", "ask"],
      ["d x", "deny"],
      ["d z y", "deny"],
      ["d z", "error"],
      ["d $X", "ask"],
    ],
  },
];

for (const { about, rules, cases, env = {} } of groups) {
  const set = ruleSetFrom(rules, "pass");
  for (const [command, expected] of cases) {
    Deno.test(`when: ${about}: ${command}`, () => {
      strictEqual(outcomeOf(evaluateShell(set, command, situationWith(env))), expected);
    });
  }
}

Deno.test("when: the arguments and the name of a tool", () => {
  const set = ruleSetFrom(
    `
rules:
  - deny: '@Read|@Write *'
    when: args[0].endsWith('.secret') && tool == 'Read' && agent == 'codex'
  - ask: '@WebFetch *'
    when: session.permission_mode == 'plan'`,
    "pass",
  );
  const situation = { ...situationWith({}), agent: "codex", permissionMode: "plan" };
  const actionOf = (name: string, argument: string) =>
    evaluateTools(set, [{ name, arguments: [argument] }], situation).action;
  deepStrictEqual(
    [actionOf("Read", "a.secret"), actionOf("Write", "a.secret"), actionOf("WebFetch", "h u")],
    ["deny", "pass", "ask"],
  );
});

Deno.test("when: rules that do not apply are named with the reason", () => {
  const set = ruleSetFrom(
    `
rules:
  - deny: 'a *'
    when: args[0] == 'x'
  - deny: 'a *'
    except: ['a y']
  - deny: 'a *'
    in: [/elsewhere]
  - ask: 'a *'
    when: env.NOPE == 'x'
  - allow: 'a *'
    when: args[0] == 'y'`,
    "pass",
  );
  const { parts, failures } = evaluateShell(set, "a y", situationWith({}));
  deepStrictEqual(
    parts[0]?.skipped.map(({ rule, reason }) => [rule.action, rule.when, reason]),
    [
      ["deny", "args[0] == 'x'", "when"],
      ["deny", null, "except"],
      ["deny", null, "in"],
      ["ask", "env.NOPE == 'x'", "failed"],
    ],
  );
  deepStrictEqual(parts[0]?.matched.map(({ when }) => when), ["args[0] == 'y'"]);
  deepStrictEqual(failures.map(({ rule, message }) => [rule.place.line, message]), [
    [4, "there is no 'NOPE', in the condition `env.NOPE == 'x'`"],
  ]);
});

/** The set with its rules from a project that nobody trusts. */
function untrusted(set: RuleSet): RuleSet {
  return { ...set, rules: set.rules.map((rule) => ({ ...rule, trusted: false })) };
}

Deno.test("when: a failure of a rule that nobody trusts asks and fails nothing", () => {
  const set = untrusted(ruleSetFrom("rules: [{ deny: 'a *', when: env.NOPE == 'x' }]", "allow"));
  const { action, failures, notes } = evaluateShell(set, "a b", situationWith({}));
  deepStrictEqual([action, failures], ["ask", []]);
  ok(notes.some((note) => note.includes("nobody trusts failed: there is no 'NOPE'")), `${notes}`);
});

Deno.test("when: without anything that answers, a condition tightens and does not allow", () => {
  const set = ruleSetFrom(
    "rules: [{ deny: a, when: 'true' }, { allow: b, when: 'true' }, { ask: c, when: 'true' }]",
    "pass",
  );
  const actions = ["a", "b", "c"].map((text) => evaluateShell(set, text, plainSituation).action);
  deepStrictEqual(actions, ["ask", "pass", "ask"]);
});
