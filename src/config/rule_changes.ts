/** The keys `disable` and `except` of a file: what it says about rules by their id. */
import * as z from "zod/mini";
import { check } from "./check.ts";
import type { NameUse, RuleChange } from "./configuration_file.ts";
import { type ConfigNode, entriesOf, itemsOf } from "./node.ts";
import { readPattern, usesOf } from "./patterns.ts";
import type { Problems } from "./problems.ts";
import { placeAt } from "./source.ts";

/** The ids under `disable`. */
export function readDisable(list: ConfigNode, problems: Problems): readonly RuleChange[] {
  check(z.array(z.string()), list, "disable", problems);
  return itemsOf(list).flatMap((item) => {
    if (item.kind !== "scalar" || typeof item.value !== "string") return [];
    return [{ id: item.value, except: null, place: placeAt(problems.source, item.start) }];
  });
}

/** The patterns under `except`, by id, and the names in them. */
export function readExcept(
  map: ConfigNode,
  problems: Problems,
): { changes: readonly RuleChange[]; uses: readonly NameUse[] } {
  const changes: RuleChange[] = [];
  const uses: NameUse[] = [];
  if (map.kind !== "map") {
    problems.error(map.start, "except is not a map", "write `except: { <id>: ['<pattern>'] }`");
  }
  for (const { key, keyStart, value } of entriesOf(map)) {
    check(z.array(z.string()), value, `except.${key}`, problems);
    const patterns: string[] = [];
    for (const item of itemsOf(value)) {
      const facts = readPattern(item, "except", problems);
      if (facts === null || item.kind !== "scalar") continue;
      const place = placeAt(problems.source, item.start);
      patterns.push(String(item.value));
      uses.push(...usesOf(facts, place));
    }
    changes.push({ id: key, except: patterns, place: placeAt(problems.source, keyStart) });
  }
  return { changes, uses };
}
