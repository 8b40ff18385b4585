/** npm as a child. */
import { Failure } from "./project.ts";

/**
 * Runs npm in a folder; what it prints on standard error goes where ours goes.
 * @throws Failure when there is no npm.
 */
export async function runNpm(args: readonly string[], cwd: string): Promise<Deno.CommandOutput> {
  const program = Deno.build.os === "windows" ? "npm.cmd" : "npm";
  try {
    return await new Deno.Command(program, { args: [...args], cwd, stderr: "inherit" }).output();
  } catch {
    throw new Failure("npm is needed and cannot be run.");
  }
}
