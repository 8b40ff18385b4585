/**
 * One command of plain words, which most calls are: no expansions but `~`, no globs, no operators, quotes
 * only around a whole word or a whole value. It is analysed without the parser, with the very same result.
 */
import type { Analysis, AnalysisOptions, SimpleCommand, Word, WordPiece } from "./command.ts";
import { deepestCall } from "./bounds.ts";
import { startDirectories } from "./directories.ts";
import { reservedWords, shellBuiltins, specialBuiltins } from "./shell_builtins.ts";
import { programName } from "./shells.ts";

/** Characters that mean nothing to bash or zsh where these words have them. */
const name = "[A-Za-z0-9_./][A-Za-z0-9_./+-]*";
const bare = "[A-Za-z0-9_./:,@%+-][A-Za-z0-9_./:,@%+=-]*";
const home = "~(?:/[A-Za-z0-9_./:,@%+=-]*)?";
/** What is between the quotes is text to every shell: in double ones no `!`, `$`, `` ` `` and `\`. */
const quoted = `(?:[A-Za-z0-9_./:,@%+-]+=)?(?:'[ -&(-~]*'|"[ #%-[\\]-_a-~]*")`;

const plainText = new RegExp(`^${name}(?: +(?:${bare}|${home}|${quoted}))*$`);
const eachWord = new RegExp(`${quoted}|[^ ]+`, "g");

/** A longer text goes to the parser, which has bounds of its own. */
const longest = 4096;

/** The analysis of such a text; null when it is not surely one. */
export function analysePlain(text: string, options: AnalysisOptions): Analysis | null {
  if ((options.depth ?? 0) > deepestCall) return null;
  const command = plainCommand(text, options);
  return command === null ? null : { ok: true, commands: [command], problems: [] };
}

/** The command, or null when the text is not surely one of these. */
export function plainCommand(text: string, options: AnalysisOptions): SimpleCommand | null {
  if (text.length > longest || !plainText.test(text)) return null;
  const { variables = null } = options;
  const sources = text.match(eachWord) ?? [];
  if (isShellWord(sources[0] ?? "")) return null;
  // A home folder that the text may have changed is the parser's.
  const folder = variables === null && options.home !== "/" ? options.home : null;
  const argv: Word[] = [];
  for (const source of sources) {
    const pieces = piecesOf(source, folder);
    if (pieces === null) return null;
    argv.push({ source, value: pieces.map(({ text }) => text).join(""), pieces });
  }
  return {
    argv,
    assignments: [],
    redirects: [],
    pipe: { stdin: false, stdout: false },
    stdin: null,
    loop: "",
    range: [0, text.length],
    text: sources.join(" "),
    original: null,
    directories: startDirectories(options),
    callsFunction: false,
    variables,
  };
}

/** Whether a word is the shell's own: grammar, or a builtin or program that changes what words mean. */
function isShellWord(name: string): boolean {
  return reservedWords.has(name) || shellBuiltins.has(name) || specialBuiltins.has(name) ||
    evaluating.has(name) || programName(name) === "env";
}

/** Others that look into their words. (`evaluated_arguments.ts`) */
const evaluating: ReadonlySet<string> = new Set(["command", "builtin", "test", "logout", "bye"]);

type TextPiece = WordPiece & { readonly kind: "text" };

/** The pieces of a word; null when they need a home folder and there is none. */
function piecesOf(source: string, folder: string | null): readonly TextPiece[] | null {
  if (source.startsWith("~")) {
    return folder === null ? null : [...pieceOf(folder, true), ...pieceOf(source.slice(1), false)];
  }
  const quote = source.search(/['"]/);
  if (quote < 0) return pieceOf(source, false);
  return [...pieceOf(source.slice(0, quote), false), ...pieceOf(source.slice(quote + 1, -1), true)];
}

function pieceOf(text: string, quoted: boolean): readonly TextPiece[] {
  return text === "" ? [] : [{ kind: "text", text, quoted }];
}
