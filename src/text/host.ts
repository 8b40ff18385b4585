/**
 * The machine as the program sees it: environment, clock, files, standard streams. Made once in
 * `main.ts` by `deno_host.ts`; tests give another. Nothing else in `src/` reads `Deno.env`, the clock
 * or the working directory. (`11-style.md`)
 */

/** What a path leads to, without following a final link where the function says `lstat`. */
export interface FileInfo {
  readonly kind: "file" | "directory" | "link" | "other";
  /** Bytes. */
  readonly size: number;
  /** Owner; null where the system has none. */
  readonly uid: number | null;
  /** Permission bits; null where the system has none. */
  readonly mode: number | null;
  /** Milliseconds since the epoch; null when unknown. */
  readonly mtime: number | null;
  /** When the entry itself last changed, in milliseconds since the epoch, but in whole seconds with
   * Deno 2.7; null when unknown. */
  readonly ctime: number | null;
  /** Names that the file has; null where the system does not say. */
  readonly links: number | null;
  /** Tells two files at one path apart; null where the system has none. */
  readonly inode: number | null;
}

/** File access. Functions throw the platform's error unless they say otherwise. */
export interface HostFiles {
  /** Follows links; null when nothing is there or it cannot be seen. */
  stat(path: string): FileInfo | null;
  /**
   * Follows links; null when nothing is there.
   * @throws UsherError when it cannot be seen whether there is
   */
  look(path: string): FileInfo | null;
  /** Does not follow a final link; null when nothing is there or it cannot be seen. */
  lstat(path: string): FileInfo | null;
  /**
   * Whether anything is at the path, be it a link that leads nowhere.
   * @throws UsherError when that cannot be told, as in a folder that may not be looked into
   */
  exists(path: string): boolean;
  /** What a link says, as it says it; null when it is none or cannot be read. */
  readLink(path: string): string | null;
  /** The path with every link followed; null when that fails. */
  realPath(path: string): string | null;
  /**
   * A whole regular file as bytes, opened without blocking (a FIFO or a device is refused).
   * @throws UsherError when it is missing, no regular file, or larger than `limit` bytes.
   */
  read(path: string, limit: number): Uint8Array;
  /** The last `limit` bytes of a regular file; empty when there is none. */
  readTail(path: string, limit: number): Uint8Array;
  /**
   * Names in a folder that holds few, unsorted; none where nothing is. Null where there may be many, and
   * where that cannot be told.
   */
  fewNames(path: string): readonly string[] | null;
  /** Names in a folder, unsorted; empty when it cannot be read. */
  list(path: string): readonly string[];
  /** Makes a folder and its parents with these permission bits; no error when it exists. */
  makeFolder(path: string, mode: number): void;
  /** Appends in one write under an advisory lock, making the file with these permission bits. */
  append(path: string, text: string, mode: number): void;
  /**
   * Writes a whole file beside the path and moves it there, so that a reader sees the old content or the
   * new one. What is at the path, a link too, is replaced. The folder has to be there.
   */
  replace(path: string, content: string | Uint8Array, mode: number): void;
  /**
   * Does something while no other process does so with the same lock file, which stays.
   * @throws UsherError when others hold it for too long
   */
  locked<Result>(lockFile: string, work: () => Result): Result;
  /** Sets permission bits; does nothing where the system has none. */
  setMode(path: string, mode: number): void;
  /** Removes a file; no error when it is gone. */
  remove(path: string): void;
  /** Removes a folder and all that is in it, links not followed; no error when it is gone. */
  removeFolder(path: string): void;
}

/** A running program, as the system and the program itself tell. */
export interface ProcessInfo {
  /** The process that started it, or took it over; 0 for the first one. */
  readonly parent: number;
  /** Its file with links followed; null when that cannot be seen. */
  readonly executable: string | null;
  /** What it calls itself, cut to 15 bytes on Linux. */
  readonly name: string;
  /** Its command line, the program first; it may have changed that. On macOS it is split at spaces. */
  readonly arguments: readonly string[];
}

/** How another program is run. */
export interface RunOptions {
  readonly cwd: string;
  /** All of its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** What it reads. @default nothing */
  readonly stdin?: Uint8Array;
  /** Milliseconds after which it is killed. */
  readonly timeout: number;
  /** Bytes that it may print. */
  readonly limit: number;
}

/** What became of it. */
export interface RunResult {
  readonly code: number;
  readonly stdout: Uint8Array;
  /** Cut to 64 KiB. */
  readonly stderr: string;
}

/** Everything outside the program that it may look at or change. */
export interface Host {
  readonly os: "linux" | "macos" | "windows" | "other";
  readonly pid: number;
  /** The process that started this one. */
  readonly parent: number;
  /** The user's id; null on Windows. */
  readonly uid: number | null;
  /** An environment variable; undefined when unset, with U+FFFD in it when it is no UTF-8. */
  env(name: string): string | undefined;
  /** The names of all environment variables. */
  envNames(): readonly string[];
  /**
   * A running process; null when it is gone or cannot be seen. Takes some milliseconds.
   * @throws UsherError where the system gives no way to look
   */
  process(pid: number): ProcessInfo | null;
  /**
   * Runs another program to its end. The built program may run only those that `.ci/compile.ts` names.
   * @throws UsherError when it cannot be found, takes too long or prints too much.
   */
  run(program: string, args: readonly string[], options: RunOptions): Promise<RunResult>;
  /** The working directory, absolute; null when it is gone. */
  cwd(): string | null;
  /** The wall clock. */
  now(): Date;
  /** Milliseconds since some start, for durations. */
  elapsed(): number;
  readonly files: HostFiles;
  /**
   * Standard input up to its end, or until `complete` says that what came is enough. Where more comes than
   * the limit, `shorten` says what to keep of it.
   * @throws UsherError when more than `limit` bytes come, or nothing complete within `deadline` ms.
   */
  readStdin(
    options: {
      limit: number;
      deadline: number;
      complete?: (bytes: Uint8Array) => boolean;
      shorten?: (bytes: Uint8Array) => Uint8Array;
    },
  ): Promise<Uint8Array>;
  /** Standard input in chunks, for streaming. Throws an UsherError when reading fails. */
  stdinChunks(): AsyncIterable<Uint8Array>;
  /** Writes all of the text, and returns when it is written; false when the reader is gone. */
  stdout(text: string): boolean;
  /** Why standard output did not take what was written, other than that its reader is gone; else null. */
  readonly stdoutFault: string | null;
  /** The same for standard error. */
  stderr(text: string): boolean;
  /** Whether the stream is a terminal. */
  isTerminal(stream: "stdin" | "stdout" | "stderr"): boolean;
}
