/** One thing that rules judge: a command, a redirect, an assignment or a tool call. */
import type {
  Assignment,
  ChangedVariable,
  LoopKind,
  Redirect,
  SimpleCommand,
  Word,
} from "../shell/command.ts";
import { type Token, tokenOf } from "./token.ts";

/** What rules look at. */
export type Subject =
  | { readonly kind: "command"; readonly name: Token; readonly arguments: readonly Token[] }
  | {
    readonly kind: "redirect";
    readonly direction: "output" | "input";
    readonly arguments: readonly Token[];
  }
  | {
    readonly kind: "assignment";
    readonly name: string;
    /** The name is not known before it runs. */
    readonly unknownName: boolean;
    readonly value: Token;
  }
  | { readonly kind: "tool"; readonly name: string; readonly arguments: readonly Token[] };

/** Where something runs and what stands around it. A simple command is one. */
export interface Surroundings {
  /** Every folder it may run in; null when not known. */
  readonly directories: readonly string[] | null;
  readonly redirects: readonly Redirect[];
  readonly pipe: SimpleCommand["pipe"];
  readonly loop: LoopKind;
  readonly variables: ChangedVariable | null;
}

/** A subject where it runs. */
export interface PlacedSubject {
  readonly subject: Subject;
  readonly surroundings: Surroundings;
}

/** Surroundings of which nothing but the folders is known. */
export function plainSurroundings(directories: readonly string[] | null): Surroundings {
  const pipe = { stdin: false, stdout: false };
  return { directories, redirects: [], pipe, loop: "", variables: null };
}

/** A command's subject; null when there is no command word. */
export function commandSubject(argv: readonly Word[]): Subject | null {
  const [name, ...rest] = argv;
  if (name === undefined) return null;
  return { kind: "command", name: tokenOf(name), arguments: rest.map(tokenOf) };
}

/** A redirect's subject; null for descriptor copies and text that is written in place. */
export function redirectSubject(redirect: Redirect): Subject | null {
  if (redirect.type === "dup" || redirect.operator.startsWith("<<")) return null;
  const target = [tokenOf(redirect.target)];
  return { kind: "redirect", direction: redirect.type, arguments: target };
}

/** An assignment's subject. */
export function assignmentSubject(assignment: Assignment): Subject {
  const { name, value, unknownName = false } = assignment;
  return { kind: "assignment", name, unknownName, value: tokenOf(value) };
}
