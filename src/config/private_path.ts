/** Whether something of usher's own on the disk can be another user's work. */
import type { FileInfo, Host } from "../text/host.ts";

/** Ours alone: there, no link, and nobody else may write to it. */
export function isPrivate({ files, uid }: Host, path: string, kind: FileInfo["kind"]): boolean {
  const info = files.lstat(path);
  if (info === null || info.kind !== kind) return false;
  return (uid === null || info.uid === uid) && ((info.mode ?? 0) & 0o022) === 0;
}
