/**
 * What a shell text comes down to: simple commands, each with everything a rule may look at.
 * Plain data, made by `analyse.ts`, read by `rules/`. (`02-rules.md`, "From text to commands")
 */

/** Why part of a word is not known before the command runs. */
export type UnknownCause =
  /** A variable that this text does not set to one static value: the environment, `read`, a condition. */
  | "variable"
  /** `$(…)`, backticks, or a `${…}` whose operator computes something. */
  | "substitution"
  /** `$((…))`, `$?`, `$$`, `$#`: some number. */
  | "number"
  /** `<(…)`, `>(…)`: a path like `/dev/fd/63`. */
  | "process"
  /** Words that a wrapper adds by itself, such as what `xargs` reads. */
  | "appended";

/**
 * A piece of a word. Concatenating the pieces' `text` gives the word's `value`.
 * - `text`: literal characters, after quote removal.
 * - `glob`: an unquoted `*`, `?`, `[…]` or extended glob, verbatim, which bash would expand to file names.
 * - `unknown`: an expansion that could not be resolved, verbatim (`$X`, `$(date)`).
 */
export type WordPiece =
  | { readonly kind: "text"; readonly text: string; readonly quoted: boolean }
  | { readonly kind: "glob"; readonly text: string }
  | {
    readonly kind: "unknown";
    readonly text: string;
    readonly quoted: boolean;
    readonly cause: UnknownCause;
  };

/** One word of a command, after quote removal and the substitution of what is known. */
export interface Word {
  /** The word as written in the source, or a re-quoted form where it came from an expansion. */
  readonly source: string;
  /** After quote removal; what could not be resolved stands verbatim. */
  readonly value: string;
  /** The pieces of `value`, in order. An empty word has none. */
  readonly pieces: readonly WordPiece[];
}

/** `NAME=value` in front of a command, alone, or as an operand of `export` and its like. */
export interface Assignment {
  readonly name: string;
  /** The value; an array's elements are joined by a space. */
  readonly value: Word;
  /** `prefix`: before a command; `statement`: alone; `declaration`: `export`, `declare`, `env`… */
  readonly kind: "prefix" | "statement" | "declaration";
  /** What the name is, is not known before it runs: `export "$X"`. */
  readonly unknownName?: boolean;
}

/** A redirect of a simple command. (field values as in the seed's engine) */
export interface Redirect {
  /** `dup` copies or closes a descriptor; it touches no file. `<>` is an output. */
  readonly type: "input" | "output" | "dup";
  /** `>`, `>>`, `>|`, `&>`, `&>>`, `>&`, `<`, `<>`, `<&`, `<<`, `<<-`, `<<<`. */
  readonly operator: string;
  /** The file, the descriptor of a `dup`, or a here-string's word; a here-document's delimiter. */
  readonly target: Word;
  /** The number in front of the operator, or null. */
  readonly descriptor: number | null;
}

/** Text that a command reads on its standard input, known before it runs. */
export interface StdinText {
  /** What it reads; a word because it may hold expansions that stay unknown. */
  readonly text: Word;
}

/** Which loop surrounds a command most closely; "" for none. */
export type LoopKind = "" | "for" | "while" | "until" | "select";

/** A variable that the text has changed: one link of a list, the latest change first. */
export interface ChangedVariable {
  /** Its name; null for any: something ran that may have changed whatever it liked. */
  readonly name: string | null;
  /** Its value; null when that is not known, or when it may be unset. */
  readonly value: readonly WordPiece[] | null;
  /** Whether the text surely puts it into the environment of what runs. */
  readonly exported: boolean;
  readonly before: ChangedVariable | null;
}

/** One command that could run. */
export interface SimpleCommand {
  /** The command word and its arguments; empty when there are only assignments or redirects. */
  readonly argv: readonly Word[];
  readonly assignments: readonly Assignment[];
  readonly redirects: readonly Redirect[];
  /** Whether standard input comes from, and standard output goes to, a pipe. */
  readonly pipe: { readonly stdin: boolean; readonly stdout: boolean };
  /** What it reads on standard input where that is written in the text: a here-document or here-string,
   * or what `echo`, `printf` or `cat` with such an input pipes into it. */
  readonly stdin: StdinText | null;
  readonly loop: LoopKind;
  /** UTF-16 offsets `[start, end)` into the text that was analysed. Commands from a nested text whose
   * offsets do not index the outer one (escaped backticks) carry the range of the outer construct. */
  readonly range: readonly [number, number];
  /** argv as one line, with known variables put in and quotes where they are needed; redirects and
   * assignments left out. What a report shows. */
  readonly text: string;
  /** The same before variables were put in, when that differs; else null. */
  readonly original: string | null;
  /** Every folder it may run in, absolute and normalized; null when not known. `cd a && x` gives one,
   * `cd a; x` two. Empty `cwd` in the options gives paths relative to it ("" or "sub"). */
  readonly directories: readonly string[] | null;
  /** A call of a function that this text defines: its body's commands are in the list too, so that the
   * call itself needs no verdict of its own. */
  readonly callsFunction: boolean;
  /** What the text has done to variables before it, assignments in front of it included; null for
   * nothing. */
  readonly variables: ChangedVariable | null;
}

/** A reason why the commands listed are not surely all: the verdict is then at least `ask`. */
export interface Problem {
  readonly kind:
    /** over 1 MiB of text */
    | "too-long"
    /** over 10,000 commands */
    | "too-many-commands"
    /** over 10 nested calls or scripts */
    | "too-deep"
    /** means something else in zsh, or cannot be analysed */
    | "ambiguous";
  /** One plain sentence part, such as "a command word that starts with `=` is expanded by zsh". */
  readonly message: string;
}

/** What became of a text. */
export type Analysis =
  | {
    readonly ok: true;
    readonly commands: readonly SimpleCommand[];
    readonly problems: readonly Problem[];
  }
  | {
    readonly ok: false;
    /** `empty`: no command, only space and comments. */
    readonly error: "empty" | "syntax" | "too-long";
    /** What the parser said, one line. */
    readonly message: string;
    /** UTF-16 offset of the error. */
    readonly position: number;
    /** POSIX-style words of the whole text for matching it as one opaque command; null when a quote
     * is not closed, or for `too-long`. Empty for `empty`. */
    readonly words: readonly Word[] | null;
    /** What could be made out around a syntax error: bash runs the lines in front of one, and zsh knows
     * forms that are errors here. For rules that deny; it is not all, so that it allows nothing. */
    readonly recovered?: readonly SimpleCommand[];
  };

/** What the analysis may know about the place the text runs in. */
export interface AnalysisOptions {
  /** Absolute working directory, or "" when unknown. */
  readonly cwd: string;
  /** Every folder that the text may start in; null when not known. @default just `cwd` */
  readonly directories?: readonly string[] | null;
  /** Absolute home directory, or null; gives `~`, `$HOME` and `cd` alone. */
  readonly home: string | null;
  /** `$0`, `$1`, … for a text that a wrapper hands arguments (`sh -c '… "$1"' name a`). */
  readonly positional?: readonly Word[];
  /** What has been done to variables around this text. @default null */
  readonly variables?: ChangedVariable | null;
  /** Whether the text may be read by a shell that has nothing beyond POSIX, such as dash; null where the
   * shell is not known. @default null */
  readonly posix?: boolean | null;
  /** Whether a working copy of git begins in a folder. Without it, that is not known. */
  readonly isRepository?: (directory: string) => boolean;
  /** How deep this text is nested already. @default 0 */
  readonly depth?: number;
}
