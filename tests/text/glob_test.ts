import assert from "node:assert/strict";
import fc from "fast-check";
import {
  compileGlob,
  type GlobOptions,
  globPieces,
  globsIntersect,
  type PatternPiece,
  readyPieces,
} from "../../src/text/glob.ts";

/** Pattern, paths that match, paths that do not. */
const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ["", [""], ["a", "/"]],
  ["/", ["/"], ["", "/a"]],
  ["/a/b", ["/a/b"], ["/a", "/a/b/c", "a/b", "/a/bb"]],
  ["/a/", ["/a"], ["/a/b"]],
  ["*", ["a", "", ".a", "a b"], ["a/b", "/a"]],
  ["*.txt", ["a.txt", ".txt", "a.b.txt"], ["a.txtx", "d/a.txt"]],
  ["a*", ["a", "ab", "a.b"], ["b", "ba", "a/b"]],
  ["/a/*/c", ["/a/b/c", "/a//c"], ["/a/c", "/a/b/b/c"]],
  ["/home/*/.ssh", ["/home/me/.ssh"], ["/home/.ssh", "/home/a/b/.ssh"]],
  ["a?c", ["abc", "a.c", "a😀c"], ["ac", "abbc", "a/c"]],
  ["**", ["", "a", "/", "/a/b", "a/b/c"], []],
  ["**/x", ["x", "/x", "a/x", "/a/b/x"], ["xx", "a/xx", "x/a", "ax"]],
  ["**/.env", [".env", "/w/.env", "/w/a/.env"], ["/w/.envrc", "/w/a.env", "/w/.env/a"]],
  ["/a/**", ["/a", "/a/b", "/a/b/c", "/a/.b"], ["/ab", "/", "a"]],
  ["/**", ["/", "/a", "/a/b"], ["a"]],
  ["/a/**/b", ["/a/b", "/a/x/b", "/a/x/y/b"], ["/a/xb", "/ab", "/a/b/c"]],
  ["/a/**/**/b", ["/a/b", "/a/x/b", "/a/x/y/b"], ["/ab"]],
  ["/a/**/**", ["/a", "/a/b", "/a/b/c"], ["/ab"]],
  ["**/**", ["", "a", "/a/b"], []],
  ["**/a/**", ["a", "/a", "/x/a", "/x/a/y", "a/y"], ["ab", "/xa", "/xa/y"]],
  ["**/*.key", ["a.key", "/x/a.key", "/x/.key"], ["a.keys", "/x/a.key/b"]],
  ["/a/**/*.pem", ["/a/x.pem", "/a/b/x.pem"], ["/a.pem", "/b/x.pem"]],
  // Not a whole part: the same as one star.
  ["a**b", ["ab", "axb"], ["a/b"]],
  ["/a/**b", ["/a/b", "/a/xb"], ["/a/x/b"]],
  ["[a-c]x", ["ax", "bx", "cx"], ["dx", "x", "/x", "Ax"]],
  ["[!a-c]x", ["dx", "Ax", "-x"], ["ax", "x", "/x"]],
  ["[^a]x", ["bx"], ["ax"]],
  ["[]a]x", ["]x", "ax"], ["bx"]],
  ["[!]]x", ["ax"], ["]x"]],
  ["[a-]x", ["ax", "-x"], ["bx"]],
  ["[a\\-c]x", ["ax", "-x", "cx"], ["bx"]],
  ["[\\]]x", ["]x"], ["\\x"]],
  ["[z-a]x", [], ["zx", "ax", "mx"]],
  ["[[:digit:][:upper:]]x", ["7x", "Qx"], ["qx", "[x"]],
  ["[[:nothing:]]x", [], [":x", "nx", "[x"]],
  ["[.-0]x", [".x", "0x"], ["/x"]],
  ["[😀-😂]", ["😁"], ["😃", "\ud83d"]],
  // Not a bracket: characters.
  ["[ab", ["[ab"], ["a"]],
  ["a[b/c]d", ["a[b/c]d"], ["abd", "a/d"]],
  ["[]", ["[]"], [""]],
  ["\\*", ["*"], ["a", "\\*"]],
  ["a\\", ["a\\"], ["a"]],
  ["\\a\\?", ["a?"], ["ab"]],
  ["a/\\**", ["a/*", "a/*b"], ["a/b"]],
  ["a+(b)$^.|{c,d}", ["a+(b)$^.|{c,d}"], ["ab"]],
  ["a\nb*", ["a\nb\nc"], ["ab"]],
  ["*a*b*c*", ["abc", "xaxbxcx"], ["acb", "ab"]],
  ["ab*ba", ["abba", "abxba"], ["aba"]],
];
cases.forEach(([pattern, matching, others]) =>
  Deno.test(`glob ${JSON.stringify(pattern)}`, () => {
    const { matches } = compileGlob(pattern);
    assert.deepEqual(matching.filter((path) => !matches(path)), []);
    assert.deepEqual(others.filter((path) => matches(path)), []);
  })
);

const insensitive: readonly (readonly [string, string, boolean])[] = [
  ["/Users/ME/.SSH/**", "/users/me/.ssh/ID", true],
  ["*.PEM", "a.pem", true],
  ["[A-C]x", "bX", true],
  ["[!A]x", "ax", false],
  ["[!A]x", "Bx", true],
  ["ΟΔΟΣ*", "οδοσα", true],
  ["a", "b", false],
];
insensitive.forEach(([pattern, path, expected]) =>
  Deno.test(`glob ${pattern} ${expected ? "is" : "is not"} ${path} without regard to case`, () => {
    assert.equal(compileGlob(pattern, { caseSensitive: false }).matches(path), expected);
  })
);

Deno.test("a glob is compiled once", () => {
  assert.equal(compileGlob("/a/*"), compileGlob("/a/*"));
  assert.notEqual(compileGlob("/a/*"), compileGlob("/a/*", { caseSensitive: false }));
  assert.equal(compileGlob("/a/*").pattern, "/a/*");
});

/** Hostile patterns and paths that make a backtracking matcher run for ever. */
const hostile: readonly (readonly [string, string])[] = [
  [`${"a*".repeat(60)}b`, "a".repeat(4000)],
  [`${"**/a/".repeat(40)}b`, "a/".repeat(2000)],
  [`${"*".repeat(500)}b`, "a".repeat(4000)],
  [`${"**/".repeat(200)}b`, "a/".repeat(2000)],
  [`${"?*".repeat(60)}b`, "a".repeat(4000)],
  [`${"[!b]*".repeat(60)}b`, "a".repeat(4000)],
];
hostile.forEach(([pattern, path]) =>
  Deno.test(`glob ${pattern.slice(0, 12)}… ends on hostile text`, () => {
    assert.equal(compileGlob(pattern).matches(path), false);
    assert.equal(globsIntersect(globPieces(pattern), globPieces(`${path}*c`)), false);
  })
);

Deno.test("patterns too large to compare count as sharing a path", () => {
  const large = (end: string): PatternPiece[] => [
    { kind: "any" },
    { kind: "text", text: "a".repeat(5000) },
    { kind: "one" },
    { kind: "text", text: end },
  ];
  assert.equal(globsIntersect(large("b"), large("b")), true);
  assert.equal(globsIntersect(large("b"), large("c")), false);
});

const any: PatternPiece = { kind: "any" };
const text = (text: string): PatternPiece => ({ kind: "text", text });

/** Pieces of a word, an entry, whether they share a path. */
const shared: readonly (readonly [readonly PatternPiece[], string, boolean, GlobOptions?])[] = [
  [[any], "/home/me/.ssh/**", true],
  [globPieces("/home/me/.ss*/id_*"), "/home/me/.ssh/**", true],
  [globPieces("/home/me/.ss?/id_rsa"), "/home/me/.ssh/**", true],
  [globPieces("/home/me/.s[t-v]h/id_rsa"), "/home/me/.ssh/**", false],
  [globPieces("/home/me/.s[r-t]h"), "/home/me/.s[a-s]h", true],
  [globPieces("/home/me/.s[!s]h"), "/home/me/.ssh", false],
  [globPieces("/home/me/.s[!s]h"), "/home/me/.s[!t]h", true],
  [globPieces("/home/me/*"), "/home/me/.ssh/**", true],
  [globPieces("/home/me/*.txt"), "/home/me/.ssh/**", false],
  [globPieces("/home/*"), "/home/me/.ssh/**", false],
  [[text("/home/"), any, text("/id_rsa")], "/home/me/.ssh/**", true],
  [[text("/home/me"), any], "/home/me/.ssh/**", true],
  [[text("/etc/"), any], "/home/me/.ssh/**", false],
  [[any, text(".env")], "**/.env", true],
  [[any, text("v")], "**/.env", true],
  [[any, text(".envrc")], "**/.env", false],
  [[text("/w/"), any], "**/.env", true],
  [[text("/w/.env")], "**/.env", true],
  [[text("/w/.env")], "**/.enx", false],
  [globPieces("/w/*"), "/**/x/**/y", false],
  [globPieces("/w/**"), "/**/x/**/y", true],
  [globPieces("/w/.E*"), "**/.env", false],
  [globPieces("/w/.E*"), "**/.env", true, { caseSensitive: false }],
];
shared.forEach(([word, entry, expected, options]) =>
  Deno.test(`${JSON.stringify(word)} ${expected ? "meets" : "misses"} ${entry}`, () => {
    assert.equal(globsIntersect(word, globPieces(entry), options), expected);
    assert.equal(globsIntersect(globPieces(entry), word, options), expected);
    assert.equal(compileGlob(entry, options).meets(readyPieces(word, options)), expected);
  })
);

/** Another way to say what a glob means: part by part, trying everything. */
function meansSlowly(pattern: string, path: string): boolean {
  const parts = (rest: readonly string[], left: readonly string[]): boolean => {
    const [first, ...others] = rest;
    if (first === undefined) return left.length === 0;
    if (first === "**") {
      return parts(others, left) || (left.length > 0 && parts(rest, left.slice(1)));
    }
    const [head, ...tail] = left;
    return head !== undefined && chars(first, head) && parts(others, tail);
  };
  const chars = (glob: string, part: string): boolean => {
    if (glob === "") return part === "";
    if (glob.startsWith("*")) {
      return chars(glob.slice(1), part) || (part !== "" && chars(glob, part.slice(1)));
    }
    if (part === "" || (glob[0] !== "?" && glob[0] !== part[0])) return false;
    return chars(glob.slice(1), part.slice(1));
  };
  return parts(pattern.split("/"), path.split("/"));
}

const part = fc.oneof(
  { weight: 2, arbitrary: fc.constant("**") },
  {
    weight: 5,
    arbitrary: fc.array(fc.constantFrom("a", "b", "?", "*"), { minLength: 1, maxLength: 4 })
      .map((chars) => chars.join("").replace(/\*+/g, "*")),
  },
);
const glob = fc.tuple(fc.boolean(), fc.array(part, { minLength: 1, maxLength: 4 }))
  .map(([rooted, parts]) => (rooted ? "/" : "") + parts.join("/"));
const path = fc.tuple(
  fc.boolean(),
  fc.array(fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 5,
  }),
).map(([rooted, parts]) => (rooted ? "/" : "") + parts.join("/"));

Deno.test("a glob means what trying everything part by part finds", () => {
  fc.assert(
    fc.property(glob, path, (pattern, path) => {
      const expected = meansSlowly(pattern, path);
      assert.equal(compileGlob(pattern).matches(path), expected, `${pattern} ${path}`);
      assert.equal(globsIntersect(globPieces(pattern), [text(path)]), expected);
    }),
    { numRuns: 3000 },
  );
});

/** Every text of up to 6 characters of these three. */
const texts = (() => {
  const all = [""];
  for (let at = 0; (all[at] ?? "").length < 6; at++) {
    for (const char of "ab/") all.push(`${all[at]}${char}`);
  }
  return all;
})();

const piece: fc.Arbitrary<PatternPiece> = fc.oneof(
  fc.constantFrom("a", "b", "/").map(text),
  fc.constantFrom<PatternPiece>(any, { kind: "star" }, { kind: "one" }),
);

Deno.test("two patterns meet exactly when some short text is in both", () => {
  const accepts = (pieces: readonly PatternPiece[], path: string) =>
    globsIntersect(pieces, [text(path)]);
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 3 }),
      fc.array(piece, { maxLength: 3 }),
      (a, b) => {
        const expected = texts.some((path) => accepts(a, path) && accepts(b, path));
        assert.equal(globsIntersect(a, b), expected);
      },
    ),
    { numRuns: 300 },
  );
});

Deno.test("no pattern and no path is an error", () => {
  const hostileText = fc.string({ unit: fc.constantFrom(..."ab/*?[]!^-\\.:😀\ud800") });
  fc.assert(fc.property(hostileText, hostileText, (pattern, path) => {
    const matched = compileGlob(pattern).matches(path);
    assert.equal(globsIntersect(globPieces(pattern), [text(path)]), matched);
    assert.equal(globsIntersect(globPieces(pattern), [any]) || !matched, true);
  }));
});
