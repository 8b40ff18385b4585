/**
 * Which variables of a text hold numbers wherever they are looked at. Arithmetic looks at a variable's
 * value as an expression of its own, so that `x=$(cat f); echo $((x))` runs what the file says.
 */
import { type Command, forEachChild, type SyntaxNode, type Word as WordNode } from "unbash";
import { arithmeticNames, identifiers } from "./arithmetic.ts";
import { calledWords } from "./called_words.ts";
import { type NumberSources, valueIsNumber } from "./number_words.ts";
import type { Run } from "./run.ts";
import { shellBuiltins } from "./shell_builtins.ts";

/** What the whole text does with variables, whatever the order. */
export interface NumberFacts {
  /** Variables that the text sets, and only to numbers. */
  readonly numbers: ReadonlySet<string>;
  /** Variables that the text sets; null for any. */
  readonly set: ReadonlySet<string> | null;
  /** Variables that have the integer attribute: what is assigned to them is evaluated. */
  readonly integers: ReadonlySet<string>;
  /** Functions that the text defines; null when any command may be another one. */
  readonly functions: ReadonlySet<string> | null;
  /** Some array may have keys that are no numbers. */
  readonly associative: boolean;
  /** Functions of the text may be called from another text. */
  readonly exportsFunctions: boolean;
}

/** Rounds in which variables that depend on each other are looked at. */
const mostRounds = 20;

/** Nodes that are looked at. */
const mostNodes = 1 << 18;

/** What the shell or a command puts into these is no number. */
const neverNumbers: ReadonlySet<string> = new Set(
  ("_ REPLY reply MAPFILE OPTARG BASH_REMATCH match MATCH MBEGIN MEND mbegin mend DIRSTACK dirstack " +
    "FUNCNAME BASH_ARGV BASH_ARGV0 BASH_COMMAND BASH_SOURCE BASH_ALIASES BASH_CMDS argv").split(
      " ",
    ),
);

/** What one pass over the text collects. */
interface Found {
  /** What each variable is set to; null for something that is not written. */
  readonly values: Map<string, (WordNode | null)[]>;
  readonly integers: Set<string>;
  readonly functions: Set<string>;
  associative: boolean;
  exportsFunctions: boolean;
  /** Any variable may have any value. */
  opaque: boolean;
}

/** Whether another text may call the functions of this one. */
export function exportsFunctions(run: Run): boolean {
  return numberFacts(run).exportsFunctions;
}

/** The facts of a text, found once. */
export function numberFacts(run: Run): NumberFacts {
  return run.numbers ??= findFacts(run.script);
}

function findFacts(script: SyntaxNode): NumberFacts {
  const found: Found = {
    values: new Map(),
    integers: new Set(),
    functions: new Set(),
    associative: false,
    exportsFunctions: false,
    opaque: false,
  };
  const stack: SyntaxNode[] = [script];
  const push = (child: SyntaxNode) => {
    stack.push(child);
  };
  let left = mostNodes;
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (--left < 0) found.opaque = true;
    if (found.opaque && left < 0) break;
    note(found, node);
    if (node.type !== "Word" || /[$`(]/.test(node.text)) forEachChild(node, push);
  }
  const { integers, associative, opaque } = found;
  const functions = opaque ? null : found.functions;
  const set = opaque ? null : new Set(found.values.keys());
  return {
    numbers: numbersAmong(found),
    set,
    integers,
    functions,
    associative,
    exportsFunctions: opaque || found.exportsFunctions,
  };
}

/** The variables that are left when all that depend on something else are taken out. */
function numbersAmong({ values, functions, associative, opaque }: Found): ReadonlySet<string> {
  if (opaque) return new Set();
  const numbers = new Set([...values.keys()].filter((name) => !neverNumbers.has(name)));
  const sources: NumberSources = {
    isNumber: (name) => numbers.has(name),
    positional: () => false,
    functions,
    associative,
  };
  for (let round = 0; round < mostRounds; round++) {
    const before = numbers.size;
    for (const name of [...numbers]) {
      const all = values.get(name) ?? [];
      if (!all.every((value) => value !== null && valueIsNumber(sources, value))) {
        numbers.delete(name);
      }
    }
    if (numbers.size === before) return numbers;
  }
  return new Set();
}

function note(found: Found, node: SyntaxNode): void {
  switch (node.type) {
    case "Command":
      return noteCommand(found, node);
    case "Function":
      found.functions.add(node.name.value);
      return;
    case "Assignment":
      if (node.value.type === "Word") return add(found, node.name, node.value);
      add(found, node.name);
      for (const element of node.value.elements) {
        add(found, node.name, element.text.startsWith("[") ? null : element);
      }
      return;
    case "For":
    case "Select":
      if (node.type === "Select" || node.wordlist === undefined) add(found, node.name.text, null);
      for (const word of node.wordlist ?? []) add(found, node.name.text, word);
      return;
    case "Coproc":
      return add(found, node.name?.text ?? "COPROC", null);
    case "FileDescriptorVariable":
      return add(found, node.name);
    case "ParameterExpansion":
      if (node.operation?.type === "Default" && node.operation.operator.endsWith("=")) {
        add(found, node.parameter, node.operation.operand);
      }
      return;
    case "ArithmeticExpansion":
    case "ArithmeticCommand":
      if (node.expression !== undefined) {
        for (const name of arithmeticNames(node.expression)) add(found, name);
      }
      return;
    case "ArithmeticFor":
      for (const expression of [node.initialize, node.test, node.update]) {
        if (expression === undefined) continue;
        for (const name of arithmeticNames(expression)) add(found, name);
      }
  }
}

/** A variable is set: to what a word says, to something unknown (null), or to a number (nothing given). */
function add({ values }: Found, name: string, value?: WordNode | null): void {
  const known = values.get(name) ?? [];
  if (value !== undefined) known.push(value);
  values.set(name, known);
}

function noteCommand(found: Found, command: Command): void {
  const [word, ...operands] = calledWords(command);
  if (word === undefined) return;
  if (/[$`*?[{]/.test(word.text) && word.text !== "[" && !isPath(word)) {
    found.opaque = true;
    return;
  }
  switch (shellBuiltins.get(word.value)) {
    case "opaque":
    case "alias":
    case "hash":
      found.opaque = true;
      return;
    case "positional":
      if (operands.some(({ text, value }) => /^[-+]\w*A/.test(value) || /^[$`]/.test(text))) {
        found.opaque = true;
      }
      // `set -a` exports what is defined behind it.
      if (operands.some(({ value }) => /^-\w*a|^allexport$/.test(value))) {
        found.exportsFunctions = true;
      }
      return;
    case "declaration":
      return noteDeclaration(found, word.value, command.suffix);
    case "variables":
      return noteVariables(found, word.value, operands);
  }
}

/** Whether a command word has a slash in it whatever its expansions give: then it is no builtin. */
function isPath({ parts = [] }: WordNode): boolean {
  return parts.some((part) =>
    part.type === "DoubleQuoted"
      ? part.parts.some((inner) => inner.type === "Literal" && inner.value.includes("/"))
      : part.type === "Literal" && part.value.includes("/")
  );
}

function noteVariables(found: Found, command: string, operands: readonly WordNode[]): void {
  const named = (word: WordNode | undefined) => {
    if (word === undefined) return;
    if (/[$`]/.test(word.text)) found.opaque = true;
    else for (const name of identifiers(word.value)) add(found, name, null);
  };
  switch (command) {
    case "let":
      // What it assigns is a number.
      for (const { value } of operands) for (const name of identifiers(value)) add(found, name);
      return;
    case "printf":
      if (operands[0]?.value.startsWith("-v") === true) operands.slice(0, 2).forEach(named);
      return;
    case "print":
    case "wait":
      if (operands[0]?.value.startsWith("-") === true) operands.forEach(named);
      return;
    default:
      for (const [i, operand] of operands.entries()) {
        const option = operands[i - 1]?.value ?? "";
        if (!/^-[A-Za-z]*[diknNptuC]$/.test(option)) named(operand);
      }
  }
}

function noteDeclaration(found: Found, command: string, suffix: Command["suffix"]): void {
  const words = suffix.filter((item) => item.type === "Word");
  const options = words.map(({ value }) => value).filter((value) => /^[-+]./.test(value)).join("");
  const integer = /^(?:integer|float)$/.test(command) || options.includes("i") ||
    /[EF]/.test(options);
  if (options.includes("A")) found.associative = true;
  if (options.includes("n")) found.opaque = true;
  if (options.includes("f")) found.exportsFunctions = true;
  for (const item of suffix) {
    if (item.type === "Assignment") {
      if (integer) found.integers.add(item.name);
      continue;
    }
    if (item.type !== "Word" || /^[-+]./.test(item.value)) continue;
    const set = /^([A-Za-z_]\w*)(\[.*\])?\+?=/s.exec(item.value)?.[1];
    const named = set ?? /^[A-Za-z_]\w*$/.exec(item.value)?.[0];
    if (named === undefined) found.opaque = true;
    else if (integer) found.integers.add(named);
    if (set !== undefined) add(found, set, null);
  }
}
