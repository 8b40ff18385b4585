/** Which files are found and read. (`02-rules.md`, Files) */
import assert from "node:assert/strict";
import { memoryFiles } from "../host.ts";
import { failuresOf, load, type Machine, PROJECT, rulesOf, USER } from "./load.ts";

const HOME = "/home/me";
const CONFIG = `${HOME}/.config`;
const deny = (pattern: string) => `rules: [{deny: '${pattern}'}]`;

/** The files, each denying its own path, and the rules that hold in a working directory. */
const found: readonly (readonly [
  what: string,
  files: readonly string[],
  expected: readonly string[],
  machine?: Machine,
])[] = [
  ["nothing", [], []],
  ["the user's file", [USER], [USER]],
  ["the user's file in YAML's other ending", [`${CONFIG}/usher/usher.yaml`], [
    `${CONFIG}/usher/usher.yaml`,
  ]],
  [
    "both of the user's layers, lowest first",
    [`${CONFIG}/usher/usher.local.yml`, USER],
    [USER, `${CONFIG}/usher/usher.local.yml`],
  ],
  ["the seed engine's user file", [`${CONFIG}/runok/runok.yml`], [`${CONFIG}/runok/runok.yml`]],
  [
    "usher's file instead of the seed engine's, in each layer by itself",
    [
      `${CONFIG}/runok/runok.yml`,
      USER,
      `${CONFIG}/runok/runok.local.yml`,
      `${PROJECT}/runok.yml`,
      `${PROJECT}/usher.local.yml`,
      `${PROJECT}/runok.local.yml`,
    ],
    [
      USER,
      `${CONFIG}/runok/runok.local.yml`,
      `${PROJECT}/runok.yml`,
      `${PROJECT}/usher.local.yml`,
    ],
  ],
  ["the project", [`${PROJECT}/usher.yml`], [`${PROJECT}/usher.yml`]],
  ["a project that has only a local file", [`${PROJECT}/usher.local.yml`], [
    `${PROJECT}/usher.local.yml`,
  ]],
  ["a folder above", [`${PROJECT}/usher.yml`], [`${PROJECT}/usher.yml`], {
    cwd: `${PROJECT}/src/deep`,
  }],
  [
    "every folder above, the outermost first",
    [`${PROJECT}/a/b/usher.yml`, `${PROJECT}/usher.yml`, `${PROJECT}/a/runok.yml`],
    [`${PROJECT}/usher.yml`, `${PROJECT}/a/runok.yml`, `${PROJECT}/a/b/usher.yml`],
    { cwd: `${PROJECT}/a/b/c` },
  ],
  ["no folder beside", [`${PROJECT}/other/usher.yml`], [], { cwd: `${PROJECT}/src` }],
  ["not the home folder", [`${HOME}/usher.yml`, "/home/usher.yml", "/usher.yml"], []],
  ["not the home folder as working directory", [`${HOME}/usher.yml`], [], { cwd: HOME }],
  [
    "outside home up to the root",
    ["/usher.yml", "/srv/usher.yml", `${HOME}/usher.yml`],
    ["/usher.yml", "/srv/usher.yml"],
    { cwd: "/srv/app" },
  ],
  [
    "without HOME up to the root",
    ["/usher.yml", `${HOME}/usher.yml`, USER],
    ["/usher.yml", `${HOME}/usher.yml`],
    { env: {} },
  ],
  [
    "XDG_CONFIG_HOME",
    ["/etc/me/usher/usher.yml", USER],
    ["/etc/me/usher/usher.yml"],
    { env: { HOME, XDG_CONFIG_HOME: "/etc/me" } },
  ],
  [
    "XDG_CONFIG_HOME in another repository, which then only tightens",
    [USER, "/etc/me/.git", "/etc/me/cfg/usher/usher.yml"],
    ["/etc/me/cfg/usher/usher.yml", USER],
    { env: { HOME, XDG_CONFIG_HOME: "/etc/me/cfg" } },
  ],
  [
    "XDG_CONFIG_HOME without HOME",
    ["/etc/me/usher/usher.yml"],
    ["/etc/me/usher/usher.yml"],
    { env: { XDG_CONFIG_HOME: "/etc/me/" } },
  ],
  ["an empty XDG_CONFIG_HOME", [USER], [USER], { env: { HOME, XDG_CONFIG_HOME: "" } }],
  ["a relative XDG_CONFIG_HOME", [`${PROJECT}/conf/usher/usher.yml`, USER], [USER], {
    env: { HOME, XDG_CONFIG_HOME: "conf" },
  }],
  ["a relative HOME", [`${PROJECT}/.config/usher/usher.yml`], [], { env: { HOME: "." } }],
  [
    "XDG_CONFIG_HOME in the project, which then only tightens",
    [`${PROJECT}/conf/usher/usher.yml`, `${PROJECT}/usher.yml`, USER],
    [`${PROJECT}/conf/usher/usher.yml`, USER, `${PROJECT}/usher.yml`],
    { env: { HOME, XDG_CONFIG_HOME: `${PROJECT}/conf` } },
  ],
  ["the user's folder as working directory, once", [USER], [USER], { cwd: `${CONFIG}/usher` }],
];
found.forEach(([what, paths, expected, machine = {}]) =>
  Deno.test(`discovery: ${what}`, async () => {
    const files = Object.fromEntries(paths.map((path) => [path, deny(path)]));
    const configuration = await load({ ...machine, files });
    assert.deepEqual(rulesOf(configuration), expected.map((path) => `deny ${path}`));
    assert.deepEqual(configuration.failures, []);
    for (const path of expected) assert.ok(configuration.sources.includes(path), path);
  })
);

Deno.test("discovery: what could have been read is a source", async () => {
  const { sources } = await load({});
  const names = ["usher.yml", "usher.yaml", "usher.local.yml", "usher.local.yaml"];
  const seed = names.map((name) => name.replace("usher", "runok"));
  assert.deepEqual(
    new Set(sources),
    new Set([
      ...names.map((name) => `${CONFIG}/usher/${name}`),
      ...seed.map((name) => `${CONFIG}/runok/${name}`),
      ...[...names, ...seed].map((name) => `${PROJECT}/${name}`),
    ]),
  );
});

Deno.test("discovery: links in the working directory and in HOME are followed", async () => {
  const files = memoryFiles({ [`${PROJECT}/usher.yml`]: deny("x"), [`${HOME}/usher.yml`]: "{}" });
  files.makeFolder(`${PROJECT}/src`, 0o755);
  files.link("/tmp/link", `${PROJECT}/src`);
  files.link("/h", HOME);
  const configuration = await load({ files, cwd: "/tmp/link", env: { HOME: "/h" } });
  assert.deepEqual(rulesOf(configuration), ["deny x"]);
  assert.ok(!configuration.sources.includes(`${HOME}/usher.yml`));
});

Deno.test("discovery: HOME in a project is a failure, and what is there only tightens", async () => {
  const files = {
    "/srv/app/usher.yml": deny("x"),
    "/srv/app/home/.config/usher/usher.yml":
      "rules: [{allow: '*'}, {deny: 'evil *'}]\nbuiltin: false\naudit: {enabled: false}",
  };
  const machine = { files, cwd: "/srv/app/src", env: { HOME: "/srv/app/home" } };
  const configuration = await load(machine);
  assert.deepEqual(rulesOf(configuration), ["deny evil *", "deny x"]);
  assert.ok(configuration.rules.rules.length > 2, "the built-in rules are on");
  assert.deepEqual(failuresOf(configuration), [
    "HOME: /srv/app/home lies in the project /srv/app | " +
    "set HOME to your home folder, or name a configuration with -c",
  ]);
});

Deno.test("discovery: a project in the user's configuration folder leaves the user's denials", async () => {
  const files = {
    "/srv/conf/usher.yml": "rules: []",
    "/srv/conf/usher/usher.yml": "rules: [{allow: '*'}, {deny: 'evil *'}]",
  };
  const env = { HOME, XDG_CONFIG_HOME: "/srv/conf" };
  const configuration = await load({ files, cwd: "/srv/conf", env });
  assert.deepEqual(rulesOf(configuration), ["deny evil *"]);
  assert.deepEqual(configuration.failures, []);
  assert.deepEqual(configuration.notices.map(({ message }) => message).slice(0, 1), [
    "XDG_CONFIG_HOME lies in the project /srv/conf: it does not count",
  ]);
});

/** Folders that nobody may look into, and what that is. */
const unseen: readonly (readonly [folder: string, failures: RegExp, notices: RegExp])[] = [
  [`${CONFIG}/usher`, /usher\.yml: cannot be looked for: permission denied/, /^$/],
  [CONFIG, /usher\.yml: cannot be looked for: permission denied/, /^$/],
  [PROJECT, /^$/, /untrusted project .*usher\.yml: cannot be looked for: permission denied/],
];
unseen.forEach(([folder, failures, notices]) =>
  Deno.test(`discovery: ${folder} is closed, which is said`, async () => {
    const files = memoryFiles({ [`${PROJECT}/x`]: "" });
    files.close(folder);
    const configuration = await load({ files });
    assert.match(failuresOf(configuration).join(), failures);
    assert.match(configuration.notices.map(({ message }) => message).join(), notices);
    assert.ok(configuration.failures.length + configuration.notices.length <= 2);
  })
);

["HOME", "XDG_CONFIG_HOME"].forEach((name) =>
  Deno.test(`discovery: ${name} that is no UTF-8 is a failure`, async () => {
    const env = { HOME, [name]: "/home/m\u{fffd}" };
    const configuration = await load({ env, files: { [USER]: deny("x") } });
    assert.match(failuresOf(configuration).join(), new RegExp(`^${name}: not valid UTF-8`));
  })
);

/** Working directories without a file of ours, a variable that points into them, and what holds. */
const pointed: readonly (readonly [
  what: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
  config: string,
  rules: readonly string[],
  failures: number,
])[] = [
  [
    "XDG_CONFIG_HOME in the working directory",
    "/srv/app",
    {
      HOME,
      XDG_CONFIG_HOME: "/srv/app/c",
    },
    "/srv/app/c",
    ["deny evil"],
    0,
  ],
  [
    "XDG_CONFIG_HOME in the repository",
    "/srv/git/src/deep",
    {
      HOME,
      XDG_CONFIG_HOME: "/srv/git/c",
    },
    "/srv/git/c",
    ["deny evil"],
    0,
  ],
  ["HOME in the working directory", "/srv/app", { HOME: "/srv/app/h" }, "/srv/app/h/.config", [
    "deny evil",
  ], 1],
  ["HOME in the repository", "/srv/git/src", { HOME: "/srv/git/h" }, "/srv/git/h/.config", [
    "deny evil",
  ], 1],
  [
    "XDG_CONFIG_HOME beside the working directory",
    "/srv/app",
    {
      HOME,
      XDG_CONFIG_HOME: "/srv/c",
    },
    "/srv/c",
    ["allow evil x", "deny evil"],
    0,
  ],
  [
    "XDG_CONFIG_HOME beside the working directory, in something unpacked",
    "/srv/archive/src/deep",
    { HOME, XDG_CONFIG_HOME: "/srv/archive/c" },
    "/srv/archive/c",
    ["deny evil"],
    0,
  ],
  [
    "XDG_CONFIG_HOME that something unpacked in the home folder brings",
    `${HOME}/downloads/archive/src`,
    { HOME, XDG_CONFIG_HOME: `${HOME}/downloads/archive/c` },
    `${HOME}/downloads/archive/c`,
    ["deny evil"],
    0,
  ],
  [
    "XDG_CONFIG_HOME above the working directory",
    "/srv/archive/c/x",
    { HOME, XDG_CONFIG_HOME: "/srv/archive/c" },
    "/srv/archive/c",
    ["deny evil"],
    0,
  ],
  [
    "XDG_CONFIG_HOME in a folder of the user's on another disk",
    "/scratch/me/work/src",
    { HOME, XDG_CONFIG_HOME: "/scratch/me/c" },
    "/scratch/me/c",
    ["allow evil x", "deny evil"],
    0,
  ],
  [
    "XDG_CONFIG_HOME and HOME beside the working directory",
    "/srv/build/src/deep",
    { HOME: "/srv/build/home", XDG_CONFIG_HOME: "/srv/build/c" },
    "/srv/build/c",
    ["allow evil x", "deny evil"],
    0,
  ],
  [
    "the usual folder above the working directory",
    `${CONFIG}/other/deep`,
    { HOME, XDG_CONFIG_HOME: CONFIG },
    CONFIG,
    ["allow evil x", "deny evil"],
    0,
  ],
  [
    "homes below the working directory",
    "/home",
    { HOME },
    CONFIG,
    ["allow evil x", "deny evil"],
    0,
  ],
  ["home as the working directory", HOME, { HOME, XDG_CONFIG_HOME: `${HOME}/c` }, `${HOME}/c`, [
    "allow evil x",
    "deny evil",
  ], 0],
  ["a home that git keeps", `${HOME}/src`, { HOME, XDG_CONFIG_HOME: `${HOME}/c` }, `${HOME}/c`, [
    "allow evil x",
    "deny evil",
  ], 0],
];
pointed.forEach(([what, cwd, env, config, rules, failures]) =>
  Deno.test(`discovery: without a project's file: ${what}`, async () => {
    const files = {
      [`${config}/usher/usher.yml`]: "rules: [{allow: evil x}, {deny: evil}]",
      "/srv/git/.git/HEAD": "",
      [`${HOME}/.git/HEAD`]: "",
    };
    const configuration = await load({ files, cwd, env });
    assert.deepEqual(rulesOf(configuration), rules);
    assert.equal(configuration.failures.length, failures);
  })
);

Deno.test("discovery: another user's file makes no folder a project that HOME must not be in", async () => {
  const files = memoryFiles({ "/tmp/build/home/.config/usher/usher.yml": deny("x") });
  files.write("/tmp/usher.yml", deny("y"), { uid: 1001 });
  const env = { HOME: "/tmp/build/home" };
  const configuration = await load({ files, env, cwd: "/tmp/build/src" });
  assert.deepEqual(rulesOf(configuration), ["deny x"]);
  assert.deepEqual(configuration.failures, []);
});

Deno.test("discovery: the root folder as a project does not hide the user's files", async () => {
  const files = { "/usher.yml": deny("x"), [USER]: deny("y") };
  const configuration = await load({ files, cwd: "/srv" });
  assert.deepEqual(rulesOf(configuration), ["deny y", "deny x"]);
  assert.deepEqual(configuration.failures, []);
});

Deno.test("discovery: usher.yml and usher.yaml side by side are an error, and both deny", async () => {
  const yaml = `${CONFIG}/usher/usher.yaml`;
  const configuration = await load({ files: { [USER]: deny("x"), [yaml]: deny("y") } });
  assert.deepEqual(rulesOf(configuration), ["deny x", "deny y"]);
  assert.deepEqual(failuresOf(configuration), [
    `${yaml}: stands beside ${USER} | keep one of the two`,
  ]);
});

Deno.test("discovery: of runok.yml and runok.yaml the first counts, as in the seed's engine", async () => {
  const [yml, yaml] = [`${CONFIG}/runok/runok.yml`, `${CONFIG}/runok/runok.yaml`];
  const configuration = await load({ files: { [yml]: deny("x"), [yaml]: deny("y") } });
  assert.deepEqual(rulesOf(configuration), ["deny x"]);
  assert.deepEqual(configuration.notices.map(({ message }) => message), [
    `${yaml}: not read: ${yml} stands beside it`,
  ]);
});

Deno.test("discovery: without a directory there is no project", async () => {
  const files = { [USER]: deny("x"), [`${PROJECT}/usher.yml`]: deny("y") };
  assert.deepEqual(rulesOf(await load({ files }, { cwd: "" })), ["deny x"]);
  assert.deepEqual(rulesOf(await load({ files }, { cwd: null })), ["deny x", "deny y"]);
});

Deno.test("-c: that file alone, and it is trusted", async () => {
  const files = {
    [USER]: deny("x"),
    [`${PROJECT}/usher.yml`]: deny("y"),
    [`${PROJECT}/ci.yml`]: "rules: [{allow: z}]\naudit: {enabled: false}",
  };
  const configuration = await load({ files }, { explicit: "ci.yml" });
  assert.deepEqual(rulesOf(configuration), ["allow z"]);
  assert.deepEqual(configuration.sources, [`${PROJECT}/ci.yml`]);
  assert.equal(configuration.audit.enabled, true);
});

Deno.test("-c: a file that is not there is a failure", async () => {
  const configuration = await load({}, { explicit: "/none.yml" });
  assert.deepEqual(failuresOf(configuration), ["/none.yml: is not there, or cannot be seen"]);
});

/** What may stand in a configuration's place, and why it is not read. */
const refused: readonly (readonly [
  what: string,
  put: (files: ReturnType<typeof memoryFiles>, path: string) => void,
  why: RegExp,
])[] = [
  ["a folder", (files, path) => files.makeFolder(path, 0o755), /is a folder/],
  ["a FIFO", (files, path) => files.write(path, "", { kind: "other" }), /is no regular file/],
  ["a dangling link", (files, path) => files.link(path, "/none"), /is a link that leads nowhere/],
  ["a link to itself", (files, path) => files.link(path, path), /is a link that leads nowhere/],
  [
    "another user's file",
    (files, path) => files.write(path, deny("x"), { uid: 1001 }),
    /belongs to another user \(1001\)/,
  ],
  [
    "more than 1 MiB",
    (files, path) => files.write(path, `# ${"x".repeat(1024 * 1024)}`),
    /is larger than 1 MiB/,
  ],
];
refused.forEach(([what, put, why]) => {
  Deno.test(`refused: ${what} as the user's file is a failure`, async () => {
    const files = memoryFiles({ [`${PROJECT}/usher.yml`]: deny("y") });
    put(files, USER);
    const configuration = await load({ files });
    assert.match(failuresOf(configuration).join(), why);
    assert.deepEqual(rulesOf(configuration), ["deny y"], "the other layers count");
  });
  Deno.test(`refused: ${what} as a project's file is a notice`, async () => {
    const files = memoryFiles({ [USER]: deny("y") });
    put(files, `${PROJECT}/usher.yml`);
    const configuration = await load({ files });
    assert.deepEqual(configuration.failures, []);
    assert.match(configuration.notices.map(({ message }) => message).join(), why);
    assert.deepEqual(rulesOf(configuration), ["deny y"]);
  });
});

Deno.test("refused: nothing of root's, and nothing where files have no owner", async () => {
  const files = memoryFiles();
  files.write(USER, deny("x"), { uid: 0 });
  files.write(`${PROJECT}/usher.yml`, deny("y"), { uid: null });
  assert.deepEqual(rulesOf(await load({ files })), ["deny x", "deny y"]);
});

Deno.test("a link to the user's own file is followed", async () => {
  const files = memoryFiles({ "/home/me/dotfiles/usher.yml": deny("x") });
  files.link(USER, "/home/me/dotfiles/usher.yml");
  assert.deepEqual(rulesOf(await load({ files })), ["deny x"]);
});

Deno.test("discovery: projects that nobody trusts bring a bounded amount", async () => {
  const large = `# ${"x".repeat(200 * 1024)}\n`;
  const files = {
    [USER]: deny("own"),
    "/home/me/usher.yml": "{}",
    "/home/me/project/usher.yml": `${large}extends: [./more.yml]\nrules: [{ deny: near }]\n`,
    "/home/me/project/more.yml": `${large}${deny("more")}`,
  };
  const configuration = await load({ files });
  assert.deepEqual(rulesOf(configuration), ["deny own", "deny near"]);
  assert.deepEqual(configuration.failures, []);
  assert.match(configuration.notices.map(({ message }) => message).join("\n"), /more than 256 KiB/);
});

Deno.test("discovery: of what is too much, whole lines from the start are read", async () => {
  const files = {
    [USER]: "{}",
    "/home/me/project/usher.yml": `rules:\n  - deny: first\n${"  - deny: more\n".repeat(20_000)}`,
  };
  const found = rulesOf(await load({ files }));
  assert.equal(found[0], "deny first");
  assert.ok(found.length > 10_000 && found.length < 20_000, `${found.length} rules`);
});
