/** The audit log's settings. (`08-audit.md`) */
import type { AuditChanges } from "./configuration_file.ts";

/** Where and how decisions are written down. */
export interface AuditSettings {
  readonly enabled: boolean;
  /** The folder, absolute. */
  readonly path: string;
  /** Days that a day's file is kept. */
  readonly retentionDays: number;
  /** Whether what looks like a secret is masked. */
  readonly redact: boolean;
}

/**
 * The settings when nothing is configured.
 * @param dataHome the folder for the user's data; without one there is nowhere to write
 */
export function defaultAudit(dataHome: string | null): AuditSettings {
  const path = dataHome === null ? "" : `${dataHome.replace(/\/$/, "")}/usher/audit`;
  return { enabled: dataHome !== null, path, retentionDays: 7, redact: true };
}

/** Settings with a file's changes; an absolute `path` switches on what had nowhere to write. */
export function changeAudit(settings: AuditSettings, changes: AuditChanges): AuditSettings {
  const path = changes.path ?? settings.path;
  return {
    enabled: path !== "" && (changes.enabled ?? (settings.enabled || settings.path === "")),
    path,
    retentionDays: changes.retentionDays ?? settings.retentionDays,
    redact: changes.redact ?? settings.redact,
  };
}
