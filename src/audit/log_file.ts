/** The files of the audit log: one a day, named after the local date. */
import type { Host } from "../text/host.ts";

/** A day's file. */
export interface LogFile {
  /** Local date, `2026-03-04`. */
  readonly date: string;
  readonly path: string;
}

/** The local date of a time, moved by whole days: `2026-03-04`. */
export function localDate(time: Date, days = 0): string {
  const day = new Date(time.getFullYear(), time.getMonth(), time.getDate() + days);
  const digits = (value: number, length: number) => String(value).padStart(length, "0");
  return [digits(day.getFullYear(), 4), digits(day.getMonth() + 1, 2), digits(day.getDate(), 2)]
    .join("-");
}

/** The file of a date in the folder. */
export function logFile(folder: string, date: string): LogFile {
  return { date, path: `${folder.replace(/\/$/, "")}/audit-${date}.jsonl` };
}

/** The days that have a file, oldest first. Names that are not exactly those of the log are passed over. */
export function logFiles(host: Host, folder: string): LogFile[] {
  return host.files.list(folder)
    .flatMap((name) => /^audit-(\d{4}-\d\d-\d\d)\.jsonl$/.exec(name)?.[1] ?? [])
    .sort()
    .map((date) => logFile(folder, date));
}
