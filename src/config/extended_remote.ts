/** Files of repositories that an entry of `extends` leads to, read from the copies in the cache. */
import type { Host } from "../text/host.ts";
import { dirName, isAbsolute, normalizePath } from "../text/paths.ts";
import type { ConfigurationFile, ExtendsEntry } from "./configuration_file.ts";
import {
  causedRefusal,
  type Extender,
  refusal,
  type RepositoryFile,
  type Surroundings,
  type Target,
} from "./extender.ts";
import { parseFile } from "./parse_file.ts";
import { copyFile, pathsOf, readCopy } from "./preset_copy.ts";
import { isOnThisMachine, type RemoteReference, repositoryName } from "./preset_reference.ts";
import { type Notice, placedNotice } from "./problems.ts";

/**
 * The file that a reference to a repository names, in the copy of it.
 * @param seen is told the file of the copy, there or not
 * @throws UsherError when there is no copy or no such file in it, or the reference may not stand here
 */
export async function remoteTarget(
  host: Host,
  entry: ExtendsEntry,
  reference: RemoteReference,
  from: Extender,
  surroundings: Surroundings,
  seen: (source: string) => void,
): Promise<Target> {
  const { presets: { folder, ensure, read }, isProject, standing } = surroundings;
  if (isOnThisMachine(reference.url) && (isProject || from.origin !== "local")) {
    const why = "a repository on this machine counts only in your own configuration";
    throw refusal(entry, why, "name it by its https:// or ssh:// address");
  }
  if (folder === null) {
    throw refusal(entry, "HOME is not set, so there is no folder for its copy", "set HOME");
  }
  const file = copyFile(folder, reference);
  seen(file);
  const warning = await ensured();
  const copy = read.get(file) ?? readCopy(host, folder, reference);
  read.set(file, copy);
  if (copy === null) throw refusal(entry, "it has not been fetched", "run `usher update-presets`");
  const paths = pathsOf(reference.path);
  const path = paths.find((each) => copy.files.has(each));
  if (path === undefined) {
    const why = `the repository has none of ${paths.join(", ")} at ${copy.commit.slice(0, 12)}`;
    throw refusal(entry, why, "name a file of it, or run `usher update-presets`");
  }
  const notices = warning === null ? [] : [placedNotice("stale", entry.place, warning)];
  return targetOf({ reference, copy, path }, surroundings, notices);

  async function ensured(): Promise<string | null> {
    try {
      return await ensure?.(folder ?? "", reference, standing) ?? null;
    } catch (error) {
      throw causedRefusal(entry, error);
    }
  }
}

/**
 * The file that a path in a file of a repository leads to: one of the same repository, at the same
 * commit.
 * @throws UsherError when there is none
 */
export function fileInCopy(
  entry: ExtendsEntry,
  written: string,
  from: RepositoryFile,
  surroundings: Surroundings,
): Target {
  if (written.startsWith("~") || isAbsolute(written)) {
    const why = "a file of a repository reaches no files of this machine";
    throw refusal(entry, why, "write the path from its own folder");
  }
  const folder = dirName(`/${from.path}`).slice(1);
  const path = normalizePath(folder === "" ? written : `${folder}/${written}`);
  if (path === ".." || path.startsWith("../")) {
    const why = `path traversal detected: '${written}' escapes the base directory`;
    throw refusal(entry, why, "extend a file of the same repository");
  }
  if (!from.copy.files.has(path)) {
    throw refusal(entry, `the repository has no file ${path}`, "extend a file that is there");
  }
  return targetOf({ ...from, path }, surroundings, []);
}

function targetOf(
  repository: RepositoryFile,
  { folder, home, anywhere }: Surroundings,
  notices: readonly Notice[],
): Target {
  const { reference, copy, path } = repository;
  const name = nameOf(reference, path);
  return {
    name,
    origin: "remote",
    repository,
    folder: "",
    root: "",
    read() {
      const bytes = new TextEncoder().encode(copy.files.get(path) ?? "");
      // The copy lies beside nothing that a rule is about, so paths start where the first file is.
      return asRemote(parseFile(name, bytes, { folder, home, anywhere, foreign: true }), notices);
    },
  };
}

/** What is read of a repository's file: not its tests, and not what it says about the audit log. */
function asRemote(parsed: ConfigurationFile, notices: readonly Notice[]): ConfigurationFile {
  const ignored = parsed.audit === null ? [] : [
    placedNotice("ignored", parsed.audit.place, "`audit` does not count in a repository's file"),
  ];
  return {
    ...parsed,
    tests: [],
    audit: null,
    notices: [...parsed.notices, ...notices, ...ignored],
  };
}

/** `github:owner/repo/base.yml@v1`, and for other repositories `https://host/repo.git@v1#base.yml`. */
function nameOf(reference: RemoteReference, path: string): string {
  if (reference.kind === "git") return `${repositoryName(reference)}#${path}`;
  const { url, ref } = reference;
  return repositoryName({ kind: "github", url: `${url}/${path}`, ref });
}
