/**
 * Turns the bundle's modules into a few scripts for `program/scripts.js`: V8 keeps the bytecode of a
 * script, which it does not of a module.
 */
import { escapeNonAscii } from "../src/text/json.ts";
import { Failure, root } from "./project.ts";

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

/** A module as a function of what gives it others: `require` at once, `load` later. */
interface Maker {
  /** The modules that it requires. */
  readonly requires: readonly string[];
  /** It returns what the module exports. */
  readonly text: string;
}

/**
 * Makes scripts of a folder of ES modules, as esbuild writes them.
 * @throws Failure when a module is not as expected.
 */
export function programScripts(bundle: string): ProgramScript[] {
  const names = Array.from(Deno.readDirSync(bundle), ({ name }) => name).toSorted();
  const makers = new Map(
    names.map((name) => [name, makerOf(name, Deno.readTextFileSync(`${bundle}/${name}`), names)]),
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
    const members = modules.map((each) => `"./${each}":${makers.get(each)?.text}`);
    // A text of other characters takes twice the room. Where they stand, escapes mean the same.
    const text = escapeNonAscii(`"use strict";({${members.join(",\n")}})\n`);
    if (text.includes(root)) throw new Failure(`The script ${name} holds the project's path.`);
    return { name, modules: modules.map((each) => `./${each}`), text };
  }

  /** These modules and all that they import without waiting. */
  function reached(entries: readonly string[], seen = new Set<string>()): ReadonlySet<string> {
    for (const entry of entries) {
      if (seen.has(entry)) continue;
      seen.add(entry);
      reached(makers.get(entry)?.requires ?? [], seen);
    }
    return seen;
  }
}

/** `a as b,c`, in braces or not. */
const bindings = String.raw`[\w$]+(?: as [\w$]+)?(?:,[\w$]+(?: as [\w$]+)?)*`;
/** All imports stand in front: the text behind the last one does not begin like one. */
const importStatement = new RegExp(
  String.raw`^import ?(?:(?:([\w$]+)|\*as ([\w$]+)|\{(${bindings})\}) ?from ?)?"([^"]+)";\n?`,
);
const exportStatement = new RegExp(String.raw`export\{(${bindings})\};\s*$`);

/**
 * An ES module as a function. What it imports is looked at once, before it runs, so no module may import
 * one that imports it, or a variable that changes.
 */
function makerOf(module: string, source: string, names: readonly string[]): Maker {
  const requires: string[] = [];
  let text = source.replace(/\/\*![^]*?\*\/\s*$/, "");
  let head = "";
  for (let found = importStatement.exec(text); found; found = importStatement.exec(text)) {
    const [whole, name, all, some, from = ""] = found;
    const required = `require("${from}")`;
    if (name !== undefined) head += `const ${name}=${required}.default;`;
    else if (all !== undefined) head += `const ${all}=${required};`;
    else if (some !== undefined) head += `const{${some.replaceAll(" as ", ":")}}=${required};`;
    else head += `${required};`;
    if (from.startsWith("./")) requires.push(from.slice(2));
    text = text.slice(whole.length);
  }
  const exported = exportStatement.exec(text);
  if (exported !== null) {
    const names = (exported[1] ?? "").split(",").map((name) => {
      const [local, outer = local] = name.split(" as ");
      return `${outer}:${local}`;
    });
    text = `${text.slice(0, exported.index)}return{${names}}`;
  }
  for (const name of names) text = text.replaceAll(`import("./${name}")`, `load("./${name}")`);
  if (/^import\b/.test(text)) {
    throw new Failure(`The module ${module} has an import of another form.`);
  }
  return { requires, text: `function(require,load){${head}${text}\n}` };
}
