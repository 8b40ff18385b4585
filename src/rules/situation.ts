/** What the evaluation may know about where a call runs. Pure: links are followed by a given function. */
import type { PatternPiece } from "../text/glob.ts";
import type { Conditions } from "./conditions.ts";

/** The place and circumstances of a call. */
export interface Situation {
  /** Absolute working directory, or "" when unknown. */
  readonly cwd: string;
  /** Absolute home directory, or null. */
  readonly home: string | null;
  readonly os: "linux" | "macos" | "windows" | "other";
  /** The agent's name as on the command line, or null outside a hook. */
  readonly agent: string | null;
  readonly permissionMode: string | null;
  /** An absolute path with its links followed, as far as it exists; null when nothing changes. */
  readonly resolveLink: (path: string) => string | null;
  /** Whether a working copy of git begins in an absolute folder. Without it, that is not known. */
  readonly isRepository?: (directory: string) => boolean;
  /** Whether a program of this name is on PATH; null, or no function, when that is not known. */
  readonly isOnPath?: (name: string) => boolean | null;
  /** Where the links lead that the expansion of an absolute pattern passes, each as a pattern with what
   * is behind it; null when there is too much to look at. Without it none is looked for. */
  readonly followGlob?: (
    pattern: readonly PatternPiece[],
  ) => readonly (readonly PatternPiece[])[] | null;
  /** Answers the `when` of rules. Without it, what that says is not known. */
  readonly conditions?: Conditions;
}

/** A tool call that is no shell command: `@Name argument…`. */
export interface ToolCall {
  /** Without `@`: `Read`, `Write`, `Edit`, `WebFetch`, `mcp__server__tool`. */
  readonly name: string;
  readonly arguments: readonly string[];
}
