/** What the entries of `extends` may look like. */
import assert from "node:assert/strict";
import { isCommitHash, parseReference } from "../../src/config/preset_reference.ts";
import { rows } from "../rows.ts";
import { referenceProperty } from "./reference_property.ts";

interface Row {
  readonly id: string;
  readonly reference?: string;
  readonly parsed?: Readonly<Record<string, unknown>>;
  readonly error_contains?: string;
  readonly sha_candidate?: string;
  readonly is_commit_sha?: boolean;
}

/** A reference in the form of the rows. */
function shown(text: string): unknown {
  const parsed = parseReference(text);
  if (!parsed.ok) return parsed.why;
  const { reference } = parsed;
  if (reference.kind === "local") return { kind: "local", value: reference.path };
  if (reference.kind === "builtin") return reference;
  const { kind, url, path, ref } = reference;
  if (kind === "git") return { kind, url, git_ref: ref };
  const [owner, repo] = url.replace("https://github.com/", "").split("/");
  const isHash = ref !== null && isCommitHash(ref);
  const version = ref === null ? null : { kind: isHash ? "commit_sha" : "tag", value: ref };
  return { kind, owner, repo, path, version };
}

const table = rows<Row>("runok/preset_ref.jsonl");

Deno.test("preset references: no row is lost", () => assert.equal(table.length, 24));

table.forEach(({ id, reference, parsed, error_contains, sha_candidate, is_commit_sha }) =>
  Deno.test(`${id} ${reference ?? sha_candidate}`, () => {
    if (sha_candidate !== undefined) {
      assert.equal(isCommitHash(sha_candidate), is_commit_sha);
    } else if (parsed !== undefined) {
      assert.deepEqual(shown(reference ?? ""), parsed);
    } else {
      assert.ok(String(shown(reference ?? "")).includes(error_contains ?? "?"));
    }
  })
);

const git = (url: string, git_ref: string | null) => ({ kind: "git", url, git_ref });

const ours: readonly (readonly [text: string, expected: unknown])[] = [
  ["builtin:base", { kind: "builtin", name: "base" }],
  ["a:b.yml", { kind: "local", value: "a:b.yml" }],
  ["C:\\rules\\a.yml", { kind: "local", value: "C:\\rules\\a.yml" }],
  ["ssh://git@host/o/r.git@v1", git("ssh://git@host/o/r.git", "v1")],
  ["file:///srv/rules@feature/x", git("file:///srv/rules", "feature/x")],
  ["https://host/o/r", git("https://host/o/r", null)],
  ["", "is empty"],
  [" ", "is empty"],
  ["a\u202eb.yml", "holds a character that cannot be seen"],
  ["x".repeat(2001), "is longer than 2000 characters"],
  ["ext::sh -c 'touch /tmp/x'", "the transport `ext` is not allowed"],
  ["file::/srv/rules", "the transport `file` is not allowed"],
  ["EXT::sh", "the transport `EXT` is not allowed"],
  ["HTTPS://host/o/r.git", "the transport `HTTPS` is not allowed"],
  ["http://host/o/r.git", "the transport `http` is not allowed"],
  ["git://host/o/r.git", "the transport `git` is not allowed"],
  ["ftp://host/o/r.git", "the transport `ftp` is not allowed"],
  ["file://host/srv/rules", "no address that git knows"],
  ["https:///o/r", "no address that git knows"],
  ["https://host/o r.git", "no address that git knows"],
  ["ssh://-oProxyCommand=x/r", "no address that git knows"],
  ["ssh://-oProxyCommand=x@host/r", "no address that git knows"],
  ["git@-oProxyCommand=x:r", "no address that git knows"],
  ["git@host:-r", "no address that git knows"],
  ["https://me:secret@host/o/r.git", "holds a password"],
  ["gitlab:o/r", "has the unknown prefix `gitlab:`"],
  ["github:o/r@-x", "no name of a tag, a branch or a commit"],
  ["github:o/r@a:b", "no name of a tag, a branch or a commit"],
  ["github:o/r@a..b", "no name of a tag, a branch or a commit"],
  ["github:o/r@a b", "no name of a tag, a branch or a commit"],
  ["github:-o/r", "no name of a repository"],
  ["github:o/..", "no name of a repository"],
  ["https://host/o/r.git@--upload-pack=x", "no name of a tag, a branch or a commit"],
];

ours.forEach(([text, expected]) =>
  Deno.test(`reference ${JSON.stringify(text.slice(0, 40))}`, () => {
    assert.deepEqual(shown(text), expected);
  })
);

Deno.test(referenceProperty.name, () => referenceProperty.check(5000));
