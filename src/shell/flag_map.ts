/** A command's flags by name, as conditions see them. */

/** A command taken apart. */
export interface FlagMap {
  readonly command: string;
  /** Words that are no flags, in order. */
  readonly args: readonly string[];
  /** Flags as written, with their dashes; null for one without a value. The last of equals counts. */
  readonly flags: Readonly<Record<string, string | null>>;
}

/**
 * Takes a command's words apart. A flag takes the next word as its value only where it is among
 * `valueFlags`; `-x=v` always has the value `v`. Null without a command word. (seed: `when`, `flags`)
 */
export function flagMap(
  argv: readonly string[],
  valueFlags: ReadonlySet<string>,
): FlagMap | null {
  const [command, ...words] = argv;
  if (command === undefined) return null;
  const args: string[] = [];
  const flags: Record<string, string | null> = Object.create(null);
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? "";
    if (!word.startsWith("-") || word === "-") {
      args.push(word);
      continue;
    }
    const equals = word.indexOf("=");
    if (equals > 0) flags[word.slice(0, equals)] = word.slice(equals + 1);
    else if (valueFlags.has(word) && i + 1 < words.length) flags[word] = words[++i] ?? "";
    else flags[word] = null;
  }
  return { command, args, flags };
}
