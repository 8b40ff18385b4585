/** The sources keep to their layers, and the checker of that finds what it should. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { checkLayers, type LayerRule } from "./layers/check.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Every `.ts` file under a path, by its path from the project's folder. */
function sources(path: string): [string, string][] {
  const full = `${root}${path}`;
  try {
    if (Deno.statSync(full).isFile) return [[path, Deno.readTextFileSync(full)]];
  } catch {
    return [];
  }
  return [...Deno.readDirSync(full)].flatMap((entry) => {
    const inside = `${path}/${entry.name}`;
    return entry.isDirectory || entry.name.endsWith(".ts") ? sources(inside) : [];
  });
}

const violations = checkLayers(new Map(["main.ts", "src", "ui"].flatMap(sources)));

const promises: readonly (readonly [LayerRule, string])[] = [
  ["layers", "files import only from their own folder and from lower layers"],
  ["purity", "what analyses and decides does nothing else"],
  ["system", "only the host and main.ts reach the system"],
  ["hook", "a hook loads neither yaml, zod, semver, CEL nor regular expressions of its own"],
  ["size", "no source file is too long"],
  ["docs", "every exported name has a doc comment"],
];
promises.forEach(([rule, promise]) =>
  Deno.test(`sources: ${promise}`, () => {
    const found = violations.filter((violation) => violation.rule === rule);
    assert.deepEqual(found.map(({ file, message }) => `${file} ${message}`), []);
  })
);

/** Files, and what the checker has to say about them: `rule: file message`. */
const planted: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[]])[] =
  [
    ["nothing wrong", {
      "src/rules/a.ts": `import { b } from "./b.ts";\nimport type { W } from "../shell/word.ts";`,
      "src/commands/a.ts": `import "../hook/x.ts"; const y = await import("yaml");`,
      "ui/card/a.ts": `import { core } from "../../src/app/core.ts";`,
      "src/config/builtin_source.ts":
        `import base from "../../rules/base.yml" with { type: "text" };`,
      "main.ts": `Deno.exit(await (await import("./src/commands/hook.ts")).run());`,
    }, []],
    ["an import of a higher layer", {
      "src/text/a.ts": `import { b } from "../rules/b.ts";`,
    }, ["layers: src/text/a.ts imports src/rules/b.ts, which lies above it"]],
    ["a type, a re-export and a dynamic import of a higher layer", {
      "src/shell/a.ts":
        `import type { A } from "../rules/a.ts"; export * from '../rules/b.ts'; import("../rules/c.ts");`,
    }, [
      "layers: src/shell/a.ts imports src/rules/a.ts, which lies above it",
      "layers: src/shell/a.ts imports src/rules/b.ts, which lies above it",
      "layers: src/shell/a.ts imports src/rules/c.ts, which lies above it",
    ]],
    ["an import of a neighbour", {
      "src/audit/a.ts": `import { b } from "../config/b.ts";`,
    }, ["layers: src/audit/a.ts imports src/config/b.ts, which lies beside it"]],
    ["the built-in rules from a lower layer", {
      "src/rules/a.ts": `import { builtinRuleSet } from "#builtin";`,
    }, ["layers: src/rules/a.ts imports src/config/builtin_source.ts, which lies above it"]],
    ["a file in no layer, and an import of one", {
      "src/utils.ts": "",
      "src/hook/a.ts": `import "../utils.ts"; import "../../tests/a.ts";`,
    }, [
      "layers: src/utils.ts lies in no layer",
      "layers: src/hook/a.ts imports src/utils.ts, which lies in no layer",
      "layers: src/hook/a.ts imports tests/a.ts, which lies in no layer",
    ]],
    ["an import that is computed or not pinned", {
      "src/text/a.ts": "import(path); import(`./${name}.ts`); import 'npm:left-pad';",
    }, [
      "layers: src/text/a.ts imports npm:left-pad, which deno.json does not pin",
      "layers: src/text/a.ts imports a computed path",
      "layers: src/text/a.ts imports a computed path",
    ]],
    ["I/O where there must be none", {
      "src/rules/a.ts": `import { readFileSync } from "node:fs"; fetch(url);`,
      "src/app/core.ts": "const now = Date.now();",
      "src/shell/a.ts": "const random = `${Math.random()}`;",
    }, [
      "purity: src/rules/a.ts uses fetch, and has to be a function of what it is given",
      "purity: src/rules/a.ts uses node:fs, and has to be a function of what it is given",
      "system: src/rules/a.ts uses node:fs; only main.ts and src/text/deno_host.ts and src/text/deno_run.ts may",
      "purity: src/app/core.ts uses Date.now, and has to be a function of what it is given",
      "purity: src/shell/a.ts uses Math.random, and has to be a function of what it is given",
    ]],
    ["the system outside the host", {
      "src/audit/a.ts": "const home = Deno.env.get(`HOME`);",
      "src/text/deno_host.ts": "Deno.env.get(`HOME`);",
    }, [
      "system: src/audit/a.ts uses Deno; only main.ts and src/text/deno_host.ts and src/text/deno_run.ts may",
    ]],
    ["no I/O in comments, strings, templates, patterns and properties", {
      "src/rules/a.ts": [
        "/* Deno */ // Deno, fetch()",
        "const text = `Deno ${a['Deno']} \\` import(x)` + \"Deno\" + 'it\\'s Deno';",
        "const slash = /[/\"'`]Deno/.test(text) ? a / b.fetch / 'Deno' : /\\/Deno/;",
        'const nested = `a ${ { b: `c ${"Deno"} d` } } Deno`;',
        'import { x } from "../shell/x.ts";',
      ].join("\n"),
    }, []],
    ["a hook that loads yaml and zod", {
      "src/commands/hook.ts": `import { load } from "../config/load.ts"; import "#builtin";`,
      "src/config/load.ts":
        `import type { Node } from "yaml"; import { schema } from "./schema.ts"; import("yaml");`,
      "src/config/schema.ts": `import * as z from "zod/mini";`,
      "src/config/builtin_source.ts": `import { parse } from "yaml";`,
    }, [
      "hook: src/commands/hook.ts loads zod/mini: " +
      "src/commands/hook.ts → src/config/load.ts → src/config/schema.ts → zod/mini",
    ]],
    ["a long file", {
      "src/text/a.ts": "//\n".repeat(401),
    }, ["size: src/text/a.ts has 401 lines, more than 400"]],
    ["exports without comments", {
      "src/text/a.ts": [
        "/** Documented. */\nexport function a(x: string): void;\nexport function a(): void {}",
        "export async function b() {}",
        "/* No doc. */\nexport interface C {}",
        "/** Too far away. */\n\nexport type D = 1;",
        "/** Documented. */\nexport const e = '/** */';\nexport const f = 1;",
        "const g = 1;\nexport { g };\nexport type { H } from './h.ts';",
      ].join("\n"),
    }, [
      "docs: src/text/a.ts exports b without a doc comment above it",
      "docs: src/text/a.ts exports C without a doc comment above it",
      "docs: src/text/a.ts exports D without a doc comment above it",
      "docs: src/text/a.ts exports f without a doc comment above it",
    ]],
  ];
planted.forEach(([name, files, expected]) =>
  Deno.test(`layers checker: ${name}`, () => {
    const found = checkLayers(new Map(Object.entries(files)));
    assert.deepEqual(
      found.map(({ rule, file, message }) => `${rule}: ${file} ${message}`),
      expected,
    );
  })
);
