/** The program as a whole: version, help, wrong command lines. */
import assert from "node:assert/strict";
import { denoVersion, version } from "../../src/text/version.ts";
import project from "../../deno.json" with { type: "json" };
import { commandNames, commandSpecs } from "../../src/commands/catalogue.ts";
import { sandbox } from "./usher.ts";

Deno.test("the version is that of deno.json and of the Deno that builds", async () => {
  using at = sandbox();
  assert.equal(version, project.version);
  assert.equal(denoVersion, Deno.version.deno);
  for (const args of [["--version"], ["-V"], ["check", "--version"], ["--no-color", "-V"]]) {
    const { code, out, err } = await at.run(args);
    assert.deepEqual([code, out, err], [0, `usher ${version} (deno ${denoVersion})\n`, ""]);
  }
});

Deno.test("help lists the commands", async () => {
  using at = sandbox();
  const help = await at.run(["--help"]);
  assert.deepEqual([help.code, help.err], [0, ""]);
  for (const { name, summary } of commandSpecs) {
    assert.match(help.out, new RegExp(`^ {2}${name} +${summary}$`, "m"));
  }
  for (const args of [[], ["-h"], ["help"], ["-h", "--version"]]) {
    assert.deepEqual(await at.run(args), help);
  }
});

commandSpecs.forEach(({ name }) =>
  Deno.test(`help of ${name}`, async () => {
    using at = sandbox();
    const help = await at.run([name, "--help"]);
    assert.deepEqual([help.code, help.err], [0, ""]);
    assert.match(help.out, new RegExp(`^Usage: usher ${name} `, "m"));
    assert.deepEqual(await at.run(["help", name]), help);
  })
);

const wrong: readonly (readonly [readonly string[], number, string])[] = [
  [["chekc"], 2, "usher: unknown command: 'chekc'\nhint: did you mean 'usher check'?\n"],
  [["help", "chekc"], 2, "usher: unknown command: 'chekc'\nhint: did you mean 'usher check'?\n"],
  [["xyzzy"], 2, "usher: unknown command: 'xyzzy'\nhint: 'usher help' lists the commands\n"],
  [["\x1b[2J"], 2, "usher: unknown command: '\\x1b[2J'\nhint: 'usher help' lists the commands\n"],
  [["--typo"], 2, "usher: options: unknown flag '--typo' for 'usher'\n"],
  [
    ["--verson"],
    2,
    "usher: options: unknown flag '--verson' for 'usher'\nhint: did you mean '--version'?\n",
  ],
  [["-c"], 2, "usher: options: '--config' needs a value: --config FILE\n"],
  [["test", "--typo"], 2, "usher: test: unknown flag '--typo' for 'usher test'\n"],
  [["exec", "--", "ls"], 1, "usher: exec: not available in this version\n"],
  [["audit"], 2, "usher: audit: not available in this version\n"],
  [["help", "app"], 1, "usher: app: not available in this version\n"],
];
wrong.forEach(([args, exit, message]) =>
  Deno.test(`wrong: usher ${args.join(" ")}`, async () => {
    using at = sandbox();
    const { code, out, err } = await at.run(args);
    assert.deepEqual([code, out, err], [exit, "", message]);
  })
);

Deno.test("every command of the plan is known", async () => {
  using at = sandbox();
  const later = commandNames.filter((name) => !commandSpecs.some((spec) => spec.name === name));
  const outcomes = await Promise.all(later.map((name) => at.run([name, "--help"])));
  for (const { code, out, err } of outcomes) {
    assert([1, 2].includes(code));
    assert.equal(out, "");
    assert.match(err, /^usher: [a-z-]+: not available in this version\n$/);
  }
});

Deno.test("rules shows a built-in rule as it stands in its file", async () => {
  using at = sandbox();
  const { code, out, err } = await at.run(["rules", "show", "builtin:history/stash-drop"]);
  assert.deepEqual([code, err], [0, ""]);
  assert.match(out, /\n {2}- ask: 'git .*\n {4}id: builtin:history\/stash-drop\n/);
});
