import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { run as test } from "../src/commands/test.ts";
import { loadConfiguration } from "../src/config/configuration.ts";
import { writeCopy } from "../src/config/preset_copy.ts";
import { parseReference } from "../src/config/preset_reference.ts";
import type { Host } from "../src/text/host.ts";
import { examples } from "./docs.ts";
import { memoryFiles, testHost } from "./host.ts";

const file = "/home/me/.config/usher/usher.yml";

/** What the pages extend. */
const beside = { "/home/me/.config/usher/team.yml": "", "/home/me/rules/work.yml": "" };
const repository = new Map([["usher.yml", ""], ["python.yml", ""]]);

/** Puts a copy of every repository that a text extends in its place. */
function fetchAll(host: Host, yaml: string): void {
  for (const [written] of yaml.matchAll(/(?:github:|https:|git@)[^\s']+/g)) {
    const parsed = parseReference(written);
    if (!parsed.ok || parsed.reference.kind === "local" || parsed.reference.kind === "builtin") {
      continue;
    }
    const copy = { commit: "0".repeat(40), fetchedAt: 0, files: repository };
    writeCopy(host, "/home/me/.cache/usher/presets", parsed.reference, copy);
  }
}

examples().forEach(({ page, number, yaml }) =>
  Deno.test(`the YAML in ${page}, block ${number}, holds as it stands`, async () => {
    const host = testHost({
      env: { HOME: "/home/me" },
      cwd: "/srv",
      files: memoryFiles({ ...beside, [file]: yaml }),
    });
    fetchAll(host, yaml);
    const { failures, notices, tests } = await loadConfiguration(host, { cwd: "/srv" });
    deepStrictEqual([failures, notices], [[], []]);
    if (tests.length === 0) return;
    const exit = await test(host, ["-c", file]);
    strictEqual(exit, 0, host.out + host.err);
  })
);
