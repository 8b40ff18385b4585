/** Variables, flag groups, aliases and the check of PATH among the layers. (`02-rules.md`, Files) */
import assert from "node:assert/strict";
import { builtinRuleSet } from "../../src/config/builtin_source.ts";
import { mergeFiles } from "../../src/config/merge.ts";
import { parseFile } from "../../src/config/parse_file.ts";
import type { PlacedFile } from "../../src/config/placed_file.ts";
import { NO_RULES } from "../../src/config/no_rules.ts";
import { compileRuleSet } from "../../src/rules/compile.ts";
import { evaluateShell } from "../../src/rules/evaluate.ts";
import type { RuleSet } from "../../src/rules/rule_set.ts";
import { plainSituation } from "../rules/rule_set_from.ts";
import { failuresOf, load, loadText, PROJECT, USER } from "./load.ts";

const TEAM = `${PROJECT}/usher.yml`;
const trusted = { isTrusted: () => true };

const action = (rules: RuleSet, command: string) =>
  evaluateShell(rules, command, { ...plainSituation, cwd: PROJECT, home: "/home/me" }).action;

const user = `
definitions:
  vars: { ids: { values: [a, b] }, run: { type: path, values: [bin/run, ~/x, /y/../z] } }
  flag_groups: { f: -f|--force, g: -g * }
  aliases: { k: kubectl, h: [helm] }
`;

Deno.test("names replace by key", async () => {
  const team = `
definitions:
  vars: { ids: { values: [c] } }
  flag_groups: { f: --force }
  aliases: { k: [oc] }
`;
  const { rules, failures } = await load({ files: { [USER]: user, [TEAM]: team } }, trusted);
  assert.deepEqual(failures, []);
  const [scope] = rules.scopes;
  assert.deepEqual(scope?.vars, {
    ids: [{ type: "literal", value: "c" }],
    run: ["/home/me/.config/usher/bin/run", "/home/me/x", "/z"]
      .map((value) => ({ type: "path", value })),
  });
  assert.deepEqual(scope?.flagGroups, { f: "--force", g: "-g *" });
  assert.deepEqual(scope?.aliases, { k: ["oc"], h: ["helm"] });
});

Deno.test("an untrusted project's names serve its own rules alone", async () => {
  const files = {
    [USER]: `${user}
rules:
  - { allow: 'stop <var:ids>' }
  - { allow: 'k get *' }
  - { deny: 'push <flag:f> *' }
`,
    [TEAM]: `
definitions:
  vars: { ids: { values: [prod] }, mine: { values: [x] } }
  flag_groups: { f: --never }
  aliases: { k: rm, kubectl: rm }
rules:
  - { deny: 'start <var:ids>' }
  - { deny: 'k all *' }
  - { deny: 'go <var:mine>' }
  - { allow: 'stop <var:mine>' }
`,
  };
  const { rules } = await load({ files });
  const verdicts = [
    ["stop a", "allow"],
    ["stop prod", "pass"],
    ["stop x", "pass"],
    ["start prod", "deny"],
    ["start a", "pass"],
    ["kubectl get pods", "allow"],
    ["rm get pods", "pass"],
    ["rm all", "deny"],
    ["k all", "deny"],
    ["go x", "deny"],
    ["push --force", "deny"],
  ] as const;
  assert.deepEqual(verdicts.map(([command]) => [command, action(rules, command)]), verdicts);
});

Deno.test("a file cannot change what a built-in rule says", async () => {
  const aliases =
    "aliases: { rm: [rmm], git: [gitt], cat: [evil], ls: ['ls', 'evil'], sudo: [su2] }";
  const files = { [USER]: `definitions: { ${aliases} }\nrules: [{ allow: 'ls -x' }]` };
  const { rules, failures } = await load({ files });
  assert.deepEqual(failures, []);
  const verdicts = [
    ["rm -rf /", "deny"],
    ["git status", "allow"],
    ["evil a.txt", "pass"],
    ["cat a.txt", "allow"],
    ["sudo rm -rf /", "deny"],
    ["evil -x", "allow"],
  ] as const;
  assert.deepEqual(verdicts.map(([command]) => [command, action(rules, command)]), verdicts);
});

/** A file in its place. */
function placed(text: string, place: Pick<PlacedFile, "layer" | "origin">): PlacedFile {
  const context = { folder: "/f", home: null, anywhere: false };
  const parsed = parseFile("/f/a.yml", new TextEncoder().encode(text), context);
  assert.deepEqual(parsed.errors, []);
  return { parsed, ...place, folder: "/f", standing: "full" };
}

Deno.test("built-in rules keep the variables and flag groups that are theirs", () => {
  const names = (value: string, flag: string) =>
    `definitions: { vars: { v: { values: [${value}] } }, flag_groups: { g: ${flag} } }`;
  const own = placed(`${names("one", "-o")}\nrules: [{deny: 'x <var:v>'}, {deny: 'y <flag:g>'}]`, {
    layer: "builtin",
    origin: "builtin",
  });
  const builtin = compileRuleSet(mergeFiles(NO_RULES, [own]).input);
  const rules = "rules: [{deny: 'p <var:v>'}, {deny: 'q <flag:g>'}]";
  const file = placed(`${names("two", "-t")}\n${rules}`, { layer: "user", origin: "local" });
  for (const files of [[file], [own, file]]) {
    const set = compileRuleSet(mergeFiles(files.length > 1 ? NO_RULES : builtin, files).input);
    const commands = ["x one", "x two", "y -o", "y -t", "p one", "p two", "q -o", "q -t"];
    assert.deepEqual(commands.filter((command) => action(set, command) === "deny"), [
      "x one",
      "y -o",
      "p two",
      "q -t",
    ]);
  }
});

Deno.test("without aliases and other meanings there is one scope", async () => {
  const { rules } = await loadText(user.replace(/^ +aliases.*$/m, ""));
  assert.equal(rules.scopes.length, 1);
  assert.equal(builtinRuleSet().scopes.length, 1);
});

Deno.test("the rules that names make come through the cache unchanged", async () => {
  const { rules } = await loadText(`${user}\nrules: [{allow: 'k get <var:ids> <flag:g>'}]`);
  const copy: RuleSet = JSON.parse(JSON.stringify(rules));
  assert.deepEqual(copy, rules);
  assert.equal(action(copy, "kubectl get a -g 1"), "allow");
});

Deno.test("a variable that nothing defines is a notice", async () => {
  const { failures, notices } = await loadText("rules:\n  - allow: x <var:a>\n  - deny: <var:b>");
  assert.deepEqual(failures, []);
  assert.deepEqual(notices.map(({ kind, message }) => `${kind} ${message}`), [
    "undefined-name /etc/c.yml:2:5: undefined variable `<var:a>`: this pattern never matches; define " +
    "it, or remove it",
    "undefined-name /etc/c.yml:3:5: undefined variable `<var:b>`: this pattern never matches; define " +
    "it, or remove it",
  ]);
});

Deno.test("what is wrong with an untrusted project's names is a notice", async () => {
  const team = `
definitions: { vars: { v: { type: pattern, values: ['[-x]'] } } }
rules: [{deny: 'x <flag:none>'}, {deny: 'y [<var:v>]'}, {deny: '<var:v> z'}]`;
  const { failures, notices } = await load({ files: { [TEAM]: team } });
  assert.deepEqual(failures, []);
  const about = notices.map(({ message }) =>
    /undefined flag group|optional group|optional/.exec(message)
  );
  assert.deepEqual(about.flatMap((found) => found?.[0] ?? []), [
    "undefined flag group",
    "optional group",
    "optional",
  ]);
});

Deno.test("a file cannot make patterns without end", async () => {
  const ten = (name: string) => Array.from({ length: 10 }, (_, i) => `${name} ${i}`).join(", ");
  const aliases = `{ a: [${ten("b")}], b: [${ten("c")}], c: [${ten("d")}] }`;
  const many = "\n  - { deny: a }".repeat(5000);
  const text = `definitions: { aliases: ${aliases} }\nrules:\n  - { deny: 'a x' }${many}\n`;
  const found = failuresOf(await loadText(text));
  assert.match(found[0] ?? "", /stands for too many commands/);
});

Deno.test("the check of PATH: later layers change what they name, and a project must be trusted", async () => {
  const settings = (text: string) => `experimental: { require_command_in_path: { ${text} } }`;
  const files = {
    [USER]: settings("enabled: true, action: deny, ignore: [a]"),
    [TEAM]: settings("action: ask, ignore: [b]"),
  };
  const of = async (request: object) => (await load({ files }, request)).rules.commandCheck;
  assert.deepEqual(await of(trusted), { action: "ask", ignore: ["b"] });
  assert.deepEqual(await of({}), { action: "deny", ignore: ["a"] });
  const off = await loadText(settings("enabled: false, action: deny"));
  assert.equal(off.rules.commandCheck, undefined);
  const plain = await loadText(settings("enabled: true"));
  assert.deepEqual(plain.rules.commandCheck, { action: "ask", ignore: [] });
});
