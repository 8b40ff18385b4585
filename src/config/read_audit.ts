/** The key `audit` of a file. (`08-audit.md`) */
import { expandHome, resolvePath } from "../text/paths.ts";
import { check } from "./check.ts";
import type { AuditChanges } from "./configuration_file.ts";
import type { FileContext } from "./file_context.ts";
import { type ConfigEntry, locate } from "./node.ts";
import type { Problems } from "./problems.ts";
import { auditSchema } from "./schema.ts";
import { placeAt } from "./source.ts";
import { refuseLater } from "./unsupported.ts";

/** What a file says about the audit log; null when it is not good, which is reported. */
export function readAudit(
  entry: ConfigEntry,
  context: FileContext,
  problems: Problems,
): AuditChanges | null {
  const checked = check(auditSchema, entry.value, "audit", problems);
  if (!checked.ok || refuseLater("audit", entry.value, problems)) return null;
  const { enabled, path, rotation, redact } = checked.data;
  const folder = path ? resolveFolder(path, context) : undefined;
  if (folder === null) {
    const offset = locate(entry.value, ["path"]).start;
    problems.error(offset, "`~` stands for the home folder, and HOME is not set", "set HOME");
  }
  return {
    enabled: enabled ?? undefined,
    path: folder ?? undefined,
    retentionDays: rotation?.retention_days ?? undefined,
    redact: redact ?? undefined,
    place: placeAt(problems.source, entry.keyStart),
  };
}

function resolveFolder(path: string, { folder, home }: FileContext): string | null {
  const expanded = expandHome(path, home);
  if (expanded === "~" || expanded.startsWith("~/")) return null;
  return resolvePath(folder ?? "", expanded);
}
