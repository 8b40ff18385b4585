/** `usher migrate`: old forms in configurations and in agents' hooks, rewritten. */
import { refuseAgents } from "../agents/running_agent.ts";
import { asUsherError, errorText } from "../hook/error_text.ts";
import type { Host } from "../text/host.ts";
import { failWith, runCommand } from "./command.ts";
import { agrees, type FileChange, makeChanges, showChanges } from "./file_changes.ts";
import { planMigration } from "./migrate_plan.ts";
import { painter } from "./paint.ts";
import { migrateSpec } from "./spec/migrate.ts";

/** Runs the command. */
export function run(host: Host, args: readonly string[]): Promise<number> {
  return runCommand(host, migrateSpec, args, async ({ flags }) => {
    try {
      if (!flags["dry-run"]) refuseAgents(host, "migrate");
      const request = { file: flags.config ?? null, rename: flags.rename };
      const { changes, notes, errors } = await planMigration(host, request);
      const say = () => notes.forEach((note) => host.stderr(`usher: notice: ${note}\n`));
      errors.forEach((error) => host.stderr(errorText(error)));
      host.stdout(
        changes.length === 0
          ? "Nothing to rewrite.\n"
          : showChanges(changes, painter(host, flags["no-color"])),
      );
      if (changes.length === 0 || flags["dry-run"]) {
        say();
        return errors.length === 0 ? 0 : 1;
      }
      if (!flags.yes && !await agrees(host, "migrate", question(changes))) {
        host.stdout("Nothing is written.\n");
        return 1;
      }
      const failed = makeChanges(host, changes);
      say();
      return failed || errors.length > 0 ? 1 : 0;
    } catch (thrown) {
      return failWith(host, asUsherError(thrown), 1);
    }
  });
}

function question({ length }: readonly FileChange[]): string {
  return length === 1 ? "Write this file?" : `Write these ${length} files?`;
}
