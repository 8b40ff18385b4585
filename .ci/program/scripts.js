/**
 * Runs the program's code from the scripts that the build made of it, with the bytecode that V8 made when
 * the program was built. That is why this exists: to compile the code of a hook takes longer than to run
 * it, and Deno's own code cache lies where another user could put code into it. (`facts-deno.md`, trap 1)
 */
import { Script } from "node:vm";

/**
 * @typedef {object} ScriptFile A script of some modules, as it is embedded.
 * @property {string} name
 * @property {readonly string[]} modules What it holds. What they import without waiting is in it or before it.
 * @property {() => Promise<readonly [{ default: Uint8Array }, { default: Uint8Array }]>} open Its text, which
 * is ASCII, and its bytecode, which is empty where there is none for this system.
 */

/**
 * @typedef {object} Loader
 * @property {(module: string) => Promise<Record<string, unknown>>} load What a module exports.
 * @property {() => ReadonlyMap<string, Script>} scripts Those that were run, by their names.
 */

/**
 * @typedef {Record<string, () => string>} Texts What is imported by these names is a text.
 */

/**
 * A loader of modules from scripts, which are run in their order up to the one that has the module. V8
 * compiles as ever where bytecode is missing or is not this V8's.
 * @param {readonly ScriptFile[]} files
 * @param {Texts} texts
 * @returns {Loader}
 */
export function loaderOf(files, texts) {
  /** @type {Record<string, (require: Function, load: Function) => Record<string, unknown>>} */
  const makers = {};
  /** @type {Map<string, Record<string, unknown>>} */
  const modules = new Map();
  /** @type {Map<string, Script>} */
  const scripts = new Map();
  let ready = Promise.resolve();

  return { load, scripts: () => scripts };

  /** @param {string} name */
  async function load(name) {
    if (!(name in makers)) {
      const last = files.findIndex((file) => file.modules.includes(name));
      ready = ready.then(() => runUpTo(last));
      await ready;
    }
    return require(name);
  }

  /** @param {number} last */
  async function runUpTo(last) {
    for (const { name, open } of files.slice(scripts.size, last + 1)) {
      const [{ default: text }, { default: bytecode }] = await open();
      const script = new Script(new TextDecoder().decode(text), {
        filename: `usher/${name}.js`,
        cachedData: bytecode.length === 0 ? undefined : bytecode,
      });
      Object.assign(makers, script.runInThisContext());
      scripts.set(name, script);
    }
  }

  /** @param {string} name */
  function require(name) {
    const known = modules.get(name);
    if (known !== undefined) return known;
    // Imported, `node:process` would cost every run.
    // deno-lint-ignore no-process-global
    if (name.startsWith("node:")) return process.getBuiltinModule(name);
    const made = name in texts ? { default: texts[name]() } : makers[name](require, load);
    modules.set(name, made);
    return made;
  }
}
