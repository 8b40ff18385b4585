/** Programs that run shell text. */
import type { Word } from "./command.ts";

/** Shells that take `-c TEXT`, a script file, or commands on standard input as POSIX describes. */
export const posixShells: ReadonlySet<string> = new Set([
  "sh",
  "bash",
  "rbash",
  "dash",
  "ash",
  "hush",
  "zsh",
  "rzsh",
  "ksh",
  "ksh93",
  "rksh",
  "mksh",
  "lksh",
  "oksh",
  "pdksh",
  "loksh",
  "yash",
  "posh",
  "osh",
  "ysh",
  "bosh",
  "gash",
  "fish",
  "csh",
  "tcsh",
  "scsh",
  "elvish",
  "xonsh",
  "nu",
]);

/** Programs whose first operand names the program that they are. */
const multiCall: ReadonlySet<string> = new Set(["busybox", "toybox"]);

/** Options that take the next word as their value. */
const valued: ReadonlySet<string> = new Set(["--rcfile", "--init-file", "-o", "+o", "-O", "+O"]);

/** Files that are standard input by another name. */
const standardInput = /^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/(?:self|thread-self|\d+)\/fd\/0)$/;

/** The last part of a command word, without `.exe`. */
export function programName(command: string): string {
  const name = command.slice(command.lastIndexOf("/") + 1);
  return /\.exe$/i.test(name) ? name.slice(0, -4) : name;
}

/**
 * Whether this command is a shell that takes its commands from standard input: it has neither `-c` nor a
 * script file, or it has `-s`, or the script file is standard input itself. An operand that is not known
 * may vanish, so it is no script.
 */
export function readsCommandsFromStdin(argv: readonly Word[]): boolean {
  const [command, ...operands] = argv;
  if (command === undefined) return false;
  const name = programName(command.value);
  if (multiCall.has(name)) return readsCommandsFromStdin(operands);
  if (!posixShells.has(name)) return false;
  let stdin = false;
  for (let i = 0; i < operands.length; i++) {
    const operand = operands[i];
    if (operand === undefined) break;
    const { value } = operand;
    if (operand.pieces[0]?.kind === "unknown" && !operand.pieces[0].quoted) continue;
    if (value === "--") {
      const script = operands[i + 1];
      return stdin || script === undefined || standardInput.test(script.value);
    }
    if (standardInput.test(value)) return true;
    if (!/^[-+]./.test(value)) return stdin;
    if (valued.has(value)) i++;
    else if (/^-[A-Za-z]*c|^--command/.test(value)) return false;
    else if (/^-[A-Za-z]*s/.test(value)) stdin = true;
    else if (/^[-+][A-Za-z]*[oO]$/.test(value)) i++;
  }
  return true;
}
