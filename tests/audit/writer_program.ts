/** Writes COUNT records marked MARK to the log in FOLDER, on the real host: `FOLDER COUNT MARK`. */
import { decisionRecord } from "../../src/audit/record.ts";
import { writeRecord } from "../../src/audit/writer.ts";
import { denoHost } from "../../src/text/deno_host.ts";
import { part, settings, shellCall, verdict } from "./verdicts.ts";

const host = denoHost();
const [path = "", count = "", mark = ""] = Deno.args;
for (let record = 0; record < Number(count); record++) {
  const command = `echo ${mark} ${record} ${"x".repeat((record * 7919) % 40_000)}`;
  const facts = {
    endpointType: "hook",
    agent: null,
    surface: null,
    elapsedUs: 0,
    defaultAction: "pass",
    cwd: null,
    now: host.now(),
  } as const;
  const line = decisionRecord(verdict([part(command)]), shellCall(command), facts);
  if (!writeRecord(host, { ...settings, path }, line)) Deno.exit(1);
}
Deno.exit(0);
