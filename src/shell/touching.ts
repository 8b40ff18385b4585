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
  const groups: Node[][] = [];
  for (const node of nodes) {
    const group = groups.at(-1);
    if (group !== undefined && node.type === "Word" && touches(group.at(-1), node)) {
      group.push(node);
    } else groups.push([node]);
  }
  return groups.flatMap(([first, ...more]) => first === undefined ? [] : [joined(first, more)]);
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

/** One node of several that touch. An array's value stays as it is. */
function joined<Node extends Word | Assignment>(
  first: Node,
  more: readonly (Word | Assignment)[],
): Node | Word | Assignment {
  const words = more.filter((node) => node.type === "Word");
  const last = words.at(-1);
  if (last === undefined) return first;
  const { end } = last;
  if (first.type === "Word") return joinedWords([first, ...words], end);
  const { value, name, append, index, pos } = first;
  const text = first.text + words.map((word) => word.text).join("");
  const whole = value.type === "Word" ? joinedWords([value, ...words], end) : value;
  return { type: "Assignment", name, append, index, pos, end, text, value: whole };
}

function joinedWords(words: readonly Word[], end: number): Word {
  const text = words.map((word) => word.text).join("");
  return {
    type: "Word",
    text,
    value: text,
    pos: words[0]?.pos ?? end,
    end,
    parts: words.flatMap(partsOf),
  };
}

function partsOf(word: Word): readonly WordPart[] {
  if (word.parts !== undefined) return word.parts;
  const { text, value, pos, end } = word;
  return text === "" ? [] : [{ type: "Literal", text, value, pos, end }];
}
