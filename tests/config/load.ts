/** Loads configurations that a test writes down as texts. */
import {
  type Configuration,
  type ConfigurationRequest,
  loadConfiguration,
} from "../../src/config/configuration.ts";
import { type MemoryFiles, memoryFiles, testHost } from "../host.ts";

/** The user's configuration. */
export const USER = "/home/me/.config/usher/usher.yml";
/** The folder of the project that commands run in. */
export const PROJECT = "/home/me/project";

/** What a test says about the machine. */
export interface Machine {
  readonly files?: Readonly<Record<string, string>> | MemoryFiles;
  /** @default { HOME: "/home/me" } */
  readonly env?: Readonly<Record<string, string>>;
  /** @default PROJECT */
  readonly cwd?: string;
  readonly uid?: number | null;
}

/** Loads with discovery, or with `-c` when `explicit` is given. */
export function load(
  machine: Machine,
  request: Partial<ConfigurationRequest> = {},
): Promise<Configuration> {
  const { files = {}, env = { HOME: "/home/me" }, cwd = PROJECT, uid } = machine;
  const given = isMemory(files) ? files : memoryFiles(files);
  if (given.stat(cwd) === null) given.makeFolder(cwd, 0o755);
  const host = testHost({ env, cwd, files: given, ...(uid === undefined ? {} : { uid }) });
  return loadConfiguration(host, { cwd, ...request });
}

/** Loads one text with `-c`. */
export function loadText(text: string): Promise<Configuration> {
  return load({ files: { "/etc/c.yml": text } }, { explicit: "/etc/c.yml" });
}

/** `action pattern` of every rule that is not built in, in order. */
export function rulesOf({ rules }: Configuration): readonly string[] {
  return rules.rules.filter(({ layer }) => layer !== "builtin")
    .map(({ action, pattern }) => `${action} ${pattern}`);
}

/** `message | hint` of every failure. */
export function failuresOf({ failures }: Configuration): readonly string[] {
  return failures.map(({ message, hint }) => hint === undefined ? message : `${message} | ${hint}`);
}

function isMemory(files: NonNullable<Machine["files"]>): files is MemoryFiles {
  return typeof files["stat"] === "function";
}
