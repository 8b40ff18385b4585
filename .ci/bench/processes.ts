/** Times whole processes, and reads how much memory they take. */

/** A program to run again and again. */
export interface Program {
  readonly name: string;
  readonly path: string;
  readonly args: readonly string[];
  /** What it reads on standard input. */
  readonly stdin: string;
  /** Its whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs before each start, untimed. */
  readonly prepare?: () => void;
}

/** A program's times. */
export interface Timing<P extends Program> {
  readonly program: P;
  /** From start to end, in milliseconds. */
  readonly median: number;
}

/** Runs every program once a round, so that what disturbs the machine disturbs them all alike. */
export async function timePrograms<P extends Program>(
  programs: readonly P[],
  rounds: number,
): Promise<Timing<P>[]> {
  const times = programs.map((program) => ({ program, list: new Array<number>() }));
  for (let round = 0; round < rounds; round++) {
    for (const { program, list } of times) {
      program.prepare?.();
      const start = performance.now();
      await run(program);
      list.push(performance.now() - start);
    }
  }
  return times.map(({ program, list }) => ({ program, median: medianOf(list) }));
}

/** Runs a program once; what it prints is dropped. The exit code. */
export async function run(program: Program): Promise<number> {
  const child = new Deno.Command(program.path, {
    args: [...program.args],
    env: { ...program.env },
    clearEnv: true,
    stdin: "piped",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  // Programs that read nothing may be gone already.
  await writer.write(new TextEncoder().encode(program.stdin)).catch(() => {});
  await writer.close().catch(() => {});
  return (await child.status).code;
}

/** Starts a program with a file as its input, and prints the peak of its resident memory in bytes. */
const peakScript = `
import os, sys
quiet = os.open(os.devnull, os.O_WRONLY)
moves = [(os.POSIX_SPAWN_DUP2, os.open(sys.argv[1], os.O_RDONLY), 0)]
moves += [(os.POSIX_SPAWN_DUP2, quiet, 1), (os.POSIX_SPAWN_DUP2, quiet, 2)]
child = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ, file_actions=moves)
print(os.wait4(child, 0)[2].ru_maxrss * (1 if sys.platform == "darwin" else 1024))
`;

/**
 * The most memory that a program held, in bytes, median of some runs; `null` where there is no Python 3
 * to ask the system through.
 */
export async function peakMemory(program: Program): Promise<number | null> {
  const input = Deno.makeTempFileSync({ prefix: "usher-bench-" });
  try {
    Deno.writeTextFileSync(input, program.stdin);
    const peaks: number[] = [];
    for (let i = 0; i < 9; i++) {
      const { success, stdout } = await new Deno.Command("python3", {
        args: ["-c", peakScript, input, program.path, ...program.args],
        env: { ...program.env },
        clearEnv: true,
      }).output();
      if (!success) return null;
      peaks.push(Number(new TextDecoder().decode(stdout)));
    }
    return medianOf(peaks);
  } catch {
    return null;
  } finally {
    Deno.removeSync(input);
  }
}

function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? NaN;
}
