/** The scripts inside words: substitutions wherever they can stand. */
import type {
  ArithmeticExpression,
  HereDoc,
  ParameterExpansionPart,
  ParsedScript,
  ProcessSubstitutionPart,
  TestExpression,
  Word as WordNode,
  WordPart,
} from "unbash";
import { arithmeticLeaves, arithmeticNames } from "./arithmetic.ts";
import type { SimpleCommand, StdinText } from "./command.ts";
import { losesSeparator } from "./here_documents.ts";
import { noteQuoted } from "./hidden_characters.ts";
import {
  deepestScript,
  type Output,
  report,
  reportError,
  type Run,
  type Setting,
  step,
} from "./run.ts";
import { forget, forkScope, type Scope, takeRisk } from "./scope.ts";
import { noteSet } from "./set_names.ts";
import {
  checkExpression,
  checkExpressionText,
  checkIndirection,
  checkNumber,
  checkSubscript,
  checkTarget,
} from "./numbers.ts";
import { checkTable } from "./shell_tables.ts";
import { checkUnbracedSubscript } from "./subscripts.ts";
import { checkArithmetic, checkBodyOperand, checkName } from "./twice_expanded.ts";
import { walkList } from "./walk.ts";
import { reportQuotedResidue, reportResidue } from "./residue.ts";
import { expandValue } from "./word.ts";
import { reportZshDollarQuote, reportZshPattern } from "./zsh.ts";

/** Where a word stands. */
export interface Place {
  readonly run: Run;
  readonly scope: Scope;
  readonly setting: Setting;
  /** What a `>(…)` here reads, where that is known. */
  readonly fed?: StdinText | null;
  /** A pattern or an operand of `[[`, whose parentheses run nothing. */
  readonly pattern?: boolean;
}

/** What a word must have for a script to be in it. */
const opening = /[$`(]/;

/** What it must have to hold quoted text as well. */
const quoting = /[$`('"]/;

/** Walks the scripts inside a word, in order. */
export function visitWord(place: Place, word: WordNode): void {
  if (!(place.run.hidden === null ? opening : quoting).test(word.text)) return;
  const { parts } = word;
  if (parts === undefined) reportResidue(place.run, word.text);
  else visitParts(place, parts);
}

/** Walks the scripts inside a here-document's body. */
export function visitBody(place: Place, { body }: HereDoc): void {
  if (place.run.hidden !== null) noteQuoted(place.run.hidden, body.pos, body.end);
  const { parts } = body;
  if (parts === undefined) return;
  for (const part of parts) {
    if (part.type === "ParameterExpansion") checkBodyOperand(place.run, part.text);
  }
  visitParts(place, parts, true);
}

/** Walks the scripts inside arithmetic, and forgets the variables that it sets. */
export function visitArithmetic(
  place: Place,
  expression: ArithmeticExpression | undefined,
  source: string,
): void {
  checkArithmetic(place.run, source);
  if (expression === undefined) return;
  checkExpression(place.run, place.scope, expression);
  for (const name of arithmeticNames(expression)) forget(place.scope, name);
  for (const leaf of arithmeticLeaves(expression)) {
    if (leaf.type === "ArithmeticCommandExpansion") {
      visitScript(place, leaf, substituted(place.setting), place.scope.stdin);
    } else if (leaf.type === "ArithmeticWord" && leaf.parts !== undefined) {
      visitParts(place, leaf.parts);
    }
  }
}

/** Walks the scripts inside `[[ … ]]`. */
export function visitTest(place: Place, expression: TestExpression): void {
  const operands = { ...place, pattern: true };
  switch (expression.type) {
    case "TestUnary":
      visitUnary(place, expression.operator, expression.operand);
      return visitOperand(operands, expression.operand);
    case "TestBinary":
      if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(expression.operator)) {
        for (const operand of [expression.left, expression.right]) {
          checkName(place.run, operand.value);
          checkArithmetic(place.run, operand.text);
          checkNumber(place.run, place.scope, operand);
        }
      }
      visitOperand(operands, expression.left);
      return visitOperand(operands, expression.right);
    case "TestLogical":
      for (const operand of expression.operands) visitTest(place, operand);
      return;
    case "TestNot":
      return visitTest(place, expression.operand);
    case "TestGroup":
      return visitTest(place, expression.expression);
  }
}

function visitUnary({ run, scope }: Place, operator: string, operand: WordNode): void {
  if (operator === "-v" || operator === "-R") {
    checkName(run, operand.value);
    checkTarget(run, scope, expandValue(run, scope, operand, false));
  } else if (operator === "-t") checkNumber(run, scope, operand);
}

/** Walks a script in a subshell of its own, and gives what it writes. */
export function visitScript(
  { run, scope, setting }: Place,
  part: { readonly pos: number; readonly end: number; readonly script: ParsedScript | undefined },
  pipe: SimpleCommand["pipe"],
  stdin: StdinText | null,
  heard = false,
): Output {
  const { script } = part;
  if (script === undefined) {
    report(run, "ambiguous", "a substitution that cannot be read");
    return null;
  }
  const { source } = script;
  const inner: Setting = {
    ...setting,
    pipe,
    heard,
    conditional: false,
    nesting: setting.nesting + 1,
    source: source ?? setting.source,
    outer: source === undefined ? setting.outer : setting.outer ?? [part.pos, part.end],
  };
  const [error] = script.errors ?? [];
  if (error !== undefined) reportError(run, inner, error.message, error.pos);
  if (losesSeparator(script, inner.source)) {
    report(
      run,
      "ambiguous",
      "commands behind a here-document in a substitution, which bash may join",
    );
  }
  if (isTooDeep({ run, setting: inner }) || !step(run)) return null;
  return walkList(run, forkScope(scope, { stdin }), inner, script.commands);
}

function isTooDeep({ run, setting }: Pick<Place, "run" | "setting">): boolean {
  if (setting.nesting <= deepestScript) return false;
  report(run, "too-deep", `there are more than ${deepestScript} substitutions inside each other`);
  return true;
}

/** How a command substitution is connected: it reads what its surroundings read. */
function substituted({ pipe }: Setting): SimpleCommand["pipe"] {
  return pipe.stdout ? { stdin: pipe.stdin, stdout: false } : pipe;
}

function visitOperand(place: Place, word: WordNode): void {
  // Even inside a test, zsh expands a pattern with explicit qualifiers, which may run commands.
  if (word.text.includes("(#")) reportZshPattern(place.run);
  visitWord(place, word);
}

function visitParts(place: Place, parts: readonly WordPart[], quoted = false): void {
  const { run, scope, setting } = place;
  for (const [i, part] of parts.entries()) {
    switch (part.type) {
      case "SimpleExpansion":
        checkUnbracedSubscript(run, scope, part, parts.slice(i + 1));
        break;
      case "Literal":
        if (quoted) reportQuotedResidue(run, part.text);
        else reportResidue(run, part.text);
        break;
      case "SingleQuoted":
      case "AnsiCQuoted":
        if (run.hidden !== null) noteQuoted(run.hidden, part.pos, part.end);
        break;
      case "DoubleQuoted":
      case "LocaleString":
        if (part.type === "LocaleString") reportZshDollarQuote(run);
        if (run.hidden !== null) {
          for (const { type, pos, end } of part.parts) {
            if (type === "Literal") noteQuoted(run.hidden, pos, end);
          }
        }
        visitParts(place, part.parts, true);
        break;
      case "ParameterExpansion":
        visitParameter(place, part);
        break;
      case "CommandExpansion":
        visitScript(place, part, substituted(setting), scope.stdin);
        break;
      case "ArithmeticExpansion":
        takeRisk(scope);
        visitArithmetic(place, part.expression, part.text);
        if (part.expression === undefined) {
          checkExpressionText(run, scope, part.text.replace(/^\$(?:\(\(|\[)|(?:\)\)|\])$/g, ""));
        }
        break;
      case "ProcessSubstitution":
        visitProcess(place, part);
        break;
      case "ExtendedGlob":
        if (place.pattern !== true) reportZshPattern(run);
        visitInside(place, part);
        break;
      case "Glob":
      case "BraceExpansion":
        visitInside(place, part);
    }
  }
}

function visitInside(
  place: Place,
  { text, parts }: { readonly text: string; readonly parts?: readonly WordPart[] | undefined },
): void {
  if (parts === undefined) reportResidue(place.run, text);
  else visitParts(place, parts);
}

function visitProcess({ fed, ...place }: Place, part: ProcessSubstitutionPart): void {
  const { pipe } = place.setting;
  if (part.operator === "<") {
    visitScript(place, part, { stdin: pipe.stdin, stdout: true }, place.scope.stdin);
  } else visitScript(place, part, { stdin: true, stdout: pipe.stdout }, fed ?? null);
}

function visitParameter(place: Place, part: ParameterExpansionPart): void {
  const { index, operation, prefix, parameter } = part;
  const { run, scope } = place;
  const fails = index !== undefined || prefix === "!" || parameter === "" ||
    operation?.type === "Slice" || operation?.type === "Unknown";
  if (fails) takeRisk(scope);
  if (parameter === "") {
    report(run, "ambiguous", "an expansion that bash does not know and zsh may");
  }
  const list = index !== undefined && /^[@*]$/.test(index.text);
  if (prefix === "!" && !list && operation?.type !== "Names") {
    checkIndirection(run, scope, parameter);
  }
  if (index === undefined && operation === undefined) return;
  const setting = { ...place.setting, nesting: place.setting.nesting + 1 };
  const operand: Place = { ...place, setting, pattern: true };
  if (isTooDeep(operand)) return;
  if (index !== undefined) {
    checkArithmetic(run, index.text);
    if (!list) checkSubscript(run, scope, index);
    visitWord(operand, index);
  }
  switch (operation?.type) {
    case "Default":
      if (operation.operator.endsWith("=")) {
        noteSet(run, part.parameter);
        forget(scope, part.parameter);
        checkTable(run, parameter, index !== undefined);
      }
      return visitWord(operand, operation.operand);
    case "Remove":
      return visitWord(operand, operation.operand);
    case "Replace":
      visitWord(operand, operation.pattern);
      return visitWord(operand, operation.replacement);
    case "Slice":
      checkArithmetic(run, operation.offset.text);
      checkNumber(run, scope, operation.offset);
      visitWord(operand, operation.offset);
      if (operation.length !== undefined) {
        checkArithmetic(run, operation.length.text);
        checkNumber(run, scope, operation.length);
        visitWord(operand, operation.length);
      }
      return;
    case "CaseModification":
      if (operation.operand !== undefined) visitWord(operand, operation.operand);
      return;
    case "Transform":
      if (operation.operand.text === "P") {
        report(run, "ambiguous", "`@P` expands a value as a prompt, which may run commands");
      }
      return visitWord(operand, operation.operand);
    case "Unknown":
      report(run, "ambiguous", "an expansion that bash does not know and zsh may");
  }
}
