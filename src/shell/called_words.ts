/** What a command names as the thing to run, as it is written. */
import type { Command, Word } from "unbash";

/** A command's words from the one that names what runs: behind `command`, `builtin` and their flags. */
export function calledWords({ name, suffix }: Command): readonly Word[] {
  if (name === undefined) return [];
  const words = [name, ...suffix].filter((item) => item.type === "Word");
  const first = words.findIndex(({ value }) => !/^(?:command|builtin|-p|--)$/.test(value));
  return first < 0 ? [] : words.slice(first);
}
