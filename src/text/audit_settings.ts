/** What the configuration says about the audit log; read by `config/`, used by `audit/`. */

/** The `audit` key of the user layer, with defaults filled in. (`08-audit.md`) */
export interface AuditSettings {
  readonly enabled: boolean;
  /** The folder of the log, absolute; empty when there is no place for one (no home). */
  readonly path: string;
  /** Days that are kept besides today. */
  readonly retentionDays: number;
  /** Whether secrets are masked. */
  readonly redact: boolean;
}
