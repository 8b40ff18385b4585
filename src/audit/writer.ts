/** Writing to the audit log. (`08-audit.md`) */
import type { AuditSettings } from "../text/audit_settings.ts";
import { reasonOf } from "../text/error.ts";
import type { FileInfo, Host } from "../text/host.ts";
import { isAbsolute } from "../text/paths.ts";
import { visibleText } from "../text/visible.ts";
import { localDate, logFile, logFiles } from "./log_file.ts";
import type { AuditRecord } from "./record.ts";
import { recordLine } from "./record_line.ts";

const folderMode = 0o700;
const fileMode = 0o600;
const othersMayWrite = 0o002;
const othersRights = 0o077;
/** Where the log is when nothing is configured. */
const standardFolder = "/usher/audit";
/** Characters of a reason that are shown. */
const reasonLimit = 300;

/**
 * Appends a record to today's file, and removes old files when that is a new one. Never throws: what goes
 * wrong is one line on standard error, since nothing may hang on the log.
 * @returns whether the record is written; false too when the log is switched off.
 */
export function writeRecord(host: Host, settings: AuditSettings, record: AuditRecord): boolean {
  if (!settings.enabled) return false;
  try {
    const now = host.now();
    const today = logFile(settings.path, localDate(now));
    prepareFolder(host, settings.path);
    const isNew = checkFile(host, today.path);
    host.files.append(today.path, recordLine(record, settings.redact), fileMode);
    if (isNew) removeOld(host, settings, now);
    return true;
  } catch (error) {
    host.stderr(`usher: audit log: ${visibleText(reasonOf(error), { limit: reasonLimit })}\n`);
    return false;
  }
}

/** Makes the folder, and refuses one in which somebody else could put a file or a link. */
function prepareFolder(host: Host, folder: string): void {
  if (!isAbsolute(folder)) throw new Error("there is no folder for it");
  const own = host.files.lstat(folder);
  if (own === null) host.files.makeFolder(folder, folderMode);
  else if (own.kind === "link") refuseForeign(host, folder, own);
  const info = host.files.stat(folder);
  if (info === null) throw new Error(`${folder} cannot be seen`);
  if (info.kind !== "directory") throw new Error(`${folder} is no folder`);
  refuseForeign(host, folder, info);
  if (info.mode !== null && (info.mode & othersMayWrite) !== 0) {
    throw new Error(`${folder} can be written by every user`);
  }
  // A folder that the user named is left as it is.
  if (folder.endsWith(standardFolder)) closeToOthers(host, folder, info, folderMode);
}

/** Takes the rights of others away from what is ours, such as what was copied here. */
function closeToOthers(host: Host, path: string, { mode }: FileInfo, own: number): void {
  if (mode !== null && (mode & othersRights) !== 0) host.files.setMode(path, own);
}

/** Whether the file is still to be made. Refuses what is no plain file of this user. */
function checkFile(host: Host, path: string): boolean {
  const info = host.files.lstat(path);
  if (info === null) return true;
  if (info.kind === "link") throw new Error(`${path} is a link`);
  if (info.kind !== "file") throw new Error(`${path} is no regular file`);
  refuseForeign(host, path, info);
  // Under its other name it may be any file of the user's.
  if (info.links !== null && info.links > 1) throw new Error(`${path} has other names`);
  closeToOthers(host, path, info, fileMode);
  return false;
}

function refuseForeign(host: Host, path: string, info: FileInfo): void {
  if (host.uid === null || info.uid === null || info.uid === host.uid) return;
  throw new Error(`${path} belongs to another user`);
}

/** Removes the files of days before those that are kept. What cannot be removed stays. */
function removeOld(host: Host, { path, retentionDays }: AuditSettings, now: Date): void {
  if (!(retentionDays >= 0)) return;
  const oldest = localDate(now, -Math.floor(Math.min(retentionDays, 36_500)));
  for (const file of logFiles(host, path)) {
    if (file.date >= oldest) continue;
    try {
      if (host.files.lstat(file.path)?.kind === "file") host.files.remove(file.path);
    } catch {
      // The next day tries again.
    }
  }
}
