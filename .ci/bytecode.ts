/**
 * Has V8 make the bytecode of the program's scripts, by running them on calls as agents make them: what is
 * in it is what was run. (V8's code cache; `node:vm`, `script.createCachedData`)
 */
import { bashCall, recordedCall } from "./bash_call.ts";
import { compileProgram } from "./compile.ts";
import { privateEnvironment } from "./private_environment.ts";
import { type ProgramParts, writeProgram } from "./program_folder.ts";
import { Failure } from "./project.ts";
import type { Target } from "./targets.ts";

/** One run of the program. */
interface Call {
  readonly args: readonly string[];
  readonly stdin: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Plain commands, which need no parser, and others. Some of each are allowed, denied and passed. */
const commands = [
  "git status --short",
  "ls -la src",
  "rm -rf ~/",
  "npm install left-pad",
  "grep -rn 'some words' src/ --include=*.ts",
  "cat README.md",
  "sudo env A=1 timeout 5 rm -rf /",
  "cat package.json | head -5 && git diff > out.txt",
  `cd src && for file in *.ts; do echo "$file: $(wc -l < "$file")"; done`,
  `A=$(git rev-parse HEAD); if [ -n "$A" ]; then echo "$A" | cut -c1-7; fi`,
  `bash -c 'rm -rf "$HOME"' 2>&1 || true`,
  "python3 - <<'EOF'\nprint(1)\nEOF",
];

/** Milliseconds: only of files that were at rest for some time is the compiled form kept. */
const restTime = 3500;

/** Claude Code's calls of other tools, by the names of their recordings. */
const others = ["PreToolUse-Read", "PreToolUse-Edit", "PreToolUse-Write", "PostToolUse-Bash"];

const configuration = `rules:
  - allow: 'npm test'
  - ask: 'git push *'
    message: Say where to.
  - deny: 'rm -rf *'
`;

/**
 * The bytecode of a program's scripts, by their names; `scratch` is a folder for what is needed on the way.
 * @param host This machine: another's V8 does not take it.
 * @throws Failure when the program does not run.
 */
export async function makeBytecode(
  host: Target,
  parts: ProgramParts,
  scratch: string,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const folder = `${scratch}/warm-up`;
  const [source, output, home] = [`${folder}/source`, `${folder}/output`, `${folder}/home`];
  const [program, calls] = [`${folder}/program`, `${folder}/calls.json`];
  for (const each of [folder, source, output, home, `${home}/project`]) Deno.mkdirSync(each);
  Deno.writeTextFileSync(calls, JSON.stringify(callsIn(home)));
  const rested = new Promise((resolve) => setTimeout(resolve, restTime));
  writeProgram(source, "warm_up.js", parts);
  await compileProgram(host, source, program);
  await rested;
  const { success, code } = await new Deno.Command(program, {
    args: [calls, output],
    cwd: home,
    clearEnv: true,
    env: privateEnvironment(home),
    stdin: "null",
  }).output();
  if (!success) throw new Failure(`The program ends with exit code ${code} on the calls.`);
  return new Map(
    Array.from(Deno.readDirSync(output), ({ name }) => [
      name,
      Deno.readFileSync(`${output}/${name}`),
    ]),
  );
}

function callsIn(home: string): Call[] {
  const project = `${home}/project`;
  const configured = { XDG_CONFIG_HOME: `${home}/configured` };
  Deno.mkdirSync(`${configured.XDG_CONFIG_HOME}/usher`, { recursive: true });
  Deno.writeTextFileSync(`${configured.XDG_CONFIG_HOME}/usher/usher.yml`, configuration);
  const claude = (stdin: string, env = {}): Call => ({
    args: ["hook", "--agent", "claude-code"],
    stdin,
    env,
  });
  return [
    { args: ["--version"], stdin: "", env: {} },
    ...commands.map((command) => claude(bashCall(command, project))),
    ...others.map((name) => claude(recordedCall(name, project))),
    claude(bashCall("git status", project), configured),
    claude(bashCall("git status", project), configured),
  ];
}
