/** `usher test`: what is tested, by which rules, and what is printed. */
import assert from "node:assert/strict";
import { loadConfiguration } from "../../src/config/configuration.ts";
import { run } from "../../src/commands/test.ts";
import { testHost, type TestHostOptions } from "../host.ts";

const file = "/home/me/project/usher.yml";
const user = "/home/me/.config/usher/usher.yml";

interface Outcome {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

async function test(
  args: readonly string[],
  files: Readonly<Record<string, string>>,
  options: TestHostOptions = {},
): Promise<Outcome> {
  const env = { HOME: "/home/me" };
  const host = testHost({ env, cwd: "/home/me/project", files, ...options });
  return { exit: await run(host, args), out: host.out, err: host.err };
}

const rules = `rules:
  - deny: 'rm *'
    tests:
      - deny: 'rm x'
      - allow: 'ls && rm -r x'
  - allow: 'make *'
tests:
  cases:
    - pass: "unknown \\e[2J<&>\\uFFFF '\\""
    - allow: make
    - ask: '@Read a'
`;

Deno.test("a line a test, and below a failure what decided", async () => {
  const { exit, out, err } = await test([], { [file]: rules });
  assert.equal(
    out,
    `PASS: rm x => deny  (${file}:4:9)
FAIL: ls && rm -r x => expected allow, got deny  (${file}:5:9)
      decided by deny 'rm *' (${file}:2:5), for: rm -r x
FAIL: unknown \\x1b[2J<&>\\u{ffff} '" => expected pass, got ask  (${file}:9:7)
      it does not parse as bash (expected redirect target)
PASS: make => allow  (${file}:10:7)
FAIL: @Read a => expected ask, got pass  (${file}:11:7)
      no rule applies, and the default is pass
2 passed, 3 failed, 5 total
`,
  );
  assert.deepEqual([exit, err], [1, ""]);
});

Deno.test("JSON: stable keys, left out where they do not apply", async () => {
  const { exit, out } = await test(["--output-format", "json"], { [file]: rules });
  assert.equal(exit, 1);
  const { tests, ...counts } = JSON.parse(out);
  assert.deepEqual(counts, { passed: 2, failed: 3, total: 5 });
  assert.deepEqual(tests[1], {
    command: "ls && rm -r x",
    expected: "allow",
    decision: "deny",
    passed: false,
    source: `${file}:5:9`,
    rule: { pattern: "rm *", source: `${file}:2:5` },
    decided_by: "rm -r x",
  });
  assert.deepEqual(tests[2].command, "unknown \x1b[2J<&>\uffff '\"");
  assert.deepEqual(tests[2].reason, "it does not parse as bash (expected redirect target)");
});

Deno.test("JUnit: well-formed XML without characters that XML forbids", async () => {
  const { exit, out } = await test(["--output-format=junit"], { [file]: rules });
  assert.equal(exit, 1);
  assert.match(out, /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites name="usher test" /);
  // deno-lint-ignore no-control-regex -- what XML 1.0 forbids
  assert.doesNotMatch(out, /[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff]/);
  assert.doesNotMatch(out, /&(?!(?:amp|lt|gt|quot|apos);)/);
  const open: string[] = [];
  const rest = out.replace(/^<\?xml.*\?>/, "").replace(
    /<(\/?)([a-z]+)((?: [a-z]+="[^"<]*")*)(\/?)>/g,
    (_, end: string, name: string, _attributes: string, alone: string) => {
      if (end !== "") assert.equal(open.pop(), name);
      else if (alone === "") open.push(name);
      return "";
    },
  );
  assert.deepEqual(open, []);
  assert.doesNotMatch(rest, /[<>]/);
  assert.match(
    out,
    /<testsuite name="\S+usher.yml" tests="5" failures="3" errors="0" skipped="0">/,
  );
  assert.match(out, /<testcase [^>]*name="deny: rm x" file="\S+" line="4"\/>/);
  assert.match(out, /<failure message="expected allow, got deny" type="verdict">decided by deny/);
  assert.match(out, /name="pass: unknown \\x1b\[2J&lt;&amp;&gt;\\u\{ffff\} &apos;&quot;"/);
});

Deno.test("the user's own configuration does not count for a project's file", async () => {
  const files = {
    [file]: "rules:\n  - allow: make\n    tests: [{ allow: make }, { pass: frob }]\n",
    [user]: "defaults: { action: deny }\nrules:\n  - deny: make\ntests: { cases: [{ ask: x }] }\n",
    "/elsewhere/usher/usher.yml": "rules:\n  - deny: frob\n",
  };
  for (const args of [[], ["-c", file], ["-c", "."], ["-c", "usher.yml"]]) {
    for (const XDG_CONFIG_HOME of ["/home/me/.config", "/elsewhere"]) {
      const env = { HOME: "/home/me", XDG_CONFIG_HOME };
      const { exit, out, err } = await test(args, files, { env });
      assert.deepEqual([exit, err], [0, ""], out);
      assert.match(out, /2 passed, 0 failed, 2 total\n$/);
    }
  }
});

Deno.test("outside of a project the user's own configuration is tested", async () => {
  const files = {
    [user]: "tests: { cases: [{ pass: frob }] }\n",
    "/home/me/.config/usher/usher.local.yml":
      "rules:\n  - deny: tool\ntests: { cases: [{ deny: tool }] }\n",
  };
  const { exit, out } = await test([], files, { cwd: "/srv" });
  assert.deepEqual([exit, out.split("\n").at(-2)], [0, "2 passed, 0 failed, 2 total"]);
});

const errors: readonly (readonly [readonly string[], Readonly<Record<string, string>>, RegExp])[] =
  [
    [[], {}, /^usher: test: no test cases found\nhint: looked in your own configuration\n$/],
    [[], { [file]: "rules: []\n" }, /no test cases found\nhint: looked in \S+usher.yml\n$/],
    [["-c", "/srv"], { "/srv/a": "" }, /^usher: config error: \/srv\/usher.yml: is not there/],
    [["-c", "x.yml"], {}, /^usher: config error: \/home\/me\/project\/x.yml: is not there/],
    [[], { [file]: "ruls: []\n" }, /^usher: config error: \S+usher.yml:1:1: unknown key `ruls`/],
    [["--output-format", "xml"], {}, /'--output-format' is text or json or junit, not 'xml'/],
  ];
errors.forEach(([args, files, message]) =>
  Deno.test(`exit 2: usher test ${args.join(" ")} ${JSON.stringify(files)}`, async () => {
    const { exit, out, err } = await test(args, files);
    assert.deepEqual([exit, out], [2, ""]);
    assert.match(err, message);
  })
);

Deno.test("a test's command runs in the folder of its file", async () => {
  const text =
    "rules:\n  - deny: 'cat <path:s>'\n    tests: [{ deny: cat a }, { pass: cat /a }]\n" +
    "definitions: { paths: { s: [./a] } }\nbuiltin: false\n";
  const { exit, out } = await test(["-c", file], { [file]: text }, { cwd: "/srv" });
  assert.equal(exit, 0, out);
});

Deno.test("what tests extend counts for the tests, and nothing else of it", async () => {
  const team = "rules:\n  - deny: 'rm *'\n    tests: [{ allow: rm }]\n" +
    "tests: { extends: [./none.yml], cases: [{ allow: rm }] }\n";
  const files = {
    [file]: "rules:\n  - allow: 'rm *'\n  - allow: make\ntests:\n  extends: [./team.yml]\n" +
      "  cases: [{ deny: rm x }, { allow: make }]\n",
    "/home/me/project/team.yml": team,
  };
  const { exit, out, err } = await test([], files);
  assert.deepEqual([exit, out.split("\n").at(-2), err], [0, "2 passed, 0 failed, 2 total", ""]);

  const host = testHost({ env: { HOME: "/home/me" }, cwd: "/home/me/project", files });
  const { rules, failures, localExtends } = await loadConfiguration(host, {
    cwd: null,
    explicit: file,
  });
  assert.deepEqual([failures, localExtends], [[], {}]);
  assert(!rules.rules.some(({ place }) => place.file.endsWith("team.yml")));
});

Deno.test("the tests of a file that is extended too are run", async () => {
  const text = (more: string) => `extends: [./team.yml]\ntests: { ${more} cases: [{ pass: x }] }\n`;
  const team = "rules:\n  - deny: 'rm *'\n    tests: [{ deny: rm }]\n";
  for (const more of ["", "extends: [./team.yml],"]) {
    const { exit, out } = await test([], { [file]: text(more), "/home/me/project/team.yml": team });
    assert.deepEqual([exit, out.split("\n").at(-2)], [0, "2 passed, 0 failed, 2 total"]);
  }
});

Deno.test("what tests extend and is not there is an error", async () => {
  const { exit, err } = await test([], {
    [file]: "tests: { extends: [./x.yml], cases: [{ pass: a }] }",
  });
  assert.equal(exit, 2);
  assert.match(err, /x\.yml/);
});

Deno.test("the environment does not count, but what a test sets does", async () => {
  const text = `rules:
  - deny: 'tool *'
    when: "has(env.STAGE) && env.STAGE == 'live'"
    tests: [{ pass: tool x }, { deny: STAGE=live tool x }]
`;
  for (const STAGE of ["live", "test"]) {
    const env = { HOME: "/home/me", STAGE };
    const { exit, out } = await test([], { [file]: text }, { env });
    assert.equal(exit, 0, out);
  }
});
