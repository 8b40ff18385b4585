/** `usher trust`: a person looks at a project's configuration and lets it count. (`10-safety.md`, 3) */
import { refuseAgents } from "../agents/running_agent.ts";
import { loadConfiguration } from "../config/configuration.ts";
import { changePins, digestsOf, type Pin } from "../config/pins.ts";
import { presetFetcher } from "../config/preset_fetcher.ts";
import { type Project, projectAt, type TrustedList, trustedList } from "../config/project.ts";
import {
  placeIn,
  type ProjectSummary,
  type SummaryLine,
  summaryOf,
} from "../config/project_summary.ts";
import { asUsherError, configurationError, errorText } from "../hook/error_text.ts";
import { UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";
import { resolvePath } from "../text/paths.ts";
import { visibleText } from "../text/visible.ts";
import { failWith, runCommand } from "./command.ts";
import { canAsk, confirm } from "./confirm.ts";
import { trustSpec } from "./spec/trust.ts";

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

/** Titles of what a file says, in the order in which they are shown. */
const titles: readonly (readonly [SummaryLine["kind"], string])[] = [
  ["allow", "It would allow without asking:"],
  ["change", "It would change other rules:"],
  ["setting", "It would set:"],
];

/** More of one line is not shown, and it says so. */
const longest = 2000;

function summaryText(
  { folder, trust, pin, read }: Project,
  files: ReadonlyMap<string, string>,
  { lines, told }: ProjectSummary,
): string {
  const since = trust === "changed" && pin !== null ? changedSince(folder, pin, files) : "";
  const sections = titles.flatMap(([kind, title]) => {
    const own = lines.filter((line) => line.kind === kind);
    const places = own.map(({ place }) => visibleText(placeIn(folder, place)));
    const width = Math.min(40, Math.max(...places.map(({ length }) => length)));
    const rows = own.map(({ text }, i) => `  ${(places[i] ?? "").padEnd(width)}  ${cut(text)}\n`);
    return own.length === 0 ? [] : [`\n${title}\n${rows.join("")}`];
  });
  const messages = told === 0
    ? ""
    : `\nAgents would be told the messages of ${told} of its ask and deny rules.\n`;
  const remote = read.flatMap(({ placed }) => placed).filter(({ origin }) => origin === "remote");
  const elsewhere = [...new Set(remote.map(({ parsed }) => visibleText(parsed.file)))];
  const unpinned = elsewhere.length === 0
    ? ""
    : `From repositories, where they can change without asking again: ${elsewhere.join(", ")}\n`;
  const names = [...files.keys()].map((file) => visibleText(placeIn(folder, { file })));
  const nothing = sections.length === 0
    ? "\nIt only tightens: it has only ask and deny rules.\n"
    : "";
  return `The configuration of ${visibleText(folder)}\n${since}${sections.join("")}${nothing}` +
    `${messages}\nFiles: ${names.join(", ")}\n${unpinned}`;
}

function changedSince(folder: string, pin: Pin, files: ReadonlyMap<string, string>): string {
  const names = new Set([...files.keys(), ...pin.files.keys()]);
  const changed = [...names].flatMap((file) => {
    const [now, then] = [files.get(file), pin.files.get(file)];
    if (now === then) return [];
    const name = visibleText(placeIn(folder, { file }));
    return [now === undefined ? `${name} is gone` : then === undefined ? `${name} is new` : name];
  });
  return `Changed since it was trusted at ${pin.trustedAt}: ${changed.join(", ")}\n`;
}

function cut(text: string): string {
  const more = text.length - longest;
  return visibleText(text, { limit: longest }) + (more > 0 ? ` (and ${more} characters more)` : "");
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
