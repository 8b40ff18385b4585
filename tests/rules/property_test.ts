import { properties } from "./properties.ts";

for (const { name, check } of properties) Deno.test(name, () => check(2000));
