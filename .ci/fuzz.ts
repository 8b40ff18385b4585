/**
 * Looks for inputs that break a promise: `deno task fuzz [--minutes N]`, one minute unless said otherwise.
 * Prints the seed of every round, so that a find can be repeated; stops at the first.
 */
import { parseArgs } from "node:util";
import { referenceProperty } from "../tests/config/reference_property.ts";
import { properties as ruleProperties } from "../tests/rules/properties.ts";

const properties = [...ruleProperties, referenceProperty];

const { values } = parseArgs({ args: Deno.args, options: { minutes: { type: "string" } } });
const minutes = Number(values.minutes ?? "1");
if (!(minutes > 0)) {
  console.error(`fuzz: --minutes takes a number above 0, not ${values.minutes}`);
  Deno.exit(2);
}

const end = Date.now() + minutes * 60_000;
let rounds = 0;
while (Date.now() < end) {
  const seed = Math.floor(Math.random() * 2 ** 31);
  for (const { name, check } of properties) {
    try {
      check(2000, seed);
    } catch (error) {
      console.error(`broken: ${name} (seed ${seed})`);
      console.error(error instanceof Error ? error.message : error);
      Deno.exit(1);
    }
  }
  rounds++;
}
console.log(`${rounds} rounds of ${properties.length} properties, nothing found`);
