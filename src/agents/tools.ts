/** Tool calls that are no shell commands, as rules see them: `@Name argument…`. (`02-rules.md`) */
import type { Action } from "./call.ts";
import type { ReadTool, ToolReader } from "./claude_form.ts";
import { type Payload, stringAt } from "./payload.ts";

/** A tool that rules know by its name alone. */
export function namedTool(name: string): ToolReader {
  return () => ({ action: one(name, []) });
}

/** A tool with one path, under the first of these keys that holds one. */
export function fileTool(name: string, ...keys: readonly [string, ...string[]]): ToolReader {
  return (input) => withText(input, keys, (path) => one(name, path === null ? [] : [path]));
}

/** `@Glob FOLDER` and `@Glob FOLDER/PATTERN`: the folder searched, and what is looked for in it. */
export const globTool: ToolReader = (input) =>
  withText(input, ["pattern"], (pattern) => search("Glob", stringAt(input, "path"), pattern));

/** `@Grep PATH`, and `@Grep PATH/GLOB` where the search is limited to some files. */
export const grepTool: ToolReader = (input) =>
  withText(
    input,
    ["pattern"],
    () => search("Grep", stringAt(input, "path"), stringAt(input, "glob")),
  );

/** `@WebFetch HOST URL`. */
export const webFetch: ToolReader = (input) =>
  withText(input, ["url"], (url) => one("WebFetch", url === null ? [] : webFetchArguments(url)));

/** `@WebSearch QUERY`. */
export const webSearch: ToolReader = (input) =>
  withText(input, ["query"], (query) => one("WebSearch", query === null ? [] : [query]));

/** Fields that may be left out, but are of no other type. */
const optional = ["path", "glob"];

/** The action that the first of the keys with a text gives; without one the first key is missing. */
function withText(
  input: Payload,
  keys: readonly [string, ...string[]],
  actionOf: (text: string | null) => Action,
): ReadTool {
  const text = keys.map((key) => stringAt(input, key)).find((text) => text !== null) ?? null;
  const action = actionOf(text);
  if (text === null) return { action, missing: keys[0] };
  const wrong = optional.find((key) => input[key] != null && typeof input[key] !== "string");
  return wrong === undefined ? { action } : { action, missing: wrong };
}

/** Host and URL; the host is in lower case, without port, user and final dot, or "" when the URL has
 * none. */
export function webFetchArguments(url: string): readonly [string, string] {
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  return [host.replace(/\.$/, ""), url];
}

function one(name: string, args: readonly string[]): Action {
  return { kind: "tools", calls: [{ name, arguments: args }] };
}

function search(name: string, folder: string | null, files: string | null): Action {
  const root = folder ?? ".";
  const calls = [{ name, arguments: [root] }];
  for (const glob of files === null ? [] : alternatives(files)) {
    // `!x` takes files out.
    if (glob.startsWith("!")) continue;
    calls.push({ name, arguments: [isRooted(glob) ? glob : join(root, glob)] });
  }
  return { kind: "tools", calls };
}

/** More globs than this in one are not told apart: braces are then any text. */
const mostAlternatives = 64;

/** `a.{ts,js}` as the globs it stands for. */
function alternatives(glob: string): readonly string[] {
  let globs = [glob];
  while (globs.some((each) => innermost.test(each))) {
    globs = [...new Set(globs.flatMap(withoutBraces))];
    if (globs.length > mostAlternatives) return [glob.replace(/\{.*\}/s, "*")];
  }
  return globs;
}

/** Braces with none in them. */
const innermost = /^(.*)\{([^{}]*)\}(.*)$/s;

function withoutBraces(glob: string): readonly string[] {
  const [, before, inner, after] = innermost.exec(glob) ?? [];
  return inner === undefined ? [glob] : inner.split(",").map((part) => `${before}${part}${after}`);
}

function isRooted(path: string): boolean {
  return path.startsWith("/") || path.startsWith("~");
}

function join(folder: string, rest: string): string {
  if (folder === ".") return rest;
  return folder.endsWith("/") ? folder + rest : `${folder}/${rest}`;
}
