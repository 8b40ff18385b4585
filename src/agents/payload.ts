/** Reading fields of a hook payload: untrusted JSON, already parsed. */
import { isAbsolute } from "../text/paths.ts";

/** A JSON object. */
export type Payload = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object, and no list. */
export function isPayload(value: unknown): value is Payload {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The string under a key; null when it is missing, empty or something else. */
export function stringAt(payload: Payload, key: string): string | null {
  const value = payload[key];
  return typeof value === "string" && value !== "" ? value : null;
}

/** The object under a key; null when it is missing or something else. */
export function objectAt(payload: Payload, key: string): Payload | null {
  const value = payload[key];
  return isPayload(value) ? value : null;
}

/**
 * The working directory that a payload names: `cwd`, else the first of `workspacePaths` or
 * `workspace_roots`; null when none is an absolute path. (`02-rules.md`, Files)
 */
export function workingDirectory(payload: Payload): string | null {
  const candidates = [
    payload["cwd"],
    first(payload["workspacePaths"]),
    first(payload["workspace_roots"]),
  ];
  for (const candidate of candidates) {
    if (typeof candidate === "string" && isAbsolute(candidate)) return candidate;
  }
  return null;
}

function first(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined;
}
