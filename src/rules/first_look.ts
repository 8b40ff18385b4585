/** A first look at a pattern's elements: whether a command has the words that they ask for, in any order. */
import type { MatchOptions } from "./match.ts";
import { type Element, isFlag } from "./pattern.ts";
import { matchesAnyText } from "./text_pattern.ts";
import type { Token } from "./token.ts";

/** An element that takes a word of its own, which can be told by looking at each word alone. */
type Demand = Element & { readonly kind: "texts" | "path" };

/** What a pattern demands of a command. */
interface Demands {
  /** Of words as they are written. */
  readonly written: readonly Demand[];
  /** Of words as they are once flags in front of a `=` have been taken from them. */
  readonly left: readonly Demand[];
}

const known = new WeakMap<readonly Element[], Demands>();

/**
 * False when the elements surely do not match the tokens, which is told without a search: no token is one
 * of the words that some element asks for. With a token that is not fully known anything could match.
 */
export function couldMatchAll(
  elements: readonly Element[],
  tokens: readonly Token[],
  options: MatchOptions,
): boolean {
  const { written, left } = demandsOf(elements);
  if (written.length + left.length === 0 || tokens.some(({ hasGaps }) => hasGaps)) return true;
  const isMet = (demand: Demand) => tokens.some((token) => meets(token, demand, options));
  if (!written.every(isMet)) return false;
  return left.length === 0 || tokens.some(couldLeaveMore) || left.every(isMet);
}

function meets(token: Token, demand: Demand, options: MatchOptions): boolean {
  return demand.kind === "texts"
    ? matchesAnyText(demand.texts, token.text)
    : options.isInPaths(token, demand);
}

/** Whether a flag may be taken from a token, so that something else is left: `x` of `--flag=x`, or of `-cx`. */
function couldLeaveMore({ text }: Token): boolean {
  return isFlag(text) && (text.includes("=") || (text.length > 2 && !text.startsWith("--")));
}

/** The demands of a pattern's elements; made once. */
function demandsOf(elements: readonly Element[]): Demands {
  let demands = known.get(elements);
  if (demands === undefined) known.set(elements, demands = findDemands(elements));
  return demands;
}

function findDemands(elements: readonly Element[]): Demands {
  const written: Demand[] = [];
  const left: Demand[] = [];
  let demands = written;
  let behindWildcard = false;
  for (const element of elements) {
    if (leavesMore(element)) demands = left;
    behindWildcard ||= element.kind === "wildcard";
    if (element.kind === "texts") demands.push(element);
    // Without a wildcard the search asks about one word only.
    else if (element.kind === "path" && behindWildcard) demands.push(element);
  }
  // A path takes longer to look up than a text to compare.
  const inOrder = (list: readonly Demand[]) =>
    list.toSorted((a, b) => Number(a.kind === "path") - Number(b.kind === "path"));
  return { written: inOrder(written), left: inOrder(left) };
}

/** Whether an element takes flags from words and may leave the rest of them. */
function leavesMore(element: Element): boolean {
  switch (element.kind) {
    case "flag":
    case "flag-group":
      return true;
    case "optional":
      return element.elements.some(leavesMore);
    case "choice":
      return element.options.flat().some(leavesMore);
    default:
      return false;
  }
}
