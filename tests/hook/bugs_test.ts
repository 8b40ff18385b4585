/** Hook events from public bug reports of tools of this kind, judged under their policy. */
import assert from "node:assert/strict";
import { run } from "../../src/commands/hook.ts";
import { testHost } from "../host.ts";
import { rows } from "../rows.ts";

interface Row {
  readonly n: number;
  readonly form: string;
  readonly input: {
    readonly agent: string;
    readonly stdin: unknown;
    readonly stdin_hex_prefix?: string;
  };
}

/**
 * What each is answered, by its number: exit code, and a part of the answer or "" for silence.
 * - 180: a rule allows nothing at Claude Code's PermissionRequest (`03-hook.md`).
 * - 183: the policy's default is to ask, whatever the agent's mode.
 * - 186: a sandbox cannot be applied yet.
 * - 192: rules judge only Codex's shell tool (seed).
 * - 193 to 201, 322: agents of a later version.
 * - 204: answering questions needs the app.
 */
const answers: ReadonlyMap<number, readonly [number, string]> = new Map([
  [175, [0, '"permissionDecision":"deny","permissionDecisionReason":"denied: ']],
  [176, [0, '"permissionDecision":"deny"']],
  [177, [0, '"permissionDecision":"deny"']],
  [179, [0, '"permissionDecision":"deny"']],
  [180, [0, ""]],
  [181, [0, '"decision":{"behavior":"deny","message":"denied: ']],
  [182, [0, '"permissionDecision":"ask"']],
  [183, [0, '"permissionDecision":"ask"']],
  [184, [0, '"permissionDecision":"deny"']],
  [186, [0, '"permissionDecision":"ask"']],
  [191, [0, ""]],
  [192, [0, ""]],
  [193, [1, ""]],
  [195, [0, ""]],
  [196, [0, ""]],
  [198, [0, ""]],
  [201, [1, ""]],
  [204, [0, ""]],
  [207, [1, ""]],
  [208, [0, ""]],
  [322, [0, ""]],
  [323, [0, '"permissionDecision":"allow"']],
]);

/** The event's bytes, cut at odd places so that no character stays whole by luck. */
function piecesOf({ stdin, stdin_hex_prefix = "" }: Row["input"]): readonly Uint8Array[] {
  const bytes = new Uint8Array([
    ...Uint8Array.fromHex(stdin_hex_prefix),
    ...new TextEncoder().encode(JSON.stringify(stdin)),
  ]);
  const cuts = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, i) => i * 7);
  return cuts.map((start) => bytes.subarray(start, start + 7));
}

const policy = Deno.readTextFileSync(new URL("../data/bugs/policy-b.yml", import.meta.url));
const cases = rows<Row>("bugs/cases.jsonl").filter(({ form }) => form === "hook");

Deno.test("hook events of bug reports: all are here", () => {
  assert.deepEqual(cases.map(({ n }) => n), [...answers.keys()]);
});

cases.forEach(({ n, input }) =>
  Deno.test(`hook event ${n} of bug reports`, async () => {
    const host = testHost({
      env: { HOME: "/home/me" },
      files: { "/home/me/policy.yml": policy },
      stdin: piecesOf(input),
    });
    const code = await run(host, ["--agent", input.agent, "-c", "/home/me/policy.yml"]);
    const [exit, answer] = answers.get(n) ?? [NaN, ""];
    assert.equal(code, exit, host.err);
    if (answer === "") assert.equal(host.out, "");
    else assert(host.out.includes(answer), host.out);
  })
);
