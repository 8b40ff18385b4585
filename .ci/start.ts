/**
 * Shows what usher answers: hands recorded hook calls of Claude Code to the built program. It runs with
 * a home of its own, so that nothing of the user's is read or written.
 */
import { bashCall } from "./bash_call.ts";
import { Failure, isFile, root, runScript } from "./project.ts";
import { privateEnvironment } from "./private_environment.ts";
import { requireHostTarget } from "./targets.ts";

const samples = ["rm -rf ~/", "git status", "npm install left-pad"];
const silence = "(nothing: the agent asks as usual)";

/** What the program did with one call. */
interface Answer {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

await runScript("start", async () => {
  const program = `${root}/dist/usher${requireHostTarget().extension}`;
  if (!isFile(program)) throw new Failure(`There is no ${program}: run "deno task build" first.`);
  const home = Deno.makeTempDirSync({ prefix: "usher-start-" });
  const project = `${home}/project`;
  Deno.mkdirSync(project);
  try {
    for (const command of samples) {
      const { stdout, stderr, code } = await ask(program, bashCall(command, project), home);
      console.log(`command  ${command}`);
      console.log(`stdout   ${stdout.trimEnd() || silence}`);
      if (stderr !== "") console.log(`stderr   ${stderr.trimEnd()}`);
      console.log(`exit     ${code}\n`);
    }
  } finally {
    Deno.removeSync(home, { recursive: true });
  }
});

/** Runs the hook with a call on its standard input. */
async function ask(program: string, call: string, home: string): Promise<Answer> {
  const child = new Deno.Command(program, {
    args: ["hook", "--agent", "claude-code"],
    cwd: home,
    clearEnv: true,
    env: privateEnvironment(home),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  // A program that ends before it has read everything still gives an answer worth showing.
  await writer.write(new TextEncoder().encode(call)).then(() => writer.close()).catch(() => {});
  const { stdout, stderr, code } = await child.output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { stdout: text(stdout), stderr: text(stderr), code };
}
