/**
 * A `Host` for tests: environment, clock, folder and streams are given and can be changed in between;
 * files are in memory, or real ones in a temporary folder with `files: diskFiles`.
 */
import { denoHost } from "../src/text/deno_host.ts";
import { UsherError } from "../src/text/error.ts";
import type { FileInfo, Host, HostFiles, ProcessInfo } from "../src/text/host.ts";
import { dirName, isInside, resolvePath } from "../src/text/paths.ts";
import { readWithin } from "../src/text/stdin.ts";

/** What a test says about its machine; the defaults are a Linux user at home with nothing set. */
export interface TestHostOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** @default "/home/me" */
  readonly cwd?: string | null;
  /** @default 2026-03-04T05:06:07.089Z */
  readonly now?: Date | string;
  /** @default "linux" */
  readonly os?: Host["os"];
  /** @default 1000, the owner of the files in memory; with `diskFiles` the real one */
  readonly uid?: number | null;
  /** Standard input, in the chunks in which it comes. @default "" */
  readonly stdin?: string | Uint8Array | readonly Uint8Array[];
  /** Whether standard input stays open after that. @default false */
  readonly stdinOpen?: boolean;
  /** Streams that are terminals. @default none */
  readonly terminals?: readonly ("stdin" | "stdout" | "stderr")[];
  /** Whether somebody reads what is written. @default true */
  readonly readers?: boolean;
  /** The processes above this one, its parent first; null where they cannot be seen. @default a shell */
  readonly parents?: readonly Partial<ProcessInfo>[] | null;
  /** Other programs. @default every one fails */
  readonly run?: Host["run"];
  /** Texts by absolute path, or another file system. @default {} */
  readonly files?: Readonly<Record<string, string>> | HostFiles;
}

/** The host, with what was written and ways to change it. */
export interface TestHost extends Host {
  /** What went to standard output. */
  readonly out: string;
  /** What went to standard error. */
  readonly err: string;
  setEnv(name: string, value: string | undefined): void;
  setCwd(path: string | null): void;
  setNow(now: Date | string): void;
  /** Moves both clocks on by milliseconds. */
  advance(milliseconds: number): void;
}

/** The real file system. */
export const diskFiles: HostFiles = denoHost().files;

/** Makes a host. */
export function testHost(options: TestHostOptions = {}): TestHost {
  const env = new Map(Object.entries(options.env ?? {}));
  let cwd = options.cwd === undefined ? "/home/me" : options.cwd;
  let now = new Date(options.now ?? "2026-03-04T05:06:07.089Z").getTime();
  let elapsed = 0;
  let [out, err] = ["", ""];
  const given = options.files ?? {};
  const files = isFiles(given) ? given : memoryFiles(given);
  const uid = files === diskFiles ? denoHost().uid : 1000;
  const readers = options.readers ?? true;
  const chunks = chunksOf(options.stdin ?? "");

  const readSome = (buffer: Uint8Array): Promise<number | null> => {
    const chunk = chunks.shift();
    if (chunk === undefined) {
      return options.stdinOpen === true ? new Promise(() => {}) : Promise.resolve(null);
    }
    const taken = chunk.subarray(0, buffer.length);
    buffer.set(taken);
    if (taken.length < chunk.length) chunks.unshift(chunk.subarray(taken.length));
    return Promise.resolve(taken.length);
  };

  return {
    os: options.os ?? "linux",
    pid: 4242,
    parent: 4241,
    uid: options.uid === undefined ? uid : options.uid,
    files,
    env: (name) => env.get(name),
    envNames: () => [...env.keys()],
    run: options.run ?? (() => Promise.reject(new UsherError("git", "a test runs no programs"))),
    process(pid) {
      if (options.parents === null) throw new UsherError("/bin/cat", "no such file or folder");
      const parents = options.parents ?? [{ name: "bash" }];
      const found = parents[4241 - pid];
      if (found === undefined) return null;
      return { parent: pid - 1, executable: null, name: "", arguments: [], ...found };
    },
    cwd: () => cwd,
    now: () => new Date(now),
    elapsed: () => elapsed,
    readStdin: (reading) => readWithin(readSome, reading),
    async *stdinChunks() {
      const buffer = new Uint8Array(1 << 16);
      for (let count = await readSome(buffer); count !== null; count = await readSome(buffer)) {
        yield buffer.slice(0, count);
      }
    },
    stdout(text) {
      if (readers) out += text;
      return readers;
    },
    stdoutFault: null,
    stderr(text) {
      if (readers) err += text;
      return readers;
    },
    isTerminal: (stream) => options.terminals?.includes(stream) ?? false,
    get out() {
      return out;
    },
    get err() {
      return err;
    },
    setEnv: (name, value) => value === undefined ? env.delete(name) : env.set(name, value),
    setCwd: (path) => cwd = path,
    setNow: (date) => now = new Date(date).getTime(),
    advance(milliseconds) {
      now += milliseconds;
      elapsed += milliseconds;
    },
  };
}

/** A temporary folder with its links followed, removed when the test's block ends (`using`). */
export function temporaryFolder(): Disposable & { readonly path: string } {
  const path = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "usher-test-" }));
  return {
    path,
    [Symbol.dispose]: () => Deno.removeSync(path, { recursive: true }),
  };
}

/** Files in memory, which a test can write and link as it likes. */
export interface MemoryFiles extends HostFiles {
  /** Writes a file and makes its folders. Owner and bits as given, else 1000 and 0644. */
  write(path: string, content: string | Uint8Array, options?: Partial<FileInfo>): void;
  /** Makes a symbolic link; the target need not exist. */
  link(path: string, target: string): void;
  /** Lets nobody look into a folder. */
  close(folder: string): void;
  /** The text of a file; null when there is none. */
  text(path: string): string | null;
}

interface Entry {
  readonly info: FileInfo;
  readonly bytes: Uint8Array;
  /** Of a link. */
  readonly target: string;
}

const encoder = new TextEncoder();
const nothing = new Uint8Array(0);
const plainFile: FileInfo = {
  kind: "file",
  size: 0,
  uid: 1000,
  mode: 0o644,
  mtime: 0,
  ctime: 0,
  links: 1,
  inode: null,
};

/** Makes files in memory; their folders are there too. */
export function memoryFiles(texts: Readonly<Record<string, string>> = {}): MemoryFiles {
  const entries = new Map<string, Entry>();
  const closed = new Set<string>();
  let inode = 0;

  const put = (path: string, info: Partial<FileInfo>, bytes: Uint8Array = nothing, target = "") => {
    const known = { ...plainFile, inode: ++inode, ...info, size: bytes.length };
    entries.set(path, { info: known, bytes, target });
  };
  /** The path with links followed: all of them, or all but the last part's. */
  const follow = (path: string, last: boolean, hops = 0): string | null => {
    if (hops > 40) return null;
    const absolute = resolvePath("/", path);
    if (absolute === "/") return absolute;
    const parent = follow(dirName(absolute), true, hops + 1);
    if (parent === null) return null;
    const here = resolvePath(parent, absolute.slice(absolute.lastIndexOf("/") + 1));
    const entry = entries.get(here);
    if (!last || entry?.info.kind !== "link") return here;
    return follow(resolvePath(parent, entry.target), true, hops + 1);
  };
  const find = (path: string, last = true): Entry | null => {
    const real = follow(path, last);
    return real === null ? null : entries.get(real) ?? null;
  };
  const makeFolder = (path: string, mode: number) => {
    const real = follow(path, true) ?? path;
    const existing = entries.get(real);
    if (existing?.info.kind === "directory") return;
    if (existing !== undefined) throw new Deno.errors.AlreadyExists(`File exists: mkdir '${path}'`);
    makeFolder(dirName(real), mode);
    put(real, { kind: "directory", mode });
  };
  const bytesOf = (path: string, limit: number): Uint8Array => {
    const entry = find(path);
    if (entry === null) throw new UsherError(path, "no such file or folder");
    if (entry.info.kind === "directory") throw new UsherError(path, "it is a folder");
    if (entry.info.kind !== "file") throw new UsherError(path, "no regular file");
    if (entry.info.size > limit) throw new UsherError(path, `larger than ${limit} bytes`);
    return entry.bytes;
  };
  const write: MemoryFiles["write"] = (path, content, options = {}) => {
    makeFolder(dirName(path), 0o755);
    const bytes = typeof content === "string" ? encoder.encode(content) : content;
    put(follow(path, true) ?? path, options, bytes);
  };

  /** Whether a folder or one above it may not be looked into. */
  const isClosed = (path: string): boolean => {
    for (let folder = path; folder !== "/"; folder = dirName(folder)) {
      const real = follow(folder, true);
      if (real !== null && closed.has(real)) return true;
    }
    return false;
  };
  const namesIn = (path: string): string[] => {
    const folder = follow(path, true);
    const inside = [...entries.keys()].filter((each) => each !== "/" && dirName(each) === folder);
    return inside.map((each) => each.slice(each.lastIndexOf("/") + 1));
  };

  put("/", { kind: "directory", mode: 0o755, uid: 0 });
  for (const [path, text] of Object.entries(texts)) write(path, text);

  return {
    stat: (path) => find(path)?.info ?? null,
    look: (path) => find(path)?.info ?? null,
    lstat: (path) => find(path, false)?.info ?? null,
    exists: (path) => {
      if (isClosed(dirName(path))) throw new UsherError(path, "permission denied");
      return find(path, false) !== null;
    },
    readLink: (path) => {
      const entry = find(path, false);
      return entry?.info.kind === "link" ? entry.target : null;
    },
    realPath: (path) => find(path) === null ? null : follow(path, true),
    read: bytesOf,
    readTail(path, limit) {
      const entry = find(path);
      return entry?.info.kind === "file"
        ? entry.bytes.slice(-limit || entry.bytes.length)
        : nothing;
    },
    fewNames(path) {
      if (isClosed(path)) return null;
      const folder = find(path);
      if (folder === null) return [];
      return folder.info.kind === "directory" ? namesIn(path) : null;
    },
    list: namesIn,
    makeFolder,
    append(path, text, mode) {
      const real = follow(path, true) ?? path;
      if (find(dirName(real)) === null) throw new Deno.errors.NotFound(`open '${path}'`);
      const before = entries.get(real);
      if (before?.info.kind === "directory") throw new Deno.errors.IsADirectory(`open '${path}'`);
      const old = before?.bytes ?? nothing;
      const gap = old.length > 0 && old.at(-1) !== 0x0a ? "\n" : "";
      const bytes = new Uint8Array([...old, ...encoder.encode(gap + text)]);
      put(real, before?.info ?? { mode }, bytes);
    },
    replace(path, content, mode) {
      const real = follow(path, false) ?? path;
      if (find(dirName(real)) === null) throw new Deno.errors.NotFound(`open '${path}'`);
      put(real, { mode }, typeof content === "string" ? encoder.encode(content) : content);
    },
    setMode(path, mode) {
      const real = follow(path, true) ?? path;
      const entry = entries.get(real);
      if (entry === undefined) throw new Deno.errors.NotFound(`chmod '${path}'`);
      entries.set(real, { ...entry, info: { ...entry.info, mode } });
    },
    locked: (_lockFile, work) => work(),
    remove(path) {
      const real = follow(path, false);
      if (real !== null) entries.delete(real);
    },
    removeFolder(path) {
      const real = follow(path, false);
      for (const each of [...entries.keys()]) {
        if (real !== null && isInside(real, each)) entries.delete(each);
      }
    },
    write,
    link(path, target) {
      makeFolder(dirName(path), 0o755);
      put(follow(path, false) ?? path, { kind: "link", mode: 0o777 }, nothing, target);
    },
    close: (folder) => void closed.add(folder),
    text(path) {
      const entry = find(path);
      return entry?.info.kind === "file" ? new TextDecoder().decode(entry.bytes) : null;
    },
  };
}

function isFiles(files: Readonly<Record<string, string>> | HostFiles): files is HostFiles {
  return typeof files["stat"] === "function";
}

function chunksOf(stdin: string | Uint8Array | readonly Uint8Array[]): Uint8Array[] {
  if (typeof stdin === "string") return stdin === "" ? [] : [encoder.encode(stdin)];
  return stdin instanceof Uint8Array ? [stdin] : [...stdin];
}
