/** A pattern's elements as a chain, so that the matcher can go on from any of them. */
import type { Element } from "./pattern.ts";
import type { TextPattern } from "./text_pattern.ts";

/** One element and what follows it. */
export interface Node {
  readonly element: Element;
  /** What comes after it; null at the end of the pattern. */
  readonly next: Node | null;
  /** For a group: its contents, and then what comes after it. */
  readonly inner: Node | null;
  /** For a choice: each of its contents, and then what comes after it. */
  readonly options: readonly (Node | null)[];
  /** The flags that some later element says take a value. */
  readonly valueFlags: readonly TextPattern[];
}

const none: readonly (Node | null)[] = [];

const chains = new WeakMap<readonly Element[], Node>();

/** The chain of a pattern's elements; null for none. Made once for each pattern. */
export function chain(elements: readonly Element[]): Node | null {
  const known = chains.get(elements);
  if (known !== undefined) return known;
  const made = link(elements, null);
  if (made !== null) chains.set(elements, made);
  return made;
}

function link(elements: readonly Element[], end: Node | null): Node | null {
  return elements.reduceRight<Node | null>((next, element) => {
    const inner = element.kind === "optional" ? link(element.elements, next) : null;
    const options = element.kind === "choice"
      ? element.options.map((elements) => link(elements, next))
      : none;
    const later = options.length > 0
      ? [...new Set(options.flatMap((option) => option?.valueFlags ?? []))]
      : inner?.valueFlags ?? next?.valueFlags ?? [];
    const valueFlags = element.kind === "valued" ? [...element.names, ...later] : later;
    return { element, next, inner, options, valueFlags };
  }, end);
}
