/**
 * Globs as automatons: a list of atoms that a path is stepped through with all possible positions at
 * once, so that no pattern takes more than length × length steps.
 */
import type { PatternPiece } from "./glob.ts";
import { type CodePointRange, codePoints, contains, overlap } from "./glob_bracket.ts";

/** One step of a pattern. `star` and `any` stay as long as they like; the others take one character. */
export type Atom =
  | { readonly op: "char"; readonly code: number }
  | { readonly op: "set"; readonly ranges: readonly CodePointRange[] }
  /** Zero or more characters but `/`. */
  | { readonly op: "star" }
  /** Zero or more characters. */
  | { readonly op: "any" }
  /** The next two atoms may be left out: the parts of a `**` with their `/`. */
  | { readonly op: "maybe" };

/** A pattern: what every match begins with, the atoms between, what it ends with. */
export interface Automaton {
  readonly prefix: string;
  /** Empty when the pattern is only text; that is then all in `prefix`. */
  readonly middle: readonly Atom[];
  readonly suffix: string;
}

const slash = 0x2f;
const notSlash: readonly CodePointRange[] = [[0, slash - 1], [slash + 1, 0x10ffff]];
const everything: readonly CodePointRange[] = [[0, 0x10ffff]];

/** More pairs of positions than this are not looked at. */
const pairLimit = 1 << 22;

/** An atom, or a `**` that has not found its `/` yet. */
type OpenAtom = Atom | { readonly op: "globstar" };

/** Builds the automaton of a pattern. Without regard to case, it is one for paths
 * that `foldCase` has been over. */
export function automatonOf(pieces: readonly PatternPiece[], caseSensitive: boolean): Automaton {
  const atoms = closed(pieces.flatMap((piece) => atomsOf(piece, caseSensitive)));
  const start = atoms.findIndex(({ op }) => op !== "char");
  if (start < 0) return { prefix: textOf(atoms), middle: [], suffix: "" };
  const lastOpen = atoms.findLastIndex(({ op }) => op !== "char");
  // The `/` of a leading `**` part can be left out together with it, so it is no fixed end.
  const end = lastOpen + (atoms[lastOpen - 1]?.op === "maybe" ? 2 : 1);
  return {
    prefix: textOf(atoms.slice(0, start)),
    middle: atoms.slice(start, end),
    suffix: textOf(atoms.slice(end)),
  };
}

/** Text for comparing without regard to case; a final sigma is one like any other. */
export function foldCase(text: string): string {
  return text.toLowerCase().replaceAll("ς", "σ");
}

/** Whether the automaton takes this whole path. */
export function accepts({ prefix, middle, suffix }: Automaton, path: string): boolean {
  // Most paths differ from a pattern in what it begins or ends with; only the rest is stepped through.
  if (middle.length === 0) return path === prefix;
  if (path.length < prefix.length + suffix.length) return false;
  if (!path.startsWith(prefix) || !path.endsWith(suffix)) return false;
  // `/dev/sd*` and its like: nothing to step through but that the rest is in one part.
  if (middle.length === 1 && middle[0]?.op === "star") {
    const next = path.indexOf("/", prefix.length);
    return next < 0 || next >= path.length - suffix.length;
  }
  return stepThrough(middle, path.slice(prefix.length, path.length - suffix.length));
}

/** Whether some path is taken by both; true when there is too much to look at. */
export function intersects(a: Automaton, b: Automaton): boolean {
  if (a.middle.length === 0) return accepts(b, a.prefix);
  if (b.middle.length === 0) return accepts(a, b.prefix);
  if (!a.prefix.startsWith(b.prefix) && !b.prefix.startsWith(a.prefix)) return false;
  if (!a.suffix.endsWith(b.suffix) && !b.suffix.endsWith(a.suffix)) return false;
  const shared = Math.min(a.prefix.length, b.prefix.length);
  return meet(unfold(a, shared), unfold(b, shared));
}

function atomsOf(piece: PatternPiece, caseSensitive: boolean): OpenAtom[] {
  switch (piece.kind) {
    case "text":
      return charsOf(caseSensitive ? piece.text : foldCase(piece.text));
    case "one":
      return [{ op: "set", ranges: notSlash }];
    case "class":
      return [{ op: "set", ranges: codePoints(piece.set, caseSensitive) }];
    default:
      return [{ op: piece.kind }];
  }
}

/** Gives every `**` the `/` that goes with it: the one after it, or at the end the one before it. */
function closed(open: readonly OpenAtom[]): Atom[] {
  const atoms: Atom[] = [];
  for (let at = 0; at < open.length; at++) {
    const atom = open[at];
    if (atom === undefined) break;
    if (atom.op !== "globstar") {
      atoms.push(atom);
      continue;
    }
    while (isSlash(open[at + 1]) && open[at + 2]?.op === "globstar") at += 2;
    if (isSlash(open[at + 1])) {
      atoms.push({ op: "maybe" }, { op: "any" }, { op: "char", code: slash });
      at++;
    } else if (at + 1 === open.length && isSlash(atoms.at(-1))) {
      atoms.splice(-1, 1, { op: "maybe" }, { op: "char", code: slash }, { op: "any" });
    } else {
      atoms.push({ op: "any" });
    }
  }
  return atoms;
}

function stepThrough(atoms: readonly Atom[], text: string): boolean {
  const seen = new Int32Array(atoms.length + 1).fill(-1);
  let now: number[] = [];
  enter(atoms, 0, now, seen, 0);
  let step = 0;
  for (let at = 0; at < text.length && now.length > 0;) {
    const code = text.codePointAt(at) ?? 0;
    at += code > 0xffff ? 2 : 1;
    step++;
    const next: number[] = [];
    for (const position of now) {
      const atom = atoms[position];
      if (atom === undefined || !takes(atom, code)) continue;
      enter(atoms, staying(atom) ? position : position + 1, next, seen, step);
    }
    now = next;
  }
  return now.includes(atoms.length);
}

/** Adds a position and those that can be reached from it without a character, each once a step. */
function enter(
  atoms: readonly Atom[],
  position: number,
  list: number[],
  seen: Int32Array,
  step: number,
): void {
  for (let at = position; at <= atoms.length && seen[at] !== step; at++) {
    seen[at] = step;
    const op = atoms[at]?.op;
    if (op !== "maybe") list.push(at);
    else enter(atoms, at + 3, list, seen, step);
    if (op === undefined || op === "char" || op === "set") return;
  }
}

/** Walks both at once, over pairs of positions. */
function meet(a: readonly Atom[], b: readonly Atom[]): boolean {
  const width = b.length + 1;
  if ((a.length + 1) * width > pairLimit) return true;
  const seen = new Uint8Array((a.length + 1) * width);
  const open: [number, number][] = [[0, 0]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [i, j] = pair;
    if (seen[i * width + j] === 1) continue;
    seen[i * width + j] = 1;
    if (i === a.length && j === b.length) return true;
    const [left, right] = [a[i], b[j]];
    if (left !== undefined) skips(left).forEach((count) => open.push([i + count, j]));
    if (right !== undefined) skips(right).forEach((count) => open.push([i, j + count]));
    if (left === undefined || right === undefined || !overlap(rangesOf(left), rangesOf(right))) {
      continue;
    }
    open.push([staying(left) ? i : i + 1, staying(right) ? j : j + 1]);
  }
  return false;
}

/** How many atoms can be passed here without a character. */
function skips({ op }: Atom): readonly number[] {
  if (op === "maybe") return [1, 3];
  return op === "star" || op === "any" ? [1] : [];
}

function staying({ op }: Atom): boolean {
  return op === "star" || op === "any";
}

function takes(atom: Atom, code: number): boolean {
  if (atom.op === "char") return atom.code === code;
  if (atom.op === "set") return contains(atom.ranges, code);
  return atom.op === "any" || (atom.op === "star" && code !== slash);
}

function rangesOf(atom: Atom): readonly CodePointRange[] {
  if (atom.op === "char") return [[atom.code, atom.code]];
  if (atom.op === "set") return atom.ranges;
  if (atom.op === "maybe") return [];
  return atom.op === "any" ? everything : notSlash;
}

/** The atoms of the whole pattern but for the first `from` UTF-16 units of its prefix. */
function unfold({ prefix, middle, suffix }: Automaton, from: number): Atom[] {
  return [...charsOf(prefix.slice(from)), ...middle, ...charsOf(suffix)];
}

function charsOf(text: string): Atom[] {
  return Array.from(text, (char) => ({ op: "char", code: char.codePointAt(0) ?? 0 }));
}

function textOf(atoms: readonly Atom[]): string {
  return atoms.map((atom) => atom.op === "char" ? String.fromCodePoint(atom.code) : "").join("");
}

function isSlash(atom: OpenAtom | undefined): boolean {
  return atom?.op === "char" && atom.code === slash;
}
