/** `usher test`: the tests that a configuration holds. */
import { UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";
import { failWith, runCommand } from "./command.ts";
import { painter } from "./paint.ts";
import { testSpec } from "./spec/test.ts";
import { testFetching } from "./test_fetching.ts";
import { jsonReport, textReport } from "./test_report.ts";
import { builtinSuite, configuredSuite, fileToTest, runSuite } from "./test_suite.ts";

/** Runs the command. */
export function run(host: Host, args: readonly string[]): Promise<number> {
  return runCommand(host, testSpec, args, async ({ flags }) => {
    const file = flags.builtin ? null : fileToTest(host, flags.config);
    const suite = flags.builtin
      ? await builtinSuite(host)
      : await configuredSuite(host, file, await testFetching(host, flags.config, file));
    if (suite === null) return 2;
    if (suite.tests.length === 0) {
      const hint = `looked in ${file ?? "your own configuration"}`;
      return failWith(host, new UsherError("test", "no test cases found", { hint }), 2);
    }
    const results = await runSuite(suite);
    switch (flags["output-format"]) {
      case "json":
        host.stdout(jsonReport(results));
        break;
      case "junit": {
        const { junitReport } = await import("./test_junit.ts");
        host.stdout(junitReport(results));
        break;
      }
      default:
        host.stdout(textReport(results, painter(host, flags["no-color"])));
    }
    return results.every(({ passed }) => passed) ? 0 : 1;
  });
}
