import assert from "node:assert/strict";
import { localDate, logFile } from "../../src/audit/log_file.ts";
import { readRecent } from "../../src/audit/reader.ts";
import { type AskResolutionRecord, decisionRecord, timestampOf } from "../../src/audit/record.ts";
import { findAsk, resolveAsk } from "../../src/audit/resolution.ts";
import { writeRecord } from "../../src/audit/writer.ts";
import type { Action } from "../../src/rules/rule_set.ts";
import { memoryFiles, testHost } from "../host.ts";
import { part, settings, shellCall, verdict } from "./verdicts.ts";

const now = new Date("2026-03-04T12:00:00Z");

/** Something that happened, in order. Ids: "" for none. */
type Step =
  | {
    readonly judged: Action;
    readonly command?: string;
    readonly id: string;
    readonly event?: string;
  }
  | {
    readonly written: AskResolutionRecord["outcome"];
    readonly command?: string;
    readonly id: string;
  }
  /** The tool ran; `found` says of which decision, counted from 0, or null for none. */
  | { readonly ran: string; readonly id: string; readonly found: number | null };

const request = "PermissionRequest";
const stories: readonly (readonly [string, readonly Step[]])[] = [
  ["an ask and its call", [
    { judged: "ask", id: "1" },
    { ran: "ls", id: "1", found: 0 },
    { ran: "ls", id: "1", found: null },
  ]],
  ["an allowed call", [{ judged: "allow", id: "1" }, { ran: "ls", id: "1", found: null }]],
  ["a call that was never judged", [{ ran: "ls", id: "1", found: null }]],
  ["another command", [{ judged: "ask", id: "" }, { ran: "id", id: "", found: null }]],
  ["a command that is only a part of the one asked about", [
    { judged: "ask", id: "", command: "ls && id" },
    { ran: "ls", id: "", found: null },
  ]],
  ["the same id and another command: the input was changed", [
    { judged: "ask", id: "1", command: "ls" },
    { ran: "ls -l", id: "1", found: 0 },
  ]],
  ["no ids at all", [
    { judged: "ask", id: "" },
    { ran: "ls", id: "", found: 0 },
    { ran: "ls", id: "", found: null },
  ]],
  ["an ask without an id and an event with one", [
    { judged: "ask", id: "", event: request },
    { ran: "ls", id: "7", found: 0 },
    { ran: "ls", id: "7", found: null },
    { ran: "ls", id: "", found: null },
  ]],
  ["two asks for the same command, the last one first", [
    { judged: "ask", id: "" },
    { judged: "ask", id: "" },
    { ran: "ls", id: "", found: 1 },
    { ran: "ls", id: "", found: 0 },
    { ran: "ls", id: "", found: null },
  ]],
  ["an ask that was refused, and another of the same command that was allowed by rule", [
    { judged: "ask", id: "1" },
    { judged: "allow", id: "2" },
    { ran: "ls", id: "2", found: null },
    { ran: "ls", id: "1", found: 0 },
  ]],
  ["an ask with another id is not this call's", [
    { judged: "ask", id: "1" },
    { ran: "ls", id: "2", found: null },
  ]],
  ["a call and its permission request are one ask", [
    { judged: "ask", id: "1" },
    { judged: "ask", id: "", event: request },
    { ran: "ls", id: "1", found: 0 },
    { ran: "ls", id: "", found: null },
    { ran: "ls", id: "2", found: null },
  ]],
  ["a call and its permission request, both without an id", [
    { judged: "ask", id: "" },
    { judged: "ask", id: "", event: "permissionRequest" },
    { ran: "ls", id: "", found: 0 },
    { ran: "ls", id: "", found: null },
  ]],
  ["a permission request that was refused does not stand for the next call", [
    { judged: "ask", id: "1" },
    { judged: "ask", id: "", event: request },
    { judged: "ask", id: "2" },
    { judged: "ask", id: "", event: request },
    { ran: "ls", id: "2", found: 2 },
    { ran: "ls", id: "3", found: null },
  ]],
  ["what a card has settled is settled", [
    { judged: "ask", id: "1" },
    { judged: "ask", id: "", event: request },
    { written: "approved", id: "" },
    { ran: "ls", id: "1", found: null },
  ]],
  ["a card settles one ask, not two", [
    { judged: "ask", id: "1" },
    { judged: "ask", id: "2" },
    { written: "denied", id: "" },
    { ran: "ls", id: "2", found: null },
    { ran: "ls", id: "1", found: 0 },
  ]],
  ["a card for another command settles nothing", [
    { judged: "ask", id: "" },
    { written: "denied", id: "", command: "id" },
    { ran: "ls", id: "", found: 0 },
  ]],
  ["a secret in the command", [
    { judged: "ask", id: "", command: "tool --password hunter2" },
    { ran: "tool --password hunter2", id: "", found: 0 },
    { ran: "tool --password hunter2", id: "", found: null },
  ]],
  ["a command that the log cuts", [
    { judged: "ask", id: "", command: "echo ".repeat(100_000) },
    { ran: "echo ".repeat(100_000), id: "", found: 0 },
    { ran: "echo ".repeat(100_000), id: "", found: null },
  ]],
  ["quotes, lines and half a character", [
    { judged: "ask", id: "", command: 'echo "é\n\t\\ 😀\ud800"' },
    { ran: 'echo "é\n\t\\ 😀\ud800"', id: "", found: 0 },
  ]],
];

stories.forEach(([name, steps]) =>
  Deno.test(`what became of an ask: ${name}`, () => {
    const host = testHost({ files: memoryFiles(), now });
    const decisions: string[] = [];
    for (const step of steps) {
      host.advance(1000);
      if ("judged" in step) {
        const { judged, command = "ls", id, event = "PreToolUse" } = step;
        const call = shellCall(command, { eventName: event, toolUseId: id === "" ? null : id });
        const record = decisionRecord(verdict([part(command, { action: judged })]), call, {
          endpointType: "hook",
          agent: null,
          surface: null,
          elapsedUs: 1,
          defaultAction: "ask",
          cwd: null,
          now: host.now(),
        });
        decisions.push(record.timestamp);
        assert.equal(writeRecord(host, settings, record), true);
      } else if ("written" in step) {
        writeRecord(host, settings, {
          kind: "ask_resolution",
          timestamp: timestampOf(host.now()),
          outcome: step.written,
          via: "card",
          tool_use_id: step.id === "" ? null : step.id,
          session_id: "session-1",
          cwd: null,
          command: step.command ?? "ls",
          executed_command: null,
        });
      } else {
        const key = {
          toolUseId: step.id === "" ? null : step.id,
          sessionId: "session-1",
          command: step.ran,
          now: host.now(),
        };
        const found = findAsk(host, settings, key);
        const index = found === null ? null : decisions.indexOf(found.timestamp);
        assert.equal(index, step.found);
        const written = resolveAsk(host, settings, { ...key, cwd: "/", executedCommand: step.ran });
        assert.equal(written, step.found !== null);
      }
    }
    assert.equal(host.err, "");
  })
);

function askFirst(sessionId: string | null, toolUseId: string | null) {
  const files = memoryFiles();
  const host = testHost({ files, now });
  const call = shellCall("tool --token abc", { sessionId, toolUseId });
  const facts = {
    endpointType: "hook",
    agent: null,
    surface: null,
    elapsedUs: 1,
    defaultAction: "ask",
    cwd: null,
    now,
  } as const;
  const asked = verdict([part("tool --token abc", { action: "ask" })]);
  writeRecord(host, settings, decisionRecord(asked, call, facts));
  return { host, files };
}

Deno.test("what is written of an approval", () => {
  const { host } = askFirst("session-1", "toolu_1");
  host.advance(60_000);
  resolveAsk(host, settings, {
    toolUseId: "toolu_1",
    sessionId: "session-1",
    cwd: "/elsewhere",
    command: "tool --token abc",
    executedCommand: "usher exec -- 'tool --token abc'",
    now: host.now(),
  });
  const record = readRecent(host, settings, host.now()).records.at(-1);
  assert.equal(
    JSON.stringify(record),
    JSON.stringify({
      kind: "ask_resolution",
      timestamp: "2026-03-04T12:01:00.000+00:00",
      outcome: "approved",
      via: "dialog",
      tool_use_id: "toolu_1",
      session_id: "session-1",
      cwd: "/home/me/project",
      command: "tool --token ***",
      executed_command: "usher exec -- 'tool --token ***'",
    }),
  );
});

Deno.test("another session's ask is not this one's", () => {
  const { host } = askFirst("session-1", null);
  const key = { toolUseId: null, command: "tool --token abc", now };
  assert.equal(findAsk(host, settings, { ...key, sessionId: "session-2" }), null);
  assert.equal(findAsk(host, settings, { ...key, sessionId: null }), null);
  assert.notEqual(findAsk(host, settings, { ...key, sessionId: "session-1" }), null);
});

Deno.test("without a session and an id nothing is found", () => {
  const { host } = askFirst(null, null);
  const key = { toolUseId: null, sessionId: null, command: "tool --token abc", now };
  assert.equal(findAsk(host, settings, key), null);
});

Deno.test("yesterday's ask is found today, and no older one", () => {
  const { host } = askFirst("session-1", "toolu_1");
  const key = { toolUseId: "toolu_1", sessionId: "session-1", command: "tool --token abc" };
  const later = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60 * 1000);
  assert.notEqual(findAsk(host, settings, { ...key, now: later(1) }), null);
  assert.equal(findAsk(host, settings, { ...key, now: later(2) }), null);
});

Deno.test("damaged lines around it do not hide an ask", () => {
  const { host, files } = askFirst("session-1", "toolu_1");
  const { path } = logFile(settings.path, localDate(now));
  const text = files.text(path) ?? "";
  files.write(path, `{"tool_use_id":"toolu_1"\n\0\n${text}"tool_use_id":"toolu_1"}\n{"kind":`);
  const key = { toolUseId: "toolu_1", sessionId: null, command: "", now };
  assert.notEqual(findAsk(host, settings, key), null);
});

Deno.test("nothing is written when the log is switched off", () => {
  const { host } = askFirst("session-1", "toolu_1");
  const resolution = {
    toolUseId: "toolu_1",
    sessionId: null,
    cwd: null,
    command: "",
    executedCommand: null,
    now,
  };
  assert.equal(resolveAsk(host, { ...settings, enabled: false }, resolution), false);
  assert.equal(resolveAsk(host, settings, { ...resolution, outcome: "denied", via: "card" }), true);
  const record = readRecent(host, settings, now).records.at(-1);
  assert.ok(record !== undefined && "outcome" in record);
  assert.deepEqual([record.outcome, record.via], ["denied", "card"]);
});
