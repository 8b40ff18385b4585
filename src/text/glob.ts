/**
 * Path globs, as in `<path:name>` entries and a rule's `in:`.
 *
 * `*` is any run of characters within one part of a path, `?` one character, `[a-c]` and `[!a]` one
 * of a set; none of them is a `/`, and all of them may be a leading dot. `**` as a whole part is any
 * number of parts, none included: the pattern `a/**` is `a` and everything below, and a leading `**`
 * part matches in the top folder too. `\` takes the next character as it is.
 *
 * Paths and patterns are compared as text: normalize both and expand `~` first (`paths.ts`).
 */
import { accepts, type Automaton, automatonOf, foldCase, intersects } from "./glob_automaton.ts";
import { type CharacterSet, readBracket } from "./glob_bracket.ts";

/** A piece of a pattern; a pattern is a list of them. */
export type PatternPiece =
  /** These characters. */
  | { readonly kind: "text"; readonly text: string }
  /** Any characters, `/` included: an expansion that is not known. */
  | { readonly kind: "any" }
  /** Any characters but `/`. */
  | { readonly kind: "star" }
  /** One character but `/`. */
  | { readonly kind: "one" }
  /** One character of a set. */
  | { readonly kind: "class"; readonly set: CharacterSet }
  /** Any number of whole parts; stands beside a `/` or alone. */
  | { readonly kind: "globstar" };

/** How to compare. */
export interface GlobOptions {
  /** @default true */
  readonly caseSensitive?: boolean;
}

/** A pattern made ready to be asked often. */
export interface GlobMatcher {
  /** The pattern as written. */
  readonly pattern: string;
  /** Whether the pattern is this whole path. Time grows with path times pattern, and no faster. */
  matches(path: string): boolean;
  /** Whether some path is both this pattern and what these pieces ask for; see `globsIntersect`. */
  meets(pieces: ReadyPieces): boolean;
}

/** Pieces made ready to be compared with many patterns, all with or all without regard to case. */
export type ReadyPieces = Automaton;

/** Makes pieces ready; `caseSensitive` is that of the patterns that they are compared with. */
export function readyPieces(
  pieces: readonly PatternPiece[],
  { caseSensitive = true }: GlobOptions = {},
): ReadyPieces {
  return automatonOf(pieces, caseSensitive);
}

/** Beyond this many the cache starts again: patterns come from configurations, and those are small. */
const cacheLimit = 4096;
const cache = new Map<string, GlobMatcher>();

/** Compiles a pattern; the same pattern twice gives the same matcher. No pattern is an error. */
export function compileGlob(pattern: string, options: GlobOptions = {}): GlobMatcher {
  const caseSensitive = options.caseSensitive ?? true;
  const key = `${caseSensitive ? "=" : "~"}${pattern}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  if (cache.size >= cacheLimit) cache.clear();
  const matcher = makeMatcher(pattern, caseSensitive);
  cache.set(key, matcher);
  return matcher;
}

/** Whether a name is what these pieces ask for, case and all. */
export function compilePieces(pieces: readonly PatternPiece[]): (name: string) => boolean {
  const automaton = automatonOf(pieces, true);
  return (name) => accepts(automaton, name);
}

/** The pieces of a glob. An unclosed `[` and a `\` at the end are characters. */
export function globPieces(pattern: string): PatternPiece[] {
  const text = pattern.length > 1 && /[^\\]\/$/.test(pattern) ? pattern.slice(0, -1) : pattern;
  const pieces: PatternPiece[] = [];
  let literal = "";
  const push = (piece: PatternPiece) => {
    if (literal !== "") pieces.push({ kind: "text", text: literal });
    literal = "";
    pieces.push(piece);
  };
  for (let at = 0; at < text.length;) {
    const char = text[at];
    if (char === "\\" && at + 1 < text.length) {
      literal += text[at + 1];
      at += 2;
    } else if (char === "*") {
      let end = at;
      while (text[end] === "*") end++;
      const wholePart = (at === 0 || text[at - 1] === "/") &&
        (end === text.length || text[end] === "/");
      push({ kind: end - at > 1 && wholePart ? "globstar" : "star" });
      at = end;
    } else if (char === "?") {
      push({ kind: "one" });
      at++;
    } else {
      const bracket = char === "[" ? readBracket(text, at) : null;
      if (bracket === null) literal += char;
      else push({ kind: "class", set: bracket.set });
      at = bracket?.end ?? at + 1;
    }
  }
  if (literal !== "") pieces.push({ kind: "text", text: literal });
  return pieces;
}

/**
 * Whether some path is matched by both: what a word with globs or unknown parts could mean, and an entry
 * that may be a glob. Two patterns too large to compare (4 million combinations) count as sharing one,
 * since a caller asks in order to stop something.
 */
export function globsIntersect(
  a: readonly PatternPiece[],
  b: readonly PatternPiece[],
  options: GlobOptions = {},
): boolean {
  const caseSensitive = options.caseSensitive ?? true;
  return intersects(automatonOf(a, caseSensitive), automatonOf(b, caseSensitive));
}

function makeMatcher(pattern: string, caseSensitive: boolean): GlobMatcher {
  const automaton = automatonOf(globPieces(pattern), caseSensitive);
  return {
    pattern,
    matches: (path) => accepts(automaton, caseSensitive ? path : foldCase(path)),
    meets: (pieces) => intersects(pieces, automaton),
  };
}
