/** From a shell text to the commands that it could run. Never throws. */
import { deepestCall } from "./bounds.ts";
import { parse, type ParsedScript } from "unbash";
import type { Analysis, AnalysisOptions, SimpleCommand } from "./command.ts";
import { startDirectories } from "./directories.ts";
import { hasManyHereDocuments } from "./here_documents.ts";
import { findHidden, hiddenProblem } from "./hidden_characters.ts";
import { reportBeyondPosix } from "./posix.ts";
import { analysePlain } from "./plain_command.ts";
import { shellWords } from "./posix_words.ts";
import { longestText, report, type Run, startRun, startSetting } from "./run.ts";
import { rootScope } from "./scope.ts";
import { settingCommand } from "./set_names.ts";
import { walkList } from "./walk.ts";

/** Longer texts with an error are not looked into: recovering from errors takes its time. */
const longestRecovered = 1 << 14;

/**
 * Finds every simple command that a text could run, wherever it hides. (`02-rules.md`, "From text to
 * commands") The work is bounded: what lies beyond a bound is a problem in the result, not silence.
 */
export function analyse(text: string, options: AnalysisOptions): Analysis {
  if (text.length > longestText) {
    return tooLong(`the text is longer than ${longestText.toLocaleString("en")} characters`);
  }
  const plain = analysePlain(text, options);
  if (plain !== null) return plain;
  if (hasManyHereDocuments(text)) return tooLong("the text has too many here-documents");
  try {
    return analyseParsed(text, options, parse(text));
  } catch (error) {
    // The parser and the walk recurse: text that nests too deep for the stack ends here.
    const message = error instanceof RangeError ? "it is nested too deep" : "it cannot be analysed";
    return failed(text, message, 0, []);
  }
}

function analyseParsed(text: string, options: AnalysisOptions, script: ParsedScript): Analysis {
  const hidden = findHidden(text);
  const run = startRun(text, options, script, hidden);
  const [error] = script.errors ?? [];
  if (error !== undefined) run.error = { message: error.message, position: error.pos };
  if (run.error === null && script.commands.length === 0) {
    return { ok: false, error: "empty", message: "no command", position: 0, words: [] };
  }
  const { positional, depth = 0, variables = null } = options;
  if (depth > deepestCall) {
    report(run, "too-deep", `there are more than ${deepestCall} levels of wrappers and calls`);
  }
  reportBeyondPosix(run, options.posix ?? null);
  const scope = rootScope(startDirectories(options), positional ?? null, variables);
  walkSafely(run, () => walkList(run, scope, startSetting(text, depth), script.commands));
  const setting = settingCommand(run);
  if (setting !== null) run.commands.push(setting);
  const problem = hidden === null ? null : hiddenProblem(hidden, text);
  if (problem !== null) report(run, "ambiguous", problem);
  if (run.error !== null) {
    return failed(text, run.error.message, run.error.position, run.commands);
  }
  return { ok: true, commands: run.commands, problems: run.problems };
}

/** A text with an error is walked only for what it gives before. */
function walkSafely(run: Run, walk: () => void): void {
  if (run.error === null) return walk();
  if (run.text.length > longestRecovered) return;
  try {
    walk();
  } catch {
    return;
  }
}

function failed(
  text: string,
  message: string,
  position: number,
  recovered: readonly SimpleCommand[],
): Analysis {
  const words = shellWords(text);
  const place = Math.min(Math.max(position, 0), text.length);
  return { ok: false, error: "syntax", message, position: place, words, recovered };
}

function tooLong(message: string): Analysis {
  return { ok: false, error: "too-long", message, position: longestText, words: null };
}
