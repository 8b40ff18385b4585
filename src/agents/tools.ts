/** Tool calls that are no shell commands, as rules see them: `@Name argument…`. (`02-rules.md`) */
import type { Action } from "./call.ts";
import { type Payload, stringAt } from "./payload.ts";

/** A tool that rules know by its name alone. */
export function namedTool(name: string): (input: Payload) => Action {
  return () => one(name, []);
}

/** A tool with one path, under the first of these keys that holds one. */
export function fileTool(name: string, ...keys: readonly string[]): (input: Payload) => Action {
  return (input) => one(name, firstString(input, keys));
}

/** `@Glob FOLDER` and `@Glob FOLDER/PATTERN`: the folder searched, and what is looked for in it. */
export function globTool(input: Payload): Action {
  return search("Glob", stringAt(input, "path"), stringAt(input, "pattern"));
}

/** `@Grep PATH`, and `@Grep PATH/GLOB` where the search is limited to some files. */
export function grepTool(input: Payload): Action {
  return search("Grep", stringAt(input, "path"), stringAt(input, "glob"));
}

/** `@WebFetch HOST URL`. */
export function webFetch(input: Payload): Action {
  const url = stringAt(input, "url");
  return one("WebFetch", url === null ? [] : webFetchArguments(url));
}

/** `@WebSearch QUERY`. */
export function webSearch(input: Payload): Action {
  return one("WebSearch", firstString(input, ["query"]));
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
  if (files !== null) {
    calls.push({ name, arguments: [isRooted(files) ? files : join(root, files)] });
  }
  return { kind: "tools", calls };
}

function isRooted(path: string): boolean {
  return path.startsWith("/") || path.startsWith("~");
}

function join(folder: string, rest: string): string {
  if (folder === ".") return rest;
  return folder.endsWith("/") ? folder + rest : `${folder}/${rest}`;
}

function firstString(input: Payload, keys: readonly string[]): readonly string[] {
  for (const key of keys) {
    const value = stringAt(input, key);
    if (value !== null) return [value];
  }
  return [];
}
