/**
 * The hook and check rows of the seed's engine. A project's file is not trusted here, so each is given
 * with `-c`, without the built-in rules and with that engine's default, `ask`.
 */
import assert from "node:assert/strict";
import { parse } from "yaml";
import { run as check } from "../../src/commands/check.ts";
import type { Command } from "../../src/commands/command.ts";
import { run as hook } from "../../src/commands/hook.ts";
import { run as test } from "../../src/commands/test.ts";
import { testHost } from "../host.ts";
import { differences, rows } from "../rows.ts";

interface Row {
  readonly id: string;
  readonly args: readonly string[];
  readonly stdin: string | Readonly<Record<string, unknown>> | null;
  readonly config: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly exit?: number;
  readonly exit_not?: number;
  readonly stdout?: unknown;
  readonly stdout_json?: Readonly<Record<string, unknown>>;
  readonly stdout_decisions?: readonly string[];
  readonly stdout_json_lines?: number;
  readonly stdout_types?: Readonly<Record<string, string>>;
  readonly stdout_nonempty?: readonly string[];
  readonly stdout_starts_with?: string;
  readonly stdout_contains?: readonly string[];
  readonly stderr?: string;
  readonly stderr_contains?: readonly string[];
}

const commands: Readonly<Record<string, Command>> = { check, hook, test };

/** Why a row has to wait for a later version; null when it need not. */
function reasonToWait({ args, stdout, stdout_json }: Row): string | null {
  if (commands[args[0] ?? ""] === undefined) return "another subcommand";
  const expected = JSON.stringify([stdout, stdout_json]);
  if (expected.includes("runok exec --sandbox")) return "a command rewritten for the sandbox";
  return null;
}

const configFile = "/T/project/runok.yml";

/** The configuration with what the rows take for granted; text that is no YAML stays. */
function completed(config: string): string {
  let data: Record<string, unknown> | null;
  try {
    data = parse(config);
  } catch {
    return config;
  }
  const defaults = data?.["defaults"];
  const complete = {
    builtin: false,
    ...data,
    defaults: { action: "ask", ...(typeof defaults === "object" ? defaults : {}) },
  };
  return JSON.stringify(complete);
}

interface Outcome {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

async function outcomeOf(row: Row): Promise<Outcome> {
  const [name = "", ...args] = row.args;
  const hasConfig = args.some((arg) => arg === "-c" || arg === "--config");
  const host = testHost({
    cwd: "/T/project",
    env: { HOME: "/T/home" },
    stdin: typeof row.stdin === "string" ? row.stdin : row.stdin ? JSON.stringify(row.stdin) : "",
    files: {
      "/T/home/.profile": "",
      [configFile]: completed(row.config),
      ...Object.fromEntries(
        Object.entries(row.files ?? {}).map(([path, text]) => [path, completed(text)]),
      ),
    },
  });
  const exit = await commands[name]!(host, hasConfig ? args : ["-c", configFile, ...args]);
  return { exit, out: host.out, err: host.err };
}

function at(value: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>(
    (inner, key) => typeof inner === "object" && inner ? Reflect.get(inner, key) : undefined,
    value,
  );
}

/** A JSON answer without the keys that the seed's engine does not have. */
function known(line: string): Record<string, unknown> {
  const { rule: _rule, commands: _commands, notes: _notes, ...others } = JSON.parse(line);
  return others;
}

function verify(row: Row, { exit, out, err }: Outcome): void {
  const lines = out.split("\n").filter((line) => line !== "");
  if (row.exit !== undefined) assert.equal(exit, row.exit, err);
  if (row.exit_not !== undefined) assert.notEqual(exit, row.exit_not);
  if (typeof row.stdout === "string") assert.equal(out, row.stdout);
  else if (row.stdout !== undefined) assert.deepEqual(known(out), row.stdout);
  if (row.stdout_json_lines !== undefined) assert.equal(lines.length, row.stdout_json_lines);
  if (row.stdout_decisions !== undefined) {
    assert.deepEqual(lines.map((line) => JSON.parse(line).decision), row.stdout_decisions);
  }
  for (const [path, value] of Object.entries(row.stdout_json ?? {})) {
    assert.deepEqual(at(JSON.parse(out), path), value, path);
  }
  for (const [path, type] of Object.entries(row.stdout_types ?? {})) {
    assert.equal(typeof at(JSON.parse(out), path), type, path);
  }
  for (const path of row.stdout_nonempty ?? []) assert(at(JSON.parse(out), path), path);
  if (row.stdout_starts_with !== undefined) assert(out.startsWith(row.stdout_starts_with), out);
  for (const text of row.stdout_contains ?? []) assert(out.includes(text), out);
  if (row.stderr !== undefined) assert.equal(err, row.stderr);
  for (const text of row.stderr_contains ?? []) {
    const ours = text.replaceAll("runok.yml", "\0").replaceAll("runok", "usher");
    assert(err.includes(ours.replaceAll("\0", "runok.yml")), `${ours} is not in ${err}`);
  }
}

const listed = differences();
const all = rows<Row>("runok/hook.jsonl");
const waiting = all.filter((row) => reasonToWait(row) !== null);

Deno.test("hook rows: how many wait, and for what", () => {
  const counts = Object.fromEntries(
    Object.entries(Object.groupBy(waiting, (row) => reasonToWait(row) ?? "")).map(
      ([reason, group = []]) => [reason, group.length],
    ),
  );
  assert.deepEqual(counts, {
    "another subcommand": 5,
    "a command rewritten for the sandbox": 10,
  });
  assert.equal(all.length - waiting.length, 103);
});

all.filter((row) => reasonToWait(row) === null).forEach((row) =>
  Deno.test(`hook ${row.id}: ${row.args.join(" ")}`, async () => {
    const outcome = await outcomeOf(row);
    const difference = listed.get(row.id);
    if (difference === undefined) return verify(row, outcome);
    assert.throws(() => verify(row, outcome), `${row.id} is listed as a difference and is none`);
    assert(outcome.err.includes(String(difference.ours)), outcome.err);
  })
);
