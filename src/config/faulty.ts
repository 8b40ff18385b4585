/** Files with faults: what such a file takes away from other layers does not count. */
import type { PlacedFile } from "./placed_file.ts";
import type { ReadFile } from "./read_found.ts";
import type { UsherError } from "../text/error.ts";

/**
 * The files as they count when something is wrong: a fault may be in the very line that would have kept a
 * rule, so that a file with one, or that extends one, switches off no rule and makes no exception. Its
 * denials stay. (`02-rules.md`, Files: "no failure loses a deny")
 * @param failures faults that came up where the files were merged
 */
export function tightened(
  read: readonly ReadFile[],
  failures: readonly UsherError[],
): readonly PlacedFile[] {
  const places = new Set(failures.map(({ place }) => place?.file));
  return read.flatMap(({ placed, errors }) => {
    const isFaulty = errors.length > 0 || placed.some(({ parsed }) => places.has(parsed.file));
    return isFaulty ? placed.map(withoutLoosening) : placed;
  });
}

function withoutLoosening(file: PlacedFile): PlacedFile {
  const { parsed } = file;
  const builtin = parsed.builtin === true ? true : null;
  return { ...file, parsed: { ...parsed, builtin, changes: [] } };
}
