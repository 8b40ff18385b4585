/** The flag parser and the search for the subcommand. */
import assert from "node:assert/strict";
import { findCommand } from "../../src/commands/argv.ts";
import { commandSpecs } from "../../src/commands/catalogue.ts";
import { commandHelp } from "../../src/commands/help.ts";
import { parseOptions } from "../../src/commands/options.ts";
import { checkSpec } from "../../src/commands/spec/check.ts";
import { hookSpec } from "../../src/commands/spec/hook.ts";
import { testSpec } from "../../src/commands/spec/test.ts";

const checks:
  readonly (readonly [readonly string[], Record<string, unknown>, readonly string[]])[] = [
    [[], {}, []],
    [["ls", "-la"], {}, ["ls", "-la"]],
    [["--", "--explain"], {}, ["--explain"]],
    [["--explain", "--", "ls"], { explain: true }, ["ls"]],
    [["--output-format", "json", "ls"], { "output-format": "json" }, ["ls"]],
    [["--output-format=json"], { "output-format": "json" }, []],
    [["--tool", "Read", "a"], { tool: "Read" }, ["a"]],
    [["--tool=--x", "a"], { tool: "--x" }, ["a"]],
    [["-c", "f", "-cg", "--config=h"], { config: "h" }, []],
    [["-c=f"], { config: "f" }, []],
    [["-c", "-"], { config: "-" }, []],
    [["-"], {}, ["-"]],
    [["-h"], { help: true }, []],
    [["-V"], { version: true }, []],
    [["--no-color", "ls", "--no-color"], { "no-color": true }, ["ls", "--no-color"]],
    [["--explain", ""], { explain: true }, [""]],
  ];
checks.forEach(([args, flags, words]) =>
  Deno.test(`check ${JSON.stringify(args)}`, () => {
    const parsed = parseOptions(checkSpec, args);
    const given = Object.entries(parsed.flags).filter(([, value]) =>
      value !== undefined && value !== false
    );
    assert.deepEqual(Object.fromEntries(given), flags);
    assert.deepEqual(parsed.words, words);
    assert.equal(parsed.error, null);
  })
);

const separate =
  ". Use '--' to separate usher flags from the command: usher check [OPTIONS] -- <COMMAND>";
const wrong: readonly (readonly [readonly string[], string, string?])[] = [
  [["--typo", "--", "ls"], `unknown flag '--typo' for 'usher check'${separate}`],
  [["--typo=x"], `unknown flag '--typo' for 'usher check'${separate}`],
  [["-x", "--", "ls"], `unknown flag '-x' for 'usher check'${separate}`],
  [["-exit-code"], `unknown flag '-exit-code' for 'usher check'${separate}`],
  [
    ["--explian"],
    `unknown flag '--explian' for 'usher check'${separate}`,
    "did you mean '--explain'?",
  ],
  [["--__proto__"], `unknown flag '--__proto__' for 'usher check'${separate}`],
  [["--explain=yes"], "'--explain' takes no value"],
  [["--tool"], "'--tool' needs a value: --tool NAME"],
  [["--tool", "--explain"], "'--tool' needs a value: --tool NAME"],
  [["-c"], "'--config' needs a value: --config FILE"],
  [["--output-format", "yaml"], "'--output-format' is text or json, not 'yaml'"],
];
wrong.forEach(([args, why, hint]) =>
  Deno.test(`check ${JSON.stringify(args)} is an error`, () => {
    const { error } = parseOptions(checkSpec, args);
    assert.deepEqual([error?.what, error?.why, error?.hint], ["check", why, hint]);
  })
);

Deno.test("after an error the rest is read all the same", () => {
  const { flags, words, error } = parseOptions(hookSpec, [
    "--typo",
    "--agent",
    "copilot",
    "PreToolUse",
    "--fail-closed",
  ]);
  assert.equal(error?.why, "unknown flag '--typo' for 'usher hook'");
  assert.deepEqual([flags.agent, flags["fail-closed"], words], ["copilot", true, ["PreToolUse"]]);
});

Deno.test("words where none or one are taken", () => {
  assert.equal(parseOptions(testSpec, ["x"]).error?.why, "unexpected argument 'x'");
  assert.equal(parseOptions(hookSpec, ["PreToolUse", "x"]).error?.why, "unexpected argument 'x'");
  assert.deepEqual(parseOptions(hookSpec, ["--", "--x"]).words, ["--x"]);
});

const lines: readonly (readonly [readonly string[], string | null, readonly string[]])[] = [
  [["check", "--", "ls"], "check", ["--", "ls"]],
  [["--", "check", "--", "ls"], "check", ["--", "ls"]],
  [["--no-color", "--", "check"], "check", ["--no-color"]],
  [["--"], null, []],
  [["-c", "check", "check"], "check", ["-c", "check"]],
  [["--config=x", "--no-color", "test"], "test", ["--config=x", "--no-color"]],
  [["-cx", "hook", "-c", "y"], "hook", ["-cx", "-c", "y"]],
  [["-c", "x"], null, ["-c", "x"]],
  [["--typo", "check"], "check", ["--typo"]],
  [["--version"], null, ["--version"]],
  [[], null, []],
  [["", "x"], "", ["x"]],
];
lines.forEach(([argv, name, args]) =>
  Deno.test(`usher ${JSON.stringify(argv)}`, () => {
    assert.deepEqual(findCommand(argv), { name, args });
  })
);

commandSpecs.forEach((spec) =>
  Deno.test(`help of ${spec.name}`, () => {
    const help = commandHelp(spec);
    for (const flag of Object.keys(spec.flags)) assert(help.includes(`--${flag}`), flag);
    assert.match(help, /^[A-Z].*\.\n\nUsage: usher \w+/);
    assert.match(help, /Example:\n {2}usher /);
    const long = help.split("\n").filter((line) => line.length > 100);
    assert.deepEqual(long, []);
  })
);
