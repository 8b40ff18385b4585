/** The real machine, as a `Host`. With `deno_run.ts` and `main.ts` all that uses `Deno`. */
import { type AppendFile, appendLocked } from "./appending.ts";
import { reasonOf, UsherError } from "./error.ts";
import type { FileInfo, Host, HostFiles, ProcessInfo } from "./host.ts";
import { readWithin } from "./stdin.ts";

/** How long an append waits for other processes, in milliseconds. */
const lockPatience = 1000;
/** The same for a write to a full pipe that does not block. */
const pipePatience = 5000;
/** The same for changing a file that others change too. */
const changePatience = 5000;

/** Makes the host. Nothing is looked up before it is asked for. */
export function denoHost(): Host {
  let stdoutFault: string | null = null;
  return {
    get os() {
      return systemName();
    },
    get pid() {
      return Deno.pid;
    },
    get uid() {
      return Deno.uid();
    },
    get parent() {
      return Deno.ppid;
    },
    // Deno throws for bytes that are no UTF-8, and for a name that none can have.
    env: (name) => /^$|[=\0]/.test(name) ? undefined : orElse(() => Deno.env.get(name), "\u{fffd}"),
    envNames: () => Object.keys(Deno.env.toObject()),
    process: processInfo,
    run: async (...given) => (await import("./deno_run.ts")).runProgram(...given),
    cwd: () => orElse(() => Deno.cwd(), null),
    now: () => new Date(),
    elapsed: () => performance.now(),
    files,
    readStdin: (options) => readWithin((buffer) => Deno.stdin.read(buffer), options),
    stdinChunks,
    stdout(text) {
      const fault = writeStream(Deno.stdout, text);
      if (fault !== null && !(fault instanceof Deno.errors.BrokenPipe)) {
        stdoutFault = reasonOf(fault);
      }
      return fault === null;
    },
    get stdoutFault() {
      return stdoutFault;
    },
    stderr: (text) => writeStream(Deno.stderr, text) === null,
    isTerminal: (stream) => Deno[stream].isTerminal(),
  };
}

const files: HostFiles = {
  stat: (path) => orElse(() => describe(Deno.statSync(path)), null),
  look: (path) => infoOf(path, Deno.statSync),
  lstat: (path) => orElse(() => describe(Deno.lstatSync(path)), null),
  exists: (path) => infoOf(path, Deno.lstatSync) !== null,
  readLink: (path) => orElse(() => Deno.readLinkSync(path), null),
  realPath: (path) => orElse(() => Deno.realPathSync(path), null),
  read: readFile,
  readTail,
  fewNames,
  list: (path) => orElse(() => Array.from(Deno.readDirSync(path), ({ name }) => name), []),
  makeFolder: (path, mode) => Deno.mkdirSync(path, { recursive: true, mode }),
  append,
  setMode: (path, mode) => Deno.build.os === "windows" ? undefined : Deno.chmodSync(path, mode),
  replace,
  locked,
  remove: (path) => remove(path, false),
  removeFolder: (path) => remove(path, true),
};

function systemName(): Host["os"] {
  switch (Deno.build.os) {
    case "linux":
    case "windows":
      return Deno.build.os;
    case "darwin":
      return "macos";
    default:
      return "other";
  }
}

function describe(info: Deno.FileInfo): FileInfo {
  return {
    kind: kindOf(info),
    size: info.size,
    uid: info.uid,
    mode: info.mode === null ? null : info.mode & 0o7777,
    mtime: info.mtime?.getTime() ?? null,
    ctime: info.ctime?.getTime() ?? null,
    links: info.nlink,
    inode: info.ino,
  };
}

function kindOf(info: Deno.FileInfo): FileInfo["kind"] {
  if (info.isSymlink) return "link";
  if (info.isFile) return "file";
  return info.isDirectory ? "directory" : "other";
}

/** What the system says of a path at which nothing is, or can be. */
const absent: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG", "EINVAL"]);

function infoOf(path: string, get: (path: string) => Deno.FileInfo): FileInfo | null {
  try {
    return describe(get(path));
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    if (error instanceof Deno.errors.NotFound || absent.has(code)) return null;
    throw new UsherError(path, reasonOf(error));
  }
}

/** A folder's own size, in bytes, up to which it holds some hundred names on any usual file system. */
const smallFolder = 4096;

function fewNames(path: string): readonly string[] | null {
  try {
    const info = infoOf(path, Deno.statSync);
    if (info === null) return [];
    if (info.kind !== "directory" || info.size > smallFolder) return null;
    return Array.from(Deno.readDirSync(path), ({ name }) => name);
  } catch {
    return null;
  }
}

/** Opening a FIFO would wait for its other end, so what is there is looked at first, and again after. */
function readFile(path: string, limit: number): Uint8Array {
  try {
    refuseOthers(path, Deno.statSync(path), limit);
    using file = Deno.openSync(path);
    const info = file.statSync();
    refuseOthers(path, info, limit);
    return readUpTo(file, path, info.size, limit);
  } catch (error) {
    throw error instanceof UsherError ? error : new UsherError(path, reasonOf(error));
  }
}

function refuseOthers(path: string, info: Deno.FileInfo, limit: number): void {
  if (info.isDirectory) throw new UsherError(path, "it is a folder");
  if (!info.isFile) throw new UsherError(path, "no regular file");
  if (info.size > limit) throw new UsherError(path, `larger than ${limit} bytes`);
}

/** A file can grow while it is read, and some say that they are empty and are not (`/proc`). */
function readUpTo(file: Deno.FsFile, path: string, size: number, limit: number): Uint8Array {
  let buffer = new Uint8Array(Math.min(Math.max(size, 4095), limit) + 1);
  let length = 0;
  for (;;) {
    const count = file.readSync(buffer.subarray(length));
    if (count === null) return buffer.subarray(0, length);
    length += count;
    if (length > limit) throw new UsherError(path, `larger than ${limit} bytes`);
    if (length < buffer.length) continue;
    const wider = new Uint8Array(Math.min(2 * length, limit + 1));
    wider.set(buffer);
    buffer = wider;
  }
}

/** What is added meanwhile is not read: the tail is that of the file as it was opened. */
function readTail(path: string, limit: number): Uint8Array {
  try {
    if (!Deno.statSync(path).isFile) return new Uint8Array(0);
    using file = Deno.openSync(path);
    const { isFile, size } = file.statSync();
    if (!isFile) return new Uint8Array(0);
    const start = Math.max(0, size - limit);
    file.seekSync(start, Deno.SeekMode.Start);
    const buffer = new Uint8Array(size - start);
    let length = 0;
    for (let count: number | null = 1; count !== null && length < buffer.length;) {
      count = file.readSync(buffer.subarray(length));
      length += count ?? 0;
    }
    return buffer.subarray(0, length);
  } catch {
    return new Uint8Array(0);
  }
}

function append(path: string, text: string, mode: number): void {
  const bytes = new TextEncoder().encode(text);
  using file = Deno.openSync(path, { append: true, create: true, read: true, mode });
  const end = performance.now() + lockPatience;
  appendLocked(appendable(file), bytes, { expired: () => performance.now() > end, pause });
}

function appendable(file: Deno.FsFile): AppendFile {
  return {
    tryLockSync: (exclusive) => file.tryLockSync(exclusive),
    size: () => file.statSync().size,
    byteAt(offset) {
      file.seekSync(offset, Deno.SeekMode.Start);
      const byte = new Uint8Array(1);
      return file.readSync(byte) === 1 ? byte[0] : undefined;
    },
    writeSync: (bytes) => file.writeSync(bytes),
    truncateSync: (length) => file.truncateSync(length),
  };
}

function replace(path: string, content: string | Uint8Array, mode: number): void {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const random = crypto.getRandomValues(new Uint32Array(2)).join("");
  const beside = `${path}.${Deno.pid}-${random}.tmp`;
  try {
    // A name that is there, or a link, is an error.
    using file = Deno.openSync(beside, { write: true, createNew: true, mode });
    for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
    Deno.renameSync(beside, path);
  } catch (error) {
    orElse(() => remove(beside, false), undefined);
    throw error;
  }
}

function locked<Result>(lockFile: string, work: () => Result): Result {
  using file = Deno.openSync(lockFile, { write: true, create: true, mode: 0o600 });
  const end = performance.now() + changePatience;
  while (!file.tryLockSync(true)) {
    if (performance.now() > end) throw new UsherError(lockFile, "another usher holds it");
    pause();
  }
  return work();
}

/**
 * Reads about a process through a system program: Deno itself opens no file of another process in `/proc`
 * unless the program has every right there is.
 */
function processInfo(pid: number): ProcessInfo | null {
  if (Deno.build.os === "linux") return linuxProcess(pid);
  if (Deno.build.os !== "darwin") {
    throw new UsherError("processes", "cannot be seen on this system");
  }
  const ask = (columns: string) => outputOf("/bin/ps", ["-ww", "-o", columns, "-p", `${pid}`]);
  const [, parent, executable] = /^\s*(\d+)\s+(.*)$/.exec(ask("ppid=,comm=") ?? "") ?? [];
  if (parent === undefined || executable === undefined) return null;
  const args = (ask("args=") ?? "").trim().split(/\s+/);
  return { parent: Number(parent), executable, name: executable, arguments: args };
}

function linuxProcess(pid: number): ProcessInfo | null {
  const folder = `/proc/${pid}`;
  if (orElse(() => Deno.statSync(folder), null) === null) return null;
  const read = (name: string) => outputOf("/bin/cat", [`${folder}/${name}`]);
  // `1234 (name) S 1 …`: the name may hold anything, what follows are numbers.
  const [, name, parent] = /^\d+ \((.*)\) \S (\d+) [^)]*$/s.exec(read("stat") ?? "") ?? [];
  if (name === undefined || parent === undefined) return null;
  return {
    parent: Number(parent),
    executable: orElse(() => Deno.readLinkSync(`${folder}/exe`), null),
    name,
    arguments: (read("cmdline") ?? "").split("\0").slice(0, -1),
  };
}

/** What a system program prints; null when it fails. Throws when it cannot be run. */
function outputOf(program: string, args: readonly string[]): string | null {
  try {
    const { success, stdout } = new Deno.Command(program, {
      args: [...args],
      clearEnv: true,
      stdin: "null",
      stderr: "null",
    }).outputSync();
    return success ? new TextDecoder().decode(stdout) : null;
  } catch (error) {
    throw new UsherError(program, reasonOf(error));
  }
}

function remove(path: string, recursive: boolean): void {
  try {
    Deno.removeSync(path, { recursive });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

async function* stdinChunks(): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(1 << 16);
  for (;;) {
    const count = await Deno.stdin.read(buffer).catch((error) => {
      throw new UsherError("standard input", reasonOf(error));
    });
    if (count === null) return;
    yield buffer.slice(0, count);
  }
}

/**
 * Writes a text, and gives what was thrown instead; null for nothing. Another process can make a shared pipe
 * non-blocking; a full one then says so instead of waiting.
 */
function writeStream(
  stream: { writeSync(bytes: Uint8Array): number },
  text: string,
): unknown {
  const bytes = new TextEncoder().encode(text);
  const end = performance.now() + pipePatience;
  for (let at = 0; at < bytes.length;) {
    try {
      at += stream.writeSync(bytes.subarray(at));
    } catch (error) {
      if (!(error instanceof Deno.errors.WouldBlock) || performance.now() > end) return error;
      pause();
    }
  }
  return null;
}

/** Sleeps for a millisecond. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}

function orElse<Value, Fallback>(get: () => Value, fallback: Fallback): Value | Fallback {
  try {
    return get();
  } catch {
    return fallback;
  }
}
