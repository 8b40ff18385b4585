/** Brace expansion: `{a,b}`, `{1..9}`. It comes before every other expansion, on the text as written. */
import { parse, type Word as WordNode, type WordPart } from "unbash";
import { report, type Run } from "./run.ts";

/** Words that one word may become. */
const mostWords = 1000;

/** Words that the braces of a whole text may make. */
const mostWordsInAll = 10_000;

/** Braces inside each other. */
const deepest = 100;

/** Characters that the words of one word may have together. */
const mostCharacters = 1 << 18;

/** What looks like a sequence, whether or not it can be counted here. */
const sequenceForm = /^(?:[A-Za-z]\.\.[A-Za-z]|-?\d+\.\.-?\d+)(?:\.\.-?\d+)?$/;

/** A word that needs no parser. */
const plain = /^[\w./:@%+,=^-]*$/;

/** One character that may be a brace or comma, or several that belong together: quotes, expansions. */
type Atom = string;

/** The words that a word's braces make, each as written; null when it has no brace expansion. */
export function expandBraces(run: Run, node: WordNode): readonly WordNode[] | null {
  const atoms = atomsOf(node);
  const pairs = matchBraces(atoms);
  if (pairs.size === 0) return null;
  const known = run.braceWords > mostWordsInAll
    ? null
    : expandRange(atoms, pairs, 0, atoms.length, 0);
  run.braceWords += known?.length ?? 0;
  if (known === null || run.braceWords > mostWordsInAll) {
    report(run, "ambiguous", "a brace expansion makes too many words");
    return [unknownWord(node)];
  }
  return known.map((text) => wordNode(text) ?? unclear(run, node));
}

/** Alternatives between a pair of braces, as ranges of atoms. */
interface Pair {
  readonly close: number;
  readonly alternatives: readonly (readonly [number, number])[];
}

/** The pairs of braces that hold a comma or a sequence, by where they open. */
function matchBraces(atoms: readonly Atom[]): ReadonlyMap<number, Pair> {
  const pairs = new Map<number, Pair>();
  const open: { at: number; commas: number[] }[] = [];
  for (const [i, atom] of atoms.entries()) {
    if (atom === "{") open.push({ at: i, commas: [] });
    else if (atom === ",") open.at(-1)?.commas.push(i);
    else if (atom === "}") {
      const last = open.pop();
      if (last === undefined) continue;
      const ends = [...last.commas, i];
      const alternatives = ends.map((end, n): [number, number] => [
        (n === 0 ? last.at : ends[n - 1] ?? i) + 1,
        end,
      ]);
      const isSequence = i - last.at < 64 &&
        sequenceForm.test(atoms.slice(last.at + 1, i).join(""));
      if (last.commas.length > 0 || isSequence) pairs.set(last.at, { close: i, alternatives });
    }
  }
  return pairs;
}

/** The texts of a range of atoms; null for too many. */
function expandRange(
  atoms: readonly Atom[],
  pairs: ReadonlyMap<number, Pair>,
  start: number,
  end: number,
  depth: number,
): readonly string[] | null {
  if (depth > deepest) return null;
  let texts: readonly string[] = [""];
  let literal = start;
  for (let i = start; i < end; i++) {
    const pair = pairs.get(i);
    if (pair === undefined || pair.close >= end) continue;
    const { close, alternatives } = pair;
    const inside = alternatives.length === 1
      ? sequence(atoms.slice(i + 1, close).join(""))
      : expandAlternatives(atoms, pairs, alternatives, depth + 1);
    if (inside === null || inside.length * texts.length > mostWords) return null;
    const prefix = atoms.slice(literal, i).join("");
    texts = texts.flatMap((text) => inside.map((word) => text + prefix + word));
    if (texts.reduce((length, text) => length + text.length, 0) > mostCharacters) return null;
    i = close;
    literal = close + 1;
  }
  const rest = atoms.slice(literal, end).join("");
  return rest === "" ? texts : texts.map((text) => text + rest);
}

function expandAlternatives(
  atoms: readonly Atom[],
  pairs: ReadonlyMap<number, Pair>,
  alternatives: Pair["alternatives"],
  depth: number,
): readonly string[] | null {
  const all: string[] = [];
  for (const [start, end] of alternatives) {
    const texts = expandRange(atoms, pairs, start, end, depth);
    if (texts === null || all.length + texts.length > mostWords) return null;
    all.push(...texts);
  }
  return all;
}

/** The members of `1..9`, `01..10..3`, `a..e`; null when it is no sequence, or too long a one. */
function sequence(text: string): readonly string[] | null {
  const letters = /^([a-z])\.\.([a-z])(?:\.\.(-?\d{1,9}))?$/.exec(text) ??
    /^([A-Z])\.\.([A-Z])(?:\.\.(-?\d{1,9}))?$/.exec(text);
  if (letters !== null) {
    const [, from = "", to = "", step] = letters;
    return count(from.charCodeAt(0), to.charCodeAt(0), step)
      ?.map((code) => String.fromCharCode(code)) ?? null;
  }
  const numbers = /^(-?\d{1,9})\.\.(-?\d{1,9})(?:\.\.(-?\d{1,9}))?$/.exec(text);
  if (numbers === null) return null;
  const [, from = "", to = "", step] = numbers;
  const padded = /^-?0\d/.test(from) || /^-?0\d/.test(to);
  const width = padded ? Math.max(from.length, to.length) : 0;
  return count(Number(from), Number(to), step)?.map((value) => {
    const digits = `${Math.abs(value)}`;
    return value < 0 ? `-${digits.padStart(width - 1, "0")}` : digits.padStart(width, "0");
  }) ?? null;
}

function count(from: number, to: number, step: string | undefined): readonly number[] | null {
  const by = Math.abs(Number(step ?? 1)) || 1;
  const length = Math.floor(Math.abs(to - from) / by) + 1;
  if (length > mostWords) return null;
  const sign = to < from ? -1 : 1;
  return Array.from({ length }, (_, i) => from + sign * by * i);
}

/** The word cut so that quotes, escapes and expansions are atoms of their own. */
function atomsOf(node: WordNode): readonly Atom[] {
  const atoms: Atom[] = [];
  const { text, pos, parts } = node;
  let at = 0;
  const addUntil = (end: number) => {
    while (at < end) {
      const size = text[at] === "\\" ? 2 : 1;
      atoms.push(text.slice(at, at + size));
      at += size;
    }
  };
  const addParts = (inner: readonly WordPart[]) => {
    for (const part of inner) {
      switch (part.type) {
        case "Literal":
          break;
        case "Glob":
        case "ExtendedGlob":
        case "BraceExpansion":
          if (part.parts !== undefined) addParts(part.parts);
          break;
        default:
          addUntil(part.pos - pos);
          atoms.push(text.slice(at, part.end - pos));
          at = part.end - pos;
      }
    }
  };
  addParts(parts ?? []);
  addUntil(text.length);
  return atoms;
}

/** A word as the parser reads it; null when the text is no single word. */
function wordNode(text: string): WordNode | null {
  if (plain.test(text)) return bareNode(text);
  // Joined to a word, a process substitution is not what the parser makes of it.
  if (/[<>]\(/.test(text)) return null;
  const [statement, ...more] = parse(`: ${text}`).commands;
  const command = statement?.command;
  if (more.length > 0 || command?.type !== "Command" || command.suffix.length !== 1) return null;
  const [word] = command.suffix;
  return word?.type === "Word" && word.text === text ? word : null;
}

function bareNode(text: string): WordNode {
  return { type: "Word", text, value: text, pos: 0, end: text.length };
}

function unclear(run: Run, node: WordNode): WordNode {
  report(run, "ambiguous", "a brace expansion whose words are not clear");
  return unknownWord(node);
}

/** Stands for whatever the word becomes. */
function unknownWord({ text, pos, end }: WordNode): WordNode {
  const part: WordPart = { type: "CommandExpansion", pos, end, text, script: undefined };
  return { type: "Word", text, value: text, pos, end, parts: [part] };
}
