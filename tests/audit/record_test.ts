import assert from "node:assert/strict";
import type { Call } from "../../src/agents/call.ts";
import {
  commandOf,
  type DecisionFacts,
  decisionRecord,
  failureRecord,
  type RecordedCall,
  timestampOf,
} from "../../src/audit/record.ts";
import { UsherError } from "../../src/text/error.ts";
import { part, rule, shellCall, verdict } from "./verdicts.ts";

const now = new Date("2026-03-04T05:06:07.089Z");
const facts: DecisionFacts = {
  endpointType: "hook",
  agent: "claude-code",
  surface: null,
  elapsedUs: 1234.56,
  defaultAction: "pass",
  cwd: "/home/me",
  now,
};

/** As text, so that the order of the fields counts. */
const assertJson = (value: unknown, expected: unknown) =>
  assert.equal(JSON.stringify(value, null, 1), JSON.stringify(expected, null, 1));

Deno.test("the record of a denied command", () => {
  const push = rule("deny", "git push -f|--force *");
  const force = part("git push --force origin main", {
    original: "git push $FLAG origin main",
    action: "deny",
    rule: push,
    matched: [rule("allow", "git push *", 2), push],
    message: "Force-pushing rewrites shared history.",
    fixSuggestion: "git push --force-with-lease",
    env: [{ name: "A", value: "1" }, { name: "B", value: "2" }, { name: "A", value: "3" }],
    redirects: [{ type: "output", operator: ">", target: "log", descriptor: null }],
    pipe: { stdin: false, stdout: true },
  });
  const record = decisionRecord(
    verdict([force], { sandbox: { kind: "preset", name: "workspace" } }),
    shellCall("FLAG=--force; git push $FLAG origin main"),
    { ...facts, surface: "terminal" },
  );
  assertJson(record, {
    timestamp: "2026-03-04T05:06:07.089+00:00",
    command: "FLAG=--force; git push $FLAG origin main",
    action: {
      type: "deny",
      detail: {
        message: "Force-pushing rewrites shared history.",
        fix_suggestion: "git push --force-with-lease",
      },
    },
    sandbox_preset: "workspace",
    default_action: "pass",
    metadata: {
      endpoint_type: "hook",
      session_id: "session-1",
      cwd: "/home/me/project",
      tool_name: "Bash",
      hook_event_name: "PreToolUse",
      tool_use_id: "toolu_1",
    },
    agent: "claude-code",
    surface: "terminal",
    elapsed_us: 1235,
    command_evaluations: [{
      command: "git push --force origin main",
      original_command: "git push $FLAG origin main",
      action: {
        type: "deny",
        detail: {
          message: "Force-pushing rewrites shared history.",
          fix_suggestion: "git push --force-with-lease",
        },
      },
      matched_rules: [
        {
          action_kind: "allow",
          pattern: "git push *",
          source: "/home/me/.config/usher/usher.yml:2",
          matched_tokens: [],
        },
        {
          action_kind: "deny",
          pattern: "git push -f|--force *",
          source: "/home/me/.config/usher/usher.yml:3",
          matched_tokens: [],
        },
      ],
      eval_type: "primary",
      env: { A: "3", B: "2" },
      argv: ["git", "push", "--force", "origin", "main"],
      redirects: [{ type: "output", operator: ">", target: "log", descriptor: null }],
      pipe: { stdin: false, stdout: true },
    }],
  });
});

Deno.test("the record of an allowed command has no detail, that of an ask always has", () => {
  const allowed = decisionRecord(verdict([part("ls")]), shellCall("ls"), facts);
  assertJson(allowed.action, { type: "allow" });
  const asked = decisionRecord(verdict([part("ls", { action: "ask" })]), shellCall("ls"), facts);
  assertJson(asked.action, { type: "ask", detail: { message: null, fix_suggestion: null } });
});

Deno.test("where no rule gives a message, the record says why", () => {
  const opaque = part("if", { action: "ask", kind: "opaque", note: "does not parse" });
  const { action, command_evaluations: [first] } = decisionRecord(
    verdict([opaque]),
    shellCall("if"),
    facts,
  );
  assert.equal(action.detail?.message, "does not parse");
  assert.equal(first?.action.detail?.message, "does not parse");
});

/** Parts of a verdict, what they are called in the log. */
const types: readonly (readonly [string, Parameters<typeof verdict>[0], readonly string[]])[] = [
  ["nothing", [], []],
  ["one command", [part("ls")], ["ls primary"]],
  ["two commands", [part("ls"), part("id")], ["ls compound", "id compound"]],
  [
    "a wrapper",
    [part("sudo env ls", { inner: [part("env ls", { inner: [part("ls")] })] })],
    ["sudo env ls primary", "env ls compound", "ls compound"],
  ],
  [
    "a wrapper and another",
    [part("sudo ls", { inner: [part("ls")] }), part("id")],
    ["sudo ls compound", "ls compound", "id compound"],
  ],
];
types.forEach(([name, parts, expected]) =>
  Deno.test(`evaluations of ${name}`, () => {
    const record = decisionRecord(verdict(parts), shellCall("x"), facts);
    assert.deepEqual(
      record.command_evaluations.map((each) => `${each.command} ${each.eval_type}`),
      expected,
    );
  })
);

Deno.test("of very many commands the first are kept, and the one that decided", () => {
  const many = Array.from({ length: 10_000 }, (_, index) => part(`echo ${index}`));
  const decidedBy = many[8_000] ?? null;
  const record = decisionRecord(verdict(many, { decidedBy }), shellCall("x"), facts);
  assert.equal(record.command_evaluations.length, 500);
  assert.equal(record.omitted_evaluations, 9_500);
  assert.equal(record.command_evaluations.at(0)?.command, "echo 0");
  assert.equal(record.command_evaluations.at(-1)?.command, "echo 8000");
});

Deno.test("the record of exec has no call", () => {
  const record = decisionRecord(verdict([part("ls -l")]), null, {
    ...facts,
    endpointType: "exec",
    agent: null,
    command: "ls -l",
    elapsedUs: -1,
  });
  assert.equal(record.command, "ls -l");
  assertJson(record.metadata, {
    endpoint_type: "exec",
    session_id: null,
    cwd: "/home/me",
    tool_name: null,
    hook_event_name: null,
    tool_use_id: null,
  });
  assert.deepEqual([record.agent, record.elapsed_us], [null, 0]);
});

Deno.test("several sandbox presets are called merged", () => {
  const policy = { writable: null, writeDeny: [], readDeny: [], network: false, envDeny: [] };
  const merged = verdict([part("ls")], { sandbox: { kind: "merged", policy } });
  assert.equal(decisionRecord(merged, shellCall("ls"), facts).sandbox_preset, "merged");
});

Deno.test("the record of a failure says what failed and where", () => {
  const error = new UsherError("pattern", "a bracket is not closed", {
    hint: "close it",
    place: { file: "/home/me/usher.yml", line: 4, column: 7 },
  });
  assertJson(failureRecord(error, shellCall("ls"), facts), {
    kind: "failure",
    timestamp: "2026-03-04T05:06:07.089+00:00",
    what: "pattern",
    why: "a bracket is not closed",
    hint: "close it",
    place: "/home/me/usher.yml:4:7",
    command: "ls",
    metadata: {
      endpoint_type: "hook",
      session_id: "session-1",
      cwd: "/home/me/project",
      tool_name: "Bash",
      hook_event_name: "PreToolUse",
      tool_use_id: "toolu_1",
    },
    agent: "claude-code",
  });
});

Deno.test("the record of a failure of which nothing is known", () => {
  const { what, why, hint, place, command, metadata, agent } = failureRecord(
    new TypeError("x is not a function"),
    null,
    { endpointType: "hook", agent: "codex", cwd: null, now },
  );
  assert.deepEqual(
    [what, why, hint, place, command, metadata.session_id, agent],
    ["internal error", "TypeError: x is not a function", null, null, null, null, "codex"],
  );
});

const tools: RecordedCall["action"] = {
  kind: "tools",
  calls: [{ name: "Write", arguments: ["/a b"] }, { name: "Edit", arguments: ["/c"] }],
};
const commands: readonly (readonly [string, RecordedCall | null, string | null])[] = [
  ["a shell call", shellCall("ls | wc"), "ls | wc"],
  ["two tools", shellCall("", { action: tools }), "@Write /a b\n@Edit /c"],
  ["no opinion", shellCall("", { action: { kind: "none" } }), null],
  ["no call", null, null],
];
commands.forEach(([name, call, expected]) =>
  Deno.test(`the command of ${name}`, () => assert.equal(commandOf(call), expected))
);

Deno.test("an agent's call is one that can be recorded", () => {
  const call: Call = {
    agent: "codex",
    event: "PreToolUse",
    eventName: "PreToolUse",
    tool: "Bash",
    action: { kind: "shell", command: "ls", syntax: "posix" },
    fault: null,
    toolInput: null,
    cwd: null,
    sessionId: null,
    toolUseId: null,
    promptId: null,
    permissionMode: null,
  };
  assert.equal(decisionRecord(verdict([part("ls")]), call, facts).metadata.cwd, "/home/me");
});

Deno.test("times are in UTC with an offset", () => {
  assert.equal(timestampOf(new Date(0)), "1970-01-01T00:00:00.000+00:00");
});
