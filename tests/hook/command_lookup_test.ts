import assert from "node:assert/strict";
import { commandLookup } from "../../src/hook/command_lookup.ts";
import type { TestHostOptions } from "../host.ts";
import { diskFiles, testHost } from "../host.ts";

const files = {
  "/bin/ls": "",
  "/opt/tools/deploy": "",
  "/work/bin/own": "",
  "/win/git.EXE": "",
};

const cases: readonly (readonly [
  name: string,
  found: boolean | null,
  options: Pick<TestHostOptions, "os"> & { readonly path?: string; readonly cwd?: string },
])[] = [
  ["ls", true, {}],
  ["deploy", true, {}],
  ["tools", false, {}],
  ["lss", false, {}],
  ["own", false, {}],
  ["own", true, { path: "bin:/bin" }],
  ["own", true, { path: "/bin:", cwd: "/work/bin" }],
  ["own", null, { path: "bin:/bin", cwd: "" }],
  ["ls", null, { path: "" }],
  ["l".repeat(300), false, {}],
  ["ls\0", false, {}],
  ["git", true, { os: "windows", path: "/win", cwd: "/" }],
  ["git", false, { path: "/win" }],
];
cases.forEach(([name, found, { path = "/bin:/opt/tools:/opt", cwd = "/work", os = "linux" }]) =>
  Deno.test(`PATH=${path} in ${cwd || "nowhere"}: ${JSON.stringify(name.slice(0, 9))} is ${found}`, () => {
    // Files in memory have the permission bits of programs where a test says nothing else.
    const host = testHost({ env: { PATH: path }, files: programs(), os });
    assert.equal(commandLookup(host, cwd)(name), found);
  })
);

/** The files above, as programs. */
function programs() {
  const memory = testHost({ files }).files;
  return {
    ...memory,
    stat: (path: string) => {
      const info = memory.stat(path);
      return info === null ? null : { ...info, mode: 0o755 };
    },
  };
}

Deno.test("no PATH says nothing", () => {
  assert.equal(commandLookup(testHost(), "/work")("ls"), null);
});

Deno.test("a file without the right to be run is no program", () => {
  const folder = Deno.makeTempDirSync();
  try {
    Deno.writeTextFileSync(`${folder}/plain`, "");
    Deno.writeTextFileSync(`${folder}/program`, "", { mode: 0o700 });
    Deno.mkdirSync(`${folder}/folder`);
    const find = commandLookup(testHost({ env: { PATH: folder }, files: diskFiles }), "/");
    assert.deepEqual(["plain", "program", "folder"].map(find), [false, true, false]);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});
