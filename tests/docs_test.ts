import { deepStrictEqual } from "node:assert/strict";
import { loadConfiguration } from "../src/config/configuration.ts";
import { evaluateShell } from "../src/rules/evaluate.ts";
import { memoryFiles, testHost } from "./host.ts";
import { plainSituation } from "./rules/rule_set_from.ts";

const pages = [
  "../README.md",
  "quick-start.md",
  "rules.md",
  "rules-builtin.md",
  "audit.md",
  "testing.md",
];
const file = "/home/me/.config/usher/usher.yml";

for (const page of pages) {
  const text = Deno.readTextFileSync(new URL(`../docs/${page}`, import.meta.url));
  const blocks = [...text.matchAll(/```yaml\n([^]*?)```/g)].map(([, yaml = ""]) => yaml);
  blocks.forEach((yaml, number) =>
    Deno.test(`the YAML in ${page}, block ${number + 1}, holds as it stands`, async () => {
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
}
