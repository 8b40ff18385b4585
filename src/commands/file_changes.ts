/**
 * Changes to files of the user's: shown as a difference, agreed to, backed up with a date, and made in one
 * step. (`10-safety.md`, 9)
 */
import { errorText } from "../hook/error_text.ts";
import { unifiedDiff } from "../text/diff.ts";
import { reasonOf, UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";
import { dirName, isInside } from "../text/paths.ts";
import { visibleText } from "../text/visible.ts";
import type { Paint } from "./paint.ts";

/** What a file holds, and what it is to hold. */
export interface FileChange {
  /** As a person knows it; a link is followed, and stays. */
  readonly path: string;
  /** The project that it is in: what a link leads to has to be in it too. Null for the user's own files. */
  readonly project: string | null;
  /** The file that the text comes from, where that is another, which stays as it is. */
  readonly copyOf: string | null;
  /** What is in `copyOf`, else in `path`. */
  readonly before: Uint8Array;
  readonly after: string;
}

/** A file of this user's, read to be changed. */
const mostBytes = 8 * 1024 * 1024;

/**
 * The bytes of a file that is to be changed.
 * @throws UsherError when it is no regular file of this user's, is too large, or cannot be read
 */
export function readToChange(host: Host, path: string): Uint8Array {
  const info = host.files.stat(path);
  const refuse = (why: string) => new UsherError(path, why, { place: { file: path } });
  if (info === null) throw refuse("is not there, or cannot be seen");
  if (info.kind !== "file") throw refuse("is no regular file");
  if (info.uid !== null && host.uid !== null && info.uid !== host.uid) {
    throw refuse("belongs to another user");
  }
  return host.files.read(path, mostBytes);
}

/**
 * A change that may be made: a repository brings its links along, and one could lead to any file of the user's.
 * @throws UsherError when a link leads out of the project
 */
export function permitted({ files }: Host, change: FileChange): FileChange {
  const { project, copyOf } = change;
  const path = copyOf ?? change.path;
  if (project === null || !isInside(project, path)) return change;
  const real = files.realPath(path) ?? path;
  if (isInside(files.realPath(project) ?? project, real)) return change;
  throw new UsherError(path, `a link leads out of the project, to ${real}`, {
    place: { file: path },
    hint: "it is left as it is; change the file that it leads to where that is, if it is yours",
  });
}

/** Whatever was thrown over a file, as an error that names it. */
export function fileError(path: string, thrown: unknown): UsherError {
  return thrown instanceof UsherError ? thrown : new UsherError(path, reasonOf(thrown));
}

/** Every change as a unified difference. */
export function showChanges(changes: readonly FileChange[], paint: Paint): string {
  return changes.map(({ path, copyOf, before, after }) => {
    const names = { before: copyOf ?? path, after: path };
    const lines = unifiedDiff(
      new TextDecoder().decode(before),
      after.replace(/^\ufeff/, ""),
      names,
    );
    const shown = lines.map(({ kind, text }) => {
      const visible = text.replace(/\r$/, "").split("\t")
        .map((piece) => visibleText(piece, { newlines: true })).join("\t");
      if (kind === "added") return paint("allow", visible);
      return kind === "removed" ? paint("deny", visible) : visible;
    });
    const head = copyOf === null ? [] : [visibleText(`copy ${copyOf} to ${path}`)];
    return [...head, ...shown].map((line) => `${line}\n`).join("");
  }).join("\n");
}

/**
 * Whether the user agrees, on a terminal.
 * @throws UsherError without a terminal
 */
export async function agrees(host: Host, what: string, question: string): Promise<boolean> {
  if (!host.isTerminal("stdin")) {
    throw new UsherError(what, "nothing is written without a terminal to ask on", {
      hint: "pass --yes to write, or --dry-run to look",
    });
  }
  host.stderr(`${question} [y/N] `);
  return /^\s*y(?:es)?\s*$/i.test(await answerLine(host));
}

/** What is typed up to the first newline. */
async function answerLine(host: Host): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of host.stdinChunks()) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes("\n")) break;
  }
  return text.split("\n", 1)[0] ?? "";
}

/** Makes each change, whatever became of the others, and says so; whether one failed. */
export function makeChanges(host: Host, changes: readonly FileChange[]): boolean {
  let failed = false;
  for (const change of changes) {
    try {
      const backup = makeChange(host, change);
      const from = change.copyOf ?? backup;
      const kept = from === null ? "" : `; what was there before is in ${from}`;
      host.stdout(visibleText(`Wrote ${change.path}${kept}`) + "\n");
    } catch (thrown) {
      failed = true;
      host.stderr(errorText(fileError(change.path, thrown)));
    }
  }
  return failed;
}

/**
 * Makes a change; what was there before is kept beside it.
 * @returns where the file from before is now; null where there was none
 * @throws UsherError when the file is not as it was when the change was planned; the platform's error
 */
export function makeChange(host: Host, change: FileChange): string | null {
  const { path, copyOf, before, after } = permitted(host, change);
  const { files } = host;
  if (!isSame(readToChange(host, copyOf ?? path), before)) {
    throw new UsherError(copyOf ?? path, "was changed meanwhile; run this again");
  }
  if (copyOf !== null) {
    if (files.lstat(path) !== null) throw new UsherError(path, "is there already");
    files.makeFolder(dirName(path), 0o700);
    files.replace(path, after, files.stat(copyOf)?.mode ?? 0o600);
    return null;
  }
  const real = files.realPath(path) ?? path;
  const mode = files.stat(real)?.mode ?? 0o600;
  const backup = freeName(host, `${real}.backup-${stamp(host.now())}`);
  files.replace(backup, before, mode);
  files.replace(real, after, mode);
  return backup;
}

function freeName(host: Host, wanted: string): string {
  let name = wanted;
  for (let number = 2; host.files.lstat(name) !== null; number++) name = `${wanted}-${number}`;
  return name;
}

/** `20260304-050607`, in UTC. */
function stamp(date: Date): string {
  return date.toISOString().replace(/\..*$/, "").replaceAll(/[-:]/g, "").replace("T", "-");
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
