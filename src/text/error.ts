/** The one error type that is printed to a person. */

/** Where in a file something is wrong. Lines and columns count from 1. */
export interface Place {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

/** Parts of an error that are not always there. */
export interface ErrorDetails {
  /** What to do about it, one sentence. */
  readonly hint?: string;
  readonly place?: Place;
}

/**
 * An expected failure, printed as `usher: <what>: <why>` and a `hint:` line. (`01-cli.md`)
 * Anything else that is thrown is a fault of ours.
 */
export class UsherError extends Error {
  override readonly name = "UsherError";
  /** What failed: a command, a file, an option. */
  readonly what: string;
  /** Why, in one line. */
  readonly why: string;
  readonly hint: string | undefined;
  readonly place: Place | undefined;

  constructor(what: string, why: string, details: ErrorDetails = {}) {
    super(`${what}: ${why}`);
    this.what = what;
    this.why = why;
    this.hint = details.hint;
    this.place = details.place;
  }
}

/** `file:line:column`, as far as they are known. */
export function formatPlace(place: Place): string {
  const { file, line, column } = place;
  if (line === undefined) return file;
  return column === undefined ? `${file}:${line}` : `${file}:${line}:${column}`;
}

/** What the system calls an error, in plain words. */
const plain: Readonly<Record<string, string>> = {
  NotFound: "no such file or folder",
  PermissionDenied: "permission denied",
  NotCapable: "permission denied",
  AlreadyExists: "it exists already",
  IsADirectory: "it is a folder",
  NotADirectory: "a part of the path is no folder",
  FilesystemLoop: "links that lead in a circle",
};

/** Why something failed, on one line, from whatever was thrown. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof UsherError) return error.message;
  // The platform says `No space left on device (os error 28): write '/a'`.
  const message = /^[^\n]*?(?= \(os error|\n|$)/.exec(error.message)?.[0] ?? "";
  return plain[error.name] ?? (message || error.name);
}
