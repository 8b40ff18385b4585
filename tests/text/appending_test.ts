import assert from "node:assert/strict";
import { type AppendFile, appendLocked } from "../../src/text/appending.ts";

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** A file in memory whose lock, disk space and appetite are given. */
interface Behaviour {
  /** Answers of the lock, in order; then it is free. */
  readonly locks?: readonly (boolean | Error)[];
  /** Bytes that fit. */
  readonly space?: number;
  /** Bytes taken in one write. */
  readonly atOnce?: number;
}

function fakeFile(
  content: string,
  { locks = [], space = 1000, atOnce = 1000 }: Behaviour,
): AppendFile & { text(): string; writes: number } {
  let bytes = new TextEncoder().encode(content);
  const answers = [...locks];
  const file = {
    writes: 0,
    text: () => decode(bytes),
    tryLockSync() {
      const answer = answers.shift() ?? true;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    size: () => bytes.length,
    byteAt: (offset: number) => bytes[offset],
    writeSync(more: Uint8Array) {
      file.writes++;
      const room = Math.min(more.length, atOnce, space - bytes.length);
      if (room <= 0 && atOnce > 0) throw new Error("No space left on device (os error 28)");
      bytes = new Uint8Array([...bytes, ...more.subarray(0, room)]);
      return room;
    },
    truncateSync(length: number) {
      bytes = bytes.slice(0, length);
    },
  };
  return file;
}

/** What is in the file, how it behaves, what is in it after `new\n`, in how many writes. */
const cases: readonly (readonly [string, string, Behaviour, string, number])[] = [
  ["an empty file", "", {}, "new\n", 1],
  ["whole lines", "old\n", {}, "old\nnew\n", 1],
  ["a torn line", "old\nto", {}, "old\nto\nnew\n", 1],
  ["a short write", "old\n", { atOnce: 3 }, "old\nnew\n", 2],
  ["a lock that is free later", "to", { locks: [false, false] }, "to\nnew\n", 1],
  // Whoever holds the lock may be writing that line just now.
  ["a lock that is never free", "to", { locks: [false, false, false] }, "tonew\n", 1],
  ["no locks at all", "old\n", { locks: [new Error("not supported")] }, "old\nnew\n", 1],
];
cases.forEach(([name, before, behaviour, after, writes]) =>
  Deno.test(`appending with ${name}`, () => {
    const file = fakeFile(before, behaviour);
    let pauses = 0;
    appendLocked(file, new TextEncoder().encode("new\n"), {
      expired: () => pauses === 2,
      pause: () => pauses++,
    });
    assert.equal(file.text(), after);
    assert.equal(file.writes, writes);
    assert.equal(
      pauses,
      Math.min(2, behaviour.locks?.filter((each) => each === false).length ?? 0),
    );
  })
);

/** A write that fails, what is left. */
const failures: readonly (readonly [string, string, Behaviour, string])[] = [
  ["a full disk", "old\n", { space: 4 }, "old\n"],
  ["a disk that takes a part", "old\n", { space: 6 }, "old\n"],
  ["a disk that takes a part after a torn line", "to", { space: 4 }, "to"],
  ["a file that takes nothing", "old\n", { atOnce: 0 }, "old\n"],
];
failures.forEach(([name, before, behaviour, after]) =>
  Deno.test(`appending fails with ${name} and leaves no half line`, () => {
    const file = fakeFile(before, behaviour);
    assert.throws(() =>
      appendLocked(file, new TextEncoder().encode("new\n"), {
        expired: () => true,
        pause: () => {},
      })
    );
    assert.equal(file.text(), after);
  })
);
