/** What an entry of `extends` names. (`02-rules.md`, Evaluation: "`extends`") */

/** A file or repository that another file extends. */
export type PresetReference =
  /** A file of this machine, as written: relative, absolute or with `~`. */
  | { readonly kind: "local"; readonly path: string }
  /** A file that comes with usher. */
  | { readonly kind: "builtin"; readonly name: string }
  | RemoteReference;

/** A file in a git repository. */
export interface RemoteReference {
  readonly kind: "github" | "git";
  /** What git fetches from: `https://`, `ssh://`, `file://` or `git@host:`. */
  readonly url: string;
  /** The file in the repository, perhaps without its ending; null for the one at its root. */
  readonly path: string | null;
  /** A branch, a tag or a whole commit hash; null for what the repository has checked out. */
  readonly ref: string | null;
}

/** A reference, or what is wrong with the text. */
export type ParsedReference =
  | { readonly ok: true; readonly reference: PresetReference }
  | { readonly ok: false; readonly why: string; readonly hint: string };

/** More than anything real. */
const LONGEST = 2000;

/** No reference holds these: they would hide in a message, or end an argument. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** How git begins the name of a transport, and that of a program which is one. */
const SCHEME = /^([A-Za-z][A-Za-z\d+.-]*)(:\/\/|::)/;

/** `https://user:password@host:port/path`, the user and the password as groups. */
const ADDRESS =
  /^(?:https|ssh):\/\/(?:([^\s/@:]+)(:[^\s/@]*)?@)?(?:\[[\da-f:.]+\]|[a-z\d][\w.-]*)(?::\d+)?\/\S+$/i;

const FORMS = "write ./file.yml, builtin:NAME, github:owner/repo[/path][@ref] or https://…[@ref]";

/** Whether an address is a folder's of this machine. */
export function isOnThisMachine(url: string): boolean {
  return /^file:/i.test(url);
}

/** A repository and ref as a person writes it, without a path. */
export function repositoryName({ kind, url, ref }: Omit<RemoteReference, "path">): string {
  const at = ref === null ? "" : `@${ref}`;
  return (kind === "git" ? url : `github:${url.replace("https://github.com/", "")}`) + at;
}

/** Parses an entry of `extends`. Nothing is looked up. */
export function parseReference(text: string): ParsedReference {
  if (text.trim() === "") return wrong("is empty", FORMS);
  if (text.length > LONGEST) return wrong(`is longer than ${LONGEST} characters`, FORMS);
  if (UNPRINTABLE.test(text)) return wrong("holds a character that cannot be seen", "remove it");
  if (text.startsWith("builtin:")) return right({ kind: "builtin", name: text.slice(8) });
  if (text.startsWith("github:")) return parseGithub(text.slice(7));
  if (/^git@[^/]*:/.test(text)) return parseScp(text);
  const [, scheme, separator] = SCHEME.exec(text) ?? [];
  if (scheme !== undefined) return parseUrl(text, scheme, separator === "::");
  // One letter is a drive.
  const prefix = /^[A-Za-z][A-Za-z\d+-]+:/.exec(text)?.[0];
  if (prefix === undefined) return right({ kind: "local", path: text });
  return wrong(
    `has the unknown prefix \`${prefix}\``,
    `${FORMS}; a file of that name is ./${text}`,
  );
}

/** Whether a ref is a whole commit hash, which means the same for ever. */
export function isCommitHash(ref: string): boolean {
  return /^[\da-f]{40}$/i.test(ref);
}

function parseGithub(text: string): ParsedReference {
  const at = text.indexOf("@");
  const ref = at < 0 ? null : text.slice(at + 1);
  const [owner = "", repo, ...path] = (at < 0 ? text : text.slice(0, at)).split("/");
  const hint = "write github:owner/repo, github:owner/repo/path or github:owner/repo@ref";
  if (repo === undefined) return wrong("invalid GitHub shorthand", hint);
  if (owner === "" || repo === "") return wrong("owner and repo must not be empty", hint);
  if (!isGithubName(owner) || !isGithubName(repo)) return wrong("no name of a repository", hint);
  if (path.some((part) => part === "" || part === "." || part === "..")) {
    return wrong("invalid path", "write the file's path from the root of the repository");
  }
  const fault = ref === null ? null : refFault(ref);
  if (fault !== null) return fault;
  return right({
    kind: "github",
    url: `https://github.com/${owner}/${repo}`,
    path: path.length === 0 ? null : path.join("/"),
    ref,
  });
}

function isGithubName(name: string): boolean {
  return /^[A-Za-z\d_.][\w.-]*$/.test(name) && name !== "." && name !== "..";
}

/** `git@host:path@ref`: the first `@` belongs to the host. */
function parseScp(text: string): ParsedReference {
  const { url, ref } = splitRef(text, text.indexOf(":"));
  if (!/^git@[A-Za-z\d][\w.-]*:[^-:\s]\S*$/.test(url)) {
    return wrong("no address that git knows", "write git@host:owner/repo.git");
  }
  return remote(url, ref);
}

function parseUrl(text: string, scheme: string, isHelper: boolean): ParsedReference {
  if (isHelper || !["https", "ssh", "file"].includes(scheme)) {
    return wrong(`the transport \`${scheme}\` is not allowed`, "use https:// or ssh://");
  }
  const rest = text.indexOf("/", text.indexOf("://") + 3);
  const { url, ref } = splitRef(text, rest < 0 ? text.length : rest);
  const [whole, user = "", password] = ADDRESS.exec(url) ?? [];
  if (password !== undefined) {
    return wrong("holds a password", "leave it to git's credential helper");
  }
  if ((whole === undefined || user.startsWith("-")) && !/^file:\/\/\/[^-\s]\S*$/.test(url)) {
    return wrong("no address that git knows", "write https://host/owner/repo.git");
  }
  return remote(url, ref);
}

/** Takes off what follows the last `@` behind `from`. */
function splitRef(text: string, from: number): { url: string; ref: string | null } {
  const at = text.lastIndexOf("@");
  return at <= from
    ? { url: text, ref: null }
    : { url: text.slice(0, at), ref: text.slice(at + 1) };
}

function remote(url: string, ref: string | null): ParsedReference {
  const fault = ref === null ? null : refFault(ref);
  return fault ?? right({ kind: "git", url, path: null, ref });
}

/** What git would read as something else than one name: an option, a range, a refspec. */
function refFault(ref: string): ParsedReference | null {
  if (ref === "") return wrong("version must not be empty", "write a tag, a branch or a commit");
  if (/^[A-Za-z\d_][\w./+-]*$/.test(ref) && !/\.\.|\/\/|\/\.|[./]$|\.lock(?:\/|$)/.test(ref)) {
    return null;
  }
  return wrong("no name of a tag, a branch or a commit", "write such as @v1, @main or @<hash>");
}

function right(reference: PresetReference): ParsedReference {
  return { ok: true, reference };
}

function wrong(why: string, hint: string): ParsedReference {
  return { ok: false, why, hint };
}
