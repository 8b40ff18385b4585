import assert from "node:assert/strict";
import fc from "fast-check";
import { commandLimit, loggedText, utf8Length } from "../../src/audit/logged_text.ts";
import { type DecisionRecord, decisionRecord, failureRecord } from "../../src/audit/record.ts";
import { lineLimit, recordLine } from "../../src/audit/record_line.ts";
import { parseRecord } from "../../src/audit/record_parser.ts";
import { UsherError } from "../../src/text/error.ts";
import { part, rule, shellCall, verdict } from "./verdicts.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text).length;
const facts = {
  endpointType: "hook",
  agent: null,
  surface: null,
  elapsedUs: 1,
  defaultAction: "pass",
  cwd: null,
  now: new Date(0),
} as const;

function decision(command: string, parts = [part(command)]): DecisionRecord {
  return decisionRecord(verdict(parts), shellCall(command), facts);
}

Deno.test("a line is the record and a newline", () => {
  const record = decision("ls -l");
  assert.equal(recordLine(record, true), `${JSON.stringify(record)}\n`);
});

Deno.test("secrets are masked in all that a decision says", () => {
  const line = recordLine(
    decisionRecord(
      verdict([part("tool --password hunter2", {
        original: "tool --password hunter2 $X",
        argv: ["tool", "--password", "hunter2"],
        env: [{ name: "API_TOKEN", value: "hunter2" }],
        redirects: [{
          type: "output",
          operator: ">",
          target: "https://me:hunter2@host",
          descriptor: null,
        }],
        action: "deny",
        matched: [rule("deny", "tool *")],
        message: "not with --password hunter2",
        fixSuggestion: "tool --token=hunter2",
      })]),
      shellCall("API_TOKEN=hunter2 tool --password hunter2"),
      facts,
    ),
    true,
  );
  assert.ok(!line.includes("hunter2"), line);
  assert.ok(line.includes('"argv":["tool","--password","***"]'));
  assert.ok(line.includes('"env":{"API_TOKEN":"***"}'));
});

Deno.test("a secret of the command is masked in every field, whatever shows it there", () => {
  const words = ["echo", "-n", "hunter 2"];
  const line = recordLine(
    decisionRecord(
      verdict([part("echo -n 'hunter 2'", {
        argv: words,
        env: [{ name: "NOTE", value: "hunter 2" }],
        redirects: [{ type: "input", operator: "<<<", target: "hunter 2", descriptor: null }],
        message: "hunter 2 is printed",
      })]),
      shellCall("echo -n 'hunter 2' | docker login --password-stdin"),
      facts,
    ),
    true,
  );
  assert.ok(!line.includes("hunter"), line);
});

Deno.test("secrets are masked in failures and in what became of an ask", () => {
  const error = new UsherError("command", "cannot run tool --password hunter2", {
    hint: "try tool --token hunter2",
  });
  const call = shellCall("tool --password hunter2");
  assert.ok(!recordLine(failureRecord(error, call, facts), true).includes("hunter2"));
  const line = recordLine({
    kind: "ask_resolution",
    timestamp: "1970-01-01T00:00:00.000+00:00",
    outcome: "approved",
    via: "dialog",
    tool_use_id: null,
    session_id: null,
    cwd: null,
    command: "tool --password hunter2",
    executed_command: "usher exec -- 'tool --password hunter2'",
  }, true);
  assert.ok(!line.includes("hunter2'"), line);
});

Deno.test("nothing is masked when that is switched off", () => {
  assert.ok(recordLine(decision("tool --password hunter2"), false).includes("hunter2"));
});

const texts: readonly (readonly [string, string])[] = [
  ["letters", "a".repeat(1 << 20)],
  ["control characters", "\x01".repeat(1 << 20)],
  ["wide characters", "😀".repeat(1 << 19)],
  ["quotes", '"'.repeat(1 << 20)],
  ["words", "echo hello; ".repeat(90_000)],
  ["half a surrogate pair", "\ud800".repeat(1 << 20)],
];
texts.forEach(([name, text]) =>
  Deno.test(`a command of 1 MiB of ${name} is cut, and the line stays below the limit`, () => {
    const parts = text.split("; ").map((each) => part(each));
    const line = recordLine(decision(text, parts), true);
    assert.ok(bytesOf(line) <= lineLimit);
    const record = parseRecord(line);
    assert.ok(record !== null && "action" in record);
    assert.match(record.command, /… \[cut: \d+ bytes in all\]$/);
    assert.ok(bytesOf(record.command) < commandLimit + 100);
    assert.equal(record.command, loggedText(text, true));
  })
);

Deno.test("no line is over the limit when everything is too long", () => {
  const long = "\x01".repeat(200_000);
  const call = shellCall(long, {
    agent: long,
    eventName: long,
    tool: long,
    cwd: long,
    sessionId: long,
    toolUseId: long,
  });
  const wide = part(long, {
    original: long,
    message: long,
    fixSuggestion: long,
    env: [{ name: "A", value: long }],
    redirects: [{ type: "input", operator: "<", target: long, descriptor: 0 }],
  });
  const record = decisionRecord(
    verdict(Array(600).fill(wide), { sandbox: { kind: "preset", name: long } }),
    call,
    { ...facts, surface: long },
  );
  assert.ok(bytesOf(recordLine(record, true)) <= lineLimit);
  const error = new UsherError(long, long, { hint: long, place: { file: long } });
  assert.ok(bytesOf(recordLine(failureRecord(error, call, facts), true)) <= lineLimit);
});

Deno.test("evaluations that do not fit are counted, and smaller ones after them stay", () => {
  const parts = [
    part("first"),
    part("large", { argv: Array(100).fill("x".repeat(10_000)) }),
    part("last"),
  ];
  const record = parseRecord(recordLine(decision("all", parts), true));
  assert.ok(record !== null && "action" in record);
  assert.deepEqual(record.command_evaluations.map(({ command }) => command), ["first", "last"]);
  assert.equal(record.omitted_evaluations, 1);
});

const cuts: readonly (readonly [string, number, string])[] = [
  ["abc", 3, "abc"],
  ["aé", 3, "aé"],
  [`${"a".repeat(9000)}é`, 9000, `${"a".repeat(9000)}… [cut: 9002 bytes in all]`],
  [`${"a".repeat(8999)}é`, 9000, `${"a".repeat(8999)}… [cut: 9001 bytes in all]`],
];
cuts.forEach(([text, limit, expected]) =>
  Deno.test(`a text of ${text.length} in ${limit} bytes`, () => {
    const cut = loggedText(text, false, limit);
    assert.equal(cut.slice(-40), expected.slice(-40));
    assert.equal(cut.length, expected.length);
  })
);

Deno.test("a secret that the end goes through is not left in part", () => {
  const secret = "ghp_" + "A1b2C3d4E5f6G7h8I9j0".repeat(2);
  for (let before = commandLimit + 8150; before < commandLimit + 8200; before += 2) {
    const text = `${"a ".repeat(before / 2)} ${secret} tail`;
    assert.ok(!loggedText(text, true).includes("A1b2"));
  }
  for (let before = commandLimit - 60; before < commandLimit + 10; before += 3) {
    const text = `${"a ".repeat(before / 2)} ${secret} tail`;
    assert.ok(!loggedText(text, true).includes("A1b2"));
  }
});

Deno.test("the length in UTF-8 is what an encoder gives", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), fc.string(), (a, b) => {
    const text = `${a}\ud800${b}\udc00\ud83d`;
    assert.equal(utf8Length(text), bytesOf(text));
  }));
});

Deno.test("no text is longer than its limit and the marker", () => {
  const fragment = fc.constantFrom(
    "a",
    "é",
    "😀",
    "--password x ",
    "TOKEN=y ",
    "\n",
    "'",
    "\ud800",
  );
  fc.assert(fc.property(fc.array(fragment), fc.integer({ min: 1, max: 40 }), (parts, limit) => {
    const once = loggedText(parts.join(""), true, limit);
    assert.ok(bytesOf(once) <= limit + 40);
    if (bytesOf(once) <= limit) assert.equal(loggedText(once, true, limit), once);
  }));
});
