/** Carries out what a builtin does to the shell. */
import type { ReadAssignment } from "./assignments.ts";
import type { StdinText, Word } from "./command.ts";
import { andAbove, type Directories, eitherDirectory, enter } from "./directories.ts";
import { homeAt } from "./places.ts";
import { report, type Run, type Setting } from "./run.ts";
import { forget, isSet, type Scope, setReplacement, takeRisk } from "./scope.ts";
import { builtinOf, type NamedBuiltin, reservedWords } from "./shell_builtins.ts";
import { checkName } from "./twice_expanded.ts";
import { changeVariables, declare, unset } from "./variable_builtins.ts";
import { isUnresolved, staticValue, unknownZero } from "./words.ts";

/** A command that ran. */
export interface RanCommand {
  readonly argv: readonly Word[];
  /** Assignments among its operands, as the source has them. */
  readonly operands: readonly ReadAssignment[];
  /** Names of assignments in front of it. */
  readonly prefixed: readonly string[];
  readonly stdin: StdinText | null;
  /** Its own redirects put something on standard input. */
  readonly redirected: boolean;
}

/** Applies a command's effects on variables, functions, aliases and the folder. */
export function applyBuiltin(run: Run, scope: Scope, setting: Setting, ran: RanCommand): void {
  const { argv } = ran;
  const builtin = builtinOf(argv);
  if (builtin === null) {
    const name = argv[0]?.value ?? "";
    if (name === "return") takeRisk(scope);
    if (/^(?:shopt|setopt|set)$/.test(name)) checkOptions(run, argv);
    if (argv.length > 0 && staticName(argv) === null) loseTrack(scope);
    if (name === "test" || name === "[") {
      for (const { value } of argv) checkName(run, value);
    }
    return;
  }
  const operands = argv.slice(builtin.index + 1);
  switch (builtin.kind) {
    case "opaque":
      scope.opaque = true;
      if (/^(?:eval|emulate)$/.test(builtin.name) && mayMove(operands)) scope.directories = null;
      return;
    case "directory":
      return changeDirectory(run, scope, builtin, operands, ran);
    case "positional":
      return changePositional(scope, setting, builtin, operands);
    case "variables":
      return changeVariables(run, scope, setting, builtin.name, operands, ran);
    case "declaration":
      return declare(run, scope, setting, builtin.name, operands, ran);
    case "unset":
      return unset(run, scope, setting, operands);
    case "alias":
      return defineAliases(run, scope, operands);
    case "hash":
      return definePaths(scope, operands);
    case "exec":
      if (operands.length === 0 && ran.redirected) scope.stdin = ran.stdin;
  }
}

/** After a command that is not known, anything may have changed. */
function loseTrack(scope: Scope): void {
  scope.opaque = true;
  scope.directories = null;
  scope.failed = undefined;
  scope.positional = null;
}

/** Options that change what words become. */
function checkOptions(run: Run, argv: readonly Word[]): void {
  if (argv.some(({ value }) => /null_?glob|csh_?null|ksh_?arrays|sh_?word_?split/i.test(value))) {
    report(run, "ambiguous", "a shell option that changes what words become");
  }
}

function staticName(argv: readonly Word[]): string | null {
  const index = argv.findIndex(({ value }, i) =>
    !/^(?:command|builtin)$/.test(value) && (i === 0 || !/^(?:-p|--)$/.test(value))
  );
  const word = argv[index];
  return word === undefined ? "" : staticValue(word);
}

function mayMove(operands: readonly Word[]): boolean {
  return operands.some((word) => {
    const text = staticValue(word);
    return text === null || /cd|pushd|popd|chdir|[$`\\'"(]/.test(text);
  });
}

function changeDirectory(
  run: Run,
  scope: Scope,
  { name }: NamedBuiltin,
  operands: readonly Word[],
  { prefixed }: RanCommand,
): void {
  forget(scope, "OLDPWD");
  const before = scope.directories;
  const after = directoryAfter(run, scope, name, operands, prefixed);
  scope.directories = after;
  scope.failed = before;
}

/** Where the working copy around a command may begin: where one does, if that is known. */
function topOf({ options: { isRepository } }: Run, scope: Scope): Directories {
  return (scope.directories ?? []).reduce<Directories>((found, directory) => {
    const folders = andAbove([directory]);
    const tops = folders?.filter((folder) => isRepository?.(folder) ?? true) ?? [];
    return eitherDirectory(found, tops.length === 0 ? folders : tops);
  }, scope.directories === null ? null : []);
}

/** What prints the folder that a working copy begins in. */
const topLevel = /^\$\(\s*git rev-parse --show-toplevel(?:\s+2>\s*\/dev\/null)?\s*\)$/;

function directoryAfter(
  run: Run,
  scope: Scope,
  name: string,
  operands: readonly Word[],
  prefixed: readonly string[],
): readonly string[] | null {
  if (name === "popd") return null;
  let index = 0;
  while (/^-[LPe@qs]+$/.test(operands[index]?.value ?? "")) index++;
  if (operands[index]?.value === "--") index++;
  const [target, ...more] = operands.slice(index);
  if (target === undefined) {
    const home = name === "pushd" || prefixed.includes("HOME")
      ? null
      : homeAt(scope, run.options.home);
    return home === null ? null : enter(scope.directories, home);
  }
  if (topLevel.test(target.value) && more.length === 0) return topOf(run, scope);
  const path = staticValue(target);
  if (path === null || more.length > 0 || /^[-+]/.test(path)) return null;
  const searched = isSet(scope, "CDPATH") || prefixed.includes("CDPATH");
  if (searched && !/^(?:\/|\.\.?(?:\/|$))/.test(path)) return null;
  return enter(scope.directories, path);
}

function changePositional(
  scope: Scope,
  setting: Setting,
  { name }: NamedBuiltin,
  operands: readonly Word[],
): void {
  const { positional } = scope;
  const conditional = setting.conditional || scope.risk !== undefined;
  const surelyOne = (word: Word) => word.pieces.every((piece) => piece.kind === "text");
  if (name === "shift") {
    const count = operands.length === 0 ? 1 : Number(operands[0]?.value);
    const known = !conditional && Number.isInteger(count) && count >= 0 && positional !== null &&
      count < positional.length && positional.slice(1, count + 1).every(surelyOne);
    scope.positional = known ? [...positional.slice(0, 1), ...positional.slice(count + 1)] : null;
    return;
  }
  let index = 0;
  for (; index < operands.length; index++) {
    const word = operands[index];
    if (word === undefined) break;
    if (/^[-+][A-Za-z]*A/.test(word.value)) scope.opaque = true;
    if (word.value === "--" || !/^[-+]./.test(word.value) || isUnresolved(word)) break;
    if (/^[-+][A-Za-z]*o$/.test(word.value)) index++;
  }
  const first = operands[index];
  if (first === undefined) return;
  const values = operands.slice(first.value === "--" ? index + 1 : index);
  const known = !conditional && operands.every((word) => !isUnresolved(word));
  scope.positional = known ? [positional?.[0] ?? unknownZero(), ...values] : null;
}

function defineAliases(run: Run, scope: Scope, operands: readonly Word[]): void {
  for (const word of operands) {
    if (/^[-+][A-Za-z]*[gs]/.test(word.value)) {
      report(run, "ambiguous", "zsh puts a global or suffix alias in wherever the word stands");
    }
    const equals = word.value.indexOf("=");
    if (equals < 1) continue;
    const name = word.value.slice(0, equals);
    const value = staticValue(word);
    if (value === null || reservedWords.has(name)) {
      report(run, "ambiguous", `the alias \`${name}\` stands for text that cannot be followed`);
    }
    setReplacement(scope, "aliases", name, value === null ? null : value.slice(equals + 1));
  }
}

/** `hash -p path name` of bash, `hash name=path` of zsh. */
function definePaths(scope: Scope, operands: readonly Word[]): void {
  const words = operands.map(staticValue);
  const option = words.indexOf("-p");
  const path = option < 0 ? null : words[option + 1] ?? null;
  for (const [i, word] of words.entries()) {
    const pair = word === null ? null : /^([^=]+)=(.+)$/.exec(word);
    if (pair?.[1] !== undefined && option < 0) {
      setReplacement(scope, "hashed", pair[1], pair[2] ?? null);
    } else if (option >= 0 && i > option + 1 && word !== null) {
      setReplacement(scope, "hashed", word, path);
    }
  }
}
