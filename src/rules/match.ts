/**
 * Matches a command's tokens against a pattern's elements, with backtracking and a step budget.
 * The meaning is the seed's engine's; unresolved words and `<flags:…>` are ours. (`02-rules.md`, Patterns)
 */
import { type Captures, nothingCaptured } from "./captures.ts";
import { couldMatchAll } from "./first_look.ts";
import { chain } from "./node.ts";
import type { Element, FlagGroup } from "./pattern.ts";
import { wholeOf } from "./rest.ts";
import { Search } from "./search.ts";
import type { Token } from "./token.ts";

/**
 * How certain a match has to be.
 * - `allow`: whatever the unresolved words turn out to be.
 * - `deny`: the same, but of the places a path may mean one is enough.
 * - `maybe`: some value of the unresolved words gives a match.
 */
export type Certainty = "allow" | "deny" | "maybe";

/** What a match depends on besides pattern and tokens. */
export interface MatchOptions {
  readonly certainty: Certainty;
  /** One letter → long flag, for `<flags:…>`. */
  readonly longFlags: Readonly<Record<string, string>>;
  /** The flag group of this name; null when there is none. */
  readonly flagGroup: (name: string) => FlagGroup | null;
  /** Whether a token is a value of the variable of this name. */
  readonly isVariable: (token: Token, name: string) => boolean;
  /** Whether a token is in the path list that a pattern names. */
  readonly isInPaths: (token: Token, named: Element & { readonly kind: "path" }) => boolean;
  /** What all matches of an evaluation share. */
  readonly budget: MatchBudget;
}

/** Words that the matches of one evaluation may still look at before each gets less of a budget. */
export interface MatchBudget {
  words: number;
}

/** A budget for one evaluation: some tenths of a second. */
export function matchBudget(): MatchBudget {
  return { words: 20_000_000 };
}

/** What a wrapper's pattern captured. */
export interface Capture {
  readonly command: readonly Token[];
  /** Tokens that `<vars>` took: assignments. */
  readonly variables: readonly Token[];
}

/** The result of a match. */
export interface Match {
  readonly matched: boolean;
  /** The budget of 10,000 steps ran out: nothing is known. */
  readonly exhausted: boolean;
  /** What each `*` and flag value took. */
  readonly wildcards: readonly string[];
  /** What the names took in each reading that was looked for, the engine's own first; none without a match. */
  readonly readings: readonly Captures[];
}

/** Most readings of one command that a condition is asked about. */
const readingLimit = 16;

const none: Match = { matched: false, exhausted: false, wildcards: [], readings: [] };

/** The match of a pattern that is a command word alone. */
const wholly: Match = { ...none, matched: true, readings: [nothingCaptured] };

/**
 * Matches all tokens behind the command word.
 * @param every whether to look for every reading, for a rule with a condition: which of two words a
 * `<var:name>` is may decide it. With more than 16 of them `exhausted` is true beside `matched`.
 */
export function matchElements(
  elements: readonly Element[],
  tokens: readonly Token[],
  options: MatchOptions,
  every = false,
): Match {
  if (elements.length === 0) return tokens.length === 0 ? wholly : none;
  if (!couldMatchAll(elements, tokens, options)) return none;
  // Without names all readings are one.
  const several = every && elements.some(hasName);
  const run = new Search(options, null, several ? readingLimit : 1, tokens.length);
  run.start(chain(elements), wholeOf(tokens));
  const { budget: { exhausted }, wildcards, readings } = run;
  const matched = several ? readings.length > 0 : readings.length > 0 && !exhausted;
  return { matched, exhausted, wildcards, readings };
}

function hasName(element: Element): boolean {
  switch (element.kind) {
    case "var":
    case "flag-group":
      return true;
    case "optional":
      return element.elements.some(hasName);
    case "choice":
      return element.options.flat().some(hasName);
    default:
      return false;
  }
}

const nothingTaken = { captures: [], exhausted: false };

/** Every reading of a wrapper's `<cmd>`, in order; `exhausted` when there may be more. */
export function captureCommands(
  elements: readonly Element[],
  tokens: readonly Token[],
  options: MatchOptions,
): { readonly captures: readonly Capture[]; readonly exhausted: boolean } {
  if (!couldMatchAll(elements, tokens, options)) return nothingTaken;
  const captures: Capture[] = [];
  const run = new Search(options, captures, 0, tokens.length);
  run.start(chain(elements), wholeOf(tokens));
  return { captures, exhausted: run.budget.exhausted };
}
