/** Reads the JSON Lines tables under `tests/data/`. */

/** All rows of a table; `name` is a path below `tests/data/`. */
export function rows<Row>(name: string): readonly Row[] {
  const text = Deno.readTextFileSync(new URL(`data/${name}`, import.meta.url));
  return text.split("\n").filter((line) => line.trim() !== "").map((line) => JSON.parse(line));
}

/** A row where our result is another than the table's, and the rule that it follows. */
export interface Difference {
  readonly id: string;
  readonly ours: unknown;
  readonly reason: string;
}

/** The listed differences of a conformance table, by row id. */
export function differences(): ReadonlyMap<string, Difference> {
  const listed = rows<Difference>("runok/differences.jsonl");
  return new Map(listed.map((difference) => [difference.id, difference]));
}
