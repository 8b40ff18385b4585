/** Conditions as a file says them: what is wrong with one, where, and what becomes of its rule. */
import assert from "node:assert/strict";
import { failuresOf, load, loadText, PROJECT, rulesOf, USER } from "./load.ts";

/** A condition, and what is wrong with it: its column in `    when: …`, and the message up to its text. */
const wrong: readonly (readonly [string, number, string])[] = [
  ["env.A == 'x' && mising.b", 27, "unknown name `mising`"],
  ["envv.A == 'x'", 11, "unknown name `envv`"],
  ["env.A", 11, "it gives string, and not true or false"],
  ["size(args)", 11, "it gives int, and not true or false"],
  ["env.A == 1", 11, "no such overload: string == int"],
  ["args[0", 17, "Expected `]`, got the end"],
  ["args.exist(a, a == 'x')", 11, "unknown function `exist`"],
  ["fs.exist('/x')", 11, "unknown function of `fs` `exist`"],
  ["fs.exists()", 11, "`exists` takes 1 argument, not 0"],
  ["pipe.stdn", 16, "there is no field `stdn`"],
  ["redirects[0].typ == 'x'", 24, "there is no field `typ`"],
  ["args.all(a, true) && shel.loop_kind == ''", 32, "unknown name `shel`"],
  [
    "args[0].matches('(?=a)')",
    27,
    "error parsing regexp: invalid or unsupported Perl syntax: `(?=`",
  ],
  ["args[0].matches('[')", 27, "error parsing regexp: missing closing ]: `[`"],
  ["has(env)", 11, "`has` takes a field"],
  ["cel.bind(x, 1, x == 1)", 11, "unknown function `bind`"],
];

for (const [when, column, message] of wrong) {
  Deno.test(`condition error: ${when}`, async () => {
    const configuration = await loadText(`rules:\n  - deny: x\n    when: ${when}`);
    assert.deepEqual(configuration.failures.map(({ message }) => message), [
      `/etc/c.yml:3:${column}: ${message}, in the condition \`${when}\``,
    ]);
  });
}

/** A condition, and what is said to do about it. */
const hints: readonly (readonly [string, string])[] = [
  ["envv.A == 'x'", "write `env`"],
  ["pipe.stdn", "write `stdin`"],
  ["args.exist(a, a == 'x')", "write `exists`"],
  ["env.A", "compare it with something, as in `… == 'x'`"],
  ["has(env)", "write it as `has(env.NAME)`"],
];

for (const [when, hint] of hints) {
  Deno.test(`condition hint: ${when}`, async () => {
    const { failures } = await loadText(`rules:\n  - deny: x\n    when: ${when}`);
    assert.deepEqual(failures.map((failure) => failure.hint), [hint]);
  });
}

Deno.test("the place of a condition's error counts quotes and escapes of the YAML", async () => {
  const text = "rules:\n" +
    "  - { deny: a, when: 'env.A == ''x'' && nope' }\n" +
    '  - { deny: b, when: "env.A == \\"x\\" && nope" }\n' +
    "  - deny: c\n    when: |\n      true &&\n      nope\n";
  const { failures } = await loadText(text);
  assert.deepEqual(failures.map(({ place }) => [place?.line, place?.column]), [
    [2, 41],
    [3, 41],
    [5, 11],
  ]);
});

Deno.test("a deny or ask rule with a wrong condition counts, an allow rule does not", async () => {
  const configuration = await loadText(
    "rules: [{deny: a, when: x}, {ask: b, when: x}, {allow: c, when: x}, {allow: d, when: 'true'}]",
  );
  assert.equal(configuration.failures.length, 3);
  assert.deepEqual(rulesOf(configuration), ["deny a", "ask b", "allow d"]);
  assert.deepEqual(
    configuration.rules.rules.flatMap(({ when }) => when ?? []),
    ["true"],
  );
});

Deno.test("a wrong condition of an untrusted project is a notice", async () => {
  const file = `${PROJECT}/usher.yml`;
  const files = { [file]: "rules: [{deny: a, when: nope}]", [USER]: "rules: [{allow: a}]" };
  const configuration = await load({ files });
  assert.deepEqual(failuresOf(configuration), []);
  assert.ok(configuration.notices.some(({ message }) => message.includes("unknown name `nope`")));
  assert.deepEqual(rulesOf(configuration).toSorted(), ["allow a", "deny a"]);
});

Deno.test("conditions in what a file extends are checked", async () => {
  const files = {
    "/etc/c.yml": "extends: [./d.yml]",
    "/etc/d.yml": "rules: [{deny: a, when: nope}]",
  };
  const configuration = await load({ files }, { explicit: "/etc/c.yml" });
  assert.equal(configuration.failures.length, 1);
  assert.ok(configuration.failures[0]?.message.startsWith("/etc/d.yml:1:25: unknown name `nope`"));
});

Deno.test("a long condition, a deep one and a wide one are refused", async () => {
  const deep = `${"(".repeat(60)}true${")".repeat(60)}`;
  const wide = Array.from({ length: 600 }, () => "true").join("||");
  for (const when of [`'${"x".repeat(5000)}' == ''`, deep, wide]) {
    assert.equal((await loadText(`rules: [{deny: a, when: "${when}"}]`)).failures.length, 1);
  }
});
