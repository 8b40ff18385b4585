/** The programs whose start to end is timed. */
import { bashCall } from "../bash_call.ts";
import { compileProgram } from "../compile.ts";
import { runNpm } from "../npm.ts";
import { privateEnvironment } from "../private_environment.ts";
import { requireHostTarget } from "../targets.ts";
import { madeUpPattern } from "./decisions.ts";
import type { Program } from "./processes.ts";

const userRules = 300;

/** Another hook for the same agent, to stand beside. */
const peer = { package: "cc-safety-net@2.4.5", main: "cc-safety-net/dist/bin/cc-safety-net.js" };

/** A program as timed, and what its time over the empty program's should be at most. */
export interface Candidate extends Program {
  readonly budget?: number;
}

/**
 * Makes everything in `folder`, which has to be empty, and hands out the programs, the empty one first.
 * @param usher Path of the built program.
 */
export async function makePrograms(usher: string, folder: string): Promise<Candidate[]> {
  const home = `${folder}/home`;
  Deno.mkdirSync(home);
  const env = privateEnvironment(home);
  const hook = (what: string, command: string): Candidate => ({
    name: `usher hook, ${what}`,
    path: usher,
    args: ["hook", "--agent", "claude-code"],
    stdin: bashCall(command, home),
    env,
    budget: 1.3,
  });
  const allow = hook("built-in rules: allow", "git status");
  const userEnv = { ...env, XDG_CONFIG_HOME: writeConfiguration(`${folder}/config`) };
  const fresh = `${folder}/fresh`;
  return [
    { name: "empty program", path: await compileEmpty(folder), args: [], stdin: allow.stdin, env },
    { ...allow, name: "usher --version", args: ["--version"], budget: 1.1 },
    allow,
    hook("built-in rules: deny", "rm -rf ~/"),
    hook("built-in rules: pass", "npm install left-pad"),
    { ...allow, name: `usher hook, and ${userRules} user rules`, env: userEnv },
    {
      ...allow,
      name: `usher hook, and ${userRules} user rules, nothing cached`,
      env: { ...userEnv, XDG_CACHE_HOME: fresh },
      prepare: () => removeAll(fresh),
      budget: 2,
    },
    { name: "bash -c true", path: "bash", args: ["-c", "true"], stdin: allow.stdin, env },
    ...await peerPrograms(`${folder}/peer`, allow),
  ];
}

/** A program that does nothing at all, made as usher is made. */
async function compileEmpty(folder: string): Promise<string> {
  const target = requireHostTarget();
  const source = `${folder}/empty`;
  Deno.mkdirSync(source);
  Deno.writeTextFileSync(`${source}/main.js`, "");
  const output = `${folder}/empty-program${target.extension}`;
  await compileProgram(target, source, output);
  return output;
}

/** A configuration folder whose file has many rules. Its path. */
function writeConfiguration(folder: string): string {
  const actions = ["allow", "ask", "deny"];
  const rules = Array.from(
    { length: userRules },
    (_, i) => `  - ${actions[i % 3]}: '${madeUpPattern(i)}'\n`,
  );
  Deno.mkdirSync(`${folder}/usher`, { recursive: true });
  Deno.writeTextFileSync(`${folder}/usher/usher.yml`, `rules:\n${rules.join("")}`);
  return folder;
}

/** The peer, installed from npm; none where that fails. */
async function peerPrograms(folder: string, like: Candidate): Promise<Candidate[]> {
  const options = ["--silent", "--no-audit", "--no-fund", "--ignore-scripts"];
  Deno.mkdirSync(folder);
  const npm = runNpm(["install", ...options, peer.package], folder);
  if (!await npm.then(({ success }) => success, () => false)) {
    console.log(`${peer.package} cannot be installed from npm: it is left out.`);
    return [];
  }
  return [{
    name: peer.package,
    path: "node",
    args: [`${folder}/node_modules/${peer.main}`, "hook", "--claude-code"],
    stdin: like.stdin,
    env: like.env,
  }];
}

function removeAll(path: string): void {
  try {
    Deno.removeSync(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
