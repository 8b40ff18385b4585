/** The rules of how the sources hang together, as a pure function over their texts. */
import { type Import, type Scan, scan } from "./scan.ts";

/** Which rule a file breaks. */
export type LayerRule = "layers" | "purity" | "system" | "hook" | "size" | "docs";

/** One fault. */
export interface Violation {
  readonly rule: LayerRule;
  /** Path from the project's folder. */
  readonly file: string;
  readonly message: string;
}

/** Folders of each layer, lowest first. A file imports from its own folder and from lower layers. */
const layers: readonly (readonly string[])[] = [
  ["src/text/"],
  ["src/shell/", "src/wire/"],
  ["src/rules/"],
  ["src/config/", "src/audit/", "src/sandbox/", "src/agents/"],
  ["src/hook/", "src/app/"],
  ["src/commands/", "ui/"],
  ["main.ts"],
];

/** What decides is computed from what it is given: nothing here reads or changes anything outside. */
const pure = /^src\/(?:shell|rules)\/|^src\/app\/core/;

/** The only files that may use `Deno` or the I/O modules of Node, and why. */
const system: Readonly<Record<string, string>> = {
  "main.ts": "reads the arguments, makes the host, sets the exit code",
  "src/text/deno_host.ts": "is the host: everything else is given one",
  "src/text/deno_run.ts": "is the part of the host that runs git",
};

/** Modules of Node that only compute. */
const computing =
  /^node:(?:assert|buffer|crypto|events|path|punycode|querystring|string_decoder|url|util)(?:\/|$)/;

/** Names that reach outside the program, or give another answer each time. */
const outside = new RegExp(
  [
    /\b(?:Deno|globalThis|WebSocket|EventSource|Worker|localStorage|sessionStorage)\b/,
    /\b(?:fetch|setTimeout|setInterval)(?=\()/,
    /\b(?:process|console|performance)(?=\.)/,
    /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b/,
  ].map(({ source }) => source).join("|"),
);

/** Too slow to load before every tool call. */
const heavy = /^(?:yaml|zod|semver|unbash|@marcbachmann\/cel-js|re2js)(?:\/|$)/;

/** Longer wants splitting. */
const lineLimit = 400;

/** Which file `#builtin` is; the build puts compiled rules in its place. */
const builtin = "src/config/builtin_source.ts";

/** Checks sources: path from the project's folder → text. No violations: everything holds. */
export function checkLayers(files: ReadonlyMap<string, string>): Violation[] {
  const scans = new Map([...files].map(([file, text]) => [file, scan(text)]));
  return [
    ...[...files].flatMap(([file, text]) => {
      const scanned = scans.get(file) ?? scan(text);
      return [
        ...checkImports(file, scanned),
        ...checkPurity(file, scanned),
        ...checkSystem(file, scanned),
        ...checkSize(file, text),
        ...checkDocs(file, scanned),
      ];
    }),
    ...checkHook(scans),
  ];
}

function checkImports(file: string, { imports }: Scan): Violation[] {
  const violation = (message: string): Violation => ({ rule: "layers", file, message });
  const layer = layerOf(file);
  if (layer === null) return [violation("lies in no layer")];
  return imports.flatMap(({ specifier }) => {
    // A compiled program would run whatever file such an import finds at run time.
    if (specifier === null) return [violation("imports a computed path")];
    if (/^(?:npm|jsr|https?|file|data):/.test(specifier)) {
      return [violation(`imports ${specifier}, which deno.json does not pin`)];
    }
    const path = resolve(file, specifier);
    if (path === null || path === "deno.json") return [];
    if (path.startsWith("rules/") && folderOf(file) === "src/config/") return [];
    const target = layerOf(path);
    if (target === null) return [violation(`imports ${path}, which lies in no layer`)];
    if (folderOf(path) === folderOf(file) || target < layer) return [];
    const place = target === layer ? "beside" : "above";
    return [violation(`imports ${path}, which lies ${place} it`)];
  });
}

function checkPurity(file: string, { code, imports }: Scan): Violation[] {
  if (!pure.test(file)) return [];
  return uses(code, outside, imports).map((what) => ({
    rule: "purity",
    file,
    message: `uses ${what}, and has to be a function of what it is given`,
  }));
}

function checkSystem(file: string, { code, imports }: Scan): Violation[] {
  if (Object.hasOwn(system, file)) return [];
  return uses(code, /\bDeno\b|\b(?:globalThis|process|console)(?=\.)/, imports).map((what) => ({
    rule: "system",
    file,
    message: `uses ${what}; only ${Object.keys(system).join(" and ")} may`,
  }));
}

/** Names in the code that match, and imports of modules that do I/O; each once. */
function uses(code: string, names: RegExp, imports: readonly Import[]): string[] {
  const found = [...code.matchAll(new RegExp(`(?<!\\.)(?:${names.source})`, "g"))];
  const modules = imports.flatMap(({ specifier, typeOnly }) =>
    specifier?.startsWith("node:") && !typeOnly && !computing.test(specifier) ? [specifier] : []
  );
  return [...new Set([...found.map(([name]) => name), ...modules])];
}

function checkSize(file: string, text: string): Violation[] {
  const lines = text.trimEnd().split("\n").length;
  if (!file.startsWith("src/") || lines <= lineLimit) return [];
  return [{ rule: "size", file, message: `has ${lines} lines, more than ${lineLimit}` }];
}

/** Every exported name has its comment right above it; of an overloaded function, the first form. */
function checkDocs(file: string, { code, docs }: Scan): Violation[] {
  const declaration =
    /^export\s+(?:default\s+)?(?:(?:declare|abstract|async)\s+)*(?:function\*?|interface|type|const|let|class|enum)\s+(\w+)/gm;
  const documented = new Set<string>();
  return [...code.matchAll(declaration)].flatMap(({ 1: name = "", index }) => {
    const comment = docs.find(({ end }) => end <= index && /^\n?$/.test(code.slice(end, index)));
    if (comment !== undefined) documented.add(name);
    if (documented.has(name)) return [];
    return [{ rule: "docs", file, message: `exports ${name} without a doc comment above it` }];
  });
}

/** Walks what is loaded before a hook's first line runs, and says by which way something heavy is. */
function checkHook(scans: ReadonlyMap<string, Scan>): Violation[] {
  const violations: Violation[] = [];
  const seen = new Set<string>();
  const visit = (file: string, way: readonly string[]) => {
    if (seen.has(file) || file === builtin) return;
    seen.add(file);
    for (const { specifier, dynamic, typeOnly } of scans.get(file)?.imports ?? []) {
      if (specifier === null || dynamic || typeOnly) continue;
      if (heavy.test(specifier)) {
        const message = `loads ${specifier}: ${[...way, file, specifier].join(" → ")}`;
        violations.push({ rule: "hook", file: way[0] ?? file, message });
      }
      const path = resolve(file, specifier);
      if (path !== null) visit(path, [...way, file]);
    }
  };
  for (const entry of ["main.ts", "src/commands/hook.ts"]) visit(entry, []);
  return violations;
}

/** The path that a specifier means, or null for a package. */
function resolve(file: string, specifier: string): string | null {
  if (specifier === "#builtin") return builtin;
  if (specifier === "#build-id") return "src/config/build_id.ts";
  if (!/^\.{0,2}\//.test(specifier)) return null;
  return new URL(specifier, `file:///${file}`).pathname.slice(1);
}

function layerOf(file: string): number | null {
  const layer = layers.findIndex((folders) => folders.some((folder) => file.startsWith(folder)));
  return layer < 0 ? null : layer;
}

function folderOf(file: string): string | undefined {
  return layers.flat().find((folder) => file.startsWith(folder));
}
