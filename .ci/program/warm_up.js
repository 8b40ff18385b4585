/** What the program begins with from which the bytecode comes. */
import { loaderOf } from "./scripts.js";

/**
 * Runs the calls of a file, as one program does after another, and writes the bytecode that V8 made
 * meanwhile into a folder; the arguments name both. A call has its arguments, its standard input and more
 * environment.
 * @param {readonly import("./scripts.js").ScriptFile[]} files
 * @param {import("./scripts.js").Texts} texts
 */
export async function start(files, texts) {
  const [calls = "", folder] = Deno.args;
  const { load, scripts } = loaderOf(files, texts);
  const { main } = await load("./main.js");

  Deno.stdout.writeSync = (bytes) => bytes.length;
  Deno.stderr.writeSync = (bytes) => bytes.length;
  for (const { args, stdin, env } of JSON.parse(Deno.readTextFileSync(calls))) {
    for (const name of Object.keys(env)) Deno.env.set(name, env[name]);
    let unread = new TextEncoder().encode(stdin);
    Deno.stdin.read = (buffer) => {
      const count = Math.min(unread.length, buffer.length);
      buffer.set(unread.subarray(0, count));
      unread = unread.subarray(count);
      return Promise.resolve(count || null);
    };
    await main(args);
  }
  for (const [name, script] of scripts()) {
    Deno.writeFileSync(`${folder}/${name}`, script.createCachedData());
  }
  Deno.exit(0);
}
