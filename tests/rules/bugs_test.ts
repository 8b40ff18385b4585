import { deepStrictEqual, notStrictEqual, ok, strictEqual } from "node:assert/strict";
import { evaluateShell } from "../../src/rules/evaluate.ts";
import { rows } from "../rows.ts";
import { plainSituation, ruleSetFrom } from "./rule_set_from.ts";

interface Row {
  readonly n: number;
  readonly kind: string;
  readonly form: string;
  readonly input: string;
  readonly expected: string;
  readonly policy?: string;
}

/** Kinds whose cases are commands judged under the policy. */
const kinds = new Set(["parse", "match", "wrapper", "evasion", "false positive"]);

/** Rules that single cases add to the policy, by their `policy` text. */
const additions: Readonly<Record<string, string>> = {
  "B + allow 'sed *' (ask 'sed -i' stays)": "- allow: 'sed *'",
  "B + allow 'curl *' + deny 'curl -X DELETE'": "- allow: 'curl *'\n  - deny: 'curl -X DELETE *'",
};

/** Policies in which a rule of B gets an exception, by their `policy` text. */
const exceptions: Readonly<Record<string, readonly [string, string]>> = {
  "B but rm under /tmp/w/** allowed": [
    "- deny: 'rm|dd *'",
    "- allow: 'rm [-r] </tmp-w>'\n  - deny: 'rm|dd *'\n    except: ['rm [-r] <path:scratch>']",
  ],
  "B but find -delete under /tmp/w/** allowed": [
    "- allow: 'find !-exec|-execdir|-ok|-okdir|-delete|-fprint|-fprint0|-fprintf|-fls *'",
    "- allow: 'find <path:scratch> !-exec|-execdir|-ok|-okdir|-fprint|-fprint0|-fprintf|-fls *'",
  ],
};

const policyB = Deno.readTextFileSync(new URL("../data/bugs/policy-b.yml", import.meta.url));

function policyFor(row: Row): string {
  const name = row.policy ?? "B";
  const added = additions[name];
  if (added !== undefined) return policyB.replace("rules:\n", `rules:\n  ${added}\n`);
  const excepted = exceptions[name];
  if (excepted === undefined) {
    strictEqual(name, "B");
    return policyB;
  }
  const [from, to] = excepted;
  ok(policyB.includes(from));
  return policyB
    .replace(from, to.replace("</tmp-w>", "<path:scratch>"))
    .replace("paths:\n", "paths:\n    scratch: ['/tmp/w/**']\n");
}

/** Where file names do not know case, when the case says so. */
function osOf({ expected }: Row): "linux" | "macos" {
  return expected.includes("on macOS") ? "macos" : "linux";
}

/** Some inputs are given as a recipe. */
function inputOf({ input }: Row): string {
  if (!input.startsWith("GENERATE: ")) return input;
  return `bash <<'EOF'\n${"# pad\n".repeat(400_000)}rm -r build\nEOF`;
}

const cases = rows<Row>("bugs/cases.jsonl")
  .filter(({ kind, form }) => kinds.has(kind) && form === "command");

Deno.test("the cases are whole", () => deepStrictEqual(cases.length, 87));

for (const row of cases) {
  Deno.test(`case ${row.n} (${row.kind}): ${row.input.slice(0, 80)} → ${row.expected}`, () => {
    const situation = { ...plainSituation, cwd: "/srv/app", os: osOf(row) };
    const { action } = evaluateShell(ruleSetFrom(policyFor(row)), inputOf(row), situation);
    if (row.expected === "not-allow") return notStrictEqual(action, "allow");
    if (row.expected === "not-deny") return notStrictEqual(action, "deny");
    const [wanted] = /^(allow|ask|deny)/.exec(row.expected) ?? [];
    strictEqual(action, wanted);
  });
}
