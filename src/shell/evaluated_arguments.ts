/**
 * Arguments that bash or zsh evaluate: as arithmetic (`let x`, `exit x` and `printf %d x` in zsh), or as the
 * name of a variable, whose subscript is arithmetic (`test -v x`, `unset x`, `read x`).
 */
import type { Word } from "./command.ts";
import { checkNumberWord, checkTarget, isInteger } from "./numbers.ts";
import { report, type Run } from "./run.ts";
import type { Scope } from "./scope.ts";
import { checkTable } from "./shell_tables.ts";
import { isUnresolved, staticValue } from "./words.ts";

/** Where arguments stand. */
interface Place {
  readonly run: Run;
  readonly scope: Scope;
}

type Check = (place: Place, operands: readonly Word[], name: string) => void;

/** Reports what a builtin may run when it evaluates its arguments. */
export function checkArguments(place: Place, argv: readonly Word[]): void {
  let index = 0;
  for (; index < argv.length; index++) {
    const value = argv[index]?.value ?? "";
    if (!/^(?:command|builtin|exec|-p|--)$/.test(value)) break;
  }
  const name = argv[index];
  const value = name === undefined ? null : staticValue(name);
  if (value !== null) checks.get(value)?.(place, argv.slice(index + 1), value);
}

const checks: ReadonlyMap<string, Check> = new Map<string, Check>([
  ...["exit", "return", "shift", "break", "continue", "logout", "bye"].map((name) =>
    [name, checkAll] as const
  ),
  ["let", checkAll],
  ["test", checkTest],
  ["[", checkTest],
  ["printf", checkPrintf],
  ["print", checkPrint],
  ["read", checkNames],
  ["mapfile", checkNames],
  ["readarray", checkNames],
  ["getopts", (place, [, ...names]) => checkNames(place, names.slice(0, 1), "getopts")],
  ["wait", (place, operands) => {
    const at = operands.findIndex(({ value }) => /^-n?p$/.test(value));
    if (at >= 0) checkNames(place, operands.slice(at + 1, at + 2), "wait");
  }],
  ["unset", checkNames],
  ...["declare", "typeset", "local", "readonly", "export", "integer", "float"].map((name) =>
    [name, checkDeclared] as const
  ),
  ["set", ({ run }, operands) => {
    if (operands.some(({ value }) => /^[-+]\w*A/.test(value))) {
      report(run, "ambiguous", "`set -A` sets an array in zsh and ksh");
    }
  }],
]);

function checkAll({ run, scope }: Place, operands: readonly Word[]): void {
  for (const word of operands) if (word.value !== "--") checkNumberWord(run, scope, word);
}

function checkTest({ run, scope }: Place, operands: readonly Word[]): void {
  for (const [i, { value }] of operands.entries()) {
    const operand = operands[i + 1];
    if (operand === undefined || operand.value === "]") continue;
    if (value === "-t") checkNumberWord(run, scope, operand);
    else if (value === "-v" || value === "-R") checkTarget(run, scope, operand);
  }
}

/** Letters of options that take a value, by builtin; that of `-a` is a name too. */
const valued: Readonly<Record<string, string>> = {
  read: "adinNptu",
  mapfile: "dnOsuCc",
  readarray: "dnOsuCc",
};

function checkNames({ run, scope }: Place, operands: readonly Word[], command: string): void {
  const letters = valued[command] ?? "";
  for (let i = 0; i < operands.length; i++) {
    const word = operands[i];
    if (word === undefined) break;
    const [, option = "", attached = ""] = /^-([A-Za-z]+)(.*)$/s.exec(word.value) ?? [];
    if (word.value === "--" || (command === "unset" && option !== "")) continue;
    const at = [...option].findIndex((letter) => letters.includes(letter));
    if (option === "" || at < 0) {
      if (option !== "" && attached === "") continue;
      checkTarget(run, scope, word);
      checkTable(run, word.value, true);
      if (command !== "unset" && isInteger(run, word.value)) reportInteger(run);
      continue;
    }
    const spaced = at === option.length - 1 && attached === "";
    const value = spaced ? operands[++i] : word;
    if (value === undefined) break;
    const letter = option[at];
    if (letter === "a" && spaced) {
      checkTarget(run, scope, value);
      checkTable(run, value.value, true);
    } else if (letter === "t") {
      const known = spaced || isUnresolved(word);
      if (known ? spaced : false) checkNumberWord(run, scope, value);
      else if (!/^-[A-Za-z]*t[\d.]+$/.test(word.value)) report(run, "ambiguous", unknownTime);
    }
  }
}

const unknownTime = "a time that may be no number is evaluated as arithmetic in zsh";

function reportInteger(run: Run): void {
  report(run, "ambiguous", "a variable of the shell that evaluates what it is set to");
}

/** `declare "$x=1"`: what stands in front of `=` may be a subscript. */
function checkDeclared({ run, scope }: Place, operands: readonly Word[]): void {
  const integer = operands.some(({ value }) => /^[-+]\w*[iEF]/.test(value));
  for (const word of operands) {
    if (/^[-+]/.test(word.value)) continue;
    const [first] = word.pieces;
    if (first === undefined) continue;
    const text = first.kind === "unknown" ? "" : first.text;
    const name = /^[A-Za-z_]\w*/.exec(text)?.[0];
    const behind = name === undefined ? "" : text.slice(name.length);
    if (name === undefined || (behind === "" && word.pieces.length > 1)) {
      if (isUnresolved(word)) checkTarget(run, scope, word);
      continue;
    }
    const value = word.value.slice(name.length);
    checkTable(run, word.value, value.startsWith("["));
    const equals = value.indexOf("=");
    if (equals < 0) continue;
    const subscript = value.startsWith("[") ? cut(word, 0, name.length + equals) : null;
    if (subscript !== null) checkTarget(run, scope, subscript);
    if (integer || isInteger(run, name)) {
      checkNumberWord(run, scope, cut(word, name.length + equals + 1, word.value.length));
    }
  }
}

/** Some of a word. An expansion that is cut goes as a whole. */
function cut({ pieces }: Word, start: number, end: number): Word {
  let at = 0;
  const kept = pieces.flatMap((piece) => {
    const [from, to] = [Math.max(start - at, 0), Math.min(end - at, piece.text.length)];
    at += piece.text.length;
    if (from >= to) return [];
    return [piece.kind === "unknown" ? piece : { ...piece, text: piece.text.slice(from, to) }];
  });
  const value = kept.map(({ text }) => text).join("");
  return { source: value, value, pieces: kept };
}

/** `print -f FORMAT` is zsh's `printf`. */
function checkPrint(place: Place, operands: readonly Word[]): void {
  const format = operands.findIndex(({ value }) => /^-\w*f/.test(value));
  const variable = operands.some(({ value }) => /^-\w*v/.test(value));
  if (variable) checkNames(place, operands, "print");
  if (format >= 0) checkAll(place, operands.slice(format + 2));
}

function checkPrintf(place: Place, operands: readonly Word[]): void {
  const { run, scope } = place;
  let index = 0;
  if (operands[0]?.value === "-v") {
    checkNames(place, operands.slice(1, 2), "printf");
    index = 2;
  } else if (operands[0]?.value.startsWith("-v") === true) {
    report(run, "ambiguous", "a variable whose name is not known, and may run commands");
    index = 1;
  }
  if (operands[index]?.value === "--") index++;
  const [format, ...values] = operands.slice(index);
  if (format === undefined) return;
  const conversions = conversionsOf(format.value);
  if (conversions.includes("n")) {
    report(run, "ambiguous", "`%n` sets the variable that it is given the name of");
  }
  if (conversions.length === 0 && !isUnresolved(format)) return;
  for (const [i, word] of values.entries()) {
    // An unquoted expansion may be several words, so that any conversion may be the next one's.
    const moved = isUnresolved(format) || values.slice(0, i + 1).some(isElastic);
    const conversion = conversions[i % conversions.length] ?? "d";
    const numeric = moved
      ? isUnresolved(format) || conversions.some(isNumeric)
      : isNumeric(conversion);
    if (numeric && !/^['"]/.test(word.value)) {
      if (isUnresolved(format) && !isUnresolved(word)) continue;
      checkNumberWord(run, scope, word);
    }
  }
}

function isNumeric(conversion: string): boolean {
  return !/^[sbqcQ]$/.test(conversion);
}

function isElastic({ pieces }: Word): boolean {
  return pieces.some((piece) => piece.kind === "unknown" && !piece.quoted);
}

/** The conversions of a format, one for each value that it takes. */
function conversionsOf(format: string): readonly string[] {
  const found: string[] = [];
  for (
    const [whole, kind = ""] of format.matchAll(/%[^A-Za-z%]*(?:\([^)]*\))?[hlLjzt]*([A-Za-z%])/g)
  ) {
    if (whole === "%%") continue;
    for (const _ of whole.matchAll(/\*/g)) found.push("*");
    if (kind !== "%") found.push(kind);
  }
  return found;
}
