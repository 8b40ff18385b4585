import assert from "node:assert/strict";
import fc from "fast-check";
import {
  baseName,
  dirName,
  expandHome,
  isAbsolute,
  isInside,
  normalizePath,
  resolvePath,
} from "../../src/text/paths.ts";

const normalized: readonly (readonly [string, string])[] = [
  ["", "."],
  [".", "."],
  ["./", "."],
  ["/", "/"],
  ["//", "/"],
  ["///a//b///", "/a/b"],
  ["/a/b", "/a/b"],
  ["/a/./b/.", "/a/b"],
  ["/a/b/..", "/a"],
  ["/a/../../..", "/"],
  ["/..", "/"],
  ["/../etc/passwd", "/etc/passwd"],
  ["a", "a"],
  ["./a", "a"],
  ["a/", "a"],
  ["a/..", "."],
  ["a/../..", ".."],
  ["../../a", "../../a"],
  ["..", ".."],
  ["a/../../b/../c", "../c"],
  ["/a/...", "/a/..."],
  ["/a/..b", "/a/..b"],
  ["/.ssh/.x", "/.ssh/.x"],
  [".hidden", ".hidden"],
  ["~", "~"],
  ["a b/ c", "a b/ c"],
  ["a\\b", "a\\b"],
  ["C:\\a\\..\\b\\", "C:/b"],
  ["c:/a//b", "C:/a/b"],
  ["C:\\", "C:/"],
  ["C:\\..\\..", "C:/"],
  ["C:a", "C:a"],
  ["./C:/a", "./C:/a"],
  ["a/../C:\\x/.", "./C:\\x"],
  ["/c/a", "/c/a"],
];
normalized.forEach(([path, expected]) =>
  Deno.test(`normalizePath ${JSON.stringify(path)}`, () => {
    assert.equal(normalizePath(path), expected);
    assert.equal(normalizePath(expected), expected);
  })
);

const resolved: readonly (readonly [string, string, string])[] = [
  ["/home/me", "a", "/home/me/a"],
  ["/home/me", "", "/home/me"],
  ["/home/me", ".", "/home/me"],
  ["/home/me", "..", "/home"],
  ["/home/me", "../../../../etc", "/etc"],
  ["/home/me", "/etc/passwd", "/etc/passwd"],
  ["/home/me", "//etc", "/etc"],
  ["/", "a", "/a"],
  ["/home/me/", "./a/", "/home/me/a"],
  ["", "a/../b", "b"],
  ["", "/a", "/a"],
  ["sub", "a", "sub/a"],
  ["sub", "../a", "a"],
  ["/home/me", "C:\\x", "/home/me/C:\\x"],
  ["/home/me", "..\\x", "/home/me/..\\x"],
  ["C:\\Users\\me", "a\\b", "C:/Users/me/a/b"],
  ["C:/Users/me", "..\\x", "C:/Users/x"],
  ["C:/Users/me", "D:\\x", "D:/x"],
  ["C:/Users/me", "/d/x", "D:/x"],
  ["C:/Users/me", "/d", "D:/"],
  ["C:/Users/me", "\\x", "C:/x"],
  ["C:/Users/me", "/xy/z", "C:/xy/z"],
];
resolved.forEach(([base, path, expected]) =>
  Deno.test(`resolvePath ${JSON.stringify(base)} ${JSON.stringify(path)}`, () => {
    assert.equal(resolvePath(base, path), expected);
  })
);

const absolute: readonly (readonly [string, boolean])[] = [
  ["/", true],
  ["/a", true],
  ["", false],
  ["a", false],
  ["./a", false],
  ["~", false],
  ["C:\\a", true],
  ["c:/a", true],
  ["C:a", false],
  ["\\a", false],
];
absolute.forEach(([path, expected]) =>
  Deno.test(`isAbsolute ${JSON.stringify(path)}`, () => {
    assert.equal(isAbsolute(path), expected);
  })
);

const inside: readonly (readonly [string, string, boolean])[] = [
  ["/a", "/a", true],
  ["/a", "/a/", true],
  ["/a/", "/a/b/c", true],
  ["/a", "/ab", false],
  ["/a", "/", false],
  ["/a", "/a/../b", false],
  ["/a", "/b/../a/c", true],
  ["/a", "b", false],
  ["/a", "", false],
  ["/", "/", true],
  ["/", "/a", true],
  ["/", "a", false],
  [".", "a", true],
  [".", ".", true],
  [".", "..", false],
  [".", "../a", false],
  [".", "..a", true],
  [".", "/a", false],
  ["", "a", true],
  ["..", "../a", true],
  ["..", "../..", false],
  ["C:\\Users", "c:/users/me", true],
  ["C:\\Users", "/c/Users/me", true],
  ["C:\\Users", "D:/Users/me", false],
  ["C:\\", "C:\\x", true],
  ["C:\\Users", "Users", false],
  ["/A", "/a/b", false],
];
inside.forEach(([folder, path, expected]) =>
  Deno.test(`isInside ${JSON.stringify(folder)} ${JSON.stringify(path)}`, () => {
    assert.equal(isInside(folder, path), expected);
  })
);

const homes: readonly (readonly [string, string | null, string])[] = [
  ["~", "/home/me", "/home/me"],
  ["~/a", "/home/me", "/home/me/a"],
  ["~/", "/home/me", "/home/me/"],
  ["~/a", "/", "/a"],
  ["~/a", "/home/me/", "/home/me/a"],
  ["~root/a", "/home/me", "~root/a"],
  ["~\\a", "/home/me", "~\\a"],
  ["~\\a", "C:\\Users\\me", "C:\\Users\\me/a"],
  ["a/~", "/home/me", "a/~"],
  ["", "/home/me", ""],
  ["~/a", null, "~/a"],
];
homes.forEach(([path, home, expected]) =>
  Deno.test(`expandHome ${JSON.stringify(path)} in ${home}`, () => {
    assert.equal(expandHome(path, home), expected);
  })
);

/** Path, last part, folder. */
const parts: readonly (readonly [string, string, string])[] = [
  ["/a/b", "b", "/a"],
  ["/a/b//", "b", "/a"],
  ["/a", "a", "/"],
  ["a", "a", "."],
  ["a/b", "b", "a"],
  ["/", "", "/"],
  ["//", "", "/"],
  ["", "", "."],
  ["./rm", "rm", "."],
  ["a\\b", "a\\b", "."],
  ["C:\\a\\b.exe", "b.exe", "C:/a"],
  ["C:\\a", "a", "C:/"],
  ["C:\\", "", "C:/"],
];
parts.forEach(([path, base, folder]) =>
  Deno.test(`baseName and dirName ${JSON.stringify(path)}`, () => {
    assert.equal(baseName(path), base);
    assert.equal(dirName(path), folder);
  })
);

const pathText = fc.array(fc.constantFrom("a", "..", ".", "", "b c", "C:", "\\", "~"), {
  maxLength: 8,
}).map((segments) => segments.join("/"));

Deno.test("normalizing twice changes nothing", () => {
  fc.assert(
    fc.property(pathText, (path) => {
      const once = normalizePath(path);
      assert.equal(normalizePath(once), once);
      assert.doesNotMatch(once, /\/\/|\/\.\/|\/\.$/);
    }),
    { numRuns: 2000 },
  );
});

Deno.test("what is resolved below a folder without going up is inside it", () => {
  fc.assert(fc.property(pathText, pathText, (folder, path) => {
    const base = normalizePath(`/${folder}`);
    const below = resolvePath(base, path);
    assert.equal(isAbsolute(below), true);
    if (path.startsWith("/") || path.split("/").includes("..")) return;
    assert.equal(isInside(base, below), true);
  }));
});
