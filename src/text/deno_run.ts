/** Runs another program, for `deno_host.ts`. */
import { reasonOf, UsherError } from "./error.ts";
import type { RunOptions, RunResult } from "./host.ts";

/** What is kept of an error output; the rest is read and forgotten. */
const mostErrorText = 1 << 16;

/** See `Host.run`. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env, stdin, timeout, limit }: RunOptions,
): Promise<RunResult> {
  const child = start(program, args, {
    cwd,
    env,
    clearEnv: true,
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  });
  const stopping = Promise.withResolvers<never>();
  const stop = (why: string) => {
    stopping.reject(new UsherError(program, why));
    try {
      child.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
  };
  const timer = setTimeout(() => stop(`takes longer than ${timeout / 1000} seconds`), timeout);
  const streams = [child.stdout.getReader(), child.stderr.getReader()] as const;
  try {
    const [stdout, stderr, { code }] = await Promise.race([
      Promise.all([
        collect(streams[0], limit, () => stop(`prints more than ${limit} bytes`)),
        collect(streams[1], mostErrorText, () => {}),
        child.status,
        stdin === undefined ? null : feed(child, stdin),
      ]),
      stopping.promise,
    ]);
    return { code, stdout, stderr: new TextDecoder().decode(stderr) };
  } finally {
    clearTimeout(timer);
    // A child of its own may hold them open.
    await Promise.allSettled([child.status, ...streams.map((stream) => stream.cancel())]);
  }
}

function start(
  program: string,
  args: readonly string[],
  options: Deno.CommandOptions,
): Deno.ChildProcess {
  try {
    return new Deno.Command(program, { ...options, args: [...args] }).spawn();
  } catch (error) {
    const isMissing = error instanceof Deno.errors.NotFound ||
      // Where it was not there when this program started, there is no right to run it either.
      error instanceof Deno.errors.NotCapable;
    const why = isMissing ? "cannot be found on PATH" : reasonOf(error);
    throw new UsherError(program, why, isMissing ? { hint: `install ${program}` } : {});
  }
}

/** All that a stream brings, or its first `limit` bytes. */
async function collect(
  stream: ReadableStreamDefaultReader<Uint8Array>,
  limit: number,
  onMore: () => void,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let { done, value } = await stream.read(); !done; { done, value } = await stream.read()) {
    if (value === undefined) continue;
    if (length + value.length > limit) onMore();
    const kept = value.subarray(0, limit - length);
    chunks.push(kept);
    length += kept.length;
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

async function feed(child: Deno.ChildProcess, bytes: Uint8Array): Promise<void> {
  const writer = child.stdin.getWriter();
  try {
    await writer.write(new Uint8Array(bytes));
    await writer.close();
  } catch {
    // It does not want to read it all.
  }
}
