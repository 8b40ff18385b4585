/**
 * Places where a shell evaluates a word as arithmetic, or as the name of a variable: `$((x))`, `${y[x]}`,
 * `[[ x -eq 1 ]]`, `exit x` in zsh, `unset x`. A value that has a subscript with a substitution in it runs
 * that, so that a word there has to be a number, or its values have to be.
 */
import { type ArithmeticExpression, parse, type Word as WordNode, type WordPart } from "unbash";
import { changeOf } from "./changed_variables.ts";
import type { Word, WordPiece } from "./command.ts";
import { numberFacts } from "./number_facts.ts";
import {
  expressionIsNumber,
  type NumberSources,
  partsAreNumber,
  textIsNumber,
  wordIsNumber,
} from "./number_words.ts";
import { report, type Run } from "./run.ts";
import { findVariable, type Scope } from "./scope.ts";
import { staticValue, valueOf } from "./words.ts";

/** Variables that the shell itself keeps a number in. */
const ownNumbers: ReadonlySet<string> = new Set(
  ("RANDOM SRANDOM SECONDS LINENO EPOCHSECONDS EPOCHREALTIME BASHPID BASH_SUBSHELL UID EUID GID EGID " +
    "PPID SHLVL OPTIND HISTCMD COLUMNS LINES PIPESTATUS pipestatus status ERRNO").split(" "),
);

/** Variables whose value bash or zsh evaluates when they are set. */
const integerVariables: ReadonlySet<string> = new Set(
  ("RANDOM SRANDOM SECONDS LINENO OPTIND HISTCMD UID EUID GID EGID PPID SHLVL COLUMNS LINES HISTSIZE " +
    "SAVEHIST ERRNO TTYIDLE TRY_BLOCK_ERROR TRY_BLOCK_INTERRUPT KEYTIMEOUT LISTMAX LOGCHECK MAILCHECK " +
    "TMOUT BAUD DIRSTACKSIZE FUNCNEST REPORTTIME REPORTMEMORY MBEGIN MEND ZSH_SUBSHELL BASHPID")
    .split(" "),
);

/** One number as the text has it. */
const number = /^\s*[-+]?(?:\d[\w#.]*)?\s*$/;

/** Reports a word of the source that a shell evaluates. */
export function checkNumber(run: Run, scope: Scope, word: WordNode): void {
  if (!number.test(word.text) && !wordIsNumber(sourcesAt(run, scope), word)) {
    reportNoNumber(run, scope);
  }
}

/**
 * Reports a subscript that a shell may evaluate. It may be the key of an associative array too, so that
 * words which are no variable's name are none of its business.
 */
export function checkSubscript(run: Run, scope: Scope, word: WordNode): void {
  const { associative } = numberFacts(run);
  const sources = associative ? keySourcesAt(run, scope) : sourcesAt(run, scope);
  if (!number.test(word.text) && !wordIsNumber(sources, word)) reportNoNumber(run, scope);
}

/** The same for brackets that only zsh takes for a subscript. */
export function checkSubscriptParts(run: Run, scope: Scope, parts: readonly WordPart[]): void {
  if (!partsAreNumber(keySourcesAt(run, scope), parts)) reportNoNumber(run, scope);
}

/** The subscripts of an array's elements: `([x]=1)`. */
export function checkElement(run: Run, scope: Scope, { text }: WordNode): void {
  const end = text.startsWith("[") ? /\]\+?=/.exec(text)?.index : undefined;
  if (end !== undefined && !unknownIsNumber(keySourcesAt(run, scope), text.slice(1, end))) {
    reportNoNumber(run, scope);
  }
}

/** Reports an expression that looks at values which may be no numbers. */
export function checkExpression(run: Run, scope: Scope, expression: ArithmeticExpression): void {
  if (!expressionIsNumber(sourcesAt(run, scope), expression)) reportNoNumber(run, scope);
}

/** Reports text that is evaluated and that could not be parsed. */
export function checkExpressionText(run: Run, scope: Scope, text: string): void {
  if (!number.test(text)) reportNoNumber(run, scope);
}

/** Reports an expanded word that a shell evaluates. */
export function checkNumberWord(run: Run, scope: Scope, word: Word): void {
  if (!piecesAreNumber(run, scope, word.pieces)) reportNoNumber(run, scope);
}

/** Reports a value that is no number for a variable that evaluates it. */
export function checkInteger(run: Run, scope: Scope, name: string, { pieces }: Word): void {
  if (isInteger(run, name) && !piecesAreNumber(run, scope, pieces)) reportNoNumber(run, scope);
}

/** Whether a shell evaluates what this variable is set to. */
export function isInteger(run: Run, name: string): boolean {
  return integerVariables.has(name) || numberFacts(run).integers.has(name);
}

/** Reports an operand that names a variable and may have a subscript that runs commands. */
export function checkTarget(run: Run, scope: Scope, { pieces }: Word): void {
  const [first] = pieces;
  const head = first?.kind === "unknown"
    ? undefined
    : /^[A-Za-z_]\w*|^\d+$/.exec(first?.text ?? "");
  const length = head?.[0].length ?? 0;
  const rest = length === 0 || first === undefined
    ? null
    : [{ ...first, text: first.text.slice(length) }, ...pieces.slice(1)];
  const text = rest === null ? null : valueOf(rest);
  if (text === "" || text === "[@]" || text === "[*]") return;
  if (rest === null || text?.startsWith("[") !== true || !piecesAreNumber(run, scope, rest)) {
    report(run, "ambiguous", "a variable whose name is not known, and may run commands");
  }
}

/** Reports `${!x}` where what `x` holds is not known: a name whose subscript may run commands. */
export function checkIndirection(run: Run, scope: Scope, parameter: string): void {
  const known = /^\d+$/.test(parameter)
    ? knownPositional(scope, Number(parameter)) !== null
    : (findVariable(scope, parameter)?.value ?? null) !== null;
  if (known || sourcesAt(run, scope).isNumber(parameter) || /^[#?$!]$/.test(parameter)) return;
  report(run, "ambiguous", "`${!…}` of a value that is not known, which may run commands");
}

function piecesAreNumber(run: Run, scope: Scope, pieces: readonly WordPiece[]): boolean {
  const whole = valueOf(pieces);
  if (number.test(whole)) return true;
  const sources = sourcesAt(run, scope);
  return pieces.every((piece, i) => {
    if (piece.kind === "unknown") {
      return piece.cause === "number" || unknownIsNumber(sources, piece.text);
    }
    if (i < pieces.length - 1 && /[A-Za-z_]\w*$/.test(piece.text)) return false;
    return textIsNumber(sources, piece.text);
  });
}

/** The same for an expansion that stands in an expanded word as it was written. */
function unknownIsNumber(sources: NumberSources, text: string): boolean {
  const [statement] = parse(`: ${text}`).commands;
  if (statement?.command.type !== "Command") return false;
  const [word, ...more] = statement.command.suffix;
  return word?.type === "Word" && more.length === 0 && wordIsNumber(sources, word);
}

/** What is known at this point of the text. */
function sourcesAt(run: Run, scope: Scope): NumberSources {
  const { functions, associative } = numberFacts(run);
  return {
    isNumber: (name) => isNumberAt(run, scope, name),
    positional: (name) => arePositionalNumbers(scope, name),
    functions: scope.opaque ? null : functions,
    associative,
  };
}

/** The same, where a name that the text never sets is as good as a number. */
function keySourcesAt(run: Run, scope: Scope): NumberSources {
  const sources = sourcesAt(run, scope);
  const { set } = numberFacts(run);
  return {
    ...sources,
    isNumber: (name) => {
      if (sources.isNumber(name)) return true;
      return !scope.opaque && set !== null && !set.has(name) &&
        changeOf(run.options.variables ?? null, name).kind === "none";
    },
  };
}

function isNumberAt(run: Run, scope: Scope, name: string): boolean {
  const known = findVariable(scope, name);
  if (known !== undefined && known.value !== null) return isNumberValue(known.value);
  if (known !== undefined && known.elements !== null) {
    return known.elements.every(({ pieces }) => isNumberValue(pieces));
  }
  if (scope.opaque) return false;
  // What the text around this one puts into the environment is there from the beginning.
  const around = changeOf(run.options.variables ?? null, name);
  if (around.kind === "any" || (around.kind === "value" && !isNumberValue(around.value))) {
    return false;
  }
  if (around.kind === "value" && known === undefined) return true;
  return numberFacts(run).numbers.has(name) || (known === undefined && ownNumbers.has(name));
}

function isNumberValue(pieces: readonly WordPiece[]): boolean {
  return pieces.every(({ kind }) => kind === "text") && number.test(valueOf(pieces));
}

function arePositionalNumbers(scope: Scope, name: string): boolean {
  if (/^\d+$/.test(name)) return number.test(knownPositional(scope, Number(name)) ?? "x");
  const { positional } = scope;
  return positional !== null && positional.slice(1).every(({ pieces }) => isNumberValue(pieces));
}

/** The value of `$1` and its like; null when not known. */
function knownPositional({ positional }: Scope, index: number): string | null {
  if (positional === null || index === 0) return null;
  const before = positional.slice(1, index + 1).map(staticValue);
  if (before.includes(null)) return null;
  return before[index - 1] ?? "";
}

function reportNoNumber(run: Run, scope: Scope): void {
  // Each call walks the body again, with what it is given.
  if (scope.uncalled) return;
  report(
    run,
    "ambiguous",
    "a value that may be no number is evaluated as arithmetic, which may run commands",
  );
}
