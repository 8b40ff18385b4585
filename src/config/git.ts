/**
 * Fetching from git repositories. Nothing is checked out: files are read from git's own store, so that no
 * link, hook, filter or submodule of a repository does anything. (`10-safety.md`, 6)
 */
import { UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";
import { visibleText } from "../text/visible.ts";
import { makePrivateFolder, type PresetCopy, type PresetSource } from "./preset_copy.ts";

/** Milliseconds that one command of git may take. */
const patience = 60_000;
/** Bytes of the list of a repository's files. */
const longestList = 16 << 20;
/** Bytes of one YAML file, as for every configuration file. */
const largestFile = 1 << 20;
/** Bytes of all of them. */
const largestCopy = 4 << 20;
const mostFiles = 1000;

/**
 * What git gets to see of the environment: where programs and the user's settings are, and proxies. Not
 * `XDG_CONFIG_HOME`, which a project can set; git looks below `HOME` too.
 */
const passedOn: readonly string[] = [
  ...["PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "SSH_AUTH_SOCK"],
  ...["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"],
  ...["http_proxy", "https_proxy", "all_proxy", "no_proxy"],
  ...["SSL_CERT_FILE", "SSL_CERT_DIR", "GIT_SSL_CAINFO"],
  // Windows needs these to start anything.
  ...[
    "SystemRoot",
    "USERPROFILE",
    "APPDATA",
    "LOCALAPPDATA",
    "PROGRAMDATA",
    "PATHEXT",
    "TEMP",
    "TMP",
  ],
];

const settings: readonly string[] = [
  "protocol.ext.allow=never",
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "submodule.recurse=false",
  "fetch.recurseSubmodules=false",
  "gc.auto=0",
  "maintenance.auto=false",
];

/**
 * The YAML files of what a reference names, as they are there now.
 * @param folder where a folder for git can be made and is removed again
 * @throws UsherError when git is not there, cannot fetch it, or there is too much of it
 */
export async function fetchCopy(
  host: Host,
  folder: string,
  { url, ref }: PresetSource,
): Promise<PresetCopy> {
  return await inRepository(host, folder, async (git) => {
    const fetching = ["fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules"];
    await git([...fetching, "--", url, ref ?? "HEAD"]);
    const commit = text(await git(["rev-parse", "--verify", "FETCH_HEAD^{commit}"])).trim();
    const list = text(await git(["ls-tree", "-r", "-l", "-z", "--full-tree", commit], longestList));
    const entries = yamlFiles(list);
    const request = entries.map(({ object }) => `${object}\n`).join("");
    const stdin = new TextEncoder().encode(request);
    const blobs = await git(["cat-file", "--batch"], 2 * largestCopy, stdin);
    return { commit, fetchedAt: host.now().getTime(), files: filesOf(entries, blobs) };
  });
}

/**
 * The names of a repository's tags.
 * @throws UsherError as {@link fetchCopy}
 */
export async function listTags(
  host: Host,
  folder: string,
  url: string,
): Promise<readonly string[]> {
  return await inRepository(host, folder, async (git) => {
    const lines = text(await git(["ls-remote", "--tags", "--refs", "--", url], longestList));
    return [...lines.matchAll(/^[\da-f]+\trefs\/tags\/(.+)$/gm)].map(([, name = ""]) => name);
  });
}

type Git = (args: readonly string[], limit?: number, stdin?: Uint8Array) => Promise<Uint8Array>;

/** Does something with an empty repository of its own, and removes it. */
async function inRepository<Result>(
  host: Host,
  folder: string,
  work: (git: Git) => Promise<Result>,
): Promise<Result> {
  makePrivateFolder(host, folder);
  removeLeftOver(host, folder);
  const name = `${folder}/.fetch-${host.pid}-${crypto.randomUUID()}`;
  host.files.makeFolder(name, 0o700);
  const git: Git = (args, limit = 1 << 20, stdin) => runGit(host, name, args, limit, stdin);
  try {
    await git(["init", "--quiet", "--bare", "--template=", "."]);
    return await work(git);
  } finally {
    host.files.removeFolder(name);
  }
}

/** What was left when a program was killed. */
function removeLeftOver(host: Host, folder: string): void {
  for (const name of host.files.list(folder)) {
    const path = `${folder}/${name}`;
    const age = host.now().getTime() - (host.files.lstat(path)?.mtime ?? Infinity);
    if (name.startsWith(".fetch-") && age > 60 * patience) host.files.removeFolder(path);
  }
}

async function runGit(
  host: Host,
  folder: string,
  args: readonly string[],
  limit: number,
  stdin?: Uint8Array,
): Promise<Uint8Array> {
  const own = [`--git-dir=${folder}`, ...settings.flatMap((setting) => ["-c", setting])];
  const { code, stdout, stderr } = await host.run("git", [...own, ...args], {
    cwd: folder,
    env: environment(host),
    timeout: patience,
    limit,
    ...(stdin === undefined ? {} : { stdin }),
  });
  if (code === 0) return stdout;
  const lines = stderr.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  const said = lines.find((line) => /^(?:fatal|error):/.test(line)) ?? lines.at(-1);
  const why = said === undefined
    ? `ended with exit code ${code}`
    : visibleText(said, { limit: 300 });
  throw new UsherError("git", why);
}

function environment(host: Host): Record<string, string> {
  const env: Record<string, string> = {
    GIT_ALLOW_PROTOCOL: "https:ssh:file",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_LFS_SKIP_SMUDGE: "1",
    LC_ALL: "C",
  };
  for (const name of passedOn) {
    const value = host.env(name);
    if (value !== undefined) env[name] = value;
  }
  return env;
}

/** A file in a commit. */
interface TreeEntry {
  readonly path: string;
  readonly object: string;
}

/** The regular YAML files in a list of `<mode> <type> <object> <size>\t<path>`. */
function yamlFiles(list: string): readonly TreeEntry[] {
  let total = 0;
  const entries = list.split("\0").flatMap((line) => {
    const [, object, size, path] = /^100(?:644|755) blob ([\da-f]+) +(\d+)\t(.+)$/s.exec(line) ??
      [];
    if (object === undefined || path === undefined || !/\.ya?ml$/.test(path)) return [];
    if (Number(size) > largestFile) return [];
    total += Number(size);
    return [{ path, object }];
  });
  if (entries.length <= mostFiles && total <= largestCopy) return entries;
  const why = `holds more than ${mostFiles} YAML files, or more than 4 MiB of them`;
  throw new UsherError("the repository", why, {
    hint: "extend a repository that holds only rules",
  });
}

/** The answer of `cat-file --batch`: `<object> blob <size>\n<bytes>\n` for each. */
function filesOf(entries: readonly TreeEntry[], blobs: Uint8Array): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  let at = 0;
  for (const { path, object } of entries) {
    const end = blobs.indexOf(0x0a, at);
    const [, size] = /^[\da-f]+ blob (\d+)$/.exec(text(blobs.subarray(at, end))) ?? [];
    if (end < 0 || size === undefined) throw new UsherError("git", `does not give ${object}`);
    const start = end + 1;
    at = start + Number(size) + 1;
    files.set(path, yamlText(blobs.subarray(start, at - 1)));
  }
  return files;
}

/** In place of what is no UTF-8: it is no YAML either, so that an error quotes it when it is extended. */
const notUtf8 = "this file is not UTF-8: [";

function yamlText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return notUtf8;
  }
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
