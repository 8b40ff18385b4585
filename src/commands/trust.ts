/** `usher trust`: a person looks at a project's configuration and lets it count. (`10-safety.md`, 3) */
import { refuseAgents } from "../agents/running_agent.ts";
import { loadConfiguration } from "../config/configuration.ts";
import { changePins, digestsOf, type Pin } from "../config/pins.ts";
import { presetFetcher } from "../config/preset_fetcher.ts";
import { projectAt, type TrustedList, trustedList } from "../config/project.ts";
import { summaryOf } from "../config/project_summary.ts";
import { asUsherError, configurationError, errorText } from "../hook/error_text.ts";
import { UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";
import { resolvePath } from "../text/paths.ts";
import { visibleText } from "../text/visible.ts";
import { failWith, runCommand } from "./command.ts";
import { canAsk, confirm } from "./confirm.ts";
import { trustSpec } from "./spec/trust.ts";
import { summaryText } from "./trust_text.ts";

/** Runs the command. */
export function run(host: Host, args: readonly string[]): Promise<number> {
  return runCommand(host, trustSpec, args, async ({ flags, words: [folder] }) => {
    try {
      if (flags.config !== undefined) {
        throw new UsherError("trust", "a file of '-c' is trusted anyway");
      }
      const start = resolvePath(host.cwd() ?? "/", folder ?? ".");
      const list = trustedList(host, start);
      if (flags.list) return await printList(host, list);
      refuseAgents(host, "trust");
      return await trust(host, start, list, flags.yes);
    } catch (thrown) {
      return failWith(host, asUsherError(thrown), 1);
    }
  });
}

async function trust(
  host: Host,
  start: string,
  { data, pins }: TrustedList,
  yes: boolean,
): Promise<number> {
  // A person who trusts a project sees what it is made of.
  const { ensure } = presetFetcher(host, { which: "due", mayFetch: () => true });
  const project = await projectAt(host, start, pins, ensure);
  if (project === null) {
    throw new UsherError("trust", `no project with an usher.yml around ${start}`, {
      hint: "your home folder and what is above it are no project",
    });
  }
  if (data === null) throw new UsherError("trust", "HOME is not set, so nothing can be remembered");
  const { folder, read } = project;
  const faults = read.flatMap(({ errors }) => errors);
  // What it names elsewhere, such as a rule's id, shows only beside the other files.
  const { failures } = await loadConfiguration(host, {
    cwd: folder,
    isTrusted: (each) => each === folder,
    ensurePreset: ensure,
  });
  faults.push(...failures.filter(({ message }) => faults.every((it) => it.message !== message)));
  if (faults.length > 0) {
    faults.forEach((fault) => host.stderr(errorText(configurationError(fault))));
    throw new UsherError("trust", "a configuration with faults cannot be trusted");
  }
  if (project.trust === "trusted") {
    host.stdout(`${visibleText(folder)} is trusted already, as it is now.\n`);
    return 0;
  }
  const files = await digestsOf(read.flatMap(({ contents }) => contents));
  if (files === null) throw new UsherError("trust", "a file of the project cannot be read");
  host.stdout(summaryText(project, files, summaryOf(read)));
  if (!yes) {
    if (!canAsk(host)) {
      throw new UsherError("trust", "there is no terminal to ask at", {
        hint: "'usher trust --yes' trusts without asking",
      });
    }
    if (!await confirm(host, "Trust it as it is now?")) {
      host.stderr("usher: trust: nothing has changed\n");
      return 1;
    }
  }
  const pin: Pin = { files, trustedAt: host.now().toISOString() };
  changePins(host, data, (current) => new Map([...current, [folder, pin]]));
  host.stdout(`${visibleText(folder)} is trusted as it is now.\n`);
  return 0;
}

async function printList(host: Host, { pins }: TrustedList): Promise<number> {
  const lines: string[] = [];
  for (const [folder, { trustedAt }] of pins) {
    const project = await projectAt(host, folder, pins);
    const state = project?.folder === folder ? project.trust : "gone";
    lines.push(`${state.padEnd(8)} ${visibleText(trustedAt)}  ${visibleText(folder)}\n`);
  }
  host.stdout(lines.length === 0 ? "No project is trusted.\n" : lines.join(""));
  return 0;
}
