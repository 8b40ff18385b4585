/** How much work one search may do. Beyond it nothing is known: no allow, and a match for the others. */
import type { MatchBudget } from "./match.ts";
import type { Token } from "./token.ts";

/** Steps a match may take. (`02-rules.md`) */
const mostSteps = 10_000;

/** Words a match may look at: one step may look at all of them. */
const fullWords = 200_000;

/** The same once an evaluation has used up its budget. */
const fewWords = 5_000;

/** Calls inside each other, for the stack's sake. */
const deepest = 1_000;

/** What it costs to compare a glob, or a word that is not known, with a path list. */
const gapCost = 200;

/** The budget of one search. */
export class SearchBudget {
  /** It is used up. */
  exhausted = false;
  private steps = 0;
  private depth = 0;
  private words: number;
  private readonly start: number;

  /** @param size the command's words */
  constructor(private readonly shared: MatchBudget, size: number) {
    this.start = this.words = (shared.words > 0 ? fullWords : fewWords) + 4 * size;
  }

  /** Counts words that are looked at; false when there were too many. */
  look(words: number): boolean {
    this.words -= words;
    if (this.words < 0) this.exhausted = true;
    return !this.exhausted;
  }

  /** Counts the comparison of a word with a path list; false when there were too many. */
  lookUp({ hasGaps }: Token): boolean {
    return this.look(hasGaps ? gapCost : 1);
  }

  /** Counts a step and goes one call deeper, to be left again; false when that is too much. */
  enter(): boolean {
    this.depth++;
    if (++this.steps > mostSteps || this.depth > deepest) this.exhausted = true;
    return this.look(1);
  }

  /** Goes one call up. */
  leave(): void {
    this.depth--;
  }

  /** Takes what was used from the evaluation's budget. */
  settle(): void {
    this.shared.words -= this.start - this.words;
  }
}
