/** Running the built program, `dist/usher`. */
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../host.ts";

/** The built program. */
export const program = fileURLToPath(new URL("../../dist/usher", import.meta.url));

/** How to run it. */
export interface RunOptions {
  /** Text or bytes for standard input. @default none */
  readonly stdin?: string | Uint8Array;
  /** Leaves standard input open after that. @default false */
  readonly keepOpen?: boolean;
  /** Closes our end of its standard output after the first bytes. @default false */
  readonly closeOutput?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** What came of it. */
export interface Outcome {
  readonly code: number;
  readonly signal: string | null;
  readonly out: string;
  readonly err: string;
}

/** A home folder and a project in it, for one test. */
export interface Sandbox extends Disposable {
  readonly home: string;
  readonly project: string;
  /** Writes a file below the project. */
  write(name: string, text: string): string;
  run(args: readonly string[], options?: RunOptions): Promise<Outcome>;
}

/** Makes the folders; nothing of the real user's environment comes along. */
export function sandbox(): Sandbox {
  const folder = temporaryFolder();
  const home = `${folder.path}/home`;
  const project = `${home}/project`;
  Deno.mkdirSync(project, { recursive: true });
  return {
    home,
    project,
    write(name, text) {
      const path = `${project}/${name}`;
      Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
      Deno.writeTextFileSync(path, text);
      return path;
    },
    run: (args, options = {}) =>
      runUsher(args, { cwd: project, ...options, env: { HOME: home, ...options.env } }),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

async function runUsher(
  args: readonly string[],
  { stdin = "", keepOpen = false, closeOutput = false, env = {}, cwd = "/" }: RunOptions,
): Promise<Outcome> {
  const child = new Deno.Command(program, {
    args: [...args],
    cwd,
    env: { PATH: "/usr/bin:/bin", ...env },
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const err = new Response(child.stderr).text();
  const out = closeOutput ? firstChunk(child.stdout) : new Response(child.stdout).text();
  const writer = child.stdin.getWriter();
  const bytes = typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin;
  // A program that ends without reading breaks the pipe.
  const written = writer.write(bytes).then(() => keepOpen ? undefined : writer.close())
    .catch(() => {});
  const { code, signal } = await child.status;
  await written;
  if (keepOpen) await writer.close().catch(() => {});
  return { code, signal, out: await out, err: await err };
}

async function firstChunk(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
}
