/** What `usher check` finds on standard input, however it is cut into pieces. */
import assert from "node:assert/strict";
import { inputReader } from "../../src/commands/inputs.ts";

/** Inputs in short: `$ command`, `$ (folder) command`, `event NAME`, `! error`. */
function read(pieces: readonly string[]): string[] {
  const reader = inputReader();
  const inputs = [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
  return inputs.map((input) => {
    if (input.kind === "bad") return `! ${input.error.message}`;
    if (input.kind === "event") return `event ${input.payload["hook_event_name"]}`;
    if (input.kind === "tool") return input.action.kind;
    return input.cwd === null ? `$ ${input.text}` : `$ (${input.cwd}) ${input.text}`;
  });
}

const texts: readonly (readonly [string, readonly string[]])[] = [
  ["", ["! check: no commands provided"]],
  ["\n\n  \n", ["! check: no commands provided"]],
  ["# only a comment\n", ["! check: no commands provided"]],
  ["ls", ["$ ls"]],
  ["ls\n", ["$ ls"]],
  ["\n\nls\n\nmake\n", ["$ ls", "$ make"]],
  ["# comment\nls\n", ["$ ls"]],
  ["ls; make\n", ["$ ls", "$ make"]],
  ["ls && make\n", ["$ ls && make"]],
  ["ls &&\nmake\npwd\n", ["$ ls &&\nmake", "$ pwd"]],
  ["ls | wc\n", ["$ ls | wc"]],
  ["echo \\\n  hello\nls\n", ["$ echo \\\n  hello", "$ ls"]],
  ["echo 'a\nb'\nls\n", ["$ echo 'a\nb'", "$ ls"]],
  ["if true\nthen\n  ls\nfi\nls\n", ["$ if true\nthen\n  ls\nfi", "$ ls"]],
  ["f() {\n  ls\n}\nf\n", ["$ f() {\n  ls\n}", "$ f"]],
  ["for i in a b\ndo ls $i\ndone\n", ["$ for i in a b\ndo ls $i\ndone"]],
  ["cat <<EOF\nrm x\nEOF\nls\n", ["$ cat <<EOF\nrm x\nEOF", "$ ls"]],
  ["cat <<EOF\nit's\nEOF\nls\n", ["$ cat <<EOF\nit's\nEOF", "$ ls"]],
  [`cat <<EOF\n${"line\n".repeat(100)}EOF\nls\n`, [
    `$ cat <<EOF\n${"line\n".repeat(100)}EOF`,
    "$ ls",
  ]],
  ["{ ls; }\n", ["$ { ls; }"]],
  ["{\n  ls\n}\n", ["$ {\n  ls\n}"]],
  ["true", ["$ true"]],
  ["42", ["$ 42"]],
  ['"hello"', ['$ "hello"']],
  ["[1]\n", ["$ [1]"]],
  ['{"command":"ls"}', ["$ ls"]],
  ['{"command":"ls","cwd":"/a"}', ["$ (/a) ls"]],
  ['{"command":"ls","cwd":"a"}', ["$ ls"]],
  ['{\n  "command":\n  "ls"\n}', ["$ ls"]],
  ["{\n\n}\n", ["! standard input, line 1: neither a `command` nor a hook event"]],
  ['  {"command":"a"}\n\n{"command":"b"}\n', ["$ a", "$ b"]],
  ['{"command":"}{"}\n{"command":"\\"}"}\n', ["$ }{", '$ "}']],
  ['{"hook_event_name":"Stop"}', ["event Stop"]],
  ['{"tool_name":"Bash","tool_input":{"command":"ls"}}', ["event undefined"]],
  ['{"command":"a"} {"command":"b"}', [
    "! JSON parse error: standard input, line 1: not valid JSON",
  ]],
  ['{"command":"a"}\nls\n{"command":"b"}', [
    "$ a",
    "! JSON parse error: standard input, line 2: not valid JSON",
  ]],
  ['{"command":"a"}\n[1]\n', [
    "$ a",
    "! JSON parse error: standard input, line 2: not a JSON object",
  ]],
  ['{"command":"a"}\n{"command":', [
    "$ a",
    "! JSON parse error: standard input, line 2: not valid JSON",
  ]],
  ['{"command":"a\nb"}', ["! JSON parse error: standard input, line 1: not valid JSON"]],
  ['{"command":null}', ["! standard input, line 1: `command` is not a string"]],
  ["ls\necho 'open\nmake\n", ["$ ls", "! stdin parse error: line 2"]],
  ["ls )\nmake\n", ["! stdin parse error: line 1"]],
];

texts.forEach(([text, expected]) =>
  Deno.test(`input ${JSON.stringify(text.slice(0, 60))}`, () => {
    const cuts = [[text], [...text], text.split(/(?<=\n)/)];
    for (const pieces of cuts) {
      const found = read(pieces);
      assert.equal(found.length, expected.length, JSON.stringify(found));
      found.forEach((input, i) => assert(input.startsWith(expected[i]!), input));
    }
  })
);

Deno.test("a statement that never ends is given up after a mebibyte", () => {
  const reader = inputReader();
  const line = `${"x".repeat(1000)}\n`;
  const inputs = reader.push(`echo '\n${line.repeat(2000)}`);
  assert.deepEqual(inputs.map(({ kind }) => kind), ["bad"]);
  assert.deepEqual(reader.push("ls\n"), []);
  assert.deepEqual(reader.end(), []);
});

Deno.test("a line that never ends is given up", () => {
  const reader = inputReader();
  const piece = "x".repeat(1 << 20);
  const kinds = Array.from({ length: 20 }, () => reader.push(piece)).flat().map(({ kind }) => kind);
  assert.deepEqual(kinds, ["bad"]);
});
