/** Adding to a file that many processes add to: the part of `Host.files.append` that is not the system's. */

/** An open file, in append mode and readable; what of `Deno.FsFile` is needed. */
export interface AppendFile {
  /** Takes the advisory lock if it is free. Throws where the file system knows no locks. */
  tryLockSync(exclusive: boolean): boolean;
  /** Bytes. */
  size(): number;
  /** The byte at this offset; undefined when there is none. */
  byteAt(offset: number): number | undefined;
  /** Writes at the end and says how many bytes went. */
  writeSync(bytes: Uint8Array): number;
  truncateSync(length: number): void;
}

/** How to wait for another process. */
export interface LockWait {
  /** Whether it has waited long enough; asked after every try. */
  expired(): boolean;
  /** Sleeps between two tries. */
  pause(): void;
}

const newline = 0x0a;

/**
 * Appends the bytes in one write. Under the lock, a last line that a crash left open is closed first,
 * and what a full disk took only in part is taken back. A lock that cannot be had in time (a process
 * that was stopped while it held it) is done without: one write in append mode is whole on a local disk
 * anyway, and nothing may hang here. Closing the file gives the lock back.
 * @throws the platform's error of the write.
 */
export function appendLocked(file: AppendFile, bytes: Uint8Array, wait: LockWait): void {
  if (!lock(file, wait)) return writeAll(file, bytes);
  const size = file.size();
  const torn = size > 0 && file.byteAt(size - 1) !== newline;
  try {
    writeAll(file, torn ? afterNewline(bytes) : bytes);
  } catch (error) {
    takeBack(file, size, bytes.length);
    throw error;
  }
}

function lock(file: AppendFile, wait: LockWait): boolean {
  try {
    while (!file.tryLockSync(true)) {
      if (wait.expired()) return false;
      wait.pause();
    }
    return true;
  } catch {
    // No locks on this file system.
    return false;
  }
}

function writeAll(file: AppendFile, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) {
    const count = file.writeSync(bytes.subarray(at));
    if (count === 0) throw new Error("the file takes no more");
    at += count;
  }
}

function afterNewline(bytes: Uint8Array): Uint8Array {
  const line = new Uint8Array(bytes.length + 1);
  line[0] = newline;
  line.set(bytes, 1);
  return line;
}

/** Cuts off part of our own bytes; more than that on the end is somebody else's. */
function takeBack(file: AppendFile, size: number, most: number): void {
  try {
    const extra = file.size() - size;
    if (extra > 0 && extra < most) file.truncateSync(size);
  } catch {
    // The next writer closes the line.
  }
}
