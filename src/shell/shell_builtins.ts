/** What the shell's own commands do to the shell: tables that several parts share. */
import type { Word } from "./command.ts";
import { staticValue } from "./words.ts";

/** What kind of change a builtin makes. */
export type BuiltinKind =
  /** Runs text that may do anything to the shell. */
  | "opaque"
  | "directory"
  | "positional"
  /** Sets variables that its operands name. */
  | "variables"
  /** The same, with values after `=`. */
  | "declaration"
  | "unset"
  | "alias"
  | "hash"
  | "exec";

/** Builtins that change the shell, by name; those of zsh and ksh are among them. */
export const shellBuiltins: ReadonlyMap<string, BuiltinKind> = new Map<string, BuiltinKind>([
  ...kinds("opaque", "eval source . trap enable emulate autoload zmodload zle bindkey sched fc"),
  ...kinds("directory", "cd chdir pushd popd"),
  ...kinds("positional", "set shift"),
  ...kinds("variables", "read mapfile readarray getopts printf let wait vared print zparseopts"),
  ...kinds("variables", "sysread strftime zstat compadd"),
  ...kinds("declaration", "export declare typeset local readonly integer float"),
  ...kinds("unset", "unset unsetenv"),
  ...kinds("alias", "alias"),
  ...kinds("hash", "hash"),
  ...kinds("exec", "exec"),
]);

/** Builtins that POSIX calls special: a function of that name may not replace them, and assignments in
 * front of them may stay. */
export const specialBuiltins: ReadonlySet<string> = new Set(
  ("break : . source continue eval exec exit export readonly return set shift times trap unset " +
    "declare typeset local alias").split(" "),
);

/** Words that are no command names but grammar. */
export const reservedWords: ReadonlySet<string> = new Set(
  ("if then else elif fi for in do done while until case esac select function time coproc { } ! " +
    "[[ ]] repeat foreach end nocorrect noglob").split(" "),
);

/** A builtin behind `command` and `builtin`: where its name stands, and what it is. */
export interface NamedBuiltin {
  readonly index: number;
  readonly name: string;
  readonly kind: BuiltinKind;
}

/** The builtin that a command is, seen through `command` and `builtin`; null when it is none. */
export function builtinOf(argv: readonly Word[]): NamedBuiltin | null {
  let index = 0;
  for (; index < argv.length; index++) {
    const word = argv[index];
    const name = word === undefined ? null : staticValue(word);
    if (name === null) return null;
    if (index > 0 && (name === "-p" || name === "--")) continue;
    if (name === "command" || name === "builtin") continue;
    const kind = shellBuiltins.get(name);
    return kind === undefined ? null : { index, name, kind };
  }
  return null;
}

/** Options of a declaration that leave the value what it says. */
const plainOption = /^-[xrgpa]*$/;

/** Whether a declaration's options change what its values mean: `-i`, `-n`, `-u`, `+x`. */
export function changesValues(options: readonly string[]): boolean {
  return !options.every((option) => plainOption.test(option));
}

function kinds(kind: BuiltinKind, names: string): readonly [string, BuiltinKind][] {
  return names.split(" ").map((name) => [name, kind]);
}
