import assert from "node:assert/strict";
import fc from "fast-check";
import { localDate, logFile, logFiles } from "../../src/audit/log_file.ts";
import { parseLog, readLines, readRecent, recentLimit } from "../../src/audit/reader.ts";
import { decisionRecord, failureRecord } from "../../src/audit/record.ts";
import { recordLine } from "../../src/audit/record_line.ts";
import { parseRecord } from "../../src/audit/record_parser.ts";
import { memoryFiles, testHost } from "../host.ts";
import { part, rule, settings, shellCall, verdict } from "./verdicts.ts";

const now = new Date("2026-03-04T12:00:00Z");
const day = (days: number) => logFile(settings.path, localDate(now, days)).path;
const facts = {
  endpointType: "hook",
  agent: null,
  surface: null,
  elapsedUs: 5,
  defaultAction: "ask",
  cwd: null,
  now,
} as const;

const decision = decisionRecord(
  verdict([part("sudo ls", {
    original: "sudo $X",
    action: "ask",
    matched: [rule("ask", "sudo *")],
    message: "careful",
    env: [{ name: "__proto__", value: "x" }],
    redirects: [{ type: "output", operator: "2>", target: "log", descriptor: 2 }],
    inner: [part("ls")],
  })], { sandbox: { kind: "preset", name: "workspace" } }),
  shellCall("sudo ls 2>log"),
  facts,
);
const failure = failureRecord(new Error("x"), shellCall("ls"), facts);
const resolution = {
  kind: "ask_resolution",
  timestamp: decision.timestamp,
  outcome: "denied",
  via: "card",
  tool_use_id: "toolu_1",
  session_id: "session-1",
  cwd: "/",
  command: "ls",
  executed_command: null,
} as const;

Deno.test("a record that was written is read as it was", () => {
  for (const record of [decision, failure, resolution]) {
    assert.equal(JSON.stringify(parseRecord(recordLine(record, false))), JSON.stringify(record));
  }
});

const timestamp = decision.timestamp;
const good: readonly (readonly [string, unknown, unknown])[] = [
  ["with only what it needs", { timestamp, command: "ls", action: { type: "pass" } }, {
    timestamp,
    command: "ls",
    action: { type: "pass" },
    sandbox_preset: null,
    default_action: "pass",
    metadata: {
      endpoint_type: "hook",
      session_id: null,
      cwd: null,
      tool_name: null,
      hook_event_name: null,
      tool_use_id: null,
    },
    agent: null,
    surface: null,
    elapsed_us: 0,
    command_evaluations: [],
  }],
  ["with fields of another type", {
    timestamp: "2026-02-25T10:30:00Z",
    command: "ls",
    action: { type: "deny", detail: { message: 5 } },
    sandbox_preset: 1,
    default_action: "perhaps",
    metadata: { endpoint_type: "exec", cwd: "/", session_id: {} },
    command_evaluations: [null, {}, {
      command: "ls",
      action: { type: "deny" },
      matched_rules: [{ action_kind: "deny", pattern: "ls", matched_tokens: ["ls", 1] }, {}],
      env: { A: "1", B: 2 },
      argv: "ls",
      redirects: [{ type: "input", target: "x" }, { type: "no" }],
      pipe: { stdin: true },
    }],
  }, {
    timestamp: "2026-02-25T10:30:00Z",
    command: "ls",
    action: { type: "deny", detail: { message: null, fix_suggestion: null } },
    sandbox_preset: null,
    default_action: "pass",
    metadata: {
      endpoint_type: "exec",
      session_id: null,
      cwd: "/",
      tool_name: null,
      hook_event_name: null,
      tool_use_id: null,
    },
    agent: null,
    surface: null,
    elapsed_us: 0,
    command_evaluations: [{
      command: "ls",
      action: { type: "deny" },
      matched_rules: [
        { action_kind: "deny", pattern: "ls", source: "", matched_tokens: ["ls"] },
      ],
      eval_type: "compound",
      env: { A: "1" },
      argv: [],
      redirects: [{ type: "input", operator: "", target: "x", descriptor: null }],
      pipe: { stdin: true, stdout: false },
    }],
  }],
];
good.forEach(([name, value, expected]) =>
  Deno.test(`reads a record ${name}`, () => {
    assert.equal(JSON.stringify(parseRecord(JSON.stringify(value))), JSON.stringify(expected));
  })
);

const damaged: readonly string[] = [
  "half a li",
  "{}",
  "[]",
  "null",
  '{"timestamp":"today","command":"ls","action":{"type":"allow"}}',
  `{"timestamp":"${timestamp}","command":"ls"}`,
  `{"timestamp":"${timestamp}","command":"ls","action":{"type":"maybe"}}`,
  `{"timestamp":"${timestamp}","action":{"type":"allow"}}`,
  `{"timestamp":"${timestamp}","kind":"failure"}`,
  `{"timestamp":"${timestamp}","kind":"ask_resolution","command":"ls"}`,
  `{"timestamp":"${timestamp}","kind":"of another version"}`,
  `{"timestamp":"${timestamp}","command":"ls","action":{"type":"allow"}`,
  "\0\0\0",
  "\ufffd\ufffd",
];
damaged.forEach((line) =>
  Deno.test(`is no record: ${JSON.stringify(line)}`, () => assert.equal(parseRecord(line), null))
);

Deno.test("damaged lines are counted and passed over", () => {
  const lines = [...damaged, recordLine(decision, true).trimEnd(), recordLine(failure, true)];
  const part = parseLog(lines);
  assert.deepEqual([part.records.length, part.damaged], [2, damaged.length]);
});

Deno.test("yesterday's and today's records are read, oldest first", () => {
  const line = (command: string) => recordLine({ ...decision, command }, true);
  const files = memoryFiles({
    [day(-2)]: line("long ago"),
    [day(-1)]: `${line("yesterday")}\n\nhalf a li`,
    [day(0)]: `${line("morning")}garbage\n${line("noon")}`,
    [day(1)]: line("tomorrow"),
  });
  const { records, damaged } = readRecent(testHost({ files }), settings, now);
  assert.deepEqual(
    records.map((record) => "action" in record && record.command),
    ["yesterday", "morning", "noon"],
  );
  assert.equal(damaged, 2);
});

Deno.test("without a log there are no records", () => {
  assert.deepEqual(readRecent(testHost(), settings, now), { records: [], damaged: 0 });
});

Deno.test("of a large file only the end is read, from the first whole line on", () => {
  const line = recordLine(decision, true);
  const count = Math.ceil(recentLimit / line.length) + 100;
  const files = memoryFiles({ [day(0)]: line.repeat(count) });
  const { records, damaged } = readRecent(testHost({ files }), settings, now);
  assert.equal(records.length, Math.floor((recentLimit - 1) / line.length));
  assert.equal(damaged, 0);
});

Deno.test("a line longer than the limit is left out", () => {
  const files = memoryFiles({ "/a": "x".repeat(100), "/b": `${"x".repeat(100)}\nab\n` });
  const host = testHost({ files });
  assert.deepEqual(readLines(host, "/a", 50), []);
  assert.deepEqual(readLines(host, "/b", 50), ["ab"]);
  assert.deepEqual(readLines(host, "/b", 3), []);
  assert.deepEqual(readLines(host, "/b", 4), ["ab"]);
});

Deno.test("files of the log are listed by day, and others are not", () => {
  const names = ["audit-2026-03-04.jsonl", "audit-2025-12-31.jsonl", "audit-x.jsonl", "b"];
  const files = memoryFiles(Object.fromEntries(names.map((name) => [`/log/${name}`, ""])));
  assert.deepEqual(logFiles(testHost({ files }), "/log"), [
    { date: "2025-12-31", path: "/log/audit-2025-12-31.jsonl" },
    { date: "2026-03-04", path: "/log/audit-2026-03-04.jsonl" },
  ]);
});

Deno.test("no line is an error", () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (line) => {
    parseRecord(line);
  }));
  const fields = fc.record({
    timestamp: fc.constant(timestamp),
    kind: fc.constantFrom(undefined, "failure", "ask_resolution"),
    command: fc.constantFrom("ls", 1, undefined),
    action: fc.oneof(fc.constant({ type: "ask" }), fc.jsonValue()),
    metadata: fc.jsonValue(),
    command_evaluations: fc.jsonValue(),
  });
  fc.assert(fc.property(fields, (value) => {
    const line = JSON.stringify(value);
    const record = parseRecord(line);
    if (record !== null) assert.deepEqual(parseRecord(JSON.stringify(record)), record);
  }));
});
