/** What `usher check --explain` draws. */
import assert from "node:assert/strict";
import { explain } from "../../src/hook/explain.ts";
import { explanationText } from "../../src/hook/explanation_text.ts";
import { evaluateShell } from "../../src/rules/evaluate.ts";
import { plainSituation, ruleSetFrom } from "../rules/rule_set_from.ts";

const policy = `
defaults: { action: pass }
rules:
  - allow: 'git status|log *'
  - allow: 'rm *'
  - ask: 'rm *'
    message: look
  - deny: 'rm -f *'
    id: team/rm
    except: ['rm -f a']
    in: ['/srv/**']
    message: no
    fix_suggestion: trash
  - allow: 'printenv *'
    sandbox: w
definitions:
  wrappers: ['nice <cmd>', { pattern: 'sudo <cmd>', at_least: ask }]
  sandbox: { w: { network: { allow: false } } }
`;
const rules = ruleSetFrom(policy);

function drawn(command: string, cwd = "/srv"): string {
  const verdict = evaluateShell(rules, command, { ...plainSituation, cwd });
  return explanationText(verdict);
}

/** Commands, and how their verdicts are drawn. */
const pictures: readonly (readonly [string, string])[] = [
  [
    "git status && x",
    `
├─ allow git status
│        by allow 'git status|log *'  usher.yml:1
└─ pass  x  ◀ decides
         no rule matches
why: of 2 parts the strictest decides: no rule speaks of it, and pass is the default for: x
`,
  ],
  [
    "nice rm -f b",
    `
└─ deny  nice rm -f b  ◀ decides
   └─ deny  rm -f b  ◀ decides
            by deny 'rm -f *'  usher.yml:4  team/rm
            also ask 'rm *'  usher.yml:3  (a stricter one decides)
            also allow 'rm *'  usher.yml:2  (a stricter one decides)
            message: no
            suggestion: trash
why: deny 'rm -f *' at usher.yml:4
`,
  ],
  [
    "rm -f a",
    `
└─ ask   rm -f a  ◀ decides
         by ask 'rm *'  usher.yml:3
         not deny 'rm -f *'  usher.yml:4  team/rm  (an exception of it matches)
         also allow 'rm *'  usher.yml:2  (a stricter one decides)
         message: look
why: ask 'rm *' at usher.yml:3, the strictest rule that matches
`,
  ],
  [
    "sudo git log",
    `
└─ ask   sudo git log  ◀ decides
   ├─ allow git log
   │        by allow 'git status|log *'  usher.yml:1
   └─ ask   sudo git log  ◀ decides
            sudo runs it with other rights
why: sudo runs it with other rights
`,
  ],
  [
    "X=-f; rm $X b",
    `
└─ deny  rm -f b  ◀ decides
         written: rm $X b
         by deny 'rm -f *'  usher.yml:4  team/rm
         also ask 'rm *'  usher.yml:3  (a stricter one decides)
         also allow 'rm *'  usher.yml:2  (a stricter one decides)
         message: no
         suggestion: trash
why: deny 'rm -f *' at usher.yml:4, the strictest rule that matches
`,
  ],
  [
    "rm $(x) b",
    `
├─ pass  x
│        no rule matches
└─ ask   rm $(x) b  ◀ decides
         by ask 'rm *'  usher.yml:3
         also deny 'rm -f *'  usher.yml:4  team/rm  (it only could match)
         also allow 'rm *'  usher.yml:2  (a stricter one decides)
         message: look
why: of 2 parts the strictest decides: ask 'rm *' at usher.yml:3, the strictest rule that matches for: rm $(x) b
`,
  ],
  [
    "printenv '\u202e\u001b[2Jx'",
    `
└─ allow printenv '\\u{202e}\\x1b[2Jx'  ◀ decides
         by allow 'printenv *'  usher.yml:5
         sandbox: w
why: allow 'printenv *' at usher.yml:5
`,
  ],
];
pictures.forEach(([command, picture]) =>
  Deno.test(`explanation of ${JSON.stringify(command)}`, () => {
    assert.equal(`\n${drawn(command)}`, picture);
  })
);

Deno.test("explanation: a rule for other folders", () => {
  assert.match(drawn("rm -f b", "/home"), /not deny 'rm -f \*' .*\(it is for other folders\)/);
});

Deno.test("explanation: what is long is cut, and many rules are counted", () => {
  const many = Array.from({ length: 20 }, (_, i) => `  - ask: 'x${"|y".repeat(100)}${i} *'`);
  const set = ruleSetFrom(`rules:\n${many.join("\n")}\n`);
  const verdict = evaluateShell(set, `x ${"a".repeat(5000)}`, plainSituation);
  const text = explanationText(verdict);
  assert.match(text, /and 13 more rules that matched/);
  assert.ok(text.split("\n").every((line) => line.length < 450));
  assert.equal(explain(verdict).parts[0]?.rules.length, 20);
});
