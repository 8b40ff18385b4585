/** `usher migrate`: which files, what is shown, what is written, what is left alone. */
import assert from "node:assert/strict";
import { run } from "../../src/commands/migrate.ts";
import { loadConfiguration } from "../../src/config/configuration.ts";
import { dirName, resolvePath } from "../../src/text/paths.ts";
import {
  diskFiles,
  type MemoryFiles,
  memoryFiles,
  temporaryFolder,
  type TestHost,
  testHost,
  type TestHostOptions,
} from "../host.ts";

const user = "/home/me/.config/usher/usher.yml";
const project = "/home/me/app/usher.yml";
const claude = "/home/me/.claude/settings.json";

const old = "definitions:\n  sandbox:\n    s: # mine\n      fs: { writable: [.] }\n";
const now = "definitions:\n  sandbox:\n    s: # mine\n      fs: { write: { allow: [.] } }\n";
const hooks = (command: string) =>
  `{ // mine\n  "hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "${command}"}]}]}\n}\n`;
const stamp = "backup-20260304-050607";

interface Outcome {
  readonly exit: number;
  readonly host: TestHost;
  readonly files: MemoryFiles;
}

async function migrate(
  args: readonly string[],
  given: Readonly<Record<string, string>> | MemoryFiles,
  options: TestHostOptions = {},
): Promise<Outcome> {
  const files = typeof given["stat"] === "function"
    ? given as MemoryFiles
    : memoryFiles(given as Readonly<Record<string, string>>);
  files.makeFolder("/home/me/app", 0o755);
  const env = { HOME: "/home/me", PATH: "/usr/bin" };
  const host = testHost({ env, cwd: "/home/me/app", ...options, files });
  return { exit: await run(host, args), host, files };
}

Deno.test("everything at once: shown, written, backed up, and nothing left for a second time", async () => {
  const given = {
    [user]: old,
    [project]: `extends: [./team.yml]\n${old}`,
    "/home/me/app/team.yml": "rules:\n  - deny: 'git ?'\n",
    [claude]: hooks("runok check --input-format claude-code-hook"),
    "/home/me/app/.claude/settings.local.json": hooks("/usr/bin/runok hook --agent claude-code"),
    "/home/me/.codex/hooks.json": hooks("runok hook --agent codex"),
    "/home/me/.codex/config.toml":
      '[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "runok hook --agent codex"\n',
    "/usr/bin/usher": "",
  };
  const { exit, host, files } = await migrate(["--yes"], given);
  assert.deepEqual([exit, host.out.includes("+      fs: { write: { allow: [.] } }")], [0, true]);
  assert.equal(files.text(user), now);
  assert.equal(files.text(`${user}.${stamp}`), old);
  assert.equal(files.text(project), `extends: [./team.yml]\n${now}`);
  assert.equal(files.text("/home/me/app/team.yml"), "rules:\n  - deny: 'git \\?'\n");
  assert.equal(files.text(claude), hooks("usher hook --agent claude-code"));
  assert.equal(
    files.text("/home/me/app/.claude/settings.local.json"),
    hooks("/usr/bin/usher hook --agent claude-code"),
  );
  assert.equal(files.text("/home/me/.codex/hooks.json"), hooks("usher hook --agent codex"));
  assert.match(files.text("/home/me/.codex/config.toml") ?? "", /^command = "usher hook --agent/m);
  assert.match(host.err, /usher trust\n.*open \/hooks in Codex\n$/s);

  const again = await migrate(["--yes"], files);
  assert.deepEqual([again.exit, again.host.out, again.host.err], [0, "Nothing to rewrite.\n", ""]);
});

Deno.test("the difference, to the letter", async () => {
  const { host, exit } = await migrate(["--dry-run"], { [user]: old });
  assert.equal(
    host.out,
    `--- ${user}
+++ ${user}
@@ -1,4 +1,4 @@
 definitions:
   sandbox:
     s: # mine
-      fs: { writable: [.] }
+      fs: { write: { allow: [.] } }
`,
  );
  assert.deepEqual([exit, host.err], [0, ""]);
});

Deno.test("--dry-run and everything but yes write nothing", async () => {
  for (const stdin of ["n\n", "\n", "", "yess\n"]) {
    const options: TestHostOptions = { stdin, terminals: ["stdin", "stdout"] };
    const { exit, host, files } = await migrate([], { [user]: old }, options);
    assert.deepEqual([exit, files.text(user), host.err], [1, old, "Write this file? [y/N] "]);
    assert(host.out.includes("\x1b[31m-      fs: { writable: [.] }\x1b[0m\n"));
    assert(host.out.endsWith("\nNothing is written.\n"));
  }
  const dry = await migrate(["--dry-run", "--yes"], { [user]: old });
  assert.deepEqual([dry.exit, dry.files.text(user)], [0, old]);
  const piped = await migrate([], { [user]: old }, { stdin: "y\n" });
  assert.deepEqual([piped.exit, piped.files.text(user)], [1, old]);
  assert.match(piped.host.err, /nothing is written without a terminal.*\nhint: pass --yes/);
});

Deno.test("yes on a terminal writes", async () => {
  const options: TestHostOptions = { stdin: "Y\n", stdinOpen: true, terminals: ["stdin"] };
  const { exit, host, files } = await migrate([], { [user]: old }, options);
  assert.deepEqual([exit, files.text(user)], [0, now]);
  assert.match(
    host.out,
    new RegExp(`\\nWrote ${user}; what was there before is in ${user}.${stamp}\\n$`),
  );
});

Deno.test("an agent may only look", async () => {
  const env = { HOME: "/home/me", CLAUDECODE: "1" };
  const dry = await migrate(["--dry-run"], { [user]: old }, { env });
  assert.deepEqual([dry.exit, dry.files.text(user)], [0, old]);
  for (const args of [["--yes"], []]) {
    const { exit, host, files } = await migrate(args, { [user]: old }, { env });
    assert.deepEqual([exit, files.text(user), host.out], [1, old, ""]);
    assert.match(host.err, /^usher: migrate: an agent may not do this: CLAUDECODE is set/);
  }
});

Deno.test("a file that does not parse is left alone, and the others are not", async () => {
  const given = { [user]: old, [project]: "rules: [", [claude]: "{ hooks", "/home/me/app/x": "" };
  const { exit, host, files } = await migrate(["-y"], given);
  assert.deepEqual([exit, files.text(user)], [1, now]);
  assert.deepEqual([files.text(project), files.text(claude)], ["rules: [", "{ hooks"]);
  assert.match(host.err, /usher.yml:1:9: no valid YAML/);
  assert.match(host.err, /settings.json:1:3: not valid JSON/);
});

Deno.test("-c: only that file", async () => {
  const given = {
    [user]: old,
    "/srv/x.yml": old,
    [claude]: hooks("runok hook --agent claude-code"),
  };
  const { exit, files } = await migrate(["-y", "-c", "/srv/x.yml"], given);
  assert.deepEqual([exit, files.text("/srv/x.yml"), files.text(user)], [0, now, old]);
  assert.equal(files.text(claude), given[claude]);
  const missing = await migrate(["-y", "-c", "/srv/y.yml"], given);
  assert.equal(missing.exit, 1);
  assert.match(missing.host.err, /^usher: \/srv\/y.yml: is not there/);
});

Deno.test("--rename: usher.yml is read in place of runok.yml, which stays", async () => {
  const absolute = (text: string) => text.replace("[.]", "[/tmp]");
  const given = {
    "/home/me/.config/runok/runok.yml": `${absolute(old)}rules:\n  - deny: 'rm *'\n`,
    "/home/me/app/runok.yaml": "rules:\n  - deny: 'git ?'\n",
    "/home/me/app/runok.local.yml": "rules: []\n",
  };
  const plain = await migrate(["-y"], given);
  assert.equal(plain.files.text(user), null);
  assert.equal(plain.files.text("/home/me/app/runok.yaml"), "rules:\n  - deny: 'git \\?'\n");

  const { exit, host, files } = await migrate(["-y", "--rename"], given);
  assert.deepEqual([exit, files.text(user)], [0, `${absolute(now)}rules:\n  - deny: 'rm *'\n`]);
  assert.equal(files.text("/home/me/app/usher.yaml"), "rules:\n  - deny: 'git \\?'\n");
  assert.equal(files.text("/home/me/app/usher.local.yml"), "rules: []\n");
  for (const [path, text] of Object.entries(given)) assert.equal(files.text(path), text);
  assert.match(
    host.out,
    /^copy \/home\/me\/.config\/runok\/runok.yml to \S+usher.yml\n--- \S+runok.yml\n/,
  );
  const loaded = await loadConfiguration(host, { cwd: "/home/me/app" });
  assert.deepEqual(loaded.failures, []);
  assert(loaded.rules.rules.some(({ place }) => place.file === user));
  const again = await migrate(["-y", "--rename"], files);
  assert.deepEqual([again.exit, again.host.out], [0, "Nothing to rewrite.\n"]);
});

Deno.test("--rename: what is relative to the user's folder stays there", async () => {
  const path = "/home/me/.config/runok/runok.yml";
  const texts = [
    "extends: [./team.yml]\n",
    "definitions: { paths: { s: [./x] } }\n",
    old,
  ];
  for (const text of texts) {
    const { exit, host, files } = await migrate(["-y", "--rename"], {
      [path]: text,
      "/home/me/.config/runok/team.yml": "",
    });
    assert.deepEqual([exit, files.text(user)], [1, null]);
    assert.match(host.err, /would mean other files in another folder\nhint: copy it to/);
  }
});

Deno.test("--rename: what is a mistake in usher.yml is mended first", async () => {
  const path = "/home/me/app/runok.yml";
  const { exit, host, files } = await migrate(["-y", "--rename"], {
    [path]: "rules:\n  - deny: 'a && b'\n",
  });
  assert.deepEqual([exit, files.text(project)], [1, null]);
  assert.match(
    host.err,
    /runok.yml:2:14: .* judged by itself.*: an error in \/home\/me\/app\/usher.yml/,
  );
});

Deno.test("hooks that are not understood, and a program that is nowhere", async () => {
  const given = {
    [claude]: hooks("bash -c 'runok hook'"),
    "/home/me/.codex/hooks.json": hooks("runok hook --agent codex"),
  };
  const { exit, host, files } = await migrate(["-y"], given);
  assert.deepEqual([exit, files.text(claude)], [0, given[claude]]);
  assert.match(host.err, /settings.json:2:\d+: left as it is: it names runok in some other way/);
  assert.match(host.err, /'usher' is not found in PATH/);
});

Deno.test("a program beside the old one in the home folder, and a file by two names", async () => {
  const files = memoryFiles({
    [claude]: hooks("~/bin/runok hook --agent claude-code"),
    "/home/me/bin/usher": "",
  });
  files.link("/home/me/app/.claude/settings.json", claude);
  const { exit, host } = await migrate(["-y"], files);
  assert.deepEqual([exit, host.err], [0, ""]);
  assert.equal(files.text(claude), hooks("/home/me/bin/usher hook --agent claude-code"));
  assert.equal(files.readLink("/home/me/app/.claude/settings.json"), claude);
});

/** A link in a project to a file of the user's, and whether it leads out of the project. */
const links: readonly (readonly [string, string, string, string, boolean])[] = [
  ["the configuration", project, "/home/me/notes.yml", old, true],
  ["the local configuration", "/home/me/app/usher.local.yml", "/home/me/notes.yml", old, true],
  ["runok's", "/home/me/app/runok.yml", "../notes.yml", old, true],
  ["an agent's settings", "/home/me/app/.claude/settings.json", "/home/me/s.json", "", true],
  ["an agent's folder", "/home/me/app/.codex", "/home/me/other", "", true],
  ["the configuration", project, "/home/me/app/config/usher.yml", old, false],
  ["an agent's settings", "/home/me/app/.claude/settings.json", "../s.json", "", false],
  ["the user's configuration", user, "/home/me/dotfiles/usher.yml", old, false],
  ["the user's settings", claude, "/home/me/dotfiles/claude.json", "", false],
];
links.forEach(([about, link, target, text, leadsOut]) =>
  Deno.test(`a link: ${about} to ${target} is ${leadsOut ? "left" : "followed"}`, async () => {
    for (const args of [["-y"], ["-y", "--rename"]]) {
      const files = memoryFiles({ "/usr/bin/usher": "", "/home/me/app/x": "" });
      const real = resolvePath(dirName(link), target);
      const file = link.endsWith("/.codex") ? `${real}/hooks.json` : real;
      const before = text === "" ? hooks("runok hook --agent claude-code") : text;
      files.write(file, before);
      files.makeFolder(dirName(link), 0o755);
      files.link(link, target);
      const { exit, host } = await migrate(args, files);
      assert.equal(exit, leadsOut ? 1 : 0, host.err);
      assert.equal(files.text(file) === before, leadsOut);
      assert.equal(files.readLink(link), target);
      assert.deepEqual(
        files.list(dirName(file)).some((name) => name.includes("backup")),
        !leadsOut,
      );
      if (leadsOut) assert.match(host.err, /: a link leads out of the project, to \/home\/me\//);
    }
  })
);

Deno.test("on disk: links are followed and stay, permissions too, and no backup is overwritten", async () => {
  using folder = temporaryFolder();
  const { path } = folder;
  const real = `${path}/dotfiles/usher.yml`;
  const link = `${path}/home/.config/usher/usher.yml`;
  Deno.mkdirSync(`${path}/dotfiles`);
  Deno.mkdirSync(`${path}/home/.config/usher`, { recursive: true });
  Deno.writeTextFileSync(real, old);
  Deno.chmodSync(real, 0o640);
  Deno.symlinkSync(real, link);
  Deno.writeTextFileSync(`${real}.${stamp}`, "older");
  const env = { HOME: `${path}/home` };
  const host = testHost({ env, cwd: `${path}/home`, files: diskFiles });
  assert.equal(await run(host, ["-y"]), 0, host.err);
  assert.equal(Deno.readLinkSync(link), real);
  assert.equal(Deno.readTextFileSync(real), now);
  assert.equal((Deno.statSync(real).mode ?? 0) & 0o777, 0o640);
  assert.equal(Deno.readTextFileSync(`${real}.${stamp}`), "older");
  assert.equal(Deno.readTextFileSync(`${real}.${stamp}-2`), old);
  const left = [...Deno.readDirSync(`${path}/dotfiles`)].map(({ name }) => name).sort();
  assert.deepEqual(left, ["usher.yml", `usher.yml.${stamp}`, `usher.yml.${stamp}-2`]);
});

Deno.test("on disk: a folder that cannot be written to is an error, and the others are written", async () => {
  if (Deno.uid() === 0) return;
  using folder = temporaryFolder();
  const { path } = folder;
  Deno.mkdirSync(`${path}/home/.config/usher`, { recursive: true });
  Deno.mkdirSync(`${path}/home/.claude`);
  Deno.writeTextFileSync(`${path}/home/.config/usher/usher.yml`, old);
  Deno.writeTextFileSync(`${path}/home/.claude/settings.json`, hooks("runok hook --agent codex"));
  Deno.chmodSync(`${path}/home/.config/usher`, 0o500);
  const host = testHost({ env: { HOME: `${path}/home` }, cwd: path, files: diskFiles });
  assert.equal(await run(host, ["-y"]), 1);
  Deno.chmodSync(`${path}/home/.config/usher`, 0o700);
  assert.match(host.err, /usher.yml: permission denied/);
  assert.equal(Deno.readTextFileSync(`${path}/home/.config/usher/usher.yml`), old);
  assert.match(Deno.readTextFileSync(`${path}/home/.claude/settings.json`), /usher hook/);
});
