/** Bundles the program's code into files that are the same anywhere. */
import { createHash } from "node:crypto";
import { packRuleSet } from "../src/rules/packed_rules.ts";
import { Failure, root, runDeno } from "./project.ts";

/** By what name the bundle imports the text of the built-in rules, which is not in it. */
export const builtinRules = "builtin-rules";

/**
 * Bundles `main.ts` into the empty folder `bundle`, its entry named `main.js`; what is imported
 * dynamically stays in files of its own. `scratch` is a folder for what is needed on the way.
 * @throws Failure when the code does not bundle.
 */
export async function bundleProgram(bundle: string, scratch: string): Promise<void> {
  Deno.writeTextFileSync(`${scratch}/builtin.js`, builtinModule);
  Deno.writeTextFileSync(`${scratch}/build_id.js`, `export const buildId = "${sourceDigest()}";\n`);
  const imports = `${scratch}/imports.json`;
  Deno.writeTextFileSync(imports, importMap());
  // With this platform `yaml` resolves to its ES modules; `node:` imports work all the same.
  const platform = ["--platform", "browser"];
  const args = ["--node-modules-dir=none", "--quiet", "--minify", "--code-splitting", ...platform];
  args.push("--external", builtinRules);
  args.push("--import-map", imports, "--outdir", bundle, "main.ts");
  await runDeno(["bundle", ...args], { cwd: root });
  settle(bundle);
}

/** The import map of `deno.json`, but for `#builtin` and `#build-id`. A map in this option replaces the other. */
function importMap(): string {
  const config: { imports: Record<string, string> } = JSON.parse(
    Deno.readTextFileSync(`${root}/deno.json`),
  );
  return JSON.stringify({
    imports: { ...config.imports, "#builtin": "./builtin.js", "#build-id": "./build_id.js" },
  });
}

/** A module that stands in for `#builtin` and needs no YAML. */
const builtinModule = `
import text from "${builtinRules}";
import { unpackRuleSet } from "../../src/rules/packed_rules.ts";
let ruleSet;
export function builtinRuleSet() { return ruleSet ??= unpackRuleSet(text); }
`;

/**
 * The built-in rules as one text, for `builtinRules`.
 * @throws Failure when they do not compile.
 */
export async function packedBuiltinRules(): Promise<string> {
  try {
    const { builtinRuleSet } = await import("#builtin");
    return packRuleSet(builtinRuleSet());
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Failure(`The built-in rules do not compile: ${why}`);
  }
}

/** A digest of everything that the program is made from. */
function sourceDigest(): string {
  const digest = createHash("sha256");
  for (const path of ["main.ts", "src", "rules", "deno.json", "deno.lock"].flatMap(filesBelow)) {
    digest.update(`${path}\0`).update(Deno.readFileSync(`${root}/${path}`)).update("\0");
  }
  return digest.digest("hex").slice(0, 32);
}

/** A file, or all files of a folder, by their paths from the project's folder, in order. */
function filesBelow(path: string): string[] {
  if (!Deno.statSync(`${root}/${path}`).isDirectory) return [path];
  const names = Array.from(Deno.readDirSync(`${root}/${path}`), ({ name }) => name);
  return names.toSorted().flatMap((name) => filesBelow(`${path}/${name}`));
}

/**
 * Makes a bundle the same everywhere: esbuild hashes paths of this machine into file names, so files
 * are renamed by their content, and `deno compile` embeds each file's time, so that is set to 0.
 */
function settle(folder: string): void {
  const hash = /-[A-Z0-9]{8}(?=\.js\b)/g;
  const texts = new Map<string, string>();
  for (const { name } of Deno.readDirSync(folder)) {
    texts.set(name, Deno.readTextFileSync(`${folder}/${name}`));
  }
  const renamed = new Map<string, string>();
  for (const [name, text] of texts) {
    const digest = createHash("sha256").update(text.replace(hash, "")).digest("hex");
    renamed.set(name, name.replace(hash, `-${digest.slice(0, 8)}`));
  }
  if (new Set(renamed.values()).size < texts.size) {
    throw new Failure("Two files of the bundle have the same content.");
  }
  for (const [name, text] of texts) {
    let content = text;
    for (const [from, to] of renamed) content = content.replaceAll(from, to);
    if (content.includes(root)) throw new Failure(`The bundle's ${name} holds the project's path.`);
    const path = `${folder}/${renamed.get(name)}`;
    Deno.removeSync(`${folder}/${name}`);
    Deno.writeTextFileSync(path, content);
    Deno.utimeSync(path, 0, 0);
  }
}
