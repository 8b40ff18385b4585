/** A file in its place among the layers. (`02-rules.md`, Files; `10-safety.md`, 3) */
import type { Layer } from "../rules/rule_set.ts";
import type { ConfigurationFile } from "./configuration_file.ts";

/** How much of a file counts. */
export type Standing =
  /** All of it. */
  | "full"
  /** A trusted project that is not the nearest: its deny and ask rules, with its own definitions. */
  | "outer"
  /** The same for a project nobody trusts, and what it says is not shown to the agent. */
  | "untrusted";

/** Where a file's text is from: this machine, a repository that one extends, or usher itself. */
export type Origin = "local" | "remote" | "builtin";

/** A file in its place among the others. */
export interface PlacedFile {
  readonly parsed: ConfigurationFile;
  readonly layer: Layer;
  /** The folder it is in: the files of one folder share their definitions. */
  readonly folder: string;
  readonly standing: Standing;
  readonly origin: Origin;
}
