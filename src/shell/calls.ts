/** Functions, aliases and hashed paths: what a command word stands for in this text. */
import { deepestCall } from "./bounds.ts";
import { type Function as FunctionNode, parse } from "unbash";
import type { Assignment as AssignmentNode, Word as WordNode } from "unbash";
import type { SimpleCommand, StdinText, Word } from "./command.ts";
import { eitherDirectory } from "./directories.ts";
import { effectsOf, settledNames } from "./effects.ts";
import type { Place } from "./nested.ts";
import { emit, longestText, type Output, report, type Run, type Setting, step } from "./run.ts";
import {
  defineFunction,
  type Definition,
  findFunction,
  findReplacement,
  forget,
  forkScope,
  mergeScope,
  type Scope,
} from "./scope.ts";
import { exportsFunctions } from "./number_facts.ts";
import { checkName } from "./twice_expanded.ts";
import { walkList, walkNode } from "./walk.ts";
import { literalWord, unknownZero } from "./words.ts";

/** Functions that a shell calls by itself. */
const calledByShell =
  /^(?:preexec|precmd|chpwd|periodic|zsh\w+|TRAP\w+|command_not_found_hand\w*|PROMPT\w*)$/;

/** Defines a function, and walks its body once as what it may do when something calls it. */
export function walkDefinition(run: Run, scope: Scope, setting: Setting, node: FunctionNode): void {
  const name = node.name.value;
  for (const variable of effectsOf(run, node.body).names.keys()) forget(scope, variable, name);
  defineFunction(scope, name, node, !setting.conditional);
  const moves = /cd|chdir|pushd|popd/.test(run.text);
  const child = forkScope(scope, {
    positional: null,
    stdin: null,
    frame: null,
    uncalled: !calledByShell.test(name) && !exportsFunctions(run),
    settled: settledNames(run),
    directories: moves ? null : scope.directories,
  });
  const inside: Setting = {
    ...setting,
    pipe: { stdin: false, stdout: false },
    loop: "",
    conditional: true,
    calls: [...setting.calls, name],
    heard: false,
  };
  walkNode(run, child, inside, node.body);
}

/** The function that a command word calls; null when there is none, or its calls nest too deep. */
export function callableFunction(
  run: Run,
  scope: Scope,
  { calls, depth }: Setting,
  name: string,
): Definition | null {
  const definition = findFunction(scope, name);
  if (definition === null) return null;
  if (depth < deepestCall && !calls.includes(name)) return definition;
  report(
    run,
    "too-deep",
    calls.includes(name)
      ? `the function \`${name}\` calls itself`
      : `there are more than ${deepestCall} calls inside each other`,
  );
  return null;
}

/** Walks the bodies of a function with a call's arguments; gives what the only one writes. */
export function callFunction(
  { run, scope, setting }: Place,
  { bodies }: Definition,
  name: string,
  argv: readonly Word[],
  stdin: StdinText | null,
): Output {
  const [, ...operands] = argv;
  for (const { value } of operands) checkName(run, value);
  const inside: Setting = {
    ...setting,
    conditional: false,
    calls: [...setting.calls, name],
    depth: setting.depth + 1,
    repeated: true,
  };
  let output: Output = null;
  for (const { body } of bodies) {
    if (!step(run)) return null;
    const child = forkScope(scope, {
      positional: [scope.positional?.[0] ?? unknownZero(), ...operands],
      stdin,
      frame: name,
    });
    output = walkNode(run, child, inside, body);
    const { positional } = scope;
    mergeScope(scope, child, bodies.length === 1);
    scope.positional = positional;
  }
  return bodies.length === 1 ? output : null;
}

/** A command whose word may be an alias or a hashed path. */
export interface NamedCommand {
  readonly command: SimpleCommand;
  readonly name: string;
  /** Its words as the source has them. */
  readonly words: readonly (WordNode | AssignmentNode)[];
  readonly stdin: StdinText | null;
}

/**
 * Walks what an alias or a hashed path makes of a command. The command itself stays: not every shell
 * expands aliases in a script.
 */
export function runReplacements(place: Place, named: NamedCommand): void {
  const { run, scope, setting } = place;
  const { command, name, words } = named;
  const path = findReplacement(scope, "hashed", name);
  if (path !== null) {
    if (path.text === null) report(run, "ambiguous", `\`${name}\` may be any program`);
    else {
      const argv = [literalWord(path.text), ...command.argv.slice(1)];
      const text = argv.map(({ source }) => source).join(" ");
      emit(run, setting, { ...command, argv, text, original: command.text, assignments: [] });
    }
  }
  const alias = words[0]?.text === name ? findReplacement(scope, "aliases", name) : null;
  if (alias?.text === undefined) return;
  if (alias.text === null) {
    return report(run, "ambiguous", `the alias \`${name}\` stands for text that is not known`);
  }
  if (setting.calls.includes(`alias ${name}`)) return;
  if (setting.depth >= deepestCall) {
    return report(run, "too-deep", `there are more than ${deepestCall} calls inside each other`);
  }
  walkAlias(place, named, alias.text);
}

function walkAlias(
  { run, scope, setting }: Place,
  { command, name, words, stdin }: NamedCommand,
  alias: string,
): void {
  const [next, ...more] = words.slice(1).map(({ text }) => text);
  // A blank at the end makes the next word an alias too.
  const second = /\s$/.test(alias) && next !== undefined
    ? findReplacement(scope, "aliases", next)?.text ?? next
    : next;
  const source = [alias, ...(second === undefined ? [] : [second]), ...more].join(" ");
  if (source.length > longestText) {
    return report(run, "ambiguous", "an alias stands for too much text");
  }
  const script = parse(source);
  if (script.errors !== undefined) {
    return report(
      run,
      "ambiguous",
      `the alias \`${name}\` stands for text that cannot be followed`,
    );
  }
  run.substituted += source.length;
  const before = scope.directories;
  const child = forkScope(scope, { stdin });
  walkList(run, child, {
    ...setting,
    source,
    outer: setting.outer ?? command.range,
    conditional: true,
    calls: [...setting.calls, `alias ${name}`],
    depth: setting.depth + 1,
  }, script.commands);
  mergeScope(scope, child, false);
  scope.directories = eitherDirectory(before, scope.directories);
}
