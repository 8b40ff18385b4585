/** A command's arguments by kind, as conditions see them: `args` and `flags`. (seed: `when`) */
import {
  anything,
  type ListValue,
  type MapValue,
  partlyKnown,
  type Value,
} from "./condition_value.ts";
import { isFlag } from "./pattern.ts";
import { matchesAnyText, runsOf, type TextPattern } from "./text_pattern.ts";
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
 * pattern says so, and `-x=v` always has the value `v`. What is in the result surely is so.
 * @param valueFlags the flags that take the next word, as written
 */
export function argumentMap(
  tokens: readonly Token[],
  valueFlags: readonly TextPattern[],
  helps: boolean,
): ArgumentMap {
  const args: Value[] = [];
  const flags = new Map<string, Value>();
  let settled = Infinity;
  let flagsOpen = false;
  let i = 0;
  while (i < tokens.length) {
    const token = tokens[i++];
    if (token === undefined) break;
    const head = headOf(token);
    const splits = maySplit(token);
    const equals = head.indexOf("=");
    if (isFlag(head) && equals > 0) {
      const value = isWhole(token)
        ? token.text.slice(equals + 1)
        : valueBehind(token, equals, helps);
      flags.set(nameOf(head.slice(0, equals)), value);
    } else if (isFlag(head) && isWhole(token)) {
      const next = takesValue(head) ? tokens[i] : undefined;
      flags.set(nameOf(head), next === undefined ? null : valueOf(next, helps));
      if (next === undefined) continue;
      i++;
      if (!maySplit(next)) continue;
      open();
      continue;
    } else if (head === "" && isWhole(token)) args.push("");
    else if (head === "" || head.startsWith("-") && !isWhole(token)) {
      open();
      continue;
    } else args.push(tokenValue(token, helps));
    if (splits) open();
  }
  return {
    args: {
      kind: "list",
      items: args,
      settled: Math.min(settled, args.length),
      open: settled < Infinity,
    },
    // A flag that is not seen may come later and count instead.
    flags: {
      kind: "map",
      entries: flagsOpen ? new Map(flags.keys().map((name) => [name, anything])) : flags,
      open: flagsOpen,
    },
  };

  /** There may be more words here, flags among them, of which one may take what comes next. */
  function open(): void {
    settled = Math.min(settled, args.length);
    flagsOpen = true;
    if (valueFlags.length === 0) return;
    for (let token = tokens[i++]; token !== undefined; token = tokens[i++]) {
      if (isWhole(token) && !takesValue(token.text)) break;
    }
  }

  function takesValue(flag: string): boolean {
    return isFlag(flag) && matchesAnyText(valueFlags, flag);
  }
}

/** What a word surely begins with. */
function headOf(token: Token): string {
  return isWhole(token) ? token.text : runsOf(token.word, true)[0] ?? "";
}

/** The value of the word behind a flag, which may turn out to be none. */
function valueOf(token: Token, helps: boolean): Value {
  return token.vanishing ? anything : tokenValue(token, helps);
}

/** The value behind the `=` of a flag. */
function valueBehind(token: Token, equals: number, helps: boolean): Value {
  if (!helps) return anything;
  const [head = "", ...rest] = runsOf(token.word, true);
  const behind = head.slice(equals + 1);
  return partlyKnown(maySplit(token) ? [behind, ""] : [behind, ...rest]);
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
