/** `<var:…>`, `<flag:…>`, aliases: what they let pass, and what they do not let slip by. */
import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { expandAliases } from "../../src/rules/aliases.ts";
import { evaluateShell } from "../../src/rules/evaluate.ts";
import { matchElements } from "../../src/rules/match.ts";
import { pathLists } from "../../src/rules/path_lists.ts";
import { patternForms } from "../../src/rules/pattern_forms.ts";
import type { Certainty } from "../../src/rules/match.ts";
import type { Scope } from "../../src/rules/rule_set.ts";
import { matchOptions } from "../../src/rules/scope.ts";
import { tokenOf } from "../../src/rules/token.ts";
import { analyse } from "../../src/shell/analyse.ts";
import { normalizePath } from "../../src/text/paths.ts";
import { rows } from "../rows.ts";
import { plainSituation, ruleSetFrom } from "./rule_set_from.ts";

const links: Readonly<Record<string, string>> = {
  "/tmp/run": "/srv/run",
  "/tmp/also": "/srv/run",
  "/tmp/evil": "/srv/evil",
};

const situation = {
  ...plainSituation,
  resolveLink: (path: string) => links[normalizePath(path)] ?? null,
};

type Verdicts = readonly (readonly [command: string, action: string])[];

/** Definitions and one rule, and the verdict on each command; `pass` where no rule speaks. */
const tables: readonly (readonly [rules: string, verdicts: Verdicts])[] = [
  [
    `definitions: { vars: { ids: { values: [i-dev, i-test, 'a*b', 'two words'] } } }
rules: [{ allow: 'aws stop --id <var:ids>' }]`,
    [
      ["aws stop --id i-dev", "allow"],
      ["aws stop --id=i-test", "allow"],
      ["aws stop --id 'i-dev'", "allow"],
      ['aws stop --id i-d"e"v', "allow"],
      ["X=i-dev; aws stop --id $X", "allow"],
      ["aws stop --id 'a*b'", "allow"],
      ["aws stop --id 'two words'", "allow"],
      ["aws stop --id two words", "pass"],
      ["aws stop --id axb", "pass"],
      ["aws stop --id a*b", "pass"],
      ["aws stop --id i-prod", "pass"],
      ["aws stop --id i-dev i-prod", "pass"],
      ["aws stop --id i-dev --id i-prod", "pass"],
      ["aws stop --id $ID", "pass"],
      ["aws stop --id i-$ID", "pass"],
      ['aws stop --id "$ID"', "pass"],
      ["aws stop --id", "pass"],
      ["aws stop --id ''", "pass"],
      ["aws stop --id i-dev; aws stop --id i-prod", "pass"],
    ],
  ],
  [
    `definitions: { vars: { prod: { values: [i-prod, i-live] } } }
rules: [{ deny: 'aws stop * --id <var:prod> *' }]`,
    [
      ["aws stop --id i-prod", "deny"],
      ["aws stop --id=i-live --force", "deny"],
      ["aws stop --id i-'prod'", "deny"],
      ["/usr/bin/aws stop --id i-prod", "deny"],
      ["X=i-prod; aws stop --id $X", "deny"],
      ["aws stop --id $X", "ask"],
      ["aws stop --id i-$X", "ask"],
      ["aws stop --id dev-$X", "pass"],
      ["aws stop $X", "ask"],
      ["aws stop --id i-dev", "pass"],
      ["bash -c 'aws stop --id i-prod'", "pass"],
    ],
  ],
  [
    `definitions:
  vars: { script: { type: path, values: ['/tmp/run', 'ci/*.sh', '~/mine'] } }
rules: [{ allow: 'bash <var:script>' }, { allow: '<var:script> --fast' }, { allow: 'cd *' }]`,
    [
      ["bash /tmp/run", "allow"],
      ["bash run", "allow"],
      ["bash ./x/../run", "allow"],
      ["bash /tmp/also", "allow"],
      ["bash /srv/run", "allow"],
      ["bash /tmp/evil", "pass"],
      ["bash /tmp/run2", "pass"],
      ["bash 'ci/*.sh'", "allow"],
      ["bash ci/a.sh", "pass"],
      ["bash ru?", "pass"],
      ["bash $F", "pass"],
      ["bash -x run", "pass"],
      ["bash '~/mine'", "pass"],
      ["bash ~/mine", "allow"],
      ["cd /srv && bash run", "allow"],
      ["cd /srv && bash ./evil", "pass"],
      ["./run --fast", "allow"],
      ["/srv/run --fast", "allow"],
      ["run --fast", "pass"],
      ["./run", "pass"],
    ],
  ],
  [
    `definitions: { vars: { script: { type: path, values: ['/srv/run'] } } }
rules: [{ deny: 'bash <var:script> *' }, { deny: '<var:script> *' }]`,
    [
      ["bash /tmp/run", "deny"],
      ["bash /tmp/also now", "deny"],
      ["bash ru?", "pass"],
      ["bash /srv/ru?", "deny"],
      ["bash $F", "ask"],
      ["cd /srv && bash run", "deny"],
      ["./run", "deny"],
      ["/tmp/also x", "deny"],
      ["./walk", "pass"],
    ],
  ],
  [
    `definitions: { vars: { fmt: { values: [prettier, npx prettier, deno run -- fmt] } } }
rules: [{ allow: '<var:fmt> --check *' }]`,
    [
      ["prettier --check .", "allow"],
      ["npx prettier --check .", "allow"],
      ["deno run -- fmt --check .", "allow"],
      ["/usr/bin/prettier --check .", "allow"],
      ["./prettier --check .", "pass"],
      ["npx -p evil prettier --check .", "pass"],
      ["npx $X --check .", "pass"],
      ["npx evil --check .", "pass"],
      ["npx 'prettier' --check .", "allow"],
      ["'npx prettier' --check .", "pass"],
    ],
  ],
  [
    `definitions: { vars: { pub: { values: [npm publish, publish, python -m twine] } } }
rules: [{ deny: '<var:pub> *' }]`,
    [
      ["npm publish", "deny"],
      ["npm --tag x publish", "pass"],
      ["npm --quiet publish .", "deny"],
      ["/usr/bin/npm publish", "deny"],
      ["./publish x", "deny"],
      ["n\\pm pub'lish'", "deny"],
      ["npm $X", "ask"],
      ["npm install", "pass"],
      ["python -W ignore -m twine upload", "deny"],
      ["sudo npm publish", "pass"],
    ],
  ],
  [
    `definitions:
  vars:
    k: { type: pattern, values: ['kubectl [-n|--namespace *] [--context *]', 'oc -q|--quiet *'] }
rules: [{ allow: '<var:k> get *' }]`,
    [
      ["kubectl get pods", "allow"],
      ["kubectl -n prod get pods", "allow"],
      ["kubectl get -n prod pods", "allow"],
      ["kubectl --context=a --namespace b get pods", "allow"],
      ["oc -q x get pods", "allow"],
      ["oc -q get pods", "pass"],
      ["oc get pods", "pass"],
      ["kubectl delete pods", "pass"],
      ["kubectl --token x get pods", "pass"],
      ["kubectl $X get pods", "pass"],
    ],
  ],
  [
    `definitions:
  vars: { place: { type: pattern, values: ['build|dist', 'tmp/*', '--all'] }, m: { values: [a, { type: pattern, value: 'b*' }] } }
rules: [{ allow: 'rm -r <var:place>' }, { deny: 'use <var:m> *' }, { deny: 'x [<var:m>] y' }]`,
    [
      ["rm -r build", "allow"],
      ["rm dist -r", "allow"],
      ["rm -r tmp/a", "allow"],
      ["rm -r --all", "allow"],
      ["rm -r src", "pass"],
      ["rm -r build src", "pass"],
      ["rm -r $X", "pass"],
      ["use a", "deny"],
      ["use bc d", "deny"],
      ["use --loud bc", "deny"],
      ["use $X", "ask"],
      ["use c", "pass"],
      ["x a y", "deny"],
      ["x y", "deny"],
    ],
  ],
  [
    `definitions: { flag_groups: { field: '-f|--field *', dry: '-n|--dry-run', m: '-X|--method GET|HEAD', ab: '--abbrev ?' } }
rules:
  - { allow: 'gh api <flag:m>' }
  - { allow: 'apply <flag:dry> *' }
  - { allow: 'br <flag:ab>' }`,
    [
      ["gh api -X GET", "allow"],
      ["gh api -XGET", "allow"],
      ["gh api -X=GET", "allow"],
      ["gh api --method=HEAD --method GET", "allow"],
      ["gh api -X POST", "pass"],
      ["gh api -X GET -X POST", "pass"],
      ["gh api -X $M", "pass"],
      ["gh api -X", "pass"],
      ["gh api --meth GET", "pass"],
      ["apply --dry-run x", "allow"],
      ["apply x -n", "allow"],
      ["apply x -- --dry-run", "pass"],
      ["apply $X --dry-run", "pass"],
      ['apply "$X" --dry-run', "pass"],
      ["apply -$X --dry-run", "pass"],
      ["apply x$X --dry-run", "pass"],
      ['apply "x$X" --dry-run', "allow"],
      ["apply * --dry-run", "pass"],
      ["apply --dry-run * $X", "allow"],
      ["apply x $FLAG", "pass"],
      ["apply --dry-run=false x", "pass"],
      ["apply --dry-ru x", "pass"],
      ["apply '--dry-run' x", "allow"],
      ["br --abbrev", "allow"],
      ["br --abbrev=7", "allow"],
      ["br --abbrev 7", "pass"],
    ],
  ],
  [
    `definitions: { flag_groups: { force: '-f|--force', field: '-F|--raw-field q=*|m=*' } }
rules: [{ deny: 'push <flag:force> *' }, { deny: 'gh <flag:field> *' }]`,
    [
      ["push -f", "deny"],
      ["push origin --force", "deny"],
      ["push origin -- --force", "deny"],
      ["push --force=true origin", "deny"],
      ["push --forc origin", "deny"],
      ["push -'f' origin", "deny"],
      ["push $X origin", "ask"],
      ["push --fo$X origin", "ask"],
      ['push "--fo$X"', "ask"],
      ["push --no-$X", "ask"],
      ['push "--no-$X"', "pass"],
      ["push origin", "pass"],
      ["gh -Fq=1", "deny"],
      ["gh --raw-field=m=1", "deny"],
      ["gh --raw m=1", "deny"],
      ["gh -F x=1", "pass"],
      ["gh -F x=1 -F m=2", "deny"],
      ["gh -F $X", "ask"],
      ["gh -F $X=1", "ask"],
      ["gh --raw-f$X q=1", "ask"],
    ],
  ],
  [
    `definitions:
  flag_groups: { user: '-u|--user *' }
  vars: { who: { values: [alice] } }
  wrappers: ['as <flag:user> <cmd>', 'run <var:who> <cmd>']
rules: [{ allow: 'ls *' }, { deny: 'rm *' }]`,
    [
      ["as -u bob ls", "allow"],
      ["as -u bob rm x", "deny"],
      ["as -u bob ls -u rm", "allow"],
      ["as ls", "pass"],
      ["run alice rm x", "deny"],
      ["run mallory ls", "pass"],
    ],
  ],
  [
    `definitions: { aliases: { k: ['kubectl', 'kubectl --context *'], kubectl: 'kubectl [-n *]' } }
rules: [{ allow: 'k get *' }, { deny: 'k delete *', except: ['k delete pod tmp'] }]`,
    [
      ["kubectl get pods", "allow"],
      ["kubectl -n x get pods", "allow"],
      ["kubectl --context c get pods", "allow"],
      ["k get pods", "pass"],
      ["k delete pods", "deny"],
      ["./k delete pods", "deny"],
      ["kubectl delete pods", "deny"],
      ["kubectl -n x delete pods", "deny"],
      ["kubectl delete pod tmp", "pass"],
      ["kubectl delete pod $X", "ask"],
      ["alias k=kubectl; k delete pods", "deny"],
      ["k() { rm -r /; }; k get pods", "pass"],
      ["kubectl() { rm -r /; }; kubectl get pods", "pass"],
    ],
  ],
  [
    `rules: [{ allow: 'a <var:none>' }, { allow: '<var:none> b' }, { deny: 'c <flag:none>' }]`,
    [["a x", "pass"], ["x b", "pass"], ["c -x", "pass"], ["c $X", "pass"]],
  ],
];

for (const [text, verdicts] of tables) {
  const set = ruleSetFrom(text, "pass");
  for (const [command, action] of verdicts) {
    Deno.test(`${set.rules.map(({ pattern }) => pattern).join(", ")} · ${command}`, () => {
      strictEqual(evaluateShell(set, command, situation).action, action);
    });
  }
}

interface AliasRow {
  readonly id: string;
  readonly pattern: string;
  readonly aliases: Record<string, string[]>;
  readonly expansions: { pattern: string; chain: string[] }[];
}

for (const { id, pattern, aliases, expansions } of rows<AliasRow>("runok/alias.jsonl")) {
  Deno.test(`${id} ${pattern}`, () => {
    deepStrictEqual(expandAliases(pattern, aliases), { expansions, complete: true });
  });
}

const aliasCases: readonly [string, Record<string, string[]>, readonly string[]][] = [
  ["a x", { a: ["b"], b: ["c"], c: ["d"], d: ["e"], e: ["f"], f: ["g"] }, ["f x"]],
  ["a", { a: ["b c"] }, ["b c"]],
  ["  a  x", { a: ["b"] }, ["b  x"]],
  ["'a' x", { a: ["b"] }, ["'a' x"]],
  ["a|z x", { a: ["b"] }, ["a|z x"]],
  ["x a", { a: ["b"] }, ["x a"]],
  ["a x", { a: [] }, ["a x"]],
  ["constructor x", {}, ["constructor x"]],
  ["a x", { a: ["a -v", "b"], b: ["a"] }, ["a -v x", "a x"]],
];
for (const [pattern, aliases, expected] of aliasCases) {
  Deno.test(`what ${pattern} stands for with ${JSON.stringify(aliases)}`, () => {
    const { expansions } = expandAliases(pattern, aliases);
    deepStrictEqual(expansions.map((expansion) => expansion.pattern), expected);
  });
}

Deno.test("aliases that stand for very many commands are cut", () => {
  const ten = (name: string) => Array.from({ length: 10 }, (_, i) => `${name} ${i}`);
  const aliases = { a: ten("b"), b: ten("c"), c: ten("d") };
  const { expansions, complete } = expandAliases("a x", aliases);
  deepStrictEqual([expansions.length, complete], [256, false]);
});

/** Pattern, definitions, command, certainty; the captures of each reading as texts. */
const captured: readonly (readonly [string, Partial<Scope>, string, Certainty, unknown])[] = [
  [
    "cmd <var:x> *",
    { vars: { x: [{ type: "literal", value: "a" }] } },
    "cmd a b",
    "allow",
    [{ vars: { x: "a" } }],
  ],
  [
    "cmd * <var:x> *",
    { vars: { x: [{ type: "literal", value: "a" }, { type: "literal", value: "b" }] } },
    "cmd a b",
    "deny",
    [{ vars: { x: "a" } }, { vars: { x: "b" } }],
  ],
  [
    "cmd <flag:f> *",
    { flagGroups: { f: "-f|--field *" } },
    "cmd -f a --field=b -fc d",
    "allow",
    [{ flags: { f: ["a", "b", "c"] } }],
  ],
  ["cmd <flag:f>", { flagGroups: { f: "-v|--verbose" } }, "cmd -v", "allow", [{
    flags: { f: [""] },
  }]],
  [
    "cmd <flag:f> *",
    { flagGroups: { f: "-f *" } },
    "cmd -H -f -f evil",
    "deny",
    [{ flags: { f: ["-f"] } }, { flags: { f: ["-f", "evil"] } }],
  ],
  [
    "cmd <flag:f> *",
    { flagGroups: { f: "-f *" } },
    "cmd -f $X",
    "maybe",
    [{ flags: { f: ["$X?"] } }, { flags: { f: ["$X?", "$X?"] } }],
  ],
];
for (const [text, names, command, certainty, expected] of captured) {
  Deno.test(`captures of ${text} · ${command} · ${certainty}`, () => {
    const scope: Scope = { paths: {}, longFlags: {}, ...names };
    const analysis = analyse(command, { cwd: "/tmp", home: null });
    const tokens = analysis.ok ? analysis.commands[0]!.argv.slice(1).map(tokenOf) : [];
    const options = matchOptions(certainty, scope, pathLists(situation), ["/tmp"]);
    const [form] = patternForms(text, scope, "allow");
    const elements = form?.kind === "command" ? form.elements : [];
    const { readings } = matchElements(elements, tokens, options, true);
    const shown = (token: { text: string; runs: unknown }) =>
      token.text + (token.runs === null ? "" : "?");
    const found = readings.map(({ vars, flagGroups }) => ({
      ...(Object.keys(vars).length === 0 ? {} : {
        vars: Object.fromEntries(Object.entries(vars).map(([name, one]) => [name, shown(one)])),
      }),
      ...(Object.keys(flagGroups).length === 0 ? {} : {
        flags: Object.fromEntries(
          Object.entries(flagGroups).map(([name, all]) => [name, all.map(shown)]),
        ),
      }),
    }));
    deepStrictEqual(found, expected);
  });
}
