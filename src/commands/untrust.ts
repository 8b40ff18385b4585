/** `usher untrust`: a project's configuration only tightens again. (`10-safety.md`, 3) */
import { refuseAgents } from "../agents/running_agent.ts";
import { changePins, type Pins } from "../config/pins.ts";
import { trustedList } from "../config/project.ts";
import { asUsherError } from "../hook/error_text.ts";
import { UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";
import { dirName, resolvePath } from "../text/paths.ts";
import { visibleText } from "../text/visible.ts";
import { failWith, runCommand } from "./command.ts";
import { untrustSpec } from "./spec/trust.ts";

/** Runs the command. */
export function run(host: Host, args: readonly string[]): Promise<number> {
  return runCommand(host, untrustSpec, args, ({ words: [folder] }) => {
    try {
      refuseAgents(host, "untrust");
      const start = resolvePath(host.cwd() ?? "/", folder ?? ".");
      const { data, pins } = trustedList(host, start);
      const found = pinnedAround(host.files.realPath(start) ?? start, pins);
      if (found === null || data === null) {
        throw new UsherError("untrust", `no trusted project around ${start}`, {
          hint: "'usher trust --list' prints them",
        });
      }
      changePins(
        host,
        data,
        (current) => new Map([...current].filter(([folder]) => folder !== found)),
      );
      host.stdout(`${visibleText(found)} is not trusted any more.\n`);
      return Promise.resolve(0);
    } catch (thrown) {
      return Promise.resolve(failWith(host, asUsherError(thrown), 1));
    }
  });
}

/** The nearest folder from this one up that is pinned. It need not be there any more. */
function pinnedAround(start: string, pins: Pins): string | null {
  for (let folder = start;;) {
    if (pins.has(folder)) return folder;
    const parent = dirName(folder);
    if (parent === folder) return null;
    folder = parent;
  }
}
