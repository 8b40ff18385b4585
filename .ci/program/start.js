/** What the built program begins with. */
import { loaderOf } from "./scripts.js";

/**
 * Runs the program on its arguments, and ends it.
 * @param {readonly import("./scripts.js").ScriptFile[]} files
 * @param {import("./scripts.js").Texts} texts
 */
export async function start(files, texts) {
  const { main } = await loaderOf(files, texts).load("./main.js");
  // Waits for nothing that is still open, such as a read of standard input.
  Deno.exit(await main(Deno.args));
}
