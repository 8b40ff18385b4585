/**
 * Turns the bundle's modules into a few scripts for `program/scripts.js`: V8 keeps the bytecode of a
 * script, which it does not of a module.
 */
import { Failure, root, runDeno } from "./project.ts";

/** A script: an object of functions, one for each module. */
export interface ProgramScript {
  readonly name: string;
  /** As they import each other: `./main.js`. */
  readonly modules: readonly string[];
  /** ASCII. */
  readonly text: string;
}

/**
 * Which scripts there are and by which sources their modules come in, what is needed most often first: a
 * script has what its sources import without waiting, but for what is in one before it.
 */
const plan: readonly (readonly [name: string, entries: readonly string[]])[] = [
  ["start", ["main", "no_command", "version"]],
  ["hook", ["hook", "builtin", "approval"]],
  ["parser", ["analyse"]],
  ["configure", ["parse_file", "merge", "compile"]],
];

/** The script of everything that is in no other. */
const rest = "rest";

/**
 * Makes scripts of a folder of ES modules. `scratch` is a folder for what is needed on the way.
 * @throws Failure when a module is not as expected.
 */
export async function programScripts(bundle: string, scratch: string): Promise<ProgramScript[]> {
  const names = Array.from(Deno.readDirSync(bundle), ({ name }) => name).toSorted();
  const folder = `${scratch}/commonjs`;
  const format = ["--format", "cjs", "--inline-imports=false"];
  await runDeno(
    ["bundle", "--quiet", "--no-config", "--minify", ...format, "--outdir", folder, ...names],
    { cwd: bundle },
  );
  const placed = new Set<string>();
  const scripts = plan.map(([name, entries]) => scriptOf(name, entries.map(moduleOf)));
  return [...scripts, scriptOf(rest, names)];

  /** The file that the bundle made of a source. */
  function moduleOf(source: string): string {
    const found = names.filter((name) => name.replace(/(?:-[0-9a-f]{8})?\.js$/, "") === source);
    const [only] = found;
    if (only === undefined || found.length > 1) {
      throw new Failure(`The bundle has ${found.length} modules of ${source}.`);
    }
    return only;
  }

  function scriptOf(name: string, entries: readonly string[]): ProgramScript {
    const modules = [...reached(entries)].filter((each) => !placed.has(each)).toSorted();
    modules.forEach((each) => placed.add(each));
    const makers = modules.map((each) => `"./${each}":${makerOf(each)}`);
    const text = ascii(`"use strict";({${makers.join(",\n")}})\n`);
    if (text.includes(root)) throw new Failure(`The script ${name} holds the project's path.`);
    return { name, modules: modules.map((each) => `./${each}`), text };
  }

  /** These modules and all that they import without waiting. */
  function reached(entries: readonly string[], seen = new Set<string>()): ReadonlySet<string> {
    for (const entry of entries) {
      if (seen.has(entry)) continue;
      seen.add(entry);
      const imports = Deno.readTextFileSync(`${bundle}/${entry}`)
        .matchAll(/\b(?:from|import)"\.\/([^"]+)"/g);
      reached(Array.from(imports, ([, imported = ""]) => imported), seen);
    }
    return seen;
  }

  function makerOf(module: string): string {
    let text = Deno.readTextFileSync(`${folder}/${module}`);
    for (const name of names) text = text.replaceAll(`import("./${name}")`, `load("./${name}")`);
    return `function(module,exports,require,load){${text}\n}`;
  }
}

/** A text of another character takes twice the room. None stands where this would change what it says. */
function ascii(text: string): string {
  const escape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  // deno-lint-ignore no-control-regex
  return text.replace(/[^\x00-\x7f]/g, escape);
}
