/** Commands inside of a word that is written in another language: `.shell id`, `:!id`, `system("id")`. */
import type { Capture } from "./match.ts";
import { type Token, tokenOf } from "./token.ts";

/** Commands in one word that are looked at. */
const mostCommands = 16;

/**
 * What stands behind some texts in the first words of captures, each word once: as far as the next quote
 * where such a text ends with one, else to the end of the line. Behind the last that is looked at stands one
 * that could be anything.
 * @param marks `!`, `.shell `, `system("`
 */
export function embeddedIn(
  captures: readonly Capture[],
  marks: readonly string[],
): readonly Capture[] {
  const words = new Set(captures.flatMap(({ command: [first] }) => first ?? []));
  return [...words].flatMap((word) => {
    const found = startsBehind(word.text, marks);
    const commands = found.slice(0, mostCommands).map(([start, end]) => partOf(word, start, end));
    const unread = found[mostCommands];
    if (unread !== undefined) commands.push(unknownFrom(word.text.slice(unread[0])));
    return commands.map((command) => ({ command: [command], variables: [] }));
  });
}

function startsBehind(
  text: string,
  marks: readonly string[],
): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (const mark of marks) {
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
      const start = at + mark.length;
      const quote = /["'`]$/.exec(mark)?.[0];
      const end = text.indexOf(quote ?? "\n", start);
      if (found.length <= mostCommands) found.push([start, end < 0 ? text.length : end]);
    }
  }
  return found;
}

/** A word that nothing is known of. */
function unknownFrom(text: string): Token {
  const pieces = [{ kind: "unknown", text, quoted: true, cause: "variable" }] as const;
  return tokenOf({ source: text, value: text, pieces });
}

/** Part of a word, with what is not known in it. */
function partOf({ text, word }: Token, start: number, end: number): Token {
  let at = 0;
  const pieces = word.pieces.flatMap((piece) => {
    const [from, to] = [Math.max(0, start - at), Math.min(piece.text.length, end - at)];
    at += piece.text.length;
    if (to <= from) return [];
    return [piece.kind === "unknown" ? piece : { ...piece, text: piece.text.slice(from, to) }];
  });
  const value = text.slice(start, end);
  return tokenOf({ source: value, value, pieces });
}
