/**
 * What a part of a text may do to the shell that runs it, found before it is walked: a loop's body runs
 * again after itself, and a function's body runs later.
 */
import { type Command, forEachChild, type SyntaxNode } from "unbash";
import { arithmeticNames, identifiers } from "./arithmetic.ts";
import { calledWords } from "./called_words.ts";
import type { Run } from "./run.ts";
import { findFunction, findVariable, forget, type Scope } from "./scope.ts";
import { shellBuiltins } from "./shell_builtins.ts";
import { valueOf } from "./words.ts";

/** What may happen. */
export interface Effects {
  /** Variables that are set, and how often: 1 for one plain assignment, 2 for more or another way. */
  readonly names: Map<string, number>;
  directory: boolean;
  positional: boolean;
  opaque: boolean;
  /** Command words that may be functions. */
  readonly calls: Set<string>;
  /** Variables whose value is a command word. */
  readonly commandVariables: Set<string>;
  /** Variables of loops over plain words, and those words. */
  readonly loopWords: Map<string, readonly string[]>;
}

/** Nodes that all scans of a text may look at; loops inside loops are scanned again and again. */
const mostScanned = 1 << 20;

/** The effects of a node on its own shell; what happens in subshells stays there. */
export function effectsOf(run: Run, node: SyntaxNode): Effects {
  const known = run.effects.get(node);
  if (known !== undefined) return known;
  const effects = scan(run, node, false);
  run.effects.set(node, effects);
  return effects;
}

/** The variables that the whole text sets just once, by a plain assignment. */
export function settledNames(run: Run): ReadonlySet<string> {
  if (run.settled !== null) return run.settled;
  const names = new Set<string>();
  for (const [name, count] of scan(run, run.script, true).names) if (count === 1) names.add(name);
  run.settled = names;
  return names;
}

/** Makes everything unknown that a node may change, functions that it calls included. */
export function expectEffects(run: Run, scope: Scope, node: SyntaxNode): void {
  const seen = new Set<SyntaxNode>();
  const pending: SyntaxNode[] = [node];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const effects = effectsOf(run, next);
    for (const name of effects.names.keys()) forget(scope, name);
    if (effects.directory) scope.directories = null;
    if (effects.positional) scope.positional = null;
    if (effects.opaque) scope.opaque = true;
    for (const name of effects.calls) {
      for (const { body } of findFunction(scope, name)?.bodies ?? []) pending.push(body);
    }
    for (const name of effects.commandVariables) expectCommandVariable(scope, name);
  }
}

function expectCommandVariable(scope: Scope, name: string): void {
  const value = findVariable(scope, name)?.value ?? null;
  const [first = ""] = value === null ? [] : valueOf(value).trim().split(/\s/);
  const harmless = value !== null && !shellBuiltins.has(first) &&
    findFunction(scope, first) === null && first !== "command" && first !== "builtin";
  if (harmless) return;
  scope.opaque = true;
  scope.directories = null;
}

function scan(run: Run, root: SyntaxNode, everywhere: boolean): Effects {
  const effects: Effects = {
    names: new Map(),
    directory: false,
    positional: false,
    opaque: false,
    calls: new Set(),
    commandVariables: new Set(),
    loopWords: new Map(),
  };
  const stack: SyntaxNode[] = [root];
  const push = (child: SyntaxNode) => {
    stack.push(child);
  };
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (++run.scanned > mostScanned) {
      return { ...effects, directory: true, positional: true, opaque: true };
    }
    if (!everywhere && node !== root && isSubshell(node)) continue;
    note(effects, node);
    const last = node.type === "Pipeline" && !everywhere ? node.commands.at(-1) : undefined;
    if (last !== undefined) push(last);
    else if (!isPlain(node)) forEachChild(node, push);
  }
  return effects;
}

/** Words without expansions have nothing inside. */
function isPlain(node: SyntaxNode): boolean {
  return node.type === "Word" && !/[$`(]/.test(node.text);
}

function isSubshell(node: SyntaxNode): boolean {
  switch (node.type) {
    case "Statement":
      return node.background === true;
    case "Subshell":
    case "Coproc":
    case "CommandExpansion":
    case "ProcessSubstitution":
    case "ArithmeticCommandExpansion":
      return true;
    default:
      return false;
  }
}

function note(effects: Effects, node: SyntaxNode): void {
  switch (node.type) {
    case "Command":
      return noteCommand(effects, node);
    case "Assignment": {
      const plain = node.append !== true && node.index === undefined;
      return count(effects, node.name, plain ? 1 : 2);
    }
    case "For":
    case "Select":
      if (node.type === "Select") count(effects, "REPLY", 2);
      count(effects, node.name.text, 2);
      if (node.wordlist?.every(({ text }) => /^[\w./-]+$/.test(text)) === true) {
        effects.loopWords.set(node.name.text, node.wordlist.map(({ text }) => text));
      } else effects.loopWords.delete(node.name.text);
      return;
    case "Coproc":
      return count(effects, node.name?.text ?? "COPROC", 2);
    case "FileDescriptorVariable":
      return count(effects, node.name, 2);
    case "ParameterExpansion":
      if (node.operation?.type === "Default" && node.operation.operator.endsWith("=")) {
        count(effects, node.parameter, 2);
      }
      return;
    case "ArithmeticExpansion":
    case "ArithmeticCommand":
      if (node.expression !== undefined) {
        for (const name of arithmeticNames(node.expression)) count(effects, name, 2);
      }
      return;
    case "ArithmeticFor":
      for (const expression of [node.initialize, node.test, node.update]) {
        if (expression === undefined) continue;
        for (const name of arithmeticNames(expression)) count(effects, name, 2);
      }
  }
}

function noteCommand(effects: Effects, command: Command): void {
  const [word, ...operands] = calledWords(command);
  if (word === undefined) return;
  const variable = /^"?\$\{?([A-Za-z_]\w*)\}?"?$/.exec(word.text)?.[1];
  const values = variable === undefined ? undefined : effects.loopWords.get(variable);
  if (values !== undefined) {
    for (const value of values) {
      if (shellBuiltins.has(value) || /^(?:command|builtin)$/.test(value)) effects.opaque = true;
      else effects.calls.add(value);
    }
    return;
  }
  if (variable !== undefined) {
    effects.commandVariables.add(variable);
    return;
  }
  if (/[$`*?[{]/.test(word.text) && word.text !== "[") effects.opaque = true;
  const kind = shellBuiltins.get(word.value);
  switch (kind) {
    case undefined:
      effects.calls.add(word.value);
      return;
    case "opaque":
      effects.opaque = true;
      effects.directory = true;
      return;
    case "directory":
      effects.directory = true;
      return;
    case "positional":
      effects.positional = true;
      return;
    case "variables":
    case "declaration":
    case "unset":
      if (/^(?:printf|print|wait)$/.test(word.value) && !operands[0]?.value.startsWith("-")) return;
      for (const operand of operands) {
        if (/[$`]/.test(operand.text)) effects.opaque = true;
        for (const found of identifiers(operand.value)) count(effects, found, 2);
      }
      return;
    case "alias":
    case "hash":
    case "exec":
      effects.calls.add(word.value);
  }
}

function count(effects: Effects, name: string, times: number): void {
  effects.names.set(name, Math.min(2, (effects.names.get(name) ?? 0) + times));
}
