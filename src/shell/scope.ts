/**
 * What a shell knows at one point of a text: variables, functions, aliases, the folder. A scope is
 * changed while its text is walked; a subshell gets a scope of its own that reads through to its parent.
 */
import type { Function as FunctionNode } from "unbash";
import { anyChange } from "./changed_variables.ts";
import type { ChangedVariable, StdinText, Word, WordPiece } from "./command.ts";
import { type Directories, eitherDirectory } from "./directories.ts";

/** A variable that the text sets. */
export interface Variable {
  /** Its value, where that is one static text; null when not known. */
  readonly value: readonly WordPiece[] | null;
  /** The elements, where it is an array whose elements are all static; else null. */
  readonly elements: readonly Word[] | null;
  /** The one function that sets it, where that is the only reason why it is not known. */
  readonly owner: string | null;
  /** `export` put it into the environment. */
  readonly exported?: true;
}

/** A function that the text defines. */
export interface Definition {
  /** The bodies it may have, the later ones after conditional definitions. */
  readonly bodies: readonly FunctionNode[];
  /** It is defined whatever happens. */
  readonly sure: boolean;
}

/** A word that stands for text: an alias, or a path given by `hash -p`. */
export interface Replacement {
  /** What it stands for; null when not known. */
  readonly text: string | null;
}

/** A point of a text. */
export interface Scope {
  readonly parent: Scope | null;
  /** What this scope sets itself; null for nothing. */
  variables: Map<string, Variable> | null;
  /** The same as a list that commands keep, with what was done around and before this scope. */
  changes: ChangedVariable | null;
  functions: Map<string, Definition | null> | null;
  aliases: Map<string, Replacement> | null;
  hashed: Map<string, Replacement> | null;
  /** `$0`, `$1`, …; null when not known. */
  positional: readonly Word[] | null;
  /** Where the next command runs when the last one succeeded. */
  directories: Directories;
  /** Where it runs when the last one failed; undefined for the same place. */
  failed: Directories | undefined;
  /** What stands ready on standard input, where that is written in the text. */
  stdin: StdinText | null;
  /** Something ran that may have set any variable: `eval`, `source`, a command that is not known. */
  opaque: boolean;
  /**
   * Something may have ended this line before its time, as an expansion that fails does: what comes behind
   * it on the line may not run. The folders where that may have happened; undefined for nowhere.
   */
  risk: Directories | undefined;
  /** The function whose call this is. */
  readonly frame: string | null;
  /** This is a function's body before any call of it. */
  readonly uncalled: boolean;
  /** Where set, only these variables may be resolved: those that the whole text sets just once. */
  readonly settled: ReadonlySet<string> | null;
}

/** A variable that may have any value. */
export const unknownVariable: Variable = { value: null, elements: null, owner: null };

/** Longer values are not followed. */
const longestValue = 1 << 16;

/** Names whose value the shell changes by itself, or that one shell keeps for itself. */
const selfChanging: ReadonlySet<string> = new Set(
  ("RANDOM SRANDOM SECONDS LINENO EPOCHSECONDS EPOCHREALTIME BASHPID BASH_COMMAND BASH_SUBSHELL " +
    "BASH_ARGV0 BASH_ARGC BASH_ARGV BASH_LINENO BASH_SOURCE BASH_REMATCH COMP_WORDBREAKS DIRSTACK " +
    "FUNCNAME GROUPS HISTCMD PIPESTATUS OLDPWD UID EUID PPID OPTIND OPTARG REPLY MAPFILE _ " +
    "argv path cdpath fpath manpath module_path status pipestatus GID EGID USERNAME").split(" "),
);

/** A scope at the beginning of a text. */
export function rootScope(
  directories: Directories,
  positional: readonly Word[] | null,
  changes: ChangedVariable | null = null,
): Scope {
  return {
    parent: null,
    variables: null,
    changes,
    functions: null,
    aliases: null,
    hashed: null,
    positional,
    directories,
    failed: undefined,
    stdin: null,
    opaque: false,
    risk: undefined,
    frame: null,
    uncalled: false,
    settled: null,
  };
}

/** A scope for a subshell or a call; the parent must not be walked while it lives. */
export function forkScope(
  parent: Scope,
  changes: Partial<
    Pick<Scope, "positional" | "stdin" | "frame" | "uncalled" | "settled" | "directories">
  > = {},
): Scope {
  return {
    parent,
    variables: null,
    changes: parent.changes,
    functions: null,
    aliases: null,
    hashed: null,
    positional: parent.positional,
    directories: parent.directories,
    failed: undefined,
    stdin: parent.stdin,
    opaque: parent.opaque,
    risk: parent.risk,
    frame: parent.frame,
    uncalled: parent.uncalled,
    settled: parent.settled,
    ...changes,
  };
}

/** The variable as the text sets it; undefined when nothing in the text sets it. */
export function findVariable(scope: Scope, name: string): Variable | undefined {
  const found = lookUp(scope, name);
  if (found === undefined) return scope.opaque ? unknownVariable : undefined;
  const resolved = !scope.opaque && (scope.settled === null || scope.settled.has(name));
  return resolved ? found : { ...unknownVariable, owner: found.owner };
}

/** Whether the text sets the variable by name; `eval` and its like do not count. */
export function isSet(scope: Scope, name: string): boolean {
  return lookUp(scope, name) !== undefined;
}

/**
 * Sets a variable. Only the first, unconditional setting to a static value is remembered; anything else
 * makes it unknown from here on. (`02-rules.md`: "assigned once, unconditionally, to static text")
 */
export function setVariable(
  scope: Scope,
  name: string,
  variable: Variable,
  conditional: boolean,
): void {
  const before = findVariable(scope, name);
  const again = before !== undefined &&
    !(scope.frame !== null && before.owner === scope.frame && before.value === null);
  // A variable that may be read-only ends the line.
  if (again || selfChanging.has(name)) takeRisk(scope);
  const unusable = conditional || scope.risk !== undefined || again || selfChanging.has(name) ||
    isLong(variable);
  if (name === "argv") scope.positional = null;
  change(scope, name, unusable ? unknownVariable : variable);
}

/** Makes a variable unknown from here on. */
export function forget(scope: Scope, name: string, owner: string | null = null): void {
  const before = findVariable(scope, name);
  const kept = before?.value === null && before.owner !== owner ? null : owner;
  change(scope, name, { ...unknownVariable, owner: kept });
}

/** Gives a variable a value for the length of a loop's pass, whatever it was before. */
export function bind(scope: Scope, name: string, variable: Variable): void {
  const unusable = scope.opaque || selfChanging.has(name);
  change(scope, name, unusable ? unknownVariable : variable);
}

/** The function by that name; null when there is none. */
export function findFunction(scope: Scope, name: string): Definition | null {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const found = at.functions?.get(name);
    if (found === undefined) continue;
    return found === null || !scope.opaque ? found : { ...found, sure: false };
  }
  return null;
}

/** Defines a function; a conditional definition leaves what was there possible. */
export function defineFunction(
  scope: Scope,
  name: string,
  body: FunctionNode,
  unconditional: boolean,
): void {
  const sure = unconditional && scope.risk === undefined;
  const before = sure ? null : findFunction(scope, name);
  const bodies = before === null || before.bodies.includes(body)
    ? before?.bodies ?? [body]
    : [...before.bodies, body];
  functionsOf(scope).set(name, { bodies, sure: sure || before?.sure === true });
}

/** Takes a function's definition back, or makes it uncertain. */
export function removeFunction(scope: Scope, name: string, unconditional: boolean): void {
  const sure = unconditional && scope.risk === undefined;
  const before = findFunction(scope, name);
  if (before !== null) functionsOf(scope).set(name, sure ? null : { ...before, sure: false });
}

/** What a table of replacements holds for a name; null for nothing. */
export function findReplacement(
  scope: Scope,
  table: "aliases" | "hashed",
  name: string,
): Replacement | null {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const found = at[table]?.get(name);
    if (found !== undefined) return found;
  }
  return null;
}

/** Puts a replacement into a table. A second one for the same name makes it unknown. */
export function setReplacement(
  scope: Scope,
  table: "aliases" | "hashed",
  name: string,
  text: string | null,
): void {
  const before = findReplacement(scope, table, name);
  const entry = { text: before === null ? text : null };
  (scope[table] ??= new Map<string, Replacement>()).set(name, entry);
}

/** Puts the results of a last command that failed and succeeded together, as `;` does. */
export function settle(scope: Scope): void {
  if (scope.failed === undefined) return;
  scope.directories = eitherDirectory(scope.directories, scope.failed);
  scope.failed = undefined;
}

/** Notes that the rest of the line may not run. */
export function takeRisk(scope: Scope): void {
  scope.risk = scope.risk === undefined
    ? scope.directories
    : eitherDirectory(scope.risk, scope.directories);
}

/** A new line begins, whatever became of the last one. */
export function endLine(scope: Scope): void {
  if (scope.risk === undefined) return;
  scope.directories = eitherDirectory(scope.directories, scope.risk);
  scope.risk = undefined;
}

/**
 * Takes over what a scope below did to the shell it shares: a call does it surely, the last part of a
 * pipeline only in zsh.
 */
export function mergeScope(parent: Scope, child: Scope, sure: boolean): void {
  settle(child);
  for (const name of child.variables?.keys() ?? []) forget(parent, name);
  for (const [name, definition] of child.functions ?? []) {
    if (definition === null) removeFunction(parent, name, sure);
    else {
      for (const [i, body] of definition.bodies.entries()) {
        defineFunction(parent, name, body, sure && definition.sure && i === 0);
      }
    }
  }
  for (const table of ["aliases", "hashed"] as const) {
    for (const [name, { text }] of child[table] ?? []) setReplacement(parent, table, name, text);
  }
  parent.opaque ||= child.opaque;
  const { risk } = child;
  const directories = risk === undefined
    ? child.directories
    : eitherDirectory(child.directories, risk);
  if (risk !== undefined) {
    parent.risk = parent.risk === undefined ? risk : eitherDirectory(parent.risk, risk);
  }
  if (sure) {
    parent.directories = directories;
    return;
  }
  parent.directories = eitherDirectory(parent.directories, directories);
  if (child.positional !== parent.positional) parent.positional = null;
}

function lookUp(scope: Scope, name: string): Variable | undefined {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const found = at.variables?.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isLong({ value, elements }: Variable): boolean {
  let length = 0;
  for (const piece of value ?? []) length += piece.text.length;
  for (const element of elements ?? []) length += element.value.length;
  return length > longestValue;
}

function change(scope: Scope, name: string, variable: Variable): void {
  (scope.variables ??= new Map<string, Variable>()).set(name, variable);
  const { value, exported = false } = variable;
  scope.changes = { name, value, exported, before: scope.changes };
}

/** What is known of variables at this point, for a command to keep. */
export function changesIn(scope: Scope): ChangedVariable | null {
  return scope.opaque ? anyChange(scope.changes) : scope.changes;
}

function functionsOf(scope: Scope): Map<string, Definition | null> {
  return scope.functions ??= new Map<string, Definition | null>();
}
