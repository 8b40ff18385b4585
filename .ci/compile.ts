/** Compiles a folder of plain JavaScript into one program. */
import { runDeno } from "./project.ts";
import { findStub } from "./stub.ts";
import type { Target } from "./targets.ts";

/**
 * What the program may do. No network, so no rule or input can make it; and of other programs only those
 * that tell which process is whose child, and git, which fetches what files extend.
 */
const permissions = [
  "--allow-read",
  "--allow-write",
  "--allow-env",
  "--allow-sys=uid",
  "--allow-run=/bin/cat,/bin/ps,git",
];

/**
 * A hook lives for some milliseconds: threads to help it cost it more than they give, as does code that is
 * optimized before it ran often, and with room for its garbage it collects none.
 */
const v8Flags = [
  "--single-threaded",
  "--invocation-count-for-maglev=1000",
  "--min-semi-space-size=16",
];

const options = [
  "--quiet",
  "--no-config",
  "--no-lock",
  "--no-check",
  // For what is imported as bytes.
  "--unstable-raw-imports",
  // The cache lies in the folder for temporary files, where another user could put code into it.
  "--no-code-cache",
  // Else it would ask for more rights on a terminal.
  "--no-prompt",
  // Else it could import code from some hosts.
  "--deny-import",
  `--v8-flags=${v8Flags.join(",")}`,
  ...permissions,
];

/** Sizes in bytes. */
export interface Compiled {
  readonly size: number;
  /** `null` when Deno brought the stub itself. */
  readonly stubSize: number | null;
}

/**
 * Compiles `main.js` in a folder, and all it imports there, into the file `output`.
 * @throws Failure when Deno or the way to its stub fails.
 */
export async function compileProgram(
  target: Target,
  folder: string,
  output: string,
): Promise<Compiled> {
  const stub = await findStub(target);
  await runDeno(["compile", ...options, "--target", target.triple, "--output", output, "main.js"], {
    cwd: folder,
    env: stub === undefined ? {} : { DENORT_BIN: stub },
  });
  const sizeOf = (path: string) => Deno.statSync(path).size;
  return { size: sizeOf(output), stubSize: stub === undefined ? null : sizeOf(stub) };
}
