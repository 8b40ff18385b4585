/** Reading fields of a hook payload: untrusted JSON, already parsed. */
import { isObject, stringField } from "../text/json.ts";
import { isAbsolute } from "../text/paths.ts";

/** A JSON object. */
export type Payload = Readonly<Record<string, unknown>>;

/** The string under a key; null when it is missing, empty or something else. */
export function stringAt(payload: Payload, key: string): string | null {
  return stringField(payload, key) || null;
}

/** The object under a key; null when it is missing or something else. */
export function objectAt(payload: Payload, key: string): Payload | null {
  const value = payload[key];
  return isObject(value) ? value : null;
}

/**
 * The working directory that a payload names: `cwd`, else the first of `workspacePaths` or
 * `workspace_roots`; null when none is an absolute path. (`02-rules.md`, Files)
 */
export function workingDirectory(payload: Payload): string | null {
  const { cwd, workspacePaths, workspace_roots } = payload;
  for (const candidate of [cwd, first(workspacePaths), first(workspace_roots)]) {
    if (typeof candidate === "string" && isAbsolute(candidate)) return candidate;
  }
  return null;
}

function first(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined;
}
