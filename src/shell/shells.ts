/** Programs that run shell text. */
import type { Word } from "./command.ts";
import { isUnresolved } from "./words.ts";

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

/** Shells whose language is not that of `sh`, whatever they are called with. */
const otherLanguages: ReadonlySet<string> = new Set(
  "osh ysh scsh gash fish csh tcsh elvish xonsh nu".split(" "),
);

/** Whether a program is a shell whose language is not that of `sh`. */
export function hasOtherLanguage(command: string): boolean {
  return otherLanguages.has(programName(command));
}

/** Shells that read text as bash does, or nearly so. */
const likeBash: ReadonlySet<string> = new Set(["bash", "rbash", "zsh", "rzsh"]);

/**
 * Whether a shell may lack what bash has beyond POSIX: `sh` is dash on many systems. Undefined where the
 * program is no shell.
 */
export function isPosixOnly(command: string): boolean | undefined {
  const name = programName(command);
  return posixShells.has(name) ? !likeBash.has(name) : undefined;
}

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

/** Long options with a value, of bash and zsh; bash takes them with one dash too. */
const longValued = /^--?(?:rcfile|init-file|emulate)$/;

/** Long options without one. */
const longPlain =
  /^--?(?:debug|debugger|dump-po-strings|dump-strings|help|login|noediting|noprofile|norc|posix|pretty-print|restricted|verbose|version|wordexp)$/;

/**
 * Where the text of `-c` stands among a shell's words; null when there is none, or that is not clear.
 * Options may follow `-c`, and each `o` or `O` takes a word.
 */
export function codeIndex(argv: readonly Word[]): number | null {
  const name = programName(argv[0]?.value ?? "");
  if (!posixShells.has(name) || otherLanguages.has(name)) return null;
  const zsh = name.endsWith("zsh");
  let hasCode = false;
  for (let i = 1; i < argv.length; i++) {
    const word = argv[i];
    if (word === undefined || isUnresolved(word)) return null;
    const { value } = word;
    if (value === "--" || value === "-") return hasCode && i + 1 < argv.length ? i + 1 : null;
    if (!/^[-+]./.test(value)) return hasCode ? i : null;
    if (longValued.test(value)) i++;
    else if (!longPlain.test(value) && !value.startsWith("--")) {
      const letters = value.slice(1);
      if (value.startsWith("-") && /^[A-Za-z]*c/.test(letters)) hasCode = true;
      const option = letters.search(zsh ? /o/ : /[oO]/);
      if (zsh && option >= 0) i += option === letters.length - 1 ? 1 : 0;
      else i += letters.replaceAll(/[^oO]/g, "").length;
    }
  }
  return null;
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
