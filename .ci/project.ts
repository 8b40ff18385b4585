/** What every script here needs: where the project is, Deno as a child, and failures in one sentence. */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder, absolute, without a final slash. */
export const root: string = dirname(dirname(fileURLToPath(import.meta.url)));

/** The Deno this project is built with; the runtime in the program has to be the same. */
export const denoVersion = "2.7.11";

/** Something that went wrong outside these scripts, told in one sentence. */
export class Failure extends Error {
  override readonly name = "Failure";
}

/**
 * Runs a script's main function. A `Failure` is printed as one line, with exit code 1; anything else
 * is a fault of the script and keeps its stack.
 */
export async function runScript(name: string, main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(`${name}: ${error.message}`);
    Deno.exit(1);
  }
}

/** Where Deno runs, and what its environment has besides ours. */
export interface DenoOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs this same Deno; what it prints goes where ours goes.
 * @throws Failure when it does not end well.
 */
export async function runDeno(args: readonly string[], options: DenoOptions): Promise<void> {
  const { cwd, env = {} } = options;
  const command = new Deno.Command(Deno.execPath(), { args: [...args], cwd, env });
  const { success, code } = await command.spawn().status;
  if (!success) throw new Failure(`"deno ${args[0]}" failed with exit code ${code}.`);
}

/** Whether there is a regular file. */
export function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
