/** What must hold for every text; `deno task test` tries some, `deno task fuzz` goes on looking. */
import * as fc from "fast-check";
import { ok } from "node:assert/strict";
import { evaluateShell } from "../../src/rules/evaluate.ts";
import { strictness } from "../../src/rules/strictness.ts";
import { deniedCommands, rewritings, scripts } from "./grammar.ts";
import { plainSituation, ruleSetFrom } from "./rule_set_from.ts";

/** A property and what it says. */
export interface Property {
  readonly name: string;
  /** Tries so many random inputs. Throws with the smallest that breaks it. */
  readonly check: (runs: number, seed?: number) => void;
}

const policy = ruleSetFrom(
  Deno.readTextFileSync(new URL("../data/bugs/policy-b.yml", import.meta.url)),
);
const judge = (text: string) => evaluateShell(policy, text, plainSituation);

/** Pieces that syntax errors are made of. */
const soup = fc.array(
  fc.constantFrom(
    ..."$ ( ) { } [ ] < > | & ; ' \" ` \\ # * ? ! = ~ - \n".split(" "),
    ..."rm -rf / sudo <<EOF EOF $(( )) [[ ]] $x ${ for do done in case esac".split(" "),
    " ",
    "bash -c ",
  ),
  { maxLength: 40 },
).map((list) => list.join(""));

/** All of them. */
export const properties: readonly Property[] = [
  property(
    "a text is never better than the strictest command in it",
    scripts,
    ({ text, commands }) => {
      const whole = judge(text).action;
      for (const command of commands) {
        const { action } = judge(command);
        ok(
          strictness(whole) >= strictness(action),
          `${command} alone is ${action}, in it ${whole}`,
        );
      }
    },
  ),
  property(
    "no rewriting turns a deny into an allow",
    fc.constantFrom(...deniedCommands).chain(rewritings),
    (rewritten) => {
      const { action } = judge(rewritten);
      ok(action === "deny" || action === "ask", action);
    },
  ),
  property("no text makes the evaluation fail", soup, (text) => void judge(text)),
  property("no characters make the evaluation fail", fc.string({ unit: "binary" }), (text) => {
    judge(text);
  }),
];

function property<Input>(
  name: string,
  inputs: fc.Arbitrary<Input>,
  holds: (input: Input) => void,
): Property {
  return {
    name,
    check(runs, seed) {
      const seeded = seed === undefined ? {} : { seed };
      fc.assert(fc.property(inputs, holds), { numRuns: runs, ...seeded });
    },
  };
}
