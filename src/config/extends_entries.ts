/** The key `extends` of a file. (`02-rules.md`, Evaluation) */
import * as z from "zod/mini";
import { check } from "./check.ts";
import type { ExtendsEntry } from "./configuration_file.ts";
import { excerpt } from "./excerpt.ts";
import { type ConfigNode, itemsOf } from "./node.ts";
import { parseReference } from "./preset_reference.ts";
import type { Problems } from "./problems.ts";
import { placeAt } from "./source.ts";

/** The references of a list; what is not good is reported and left out. */
export function readExtends(
  list: ConfigNode | undefined,
  problems: Problems,
): readonly ExtendsEntry[] {
  if (list === undefined) return [];
  check(z.array(z.string()), list, "extends", problems);
  return itemsOf(list).flatMap((item) => {
    if (item.kind !== "scalar" || typeof item.value !== "string") return [];
    const parsed = parseReference(item.value);
    if (!parsed.ok) {
      const why = `${parsed.why}: ${excerpt(item.value)} (in extends)`;
      problems.error(item.start, why, parsed.hint);
      return [];
    }
    const place = placeAt(problems.source, item.start);
    return [{ written: item.value, reference: parsed.reference, place }];
  });
}
