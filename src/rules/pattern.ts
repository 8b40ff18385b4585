/** The pattern language as data. Made by `parse.ts`, matched by `match.ts`. (`02-rules.md`, Patterns) */
import type { PathReading } from "./named_paths.ts";
import type { TextPattern } from "./text_pattern.ts";

/** A flag's value: a text, any token, or one that may be missing (`?`). */
export type FlagValue =
  | { readonly kind: "texts"; readonly texts: readonly TextPattern[]; readonly negated: boolean }
  | { readonly kind: "any" }
  | { readonly kind: "optional" };

/** A named group of flags: what `definitions.flag_groups` holds. */
export interface FlagGroup {
  readonly names: readonly TextPattern[];
  /** Null when the flags take no value. */
  readonly value: FlagValue | null;
}

/** One element of a pattern after its command. */
export type Element =
  /** Literals (one or several alternatives) at the next positional place. */
  | { readonly kind: "texts"; readonly texts: readonly TextPattern[] }
  /** `--`. */
  | { readonly kind: "dashes" }
  /** A flag without a value, anywhere. */
  | { readonly kind: "flag"; readonly names: readonly TextPattern[] }
  /** A flag with its value, anywhere. */
  | { readonly kind: "valued"; readonly names: readonly TextPattern[]; readonly value: FlagValue }
  /** `!a|b`: the next positional is none of these. */
  | { readonly kind: "not"; readonly texts: readonly TextPattern[] }
  /** `!-a|--b`: none of these flags is anywhere; takes nothing. */
  | { readonly kind: "absent"; readonly names: readonly TextPattern[] }
  /** `*`: zero or more tokens. */
  | { readonly kind: "wildcard" }
  /** `[…]`. */
  | { readonly kind: "optional"; readonly elements: readonly Element[] }
  /** `<cmd>`. */
  | { readonly kind: "command" }
  /** `<opts>`; `<opts:-u|--user>` names the flags that take a value, and only those do. */
  | { readonly kind: "options"; readonly valued: readonly string[] | null }
  /** `<vars>`. */
  | { readonly kind: "variables" }
  /** `<path:name>`, `<file:name>`, `<pathspec:name>`. */
  | { readonly kind: "path"; readonly name: string; readonly reading: PathReading }
  /** `<flags:letters>`. */
  | { readonly kind: "flags"; readonly letters: readonly string[] }
  /** `<var:name>`. */
  | { readonly kind: "var"; readonly name: string }
  /** The very next token, this text: a word of a variable's value in the place of the command. */
  | { readonly kind: "word"; readonly text: string }
  /** One of several runs of elements: a variable whose values are patterns. */
  | { readonly kind: "choice"; readonly options: readonly (readonly Element[])[] }
  /** `<flag:name>`. */
  | { readonly kind: "flag-group"; readonly name: string }
  /** `<anything>`: one token, named for the reader. */
  | { readonly kind: "named"; readonly name: string };

/** What the command word has to be. */
export type CommandPattern =
  | {
    readonly kind: "texts";
    readonly texts: readonly TextPattern[];
    /** The variable whose value begins so. */
    readonly variable?: { readonly name: string; readonly value: string };
  }
  /** The program at one of these paths, the values of a variable. */
  | { readonly kind: "places"; readonly paths: readonly string[]; readonly variable: string }
  /** `*`: any command, one or more tokens. */
  | { readonly kind: "any" }
  /** `<var:name>`, until it is looked up. */
  | { readonly kind: "var"; readonly name: string };

/** A whole pattern. */
export type Pattern =
  | {
    readonly kind: "command";
    readonly command: CommandPattern;
    readonly elements: readonly Element[];
  }
  /** `> …`, `< …`: a redirect that writes or reads, its target as the argument. */
  | {
    readonly kind: "redirect";
    readonly direction: "output" | "input";
    readonly elements: readonly Element[];
  }
  /** `NAME=value`, alternatives allowed. */
  | { readonly kind: "assignment"; readonly options: readonly AssignmentPattern[] }
  /** `@Tool …`. Names without the `@`. */
  | {
    readonly kind: "tool";
    readonly names: readonly TextPattern[];
    readonly elements: readonly Element[];
  };

/** One `NAME=value` alternative. */
export interface AssignmentPattern {
  readonly name: TextPattern;
  readonly value: TextPattern;
}

/** Whether a token is written like a flag: it begins with `-` and is more than that. */
export function isFlag(text: string): boolean {
  return text.length > 1 && text.charCodeAt(0) === 0x2d;
}

/** Where the value begins after `=` in `--flag=v` and `-f=v`; -1 elsewhere: `-Dkey=v` is one flag. */
export function equalsOf(flag: string): number {
  const equals = flag.indexOf("=");
  return flag.startsWith("--") || equals === 2 ? equals : -1;
}
