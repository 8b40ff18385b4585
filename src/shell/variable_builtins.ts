/** Builtins that set variables: `read`, `printf -v`, `export`, `unset` and their like. */
import { identifiers } from "./arithmetic.ts";
import type { Word, WordPiece } from "./command.ts";
import type { RanCommand } from "./builtins.ts";
import { formatText } from "./printf.ts";
import type { Run, Setting } from "./run.ts";
import {
  forget,
  isSet,
  removeFunction,
  type Scope,
  setVariable,
  unknownVariable,
  type Variable,
} from "./scope.ts";
import { changesValues } from "./shell_builtins.ts";
import { noteSet, noteSetIn, noteUnknownSet } from "./set_names.ts";
import { checkAssignedValue, checkName } from "./twice_expanded.ts";
import { isUnresolved, staticValue, valueOf } from "./words.ts";

/** `read`, `printf -v`, `getopts` and others whose operands name variables. */
export function changeVariables(
  run: Run,
  scope: Scope,
  setting: Setting,
  name: string,
  operands: readonly Word[],
  ran: RanCommand,
): void {
  const first = operands[0]?.value ?? "";
  if (name === "printf" || name === "print" || name === "wait") {
    const unknown = operands[0] !== undefined && operands[0].pieces[0]?.kind === "unknown";
    if (!first.startsWith("-") && !unknown) return;
  }
  for (const { value } of operands) checkName(run, value);
  for (const word of targetsOf(name, operands)) noteOperand(run, word, true);
  if (name === "let") { for (const { value } of operands) noteSetIn(run, value); }
  if (ran.stdin !== null) checkName(run, ran.stdin.text.value);
  if (name === "printf" && first === "-v" && operands[1] !== undefined) {
    const text = formatText(operands.slice(2));
    const variable = text === null ? null : staticVariable(text);
    const target = staticValue(operands[1]);
    if (variable !== null && target !== null && isName(target)) {
      checkAssignedValue(run, target, valueOf(variable.value ?? []));
      return setVariable(scope, target, variable, setting.conditional);
    }
  }
  if (name === "read") {
    const values = readValues(scope, operands, ran);
    if (values !== null) {
      for (const [target, value] of values) {
        const pieces: WordPiece[] = value === ""
          ? []
          : [{ kind: "text", text: value, quoted: false }];
        setVariable(scope, target, staticVariable(pieces) ?? unknownVariable, setting.conditional);
      }
      return;
    }
  }
  for (const implied of ["MAPFILE", "OPTARG", "OPTIND"]) forget(scope, implied);
  forgetOperands(scope, operands);
}

/** Options of these builtins that take the next word, which names no variable. */
const valued: Readonly<Record<string, RegExp>> = {
  read: /^-[A-Za-z]*[dinNptuUk]$/,
  mapfile: /^-[A-Za-z]*[dnOsuCc]$/,
  readarray: /^-[A-Za-z]*[dnOsuCc]$/,
  sysread: /^-[A-Za-z]*[cist]$/,
};

/** The operands that name what a builtin sets. */
function targetsOf(name: string, operands: readonly Word[]): readonly Word[] {
  switch (name) {
    case "let":
      return [];
    case "getopts":
      return operands.slice(1, 2);
    case "printf":
    case "print":
    case "wait":
      return operands.filter(({ value }, i) =>
        /^-[vp]./.test(value) || /^-[A-Za-z]*[vp]$/.test(operands[i - 1]?.value ?? "")
      );
    default:
      return operands.filter((_, i) =>
        !(valued[name]?.test(operands[i - 1]?.value ?? "") ?? false)
      );
  }
}

/**
 * Notes the variable that an operand names, or any, where that is not known.
 * @param isNamed the whole operand is a name; else only one that is not known may hold an assignment
 */
function noteOperand(run: Run, word: Word, isNamed: boolean): void {
  const [first] = word.pieces;
  const isOption = word.value.startsWith("-");
  if (isUnresolved(word) && (isNamed || first?.kind === "unknown" || !word.value.includes("="))) {
    noteUnknownSet(run, word);
  } else if (isNamed) {
    for (const name of identifiers(isOption ? word.value.slice(2) : word.value)) noteSet(run, name);
  }
}

/** `read -r a b <<< 'x y z'`: the names with their values; null when that is not so simple. */
function readValues(
  scope: Scope,
  operands: readonly Word[],
  { stdin, prefixed, redirected }: RanCommand,
): readonly (readonly [string, string])[] | null {
  const names: string[] = [];
  let raw = false;
  for (const word of operands) {
    const value = staticValue(word);
    if (value === null) return null;
    if (value === "-r") raw = true;
    else if (isName(value)) names.push(value);
    else return null;
  }
  const text = stdin === null || !redirected ? null : staticValue(stdin.text);
  if (text === null || names.length === 0 || prefixed.includes("IFS") || isSet(scope, "IFS")) {
    return null;
  }
  const [head = ""] = text.split("\n", 1);
  if (!raw && head.includes("\\")) return null;
  let rest = head.replace(/^[ \t]+|[ \t]+$/g, "");
  return names.map((name, i) => {
    if (i === names.length - 1) return [name, rest];
    const value = /^[^ \t]*/.exec(rest)?.[0] ?? "";
    rest = rest.slice(value.length).replace(/^[ \t]+/, "");
    return [name, value];
  });
}

/** `export`, `declare`, `local`, `readonly`. */
export function declare(
  run: Run,
  scope: Scope,
  { conditional }: Setting,
  command: string,
  operands: readonly Word[],
  { operands: read }: RanCommand,
): void {
  const options = operands.map(({ value }) => value).filter((value) => /^[-+]./.test(value));
  const isReference = options.some((option) => option.startsWith("-") && option.includes("n"));
  if (isReference) scope.opaque = true;
  // Outside a function, `local` is an error in bash and sets the variable in zsh.
  const known = Map.groupBy(read, (assignment) => assignment.name);
  const unclear = changesValues(options) || (command === "local" && scope.frame === null);
  for (const word of operands) {
    checkName(run, word.value);
    if (/^[-+]./.test(word.value)) continue;
    const name = /^[A-Za-z_]\w*(?==)/.exec(word.value)?.[0];
    if (name === undefined || isReference) noteOperand(run, word, isReference);
    if (unclear || name === undefined) forgetOperands(scope, [word]);
    else {
      const variable = declaredVariable(word, name, known.get(name) ?? []);
      const exported = command === "export" ? { ...variable, exported: true as const } : variable;
      setVariable(scope, name, exported, conditional);
    }
  }
}

/** @param same the assignments of this name among the operands */
function declaredVariable(
  word: Word,
  name: string,
  same: RanCommand["operands"],
): Variable {
  const [only] = same;
  if (same.length > 1) return unknownVariable;
  if (only !== undefined) return only.variable;
  const value = staticValue(word);
  return value === null ? unknownVariable : variableOf(value.slice(name.length + 1));
}

/** `unset`. */
export function unset(
  run: Run,
  scope: Scope,
  { conditional }: Setting,
  operands: readonly Word[],
): void {
  const options = operands.map(({ value }) => value).filter((value) => value.startsWith("-"));
  const functions = options.some((option) => option.includes("f"));
  forgetOperands(scope, operands);
  for (const { value } of operands) {
    checkName(run, value);
    if (!options.some((option) => option.includes("v"))) {
      removeFunction(scope, value, functions && !conditional);
    }
  }
}

function forgetOperands(scope: Scope, operands: readonly Word[]): void {
  for (const word of operands) {
    if (isUnresolved(word)) scope.opaque = true;
    for (const found of identifiers(word.value)) forget(scope, found);
    // The name may stick to its option: `-vX`.
    const cluster = /^-[A-Za-z]*/.exec(word.value)?.[0] ?? "";
    for (let i = 2; i < Math.min(cluster.length, 32); i++) {
      for (const found of identifiers(word.value.slice(i))) forget(scope, found);
    }
  }
}

function staticVariable(pieces: readonly WordPiece[]): Variable | null {
  return pieces.every((piece) => piece.kind === "text")
    ? { ...unknownVariable, value: pieces }
    : null;
}

function variableOf(text: string): Variable {
  return { ...unknownVariable, value: text === "" ? [] : [{ kind: "text", text, quoted: false }] };
}

function isName(text: string): boolean {
  return /^[A-Za-z_]\w*$/.test(text);
}
