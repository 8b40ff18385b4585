/** Assignments: in front of a command, alone, and as operands of `export` and `env`. */
import type { Assignment as AssignmentNode } from "unbash";
import type { Assignment, Word, WordPiece } from "./command.ts";
import { type Place, visitWord } from "./nested.ts";
import type { Run } from "./run.ts";
import { forget, type Scope, setVariable, takeRisk, type Variable } from "./scope.ts";
import { programName } from "./shells.ts";
import { joinTouchingWords } from "./touching.ts";
import { checkElement, checkInteger, checkSubscript } from "./numbers.ts";
import { checkTable } from "./shell_tables.ts";
import { checkArithmetic, checkAssignedValue } from "./twice_expanded.ts";
import { expandValue, expandWord } from "./word.ts";
import { isUnresolved, staticValue, wordOf } from "./words.ts";

/** An assignment as read, and what it makes of the variable. */
export interface ReadAssignment {
  readonly name: string;
  readonly value: Word;
  readonly variable: Variable;
}

const space: WordPiece = { kind: "text", text: " ", quoted: true };

/** Walks the scripts in an assignment's subscript and value. */
export function visitAssignment(place: Place, { name, index, value }: AssignmentNode): void {
  checkTable(place.run, name, index !== undefined || value.type !== "Word");
  if (index !== undefined) {
    takeRisk(place.scope);
    checkArithmetic(place.run, index.text);
    if (!/^[@*]$/.test(index.text)) checkSubscript(place.run, place.scope, index);
    visitWord({ ...place, pattern: true }, index);
  }
  if (value.type === "Word") visitWord({ ...place, pattern: true }, value);
  else {
    for (const element of value.elements) {
      checkElement(place.run, place.scope, element);
      visitWord(place, element);
    }
  }
}

/** Reads an assignment's value. */
export function readAssignment(run: Run, scope: Scope, node: AssignmentNode): ReadAssignment {
  const { name, append, index } = node;
  const partial = append === true || index !== undefined;
  if (node.value.type === "Word") {
    const value = expandValue(run, scope, node.value, true);
    checkAssignedValue(run, name, value.value);
    if (index === undefined) checkInteger(run, scope, name, value);
    const known = !partial && isStatic(value);
    return { name, value, variable: variableOf(known ? value.pieces : null, null) };
  }
  const elements = joinTouchingWords(node.value.elements)
    .flatMap((element) => expandWord(run, scope, element));
  const pieces = elements.flatMap((word, i) => i === 0 ? word.pieces : [space, ...word.pieces]);
  const value = wordOf(pieces);
  checkAssignedValue(run, name, value.value);
  const known = !partial && elements.every((word) => !isUnresolved(word)) &&
    !node.value.elements.some(({ text }) => /^\[.*\]\+?=/s.test(text));
  return { name, value, variable: variableOf(null, known ? elements : null) };
}

/** Carries out an assignment that stands alone. */
export function assign(
  scope: Scope,
  { name, variable }: ReadAssignment,
  conditional: boolean,
): void {
  setVariable(scope, name, variable, conditional);
}

/** An assignment among the operands of a declaration, as the word it is. */
export function operandWord(node: AssignmentNode, { value }: ReadAssignment): Word {
  const { text } = node;
  const array = node.value.type === "ArrayValue";
  const head = text.slice(0, node.value.pos - node.pos);
  const before: WordPiece = { kind: "text", text: head, quoted: false };
  const pieces = array
    ? [
      before,
      { kind: "text", text: "(", quoted: false } as const,
      ...value.pieces,
      {
        kind: "text",
        text: ")",
        quoted: false,
      } as const,
    ]
    : [before, ...value.pieces];
  const whole = wordOf(pieces);
  const isChanged = value.source !== text.slice(node.value.pos - node.pos);
  return { ...whole, source: isChanged && !array ? whole.source : text };
}

/** The assignments among a command's operands: of `export X=1`, and of `env X=1 command`. */
export function operandAssignments(argv: readonly Word[]): readonly Assignment[] {
  const [name] = argv;
  const command = name === undefined ? null : staticValue(name);
  if (command === null) return [];
  if (declarations.has(command)) return argv.slice(1).flatMap((word) => declared(word) ?? []);
  return programName(command) === "env" ? environment(argv) : [];
}

const declarations: ReadonlySet<string> = new Set(
  "export declare typeset readonly local integer float".split(" "),
);

/** Options of `env` that take the next word. */
const envValued = /^(?:-[uCSPabcd]|--unset|--chdir|--split-string|--argv0)$/;

function environment(argv: readonly Word[]): readonly Assignment[] {
  const found: Assignment[] = [];
  for (let i = 1; i < argv.length; i++) {
    const word = argv[i];
    if (word === undefined) break;
    if (word.value.startsWith("-")) {
      if (envValued.test(word.value)) i++;
      continue;
    }
    const assignment = declared(word, anyName);
    if (assignment === null) break;
    found.push(assignment);
  }
  return found;
}

/** What a shell's own declarations have in front of the value. */
const declaredName = /^([A-Za-z_]\w*)(?:\[[^\]]*\])?\+?=/;

/** The environment takes any name: bash's functions are `BASH_FUNC_name%%`. */
const anyName = /^([^=]+)=/;

/** A word `NAME=value` as an assignment; null when it is none. */
function declared(word: Word, pattern = declaredName): Assignment | null {
  const head = pattern.exec(word.value);
  const [prefix, name] = head ?? [];
  if (prefix === undefined || name === undefined) return null;
  return { name, value: wordOf(behind(word.pieces, prefix.length)), kind: "declaration" };
}

/** The pieces behind the first characters. */
function behind(pieces: readonly WordPiece[], length: number): readonly WordPiece[] {
  const rest: WordPiece[] = [];
  let skip = length;
  for (const piece of pieces) {
    const text = piece.text.slice(skip);
    skip = Math.max(0, skip - piece.text.length);
    if (text !== "") rest.push({ ...piece, text });
  }
  return rest;
}

/** Forgets variables that assignments in front of a command may leave set. */
export function forgetAll(scope: Scope, assignments: readonly ReadAssignment[]): void {
  for (const { name } of assignments) forget(scope, name);
}

function variableOf(
  value: readonly WordPiece[] | null,
  elements: readonly Word[] | null,
): Variable {
  return { value, elements, owner: null };
}

function isStatic(word: Word): boolean {
  return word.pieces.every((piece) => piece.kind === "text");
}
