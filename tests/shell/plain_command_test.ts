import * as fc from "fast-check";
import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { analyse } from "../../src/shell/analyse.ts";
import { plainCommand } from "../../src/shell/plain_command.ts";

/** What the parser finds: a comment behind the text keeps it from being plain. */
function analysedInFull(text: string) {
  const analysis = analyse(`${text} #`, { cwd: "/work", home: "/home/user" });
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
];
for (const text of plain) {
  Deno.test(`plain: ${text}`, () => {
    deepStrictEqual(plainCommand(text, ["/work"]), analysedInFull(text));
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
  "ls ~",
  "ls $X",
  "ls 'a'",
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
    strictEqual(plainCommand(text, ["/work"]), null));
}

Deno.test("a plain command is what the parser makes of it", () => {
  const char = fc.constantFrom(..."abcdetmivprxs019_./:,@%+=-~*");
  const word = fc.array(char, { minLength: 1, maxLength: 6 }).map((list) => list.join(""));
  const text = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(text, (text) => {
      const found = plainCommand(text, ["/work"]);
      if (found !== null) deepStrictEqual(found, analysedInFull(text));
    }),
    { numRuns: 5000 },
  );
});
