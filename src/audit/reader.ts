/** Reading the audit log: bounded, and never stopped by a line that is damaged. */
import type { AuditSettings } from "../text/audit_settings.ts";
import type { Host } from "../text/host.ts";
import { localDate, type LogFile, logFile } from "./log_file.ts";
import type { AuditRecord } from "./record.ts";
import { parseRecord } from "./record_parser.ts";

/** How much of a day's file is looked at for what has just happened, in bytes. */
export const recentLimit = 1024 * 1024;

/** What was read. */
export interface LogPart {
  /** Oldest first. */
  readonly records: readonly AuditRecord[];
  /** Lines that are no record. */
  readonly damaged: number;
}

/** The records in the last `recentLimit` bytes of yesterday's and today's file, and what is damaged. */
export function readRecent(host: Host, settings: AuditSettings, now: Date): LogPart {
  const parts = recentFiles(settings, now).map(({ path }) => parseLog(readLines(host, path)));
  return {
    records: parts.flatMap(({ records }) => records),
    damaged: parts.reduce((sum, { damaged }) => sum + damaged, 0),
  };
}

/** Yesterday's and today's file, whether they are there or not. */
export function recentFiles({ path }: AuditSettings, now: Date): LogFile[] {
  return [logFile(path, localDate(now, -1)), logFile(path, localDate(now))];
}

/**
 * The lines in the last bytes of a file, oldest first; none when there is no file. A first line that the
 * limit goes through is left out, and is no damage.
 * @param limit bytes.
 */
export function readLines(host: Host, path: string, limit = recentLimit): string[] {
  const bytes = host.files.readTail(path, limit);
  const lines = new TextDecoder().decode(bytes).split("\n");
  if (bytes.length === limit) lines.shift();
  return lines.filter((line) => line !== "");
}

/** The records of lines, and how many lines are none. */
export function parseLog(lines: readonly string[]): LogPart {
  const records = lines.flatMap((line) => parseRecord(line) ?? []);
  return { records, damaged: lines.length - records.length };
}
