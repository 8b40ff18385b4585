/** The key `experimental` of a file. (`02-rules.md`) */
import * as z from "zod/mini";
import type { CommandCheck } from "../rules/rule_set.ts";
import { check, refuseUnknownKeys } from "./check.ts";
import type { CommandCheckChanges } from "./configuration_file.ts";
import { excerpt } from "./excerpt.ts";
import { type ConfigNode, valueOf } from "./node.ts";
import type { Problems } from "./problems.ts";
import { commandCheckSchema, experimentalSchema } from "./schema.ts";

const NAME = "experimental.require_command_in_path";

/** What a file says about commands that are not on PATH; null when it says nothing. */
export function readExperimental(
  node: ConfigNode | undefined,
  problems: Problems,
): CommandCheckChanges | null {
  if (node === undefined) return null;
  if (!isMap(node, "experimental", problems)) return null;
  refuseUnknownKeys(node, Object.keys(experimentalSchema.shape), "experimental", problems);
  const settings = valueOf(node, "require_command_in_path");
  if (settings === undefined || !isMap(settings, NAME, problems)) return null;
  refuseUnknownKeys(settings, Object.keys(commandCheckSchema.shape), NAME, problems);
  const enabled = valueOf(settings, "enabled");
  const action = readAction(valueOf(settings, "action"), problems);
  const ignore = valueOf(settings, "ignore");
  const isOn = enabled && check(z.boolean(), enabled, `${NAME}.enabled`, problems);
  const names = ignore && check(z.array(z.string()), ignore, `${NAME}.ignore`, problems);
  return {
    ...(isOn?.ok ? { enabled: isOn.data } : {}),
    ...(action === null ? {} : { action }),
    ...(names?.ok ? { ignore: names.data } : {}),
  };
}

function readAction(
  node: ConfigNode | undefined,
  problems: Problems,
): CommandCheck["action"] | null {
  if (node === undefined) return null;
  const written = node.kind === "scalar" ? node.value : null;
  if (written === "ask" || written === "deny") return written;
  const shown = node.kind === "scalar" ? `'${excerpt(String(written)).slice(1, -1)}'` : "this";
  const why =
    `${NAME}.action: ${shown} is not a valid action for this check (must be 'deny' or 'ask')`;
  problems.error(node.start, why, "write `action: ask` or `action: deny`");
  return null;
}

function isMap(node: ConfigNode, name: string, problems: Problems): boolean {
  if (node.kind === "map") return true;
  problems.error(node.start, `${name} is not a map`, "write one `key: value` a line");
  return false;
}

/** The settings with what a file says; null while nothing has been said. */
export function changeCommandCheck(
  settings: Required<CommandCheckChanges> | null,
  changes: CommandCheckChanges | null,
): Required<CommandCheckChanges> | null {
  if (changes === null) return settings;
  return { enabled: false, action: "ask", ignore: [], ...settings, ...changes };
}
