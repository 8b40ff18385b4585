/** A command's arguments by kind, as conditions see them: `args` and `flags`. (seed: `when`) */
import {
  anything,
  type ListValue,
  type MapValue,
  partlyKnown,
  type Value,
} from "./condition_value.ts";
import { isFlag } from "./pattern.ts";
import { runsOf } from "./text_pattern.ts";
import type { Token } from "./token.ts";

/** Words taken apart. */
export interface ArgumentMap {
  /** Words that are no flags and no flag's value, in order. */
  readonly args: ListValue;
  /** Values by flag as written, without its dashes; null for a flag without one. The last counts. */
  readonly flags: MapValue;
}

/**
 * The value of one word. What is not known before it runs helps no allow rule: of that nothing counts.
 * @param helps false for an allow rule
 */
export function tokenValue(token: Token, helps: boolean): Value {
  if (isWhole(token)) return token.text;
  if (!helps) return anything;
  const runs = runsOf(token.word, true);
  // An unquoted expansion may be several words, of which the last ends so.
  return partlyKnown(maySplit(token) ? [runs[0] ?? "", ""] : runs);
}

/**
 * Takes words apart as the seed's engine does: a flag takes the next word as its value only where the rule's
 * pattern says so, and `-x=v` always has the value `v`.
 * @param takesValue whether a flag, as written, takes the next word
 */
export function argumentMap(
  tokens: readonly Token[],
  takesValue: (flag: string) => boolean,
  helps: boolean,
): ArgumentMap {
  const args: Value[] = [];
  const flags = new Map<string, Value>();
  let settled = Infinity;
  let flagsOpen = false;
  /** There may be more words here, and with `asFlags` flags among them. */
  const open = (asFlags: boolean) => {
    settled = Math.min(settled, args.length);
    flagsOpen ||= asFlags;
  };
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (token === undefined) break;
    const written = isFlag(token.runs?.[0] ?? token.text) && token.globs === null;
    const equals = (token.runs?.[0] ?? token.text).indexOf("=");
    if (written && equals > 0) {
      const value = isWhole(token)
        ? token.text.slice(equals + 1)
        : tailValue(token, equals + 1, helps);
      flags.set(nameOf(token.text.slice(0, equals)), value);
      if (maySplit(token)) open(true);
    } else if (written && isWhole(token)) {
      const next = tokens[i + 1];
      if (next === undefined || !takesValue(token.text)) {
        flags.set(nameOf(token.text), null);
        continue;
      }
      flags.set(nameOf(token.text), tokenValue(next, helps));
      if (maySplit(next)) open(true);
      i++;
      // The value may turn out to be no word: then the next one is it.
      if (next.vanishing) i++;
    } else if (token.maybeFlag || token.globs !== null || token.vanishing) {
      open(true);
      // As a flag it may take the next word.
      if (token.elastic || token.maybeFlag) i++;
    } else {
      const splits = maySplit(token);
      if (splits) settled = Math.min(settled, args.length + (token.runs?.[0] === "" ? 0 : 1));
      args.push(tokenValue(token, helps));
      if (splits) flagsOpen = true;
    }
  }
  const isOpen = settled < Infinity;
  return {
    args: { kind: "list", items: args, settled: Math.min(settled, args.length), open: isOpen },
    // A flag that is not seen may come later and count instead.
    flags: {
      kind: "map",
      entries: flagsOpen ? new Map(flags.keys().map((name) => [name, anything])) : flags,
      open: flagsOpen,
    },
  };
}

function tailValue(token: Token, length: number, helps: boolean): Value {
  if (!helps) return anything;
  const [head = "", ...rest] = runsOf(token.word, true);
  const runs = [head.slice(length), ...rest];
  return partlyKnown(maySplit(token) ? [runs[0] ?? "", ""] : runs);
}

function nameOf(flag: string): string {
  return flag.replace(/^-+/, "");
}

/** Whether a word is known as a whole: no expansion and no glob is in it. */
function isWhole({ word }: Token): boolean {
  return word.pieces.every(({ kind }) => kind === "text");
}

/** Whether a word may become several. */
function maySplit({ word }: Token): boolean {
  return word.pieces.some((piece) =>
    piece.kind === "glob" ||
    (piece.kind === "unknown" && !piece.quoted && piece.cause !== "number" &&
      piece.cause !== "process")
  );
}
