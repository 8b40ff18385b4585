/** Git repositories in temporary folders, and a home folder whose git finds them under other addresses. */
import { denoHost } from "../../src/text/deno_host.ts";
import { diskFiles, temporaryFolder, type TestHost, testHost } from "../host.ts";

/** A home folder, a repository, and a host that lives there. */
export interface Repositories extends Disposable {
  readonly home: string;
  readonly host: TestHost;
  /** Writes and commits files to a repository, perhaps with a tag; gives the commit. */
  commit(name: string, files: Readonly<Record<string, string>>, tag?: string): string;
  /** Runs git in a repository. */
  git(name: string, ...args: string[]): string;
  /** Writes a file below the home folder. */
  write(path: string, text: string): string;
}

/**
 * Makes them. `https://github.com/org/<name>` and `ssh://git@host/<name>` are the repository `<name>`.
 * @param env more of the environment
 */
export function repositories(env: Readonly<Record<string, string>> = {}): Repositories {
  const folder = temporaryFolder();
  const home = `${folder.path}/home`;
  const base = `${folder.path}/repositories`;
  Deno.mkdirSync(`${home}/.config/usher`, { recursive: true });
  Deno.mkdirSync(`${home}/work`);
  Deno.mkdirSync(base);
  const settings = `[url "file://${base}/"]\n  insteadOf = https://github.com/org/\n` +
    `  insteadOf = ssh://git@host/\n`;
  Deno.writeTextFileSync(`${home}/.gitconfig`, settings);
  const host = testHost({
    env: { HOME: home, PATH: Deno.env.get("PATH") ?? "/usr/bin", ...env },
    cwd: `${home}/work`,
    files: diskFiles,
    run: denoHost().run,
    now: new Date(),
  });
  const git = (name: string, ...args: string[]) => {
    const { success, stdout, stderr } = new Deno.Command("git", {
      args: ["-c", "user.name=x", "-c", "user.email=x@x", "-c", "commit.gpgsign=false", ...args],
      cwd: `${base}/${name}`,
      clearEnv: true,
      env: { HOME: home, PATH: Deno.env.get("PATH") ?? "/usr/bin", GIT_CONFIG_NOSYSTEM: "1" },
    }).outputSync();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    return new TextDecoder().decode(stdout).trim();
  };
  return {
    home,
    host,
    git,
    commit(name, files, tag) {
      const repository = `${base}/${name}`;
      if (diskFiles.lstat(repository) === null) {
        Deno.mkdirSync(repository);
        git(name, "init", "--quiet", "-b", "main");
      }
      for (const [path, text] of Object.entries(files)) {
        const file = `${repository}/${path}`;
        Deno.mkdirSync(file.slice(0, file.lastIndexOf("/")), { recursive: true });
        Deno.writeTextFileSync(file, text);
      }
      git(name, "add", "--all");
      git(name, "commit", "--quiet", "--allow-empty", "-m", "x");
      if (tag !== undefined) git(name, "tag", "--force", tag);
      return git(name, "rev-parse", "HEAD");
    },
    write(path, text) {
      const file = `${home}/${path}`;
      Deno.mkdirSync(file.slice(0, file.lastIndexOf("/")), { recursive: true });
      Deno.writeTextFileSync(file, text);
      return file;
    },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}
