import * as fc from "fast-check";
import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { analyse } from "../../src/shell/analyse.ts";
import { anyChange } from "../../src/shell/changed_variables.ts";
import { plainCommand } from "../../src/shell/plain_command.ts";

const options = { cwd: "/work", home: "/home/user" };

/** What the parser finds: a comment behind the text keeps it from being plain. */
function analysedInFull(text: string) {
  const analysis = analyse(`${text} #`, options);
  ok(analysis.ok);
  deepStrictEqual(analysis.problems, []);
  strictEqual(analysis.commands.length, 1);
  return analysis.commands[0];
}

const plain: readonly string[] = [
  "ls",
  "git status",
  "git log --oneline -n 5",
  "rm -rf /",
  "./run.sh a,b c:d e@f 50%",
  "npm install left-pad@1.0.0",
  "docker run -p 8080:80 nginx",
  "tool --flag=value x=y",
  "a  b   c",
  "/bin/rm x",
  "rm -rf ~/",
  "ls ~ ~/.ssh",
  "grep 'a b' \"c d\" src",
  "tool --x='e  f' --y=\"it's\" --z='' '' 'a|b;c&d>e$(f)`g`*'",
  "git commit -m 'say \"no\"'",
];
for (const text of plain) {
  Deno.test(`plain: ${text}`, () => {
    deepStrictEqual(plainCommand(text, options), analysedInFull(text));
  });
}

const others: readonly string[] = [
  "",
  " ls",
  "ls ",
  "A=1",
  "A=1 ls",
  "ls =rm",
  "ls *",
  "ls ~root",
  "ls ~+",
  "ls x=~/a",
  "ls $X",
  "ls 'a'b",
  "ls a'b'",
  "ls 'a'\"b\"",
  "'ls' a",
  'ls "$X"',
  'ls "`a`"',
  'ls "a\\b"',
  'ls "a!"',
  "ls 'a",
  "ls $'a'",
  "ls 'a\nb'",
  "ls '\u00e9'",
  "ls '\u007f'",
  "ls\nls",
  "ls;ls",
  "ls>x",
  "ls #x",
  "=ls",
  "- ls",
  "time ls",
  "cd x",
  "export A",
  "eval ls",
  "command ls",
  "env A=1 ls",
  "/usr/bin/env ls",
  "repeat 3 ls",
  "ls {a,b}",
  "ls \u00e9",
  "l\\s",
  "a ".repeat(3000) + "a",
];
for (const text of others) {
  Deno.test(`not plain: ${text.slice(0, 40)}`, () =>
    strictEqual(plainCommand(text, options), null));
}

/** Programs and builtins that give some meaning to their words. */
const names =
  "git bash sh find xargs sudo timeout awk python3 env command builtin exec eval trap test [ [[ let " +
  "echo printf read declare local export unset alias source . hash set cd if for while time ! coproc busybox logout bye print getopts wait exit return break shift zmodload printf mapfile ksh zsh perl tee " +
  "/usr/bin/env /bin/sh ssh make parallel";

Deno.test("a plain command is what the parser makes of it", () => {
  const chars = (of: string, maxLength: number) =>
    fc.array(fc.constantFrom(...of), { minLength: 1, maxLength }).map((list) => list.join(""));
  const word = fc.oneof(
    chars("abcdetmivprxs019_./:,@%+=-~*", 6),
    fc.tuple(
      fc.constantFrom("'", '"', "a='", '--x="'),
      chars("ab$`\\!*~#;|&<>() '\"=\n", 5),
      fc.constantFrom("'", '"'),
    )
      .map((parts) => parts.join("")),
    fc.constantFrom("~", "~/", "~/a", "-c", "''", '""', "$(a)", "a[$(b)]=1"),
  );
  const text = fc.tuple(
    fc.oneof(chars("abcdetmivprxs019_./", 6), fc.constantFrom(...names.split(" "))),
    fc.array(word, { maxLength: 5 }),
  ).map(([name, words]) => [name, ...words].join(" "));
  let plainTexts = 0;
  fc.assert(
    fc.property(text, (text) => {
      const found = plainCommand(text, options);
      if (found === null) return;
      plainTexts++;
      deepStrictEqual(found, analysedInFull(text));
    }),
    { numRuns: 20_000 },
  );
  ok(plainTexts > 1000, `${plainTexts}`);
});

Deno.test("a home folder that is not known, is the root or may have changed needs the parser", () => {
  for (const changed of [{ home: null }, { home: "/" }, { variables: anyChange(null) }]) {
    strictEqual(plainCommand("ls ~/a", { ...options, ...changed }), null);
  }
});
