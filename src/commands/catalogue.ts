/** Every subcommand: those of this version with their tables, and the names of those to come. */
import type { CommandSpec } from "./options.ts";
import { checkSpec } from "./spec/check.ts";
import { helpSpec } from "./spec/help.ts";
import { hookSpec } from "./spec/hook.ts";
import { migrateSpec } from "./spec/migrate.ts";
import { rulesSpec } from "./spec/rules.ts";
import { schemaSpec } from "./spec/schema.ts";
import { testSpec } from "./spec/test.ts";
import { trustSpec, untrustSpec } from "./spec/trust.ts";
import { updatePresetsSpec } from "./spec/update_presets.ts";

/** The subcommands of this version, in the order in which they are shown. */
export const commandSpecs: readonly CommandSpec[] = [
  hookSpec,
  checkSpec,
  testSpec,
  schemaSpec,
  rulesSpec,
  trustSpec,
  untrustSpec,
  migrateSpec,
  updatePresetsSpec,
  helpSpec,
];

/** Subcommands that this version does not have, by the exit code of their failure. (`01-cli.md`) */
const later: ReadonlyMap<string, 1 | 2> = new Map([
  ["exec", 1],
  ["app", 1],
  ["cards", 1],
  ["answer", 1],
  ["init", 1],
  ["audit", 2],
  ["suggest", 1],
  ["sandbox", 1],
  ["doctor", 1],
  ["completions", 1],
]);

/** The exit code of calling a subcommand that is yet to come; null when it is none. */
export function exitOfLater(name: string): 1 | 2 | null {
  return later.get(name) ?? null;
}

/** Every name that a subcommand has or will have. */
export const commandNames: readonly string[] = [
  ...commandSpecs.map(({ name }) => name),
  ...later.keys(),
];
