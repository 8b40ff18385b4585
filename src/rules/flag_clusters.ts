/** `<flags:rf>`: letters in any mix of `-r -f`, `-rf`, `-fr` and long names. (`02-rules.md`, Patterns) */
import { at, firstIndex, nextIndex, type Rest, withoutAll } from "./rest.ts";

/**
 * The tokens without the flags that give all the letters; null when a letter is missing.
 * @param longFlags one letter → its long name with dashes
 * @param lenient other letters in the same clusters are fine, and so are abbreviated long names
 * @param maybe an unresolved unquoted token may give any letter, and stays; so may one that begins with `-`
 */
export function takeFlags(
  rest: Rest,
  letters: readonly string[],
  longFlags: Readonly<Record<string, string>>,
  lenient: boolean,
  maybe: boolean,
): Rest | null {
  const taken = new Set<number>();
  const missing = new Set(letters);
  for (let i = firstIndex(rest); i < rest.tokens.length; i = nextIndex(rest, i + 1)) {
    const token = at(rest, i);
    if (token === null) continue;
    if (token.text === "--") break;
    const isOpen = token.elastic || (token.runs !== null && /^-[^-]/.test(token.text));
    if (maybe && isOpen) return withoutAll(rest, taken);
    const given = givenLetters(token.text, letters, longFlags, lenient);
    if (given.length === 0) continue;
    for (const letter of given) missing.delete(letter);
    taken.add(i);
  }
  return missing.size === 0 ? withoutAll(rest, taken) : null;
}

function givenLetters(
  text: string,
  letters: readonly string[],
  longFlags: Readonly<Record<string, string>>,
  lenient: boolean,
): readonly string[] {
  if (/^-[A-Za-z0-9]/.test(text)) {
    const cluster = /^-([A-Za-z0-9]+)/.exec(text)?.[1] ?? "";
    const given = letters.filter((letter) => cluster.includes(letter));
    const others = [...cluster].some((letter) => !letters.includes(letter));
    return others && !lenient ? [] : given;
  }
  if (!text.startsWith("--") || text.length < 3) return [];
  const name = text.split("=", 1)[0] ?? text;
  return letters.filter((letter) => {
    const long = longFlags[letter];
    return long !== undefined && (lenient ? long.startsWith(name) : long === name);
  });
}
