/**
 * Words that touch. bash takes a process substitution for a part of the word it stands in; the parser
 * makes it a word of its own, so that `--in=<(x)` comes as two.
 */
import type { Assignment, Word, WordPart } from "unbash";

/** Joins words without a blank between them. Gives the same array when there are none. */
export function joinTouching<Node extends Word | Assignment>(
  nodes: readonly Node[],
): readonly (Node | Word | Assignment)[] {
  if (!nodes.some((node, i) => touches(nodes[i - 1], node))) return nodes;
  const joined: (Node | Word | Assignment)[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (last === undefined || node.type !== "Word" || !touches(last, node)) joined.push(node);
    else joined[joined.length - 1] = join(last, node);
  }
  return joined;
}

/** The same for words alone. */
export function joinTouchingWords(words: readonly Word[]): readonly Word[] {
  return joinTouching(words).filter((node) => node.type === "Word");
}

/** Whether a node begins where the other ends. */
export function touches(
  before: { readonly end: number } | undefined,
  node: { readonly pos: number } | undefined,
): boolean {
  return before !== undefined && node !== undefined && before.end === node.pos;
}

/** One node of two that touch. An array's value stays as it is. */
function join<Node extends Word | Assignment>(first: Node, second: Word): Word | Node {
  const text = first.text + second.text;
  const { end } = second;
  if (first.type === "Assignment") {
    const { value, name, append, index, pos } = first;
    const whole = value.type === "Word" ? join(value, second) : value;
    return { ...first, type: "Assignment", name, append, index, pos, end, text, value: whole };
  }
  const { pos } = first;
  return { type: "Word", text, value: text, pos, end, parts: [...partsOf(first), ...partsOf(second)] };
}

function partsOf(word: Word): readonly WordPart[] {
  if (word.parts !== undefined) return word.parts;
  const { text, value, pos, end } = word;
  return text === "" ? [] : [{ type: "Literal", text, value, pos, end }];
}
