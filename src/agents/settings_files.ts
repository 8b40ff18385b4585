/** Where agents keep their hooks. (`06-agents.md`, Install target) */
import type { Host } from "../text/host.ts";
import { isAbsolute, resolvePath } from "../text/paths.ts";

/** A file that may hold hooks of an agent. */
export interface SettingsFile {
  /** The agent as `--agent` has it. */
  readonly agent: "claude-code" | "codex";
  readonly path: string;
  readonly format: "json" | "toml";
  /** The folder of the project that it is in; null for the user's own. */
  readonly project: string | null;
}

/** Files in an agent's folder, in the user's home or in a project. */
const names = {
  "claude-code": ["settings.json", "settings.local.json"],
  codex: ["hooks.json", "config.toml"],
} as const;

/**
 * The settings that are there: the user's, and of each name the one in the nearest folder.
 * @param home the home folder; null when it is not known
 * @param folders a project's, nearest first
 */
export function settingsFiles(
  host: Host,
  home: string | null,
  folders: readonly string[],
): readonly SettingsFile[] {
  const own = {
    "claude-code": ownFolder(host, "CLAUDE_CONFIG_DIR", home, ".claude"),
    codex: ownFolder(host, "CODEX_HOME", home, ".codex"),
  };
  const inProject = { "claude-code": ".claude", codex: ".codex" };
  const agents = ["claude-code", "codex"] as const;
  return agents.flatMap((agent) =>
    names[agent].flatMap((name) => {
      const format = name === "config.toml" ? "toml" : "json";
      const inFolders = folders.map((project): SettingsFile => {
        const path = resolvePath(project, `${inProject[agent]}/${name}`);
        return { agent, path, format, project };
      });
      const nearest = inFolders.find(({ path }) => isThere(host, path));
      const path = own[agent] === null ? null : resolvePath(own[agent], name);
      const user: readonly SettingsFile[] = path === null || !isThere(host, path)
        ? []
        : [{ agent, path, format, project: null }];
      const isOther = nearest !== undefined && nearest.path !== path;
      return isOther ? [...user, nearest] : user;
    })
  );
}

function ownFolder(
  host: Host,
  variable: string,
  home: string | null,
  below: string,
): string | null {
  const named = host.env(variable);
  if (named !== undefined && isAbsolute(named)) return named;
  return home === null ? null : resolvePath(home, below);
}

function isThere(host: Host, path: string): boolean {
  return host.files.lstat(path) !== null;
}
