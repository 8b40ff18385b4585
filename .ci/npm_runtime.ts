/** Deno's runtime stub out of an npm package. */
import { createHash } from "node:crypto";
import { cutElf, cutMachO } from "./cut.ts";
import { runNpm } from "./npm.ts";
import { Failure } from "./project.ts";
import type { Target } from "./targets.ts";

/**
 * Fetches the target's package, checks it against the pinned sha512, and cuts its program back to the
 * stub. For Windows the whole program is the stub: `deno compile` replaces the payload in it.
 * @throws Failure when npm fails or what it brings is not what is pinned.
 */
export async function runtimeFromNpm(target: Target): Promise<Uint8Array> {
  const { package: name, sha512 } = target.runtime;
  const archive = await fetchPackage(name);
  if (createHash("sha512").update(archive).digest("base64") !== sha512) {
    throw new Failure(`${name} is not the archive whose sha512 is pinned in .ci/targets.ts.`);
  }
  const program = findProgram(await gunzip(archive));
  if (program === undefined) throw new Failure(`${name} has no program under package/bin/.`);
  if (target.name.startsWith("linux")) return cutElf(program);
  if (target.name.startsWith("darwin")) return cutMachO(program);
  return program;
}

async function fetchPackage(name: string): Promise<Uint8Array> {
  const folder = Deno.makeTempDirSync({ prefix: "usher-build-" });
  try {
    const { success, stdout } = await runNpm(["pack", "--silent", name], folder);
    if (!success) throw new Failure(`npm could not fetch ${name}.`);
    return Deno.readFileSync(`${folder}/${new TextDecoder().decode(stdout).trim()}`);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

async function gunzip(archive: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([new Uint8Array(archive)]).stream()
    .pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The first file under `package/bin/` in a tar archive. */
function findProgram(tar: Uint8Array): Uint8Array | undefined {
  const block = 512;
  const field = (at: number, length: number) =>
    new TextDecoder().decode(tar.subarray(at, at + length)).replace(/\0.*$/s, "");
  for (let at = 0; at + block <= tar.length;) {
    const size = parseInt(field(at + 124, 12), 8) || 0;
    const content = at + block;
    if (field(at, 100).startsWith("package/bin/")) return tar.subarray(content, content + size);
    at = content + Math.ceil(size / block) * block;
  }
  return undefined;
}
