/** The folder that is compiled into the program: where it starts, its scripts and their bytecode, its rules. */
import { builtinRules } from "./bundle.ts";
import { root } from "./project.ts";
import type { ProgramScript } from "./scripts.ts";

/** What the program is made of. */
export interface ProgramParts {
  readonly scripts: readonly ProgramScript[];
  /** Of the scripts, by their names; empty for a system whose V8 did not make it. */
  readonly bytecode: ReadonlyMap<string, Uint8Array>;
  /** The text of the built-in rules, in ASCII. */
  readonly rules: string;
}

/**
 * Fills the empty folder with a `main.js` that starts by the file `starter` of `program/`, and with what it
 * needs. Times are 0, because `deno compile` embeds them.
 */
export function writeProgram(
  folder: string,
  starter: "start.js" | "warm_up.js",
  { scripts, bytecode, rules }: ProgramParts,
): void {
  for (const name of [starter, "scripts.js"]) {
    Deno.copyFileSync(`${root}/.ci/program/${name}`, `${folder}/${name}`);
  }
  for (const { name, text } of scripts) {
    Deno.writeTextFileSync(`${folder}/${name}.script`, text);
    Deno.writeFileSync(`${folder}/${name}.bytecode`, bytecode.get(name) ?? new Uint8Array());
  }
  Deno.writeTextFileSync(`${folder}/rules.text`, rules);
  Deno.writeTextFileSync(`${folder}/main.js`, mainModule(starter, scripts));
  for (const { name } of Deno.readDirSync(folder)) Deno.utimeSync(`${folder}/${name}`, 0, 0);
}

/** The module that opens them. Only what it imports by a literal name is embedded. */
function mainModule(starter: string, scripts: readonly ProgramScript[]): string {
  const opened = (file: string) => `import("./${file}", { with: { type: "bytes" } })`;
  const files = scripts.map(({ name, modules }) =>
    `{ name: "${name}", modules: ${JSON.stringify(modules)}, ` +
    `open: () => Promise.all([${opened(`${name}.script`)}, ${opened(`${name}.bytecode`)}]) },\n`
  );
  return `import rules from "./rules.text" with { type: "bytes" };
import { start } from "./${starter}";
const files = [\n${files.join("")}];
await start(files, { "${builtinRules}": () => new TextDecoder().decode(rules) });
`;
}
