/** `usher update-presets`: newer versions of what is extended, and fresh copies. */
import { refuseAgents } from "../agents/running_agent.ts";
import { loadConfiguration } from "../config/configuration.ts";
import { type FetchOutcome, presetFetcher } from "../config/preset_fetcher.ts";
import { repositoryName } from "../config/preset_reference.ts";
import { asUsherError, configurationError, errorText } from "../hook/error_text.ts";
import type { Host } from "../text/host.ts";
import { visibleText } from "../text/visible.ts";
import { failWith, runCommand } from "./command.ts";
import { makeChanges, showChanges } from "./file_changes.ts";
import { painter } from "./paint.ts";
import { planUpgrades } from "./preset_upgrade_plan.ts";
import { updatePresetsSpec } from "./spec/update_presets.ts";

/** Runs the command. */
export function run(host: Host, args: readonly string[]): Promise<number> {
  return runCommand(host, updatePresetsSpec, args, async ({ flags }) => {
    try {
      refuseAgents(host, "update-presets");
      const file = flags.config ?? null;
      const { changes, errors } = await planUpgrades(host, file);
      errors.forEach((error) => host.stderr(errorText(error)));
      host.stdout(showChanges(changes, painter(host, flags["no-color"])));
      if (flags["dry-run"]) {
        if (changes.length === 0) host.stdout("No tag would be raised.\n");
        return errors.length === 0 ? 0 : 1;
      }
      const isUnwritten = makeChanges(host, changes);
      const isWhole = await fetchAll(host, file);
      return isWhole && !isUnwritten && errors.length === 0 ? 0 : 1;
    } catch (thrown) {
      return failWith(host, asUsherError(thrown), 1);
    }
  });
}

/** Fetches everything, and says what became of each; whether all went well. */
async function fetchAll(host: Host, file: string | null): Promise<boolean> {
  // It is a person who asks for it, so what an untrusted project extends is fetched too: it can only tighten.
  const { ensure, outcomes } = presetFetcher(host, { which: "all", mayFetch: () => true });
  const { failures, notices } = await loadConfiguration(host, {
    cwd: null,
    explicit: file,
    ensurePreset: ensure,
  });
  for (const outcome of outcomes) host.stdout(`${outcomeLine(outcome)}\n`);
  if (outcomes.length === 0) host.stdout("There is nothing to fetch.\n");
  for (const { message } of notices) host.stderr(`usher: notice: ${visibleText(message)}\n`);
  for (const failure of failures) host.stderr(errorText(configurationError(failure)));
  return failures.length === 0 && outcomes.every(({ error }) => error === null);
}

/** Changed files that are named. */
const mostNamed = 20;

function outcomeLine({ reference, before, after, error }: FetchOutcome): string {
  const name = visibleText(repositoryName(reference));
  if (error !== null) {
    const kept = before === null ? "there is no copy of it" : "the copy from before stays";
    return `${name}: failed; ${kept}`;
  }
  const commit = after?.commit.slice(0, 12) ?? "";
  if (before === null) return `${name}: fetched, at ${commit}`;
  if (before.commit === after?.commit) return `${name}: unchanged, at ${commit}`;
  const paths = new Set([...before.files.keys(), ...after?.files.keys() ?? []]);
  const changed = [...paths].filter((path) => before.files.get(path) !== after?.files.get(path));
  const named = changed.slice(0, mostNamed).map((path) => visibleText(path, { limit: 100 }));
  const more = changed.length > mostNamed ? ` and ${changed.length - mostNamed} more` : "";
  const what = changed.length === 0 ? "no rules changed" : `changed: ${named.join(", ")}${more}`;
  return `${name}: ${before.commit.slice(0, 12)} → ${commit}; ${what}`;
}
