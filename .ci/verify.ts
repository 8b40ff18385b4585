/** Proves that a build can be repeated. */
import { createHash } from "node:crypto";
import { Failure, root, runDeno } from "./project.ts";

/** What a build reads. */
const sources = [
  "deno.json",
  "deno.lock",
  "main.ts",
  "src",
  "ui",
  "rules",
  ".ci",
  "tests/data/payloads/claude",
];

/**
 * Builds again from a copy of the sources at another path, with npm packages fetched anew, and compares.
 * @param program Path of what was built, relative to the project and to the copy.
 * @param stub The stub it was built with; `undefined` for Deno's own.
 * @throws Failure when a byte differs.
 */
export async function verifyBuild(program: string, stub: string | undefined): Promise<void> {
  const folder = Deno.makeTempDirSync({ prefix: "usher-verify-" });
  const copy = `${folder}/elsewhere`;
  try {
    Deno.mkdirSync(copy);
    for (const name of sources) copyAll(`${root}/${name}`, `${copy}/${name}`);
    const env = { DENO_DIR: `${folder}/deno`, ...(stub === undefined ? {} : { DENORT_BIN: stub }) };
    await runDeno(["run", "--quiet", "--node-modules-dir=none", "-A", ".ci/build.ts"], {
      cwd: copy,
      env,
    });
    if (digest(`${root}/${program}`) !== digest(`${copy}/${program}`)) {
      throw new Failure(`Two builds of ${program} from the same sources differ.`);
    }
    console.log(`Two builds of ${program} at different paths are the same, byte for byte.`);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

function digest(path: string): string {
  return createHash("sha256").update(Deno.readFileSync(path)).digest("hex");
}

/** Copies a file or a folder; nothing when there is none. */
function copyAll(from: string, to: string): void {
  let isDirectory: boolean;
  try {
    isDirectory = Deno.statSync(from).isDirectory;
  } catch {
    return;
  }
  if (!isDirectory) return Deno.copyFileSync(from, to);
  Deno.mkdirSync(to, { recursive: true });
  for (const { name } of Deno.readDirSync(from)) copyAll(`${from}/${name}`, `${to}/${name}`);
}
