import { deepStrictEqual } from "node:assert/strict";
import { loadConfiguration } from "../src/config/configuration.ts";
import { evaluateShell } from "../src/rules/evaluate.ts";
import { examples } from "./docs.ts";
import { memoryFiles, testHost } from "./host.ts";
import { plainSituation } from "./rules/rule_set_from.ts";

const file = "/home/me/.config/usher/usher.yml";

examples().forEach(({ page, number, yaml }) =>
  Deno.test(`the YAML in ${page}, block ${number}, holds as it stands`, async () => {
    const host = testHost({
      env: { HOME: "/home/me" },
      cwd: "/srv",
      files: memoryFiles({ [file]: yaml }),
    });
    const { rules, failures, notices, tests } = await loadConfiguration(host, { cwd: "/srv" });
    deepStrictEqual([failures, notices], [[], []]);
    for (const { command, expected } of tests) {
      deepStrictEqual([command, evaluateShell(rules, command, plainSituation).action], [
        command,
        expected,
      ]);
    }
  })
);
