/** Reads a configuration file, if it is one that may be believed. (`02-rules.md`, Files) */
import { UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";
import { MAX_FILE_BYTES, placedError } from "./source.ts";

/**
 * The bytes of a regular file, links followed, that belongs to this user or root.
 * @throws UsherError when it is something else, is too large or cannot be read.
 */
export function readConfigurationFile(host: Host, file: string): Uint8Array {
  const info = host.files.stat(file);
  if (info === null) {
    const isLink = host.files.lstat(file)?.kind === "link";
    if (isLink) throw refusal(file, "is a link that leads nowhere", "remove it or mend it");
    throw refusal(file, "is not there, or cannot be seen");
  }
  if (info.kind !== "file") {
    const kind = info.kind === "directory" ? "is a folder" : "is no regular file";
    throw refusal(file, kind, "a configuration is an ordinary file");
  }
  if (info.uid !== null && host.uid !== null && info.uid !== host.uid && info.uid !== 0) {
    throw refusal(file, `belongs to another user (${info.uid})`, "make it yours with chown");
  }
  if (info.size > MAX_FILE_BYTES) {
    throw refusal(file, "is larger than 1 MiB", "split it, or shorten its lists");
  }
  try {
    return host.files.read(file, MAX_FILE_BYTES);
  } catch (error) {
    if (error instanceof UsherError) throw placedError({ file }, error.why, error.hint);
    const why = error instanceof Error ? error.message : String(error);
    throw refusal(file, `cannot be read: ${why}`);
  }
}

function refusal(file: string, why: string, hint?: string): UsherError {
  return placedError({ file }, why, hint);
}
