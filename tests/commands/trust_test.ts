/** `usher trust` and `usher untrust`. (`10-safety.md`, 3) */
import assert from "node:assert/strict";
import { run as trust } from "../../src/commands/trust.ts";
import { run as untrust } from "../../src/commands/untrust.ts";
import { loadConfiguration } from "../../src/config/configuration.ts";
import { type MemoryFiles, memoryFiles, type TestHost, testHost } from "../host.ts";

const PROJECT = "/home/me/project";
const usher = `
extends: [./team.yml]
rules:
  - { allow: 'npm run *', sandbox: w, in: [src] }
  - { deny: d, message: "say \\u001b[2J this" }
  - { ask: e }
disable: [builtin:history/stash-drop]
except: { d: ['d 1'] }
defaults: { action: allow }
definitions:
  paths: { p: [a, b] }
  sandbox: { w: { network: { allow: true } } }
  wrappers: ['x <cmd>']
`;
const team = 'rules: [{ allow: "rm \\u202e*" }, { deny: d, id: d }]';

function machine(): MemoryFiles {
  return memoryFiles({ [`${PROJECT}/usher.yml`]: usher, [`${PROJECT}/team.yml`]: team });
}

interface Options {
  readonly answer?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

function hostOf(files: MemoryFiles, { answer, env = {}, cwd = PROJECT }: Options = {}): TestHost {
  return testHost({
    files,
    cwd,
    env: { HOME: "/home/me", ...env },
    ...(answer === undefined ? {} : { stdin: answer, terminals: ["stdin", "stderr", "stdout"] }),
  });
}

async function isTrusted(files: MemoryFiles): Promise<boolean> {
  const { rules } = await loadConfiguration(hostOf(files), { cwd: PROJECT });
  return rules.rules.some(({ pattern }) => pattern === "npm run *");
}

Deno.test("trust shows what the project would be able to do, and asks", async () => {
  const files = machine();
  const host = hostOf(files, { answer: "y\n" });
  assert.equal(await trust(host, []), 0);
  assert.equal(
    host.out,
    `The configuration of /home/me/project

It would allow without asking:
  team.yml:1   rm \\u{202e}*
  usher.yml:4  npm run *  (sandbox: w; in: /home/me/project/src)

It would change other rules:
  usher.yml:7  disable builtin:history/stash-drop
  usher.yml:8  except d: ["d 1"]

It would set:
  usher.yml:2   extends ./team.yml
  usher.yml:9   defaults.action: allow
  usher.yml:11  paths.p: ["a","b"]
  usher.yml:12  sandbox.w: {"network":{"allow":true}}
  usher.yml:13  wrappers: x <cmd>

Agents would be told the messages of 1 of its ask and deny rules.

Files: usher.yml, team.yml
/home/me/project is trusted as it is now.
`,
  );
  assert.equal(host.err, "Trust it as it is now? [y/N] ");
  assert.ok(await isTrusted(files));
  const again = hostOf(files, { answer: "" });
  assert.equal(await trust(again, []), 0);
  assert.match(again.out, /is trusted already/);
});

Deno.test("trust: nothing is pushed out of sight", async () => {
  const many = Array.from({ length: 400 }, (_, i) => `  - allow: 'tool-${i} *'\n`).join("");
  const text = "rules:\n  - allow: 'ls' \n  - allow: 'ls'\n" +
    `  - allow: 'git status${" ".repeat(5000)}*'\n` +
    `  - allow: 'git \u3000${"\u2003".repeat(90)}x'\n` +
    `  - allow: 'git ${"a|".repeat(4000)}push'\n` +
    `  - allow: '@Write *'\n  - allow: '*'\n${many}` +
    "builtin: false\ndefaults: {action: allow}\n";
  const files = memoryFiles({ [`${PROJECT}/usher.yml`]: text });
  const host = hostOf(files, { answer: "n\n" });
  assert.equal(await trust(host, []), 1, host.err);
  assert.match(host.err, /^Trust it/);
  assert.match(host.out, /^ {2}usher\.yml:2 {2} {2}ls {2}\(2 times\)$/m);
  assert.match(host.out, /git status‹5000 blanks›\*$/m);
  assert.match(host.out, /git‹92 blanks›x$/m);
  assert.match(host.out, /git a\|a\|.*…a?\|?.*\|a\|push {2}\(\d{4} characters left out\)$/m);
  const end = host.out.slice(host.out.indexOf("In all:"));
  assert.equal(
    end,
    `In all: allow rules: 407, changes to other rules: 1, settings: 1
Among them are these, for commands of many names:
  usher.yml:8    *
  usher.yml:409  builtin: false
  usher.yml:410  defaults.action: allow

Files: usher.yml
`,
  );
});

["n\n", "\n", "", "yep\n", "no, y\n"].forEach((answer) =>
  Deno.test(`trust: ${JSON.stringify(answer)} is no yes`, async () => {
    const files = machine();
    const host = hostOf(files, { answer });
    assert.equal(await trust(host, []), 1);
    assert.match(host.err, /nothing has changed\n$/);
    assert.equal(await isTrusted(files), false);
  })
);

Deno.test("trust: without a terminal only with --yes", async () => {
  const files = machine();
  const host = hostOf(files);
  assert.equal(await trust(host, []), 1);
  assert.match(host.err, /^usher: trust: there is no terminal to ask at\nhint: .*--yes/);
  assert.equal(await trust(hostOf(files, { cwd: "/" }), ["--yes", `${PROJECT}/`]), 0);
  assert.ok(await isTrusted(files));
});

Deno.test("trust: a change is told, and trusted by asking again", async () => {
  const files = machine();
  await trust(hostOf(files), ["--yes"]);
  files.write(`${PROJECT}/team.yml`, `${team}\n`);
  files.write(`${PROJECT}/usher.local.yml`, "rules: []");
  assert.equal(await isTrusted(files), false);
  const list = hostOf(files);
  assert.equal(await trust(list, ["--list"]), 0);
  assert.equal(list.out, "changed  2026-03-04T05:06:07.089Z  /home/me/project\n");
  const host = hostOf(files);
  assert.equal(await trust(host, ["--yes"]), 0);
  assert.match(
    host.out,
    /\nChanged since it was trusted at 2026.*: team.yml, usher.local.yml is new\n/,
  );
  assert.ok(await isTrusted(files));
});

Deno.test("untrust takes it back, of a project that is gone too", async () => {
  const files = machine();
  await trust(hostOf(files), ["--yes"]);
  files.makeFolder(`${PROJECT}/sub`, 0o755);
  assert.equal(await untrust(hostOf(files, { cwd: `${PROJECT}/sub` }), []), 0);
  assert.equal(await isTrusted(files), false);
  const host = hostOf(files);
  assert.equal(await untrust(host, []), 1);
  assert.match(host.err, /no trusted project around \/home\/me\/project\n/);
  await trust(hostOf(files), ["--yes"]);
  files.remove(`${PROJECT}/usher.yml`);
  const list = hostOf(files);
  await trust(list, ["--list"]);
  assert.match(list.out, /^gone /);
  assert.equal(await untrust(hostOf(files, { cwd: "/" }), [PROJECT]), 0);
});

/** Why nothing is trusted: arguments, what the machine is like, and what is said. */
const refusals: readonly (readonly [readonly string[], Options, RegExp])[] = [
  [["--yes"], { env: { CLAUDECODE: "1" } }, /^usher: trust: an agent may not do this/],
  [["--yes", "/etc"], {}, /no project with an usher\.yml around \/etc/],
  [["--yes", "-c", "x.yml"], {}, /a file of '-c' is trusted anyway/],
  [["--yes"], { env: { HOME: "" } }, /HOME is not set/],
];
refusals.forEach(([args, options, said]) =>
  Deno.test(`trust ${args.join(" ")} is refused: ${said.source}`, async () => {
    const files = machine();
    const host = hostOf(files, options);
    assert.equal(await trust(host, args), 1);
    assert.match(host.err, said);
    assert.equal(await isTrusted(files), false);
  })
);

Deno.test("trust: a configuration with faults is not trusted", async () => {
  const files = machine();
  files.write(`${PROJECT}/team.yml`, "rules: [{allw: x}]");
  const host = hostOf(files);
  assert.equal(await trust(host, ["--yes"]), 1);
  assert.match(host.err, /team\.yml:1:10: .*allw/);
  assert.match(host.err, /a configuration with faults cannot be trusted/);
  assert.equal(await isTrusted(files), false);
});

Deno.test("untrust: an agent may not", async () => {
  const host = hostOf(machine(), { env: { CODEX_SANDBOX: "x" } });
  assert.equal(await untrust(host, []), 1);
  assert.match(host.err, /an agent may not do this/);
});

Deno.test("trust --list: nobody yet; an agent may look", async () => {
  const host = hostOf(memoryFiles(), { env: { CLAUDECODE: "1" }, cwd: "/" });
  assert.equal(await trust(host, ["--list"]), 0);
  assert.equal(host.out, "No project is trusted.\n");
});

Deno.test("trust --list: where the home folder is not believed, it says so", async () => {
  const host = hostOf(memoryFiles({ "/srv/all/home/x": "" }), {
    env: { HOME: "/srv/all/home" },
    cwd: "/srv/all",
  });
  assert.equal(await trust(host, ["--list"]), 1);
  assert.match(host.err, /HOME: \/srv\/all\/home lies in the project \/srv\/all/);
});

/** What is a fault only beside the other files, and what is said of it. */
const between: readonly (readonly [string, RegExp])[] = [
  ["disable: ['builtin:nope/x']\n", /no rule has the id `builtin:nope\/x`/],
  ["rules: [{ allow: x, sandbox: nope }]\n", /the sandbox preset `nope` is not defined/],
  ["rules: [{ allow: 'x <flag:nope>' }]\n", /undefined flag group/],
];
for (const [text, said] of between) {
  Deno.test(`trust: not while the hook would fail by it: ${text.trim()}`, async () => {
    const files = machine();
    files.write(`${PROJECT}/usher.yml`, text);
    const host = hostOf(files);
    assert.equal(await trust(host, ["--yes"]), 1);
    assert.match(host.err, said);
    assert.match(host.err, /a configuration with faults cannot be trusted/);
  });
}
