/** YAML text: what is refused, where, and that nothing takes long. */
import assert from "node:assert/strict";
import { readDocument } from "../../src/config/document.ts";
import { plainData } from "../../src/config/node.ts";
import { collectProblems } from "../../src/config/problems.ts";
import { decodeSource, MAX_FILE_BYTES } from "../../src/config/source.ts";
import { UsherError } from "../../src/text/error.ts";

const encoder = new TextEncoder();

/** The data of a text, or `line:column: why` of every error. */
function read(text: string | Uint8Array): { data: unknown; errors: readonly string[] } {
  try {
    const bytes = typeof text === "string" ? encoder.encode(text) : text;
    const problems = collectProblems(decodeSource("f", bytes));
    const node = readDocument(problems);
    return {
      data: node === null ? undefined : plainData(node),
      errors: problems.errors.map(({ message }) => message.replace(/^f:/, "")),
    };
  } catch (error) {
    if (!(error instanceof UsherError)) throw error;
    return { data: undefined, errors: [error.message.replace(/^f:/, "")] };
  }
}

/** Texts and their data; maps have no prototype, so they are compared as JSON. */
const good: readonly (readonly [text: string, data: unknown])[] = [
  ["", {}],
  ["a: 1", { a: 1 }],
  ["\ufeffa: 1", { a: 1 }],
  ["a: yes\nb: no\nc: on\nd: 0o17\ne: ~\nf: 2001-01-01", {
    a: "yes",
    b: "no",
    c: "on",
    d: 15,
    e: null,
    f: "2001-01-01",
  }],
  ["a: &x [1, 2]\nb: *x\nc: {d: *x}", { a: [1, 2], b: [1, 2], c: { d: [1, 2] } }],
  ["- &x a\n- &x b\n- *x", ["a", "b", "b"]],
  ["%YAML 1.2\n---\na: 1", { a: 1 }],
  ["--- \na: 1\n...\n", { a: 1 }],
  ["a: !!str 1", { a: "1" }],
  ['a: "\\x41\\u0041\\U00000041\\\\\\"\\/\\t\\\n  b"', { a: 'AAA\\"/\tb' }],
  ["<<: {a: 1}", { "<<": { a: 1 } }],
  ["constructor: 1\ntoString: 2\nhasOwnProperty: 3", {
    constructor: 1,
    toString: 2,
    hasOwnProperty: 3,
  }],
];
good.forEach(([text, data]) =>
  Deno.test(`document: ${JSON.stringify(text)}`, () => {
    const result = read(text);
    assert.deepEqual(result.errors, []);
    assert.equal(JSON.stringify(result.data), JSON.stringify(data));
  })
);

Deno.test("document: maps have no prototype", () => {
  const { data } = read("a: {b: 1}");
  assert.equal(Object.getPrototypeOf(data), null);
});

const refused: readonly (readonly [text: string | Uint8Array, ...errors: readonly RegExp[]])[] = [
  ["a: [1", /^1:6: no valid YAML: /],
  [
    "rules:\n\t- deny: x",
    /^2:1: no valid YAML: tabs are not allowed as indentation, in `- deny: x`$/,
  ],
  ["a: 'b", /^1:6: no valid YAML: missing closing 'quote/],
  ["- deny: @Read *", /^1:9: no valid YAML: plain value cannot start with reserved character @/],
  ["- deny: *x", /^1:9: the alias `\*x` names nothing$/],
  ["- deny: !rm", /^1:9: no valid YAML: unresolved tag: !rm/],
  ["- deny: !<tag:x,1:y> rm", /^1:9: no valid YAML: unresolved tag/],
  ["- !!binary aGk=", /no valid YAML|has a tag/],
  ["- !!set {a}", /no valid YAML|has a tag/],
  ["- deny: > <path:x>", /^1:11: no valid YAML: /],
  ["- deny: echo a: b", /^1:9: no valid YAML: /],
  ["a: 1\n---\nb: 2", /^2:1: a second document begins here$/],
  ["---\n---\n", /^2:1: a second document begins here$/],
  ["%YAML 1.1\n---\na: yes", /^1:1: is not YAML 1.2$/],
  ["%FOO bar\n---\na: 1", /^1:1: no valid YAML: unknown directive/],
  ["a: 1\nb: 2\na: 3", /^3:1: the key `a` is there twice$/],
  [
    "a: 1\n'a': 3\n\"\\x61\": 4",
    /^2:1: the key `a` is there twice$/,
    /^3:1: the key `a` is there twice$/,
  ],
  ["1: a\nnull: b\ntrue: c", /^1:1: the key `1` is no text$/, /^2:1: .*`null`/, /^3:1: .*`true`/],
  ["? [a]\n: b\n? {c: d}\n: e", /^1:3: the key `\[a\]` is no text$/, /^3:3: the key `\{c: d\}`/],
  [": a", /^1:1: the key `` is no text$/],
  ["__proto__: {a: 1}", /^1:1: unknown key `__proto__`$/],
  ["a: {__proto__: {b: 1}}", /^1:5: unknown key `__proto__`$/],
  ["a: &a [*a]", /^1:8: the alias `\*a` stands inside of what it names$/],
  ["a: &a {b: {c: *a}}", /^1:15: the alias `\*a` stands inside/],
  ['a: "b\\q"', /^1:6: no escape: `\\q`$/],
  ['a: "b\\x4"', /^1:6: no escape: `\\x`$/],
  ["a: b\0", /^1:5: control character U\+0000$/],
  ["a: \x1b[0m", /^1:4: control character U\+001B$/],
  ["a: b\x7f", /^1:5: control character U\+007F$/],
  ["a: b\rc: d", /^1:5: control character U\+000D$/],
  [new Uint8Array([0x61, 0x3a, 0x20, 0xff]), /^1:4: is not UTF-8 \(byte 0xff\)$/],
  [new Uint8Array([0x61, 0x3a, 0x0a, 0x20, 0xc3]), /^2:2: is not UTF-8 \(byte 0xc3\)$/],
  [new Uint8Array([0xed, 0xa0, 0x80]), /^1:1: is not UTF-8/],
  [new Uint8Array([0xff, 0xfe, 0x61, 0x00]), /^ is UTF-16 text$/],
  [new Uint8Array([0xfe, 0xff, 0x00, 0x61]), /^ is UTF-16 text$/],
  [new Uint8Array([0x61, 0x00, 0x3a, 0x00]), /^1:2: control character U\+0000$/],
  [new Uint8Array(MAX_FILE_BYTES + 1).fill(0x20), /^ larger than 1 MiB$/],
  ["[".repeat(10_000), /is nested too deeply$/],
  ["- ".repeat(10_000), /is nested too deeply$/],
  ["a: {".repeat(10_000), /is nested too deeply$/],
  [Array.from({ length: 10_000 }, (_, n) => `${" ".repeat(n % 500)}a:`).join("\n"), /./],
  ["[".repeat(101) + "]".repeat(101), /is nested too deeply$/],
];
refused.forEach(([text, ...errors]) => {
  const name = typeof text === "string" ? text.slice(0, 40) : `bytes ${text.slice(0, 5)}`;
  Deno.test(`document refused: ${JSON.stringify(name)}`, () => {
    const result = read(text);
    assert.ok(result.errors.length >= errors.length, result.errors.join("\n") || "no error");
    errors.forEach((error, number) => assert.match(result.errors[number] ?? "", error));
  });
});

Deno.test("document: a hundred levels are fine", () => {
  assert.deepEqual(read("[".repeat(90) + "]".repeat(90)).errors, []);
});

Deno.test("document: aliases cannot stand for billions of values", () => {
  const names = "abcdefghijklmnop";
  const bomb = [...names].map((name, number) => {
    const previous = names[number - 1];
    const items = Array(10).fill(previous === undefined ? "x" : `*${previous}`);
    return `${name}: &${name} [${items.join(", ")}]`;
  });
  const { errors } = read(bomb.join("\n"));
  assert.match(errors[0] ?? "", /^6:7: its aliases stand for too many values$/);
});

const MEBIBYTE = 1024 * 1024;
const fill = (piece: string, before = "", after = "") => {
  const room = MEBIBYTE - before.length - after.length;
  return before + piece.repeat(Math.floor(room / piece.length)) + after;
};

/** A mebibyte of each: the library alone takes up to 15 seconds for some. */
const slow: readonly (readonly [what: string, text: string])[] = [
  ["keys", Array.from({ length: 80_000 }, (_, n) => `key-${n}:`).join("\n")],
  ["commas", fill(",", "[", "]")],
  ["closing brackets", fill("]")],
  ["opening brackets", fill("[")],
  ["reserved characters", fill("- @\n")],
  ["tags", fill("!a ")],
  ["tagged items", fill("- !a b\n")],
  ["anchors", fill("&a ")],
  ["anchored items", fill("- &a b\n")],
  ["aliases", fill("- *a\n", "- &a b\n")],
  ["unknown aliases", fill("- *b\n")],
  ["directives", fill("%A B\n", "", "---\n")],
  ["documents", fill("---\n")],
  ["document ends", fill("...\n")],
  ["wrong escapes", fill("\\q", 'a: "', '"')],
  ["escapes", fill("\\n", 'a: "', '"')],
  ["blank lines", fill("\n", "a: 1\n", "b: 2")],
  ["blank lines in a block", fill("\n", "a: >\n")],
  ["spaces", fill(" \n")],
  ["tabs", fill("\t", "a:\n", "b")],
  ["comments", fill("# a\n", "a:\n")],
  ["wrong indents", fill(" a: b\nc: d\n")],
  ["question marks", fill("? ")],
  ["colons", fill(":")],
  ["quotes", fill("'a' ", "[", "]")],
  ["unclosed quotes", fill("'\n", "a: '", "'")],
  ["flow maps", fill("{},", "[", "]")],
  ["pairs", fill("a: b, ", "{", "}")],
  ["plain text over lines", fill("  a\n", "a:\n")],
  ["carriage returns", fill("\r\n", "a: b")],
  ["invalid UTF-8 at the end", fill("a")],
];
slow.forEach(([what, text]) =>
  Deno.test(`document: a mebibyte of ${what} is read or refused`, () => {
    const { data, errors } = read(text);
    assert.ok(data !== undefined || errors.length > 0);
  })
);

Deno.test("document: aliases cannot multiply a long text", () => {
  const text = `a: &a ${"x".repeat(100_000)}\nb:\n${"  - *a\n".repeat(1000)}`;
  assert.match(read(text).errors[0] ?? "", /its aliases stand for too many values$/);
});
