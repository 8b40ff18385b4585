/** Walks statements and compound commands. */
import type {
  AndOr,
  Case,
  CommandNode,
  CompoundList,
  Coproc,
  If,
  Pipeline,
  PipelineNode,
  Statement,
} from "unbash";
import { walkDefinition } from "./calls.ts";
import { type Directories, eitherDirectory } from "./directories.ts";
import { walkArithmeticFor, walkFor, walkWhile } from "./loops.ts";
import { visitArithmetic, visitTest, visitWord } from "./nested.ts";
import { checkExpressionText } from "./numbers.ts";
import { stdinOf } from "./output.ts";
import { noOutput, type Output, report, type Run, type Setting, step } from "./run.ts";
import {
  endLine,
  findFunction,
  forget,
  forkScope,
  mergeScope,
  type Scope,
  settle,
} from "./scope.ts";
import { noteSet } from "./set_names.ts";
import { walkCommand, walkRedirects } from "./simple_command.ts";
import { touches } from "./touching.ts";

/**
 * Walks statements in order; gives what they write together. Where the last one leads when it fails stays
 * in the scope, for `&&` and `if` to look at.
 */
export function walkList(
  run: Run,
  scope: Scope,
  setting: Setting,
  statements: readonly Statement[],
): Output {
  let output: Output = noOutput;
  let end = 0;
  for (const statement of statements) {
    if (!step(run)) return null;
    settle(scope);
    if (statements === run.script.commands && run.text.slice(end, statement.pos).includes("\n")) {
      endLine(scope);
    }
    end = statement.end;
    output = joined(output, walkStatement(run, scope, setting, statement));
  }
  return output;
}

/** Two outputs, one behind the other. */
export function joined(a: Output, b: Output): Output {
  if (a === null || b === null) return null;
  if (a.length === 0) return b;
  return b.length === 0 ? a : [...a, ...b];
}

function walkStatement(run: Run, scope: Scope, setting: Setting, statement: Statement): Output {
  const { command, background } = statement;
  const own = background === true ? forkScope(scope) : scope;
  return command.type === "AndOr"
    ? walkAndOr(run, own, setting, command)
    : walkPipelineNode(run, own, setting, command);
}

/** The same place, where it may not be reached. */
function conditionally(setting: Setting): Setting {
  return setting.conditional ? setting : { ...setting, conditional: true };
}

/** Follows which folder each part runs in: behind `&&` a `cd` has worked, behind `||` it has not. */
function walkAndOr(
  run: Run,
  scope: Scope,
  setting: Setting,
  { commands, operators }: AndOr,
): Output {
  let output: Output = noOutput;
  let succeeded: Directories = scope.directories;
  let failed: Directories = scope.directories;
  for (const [i, command] of commands.entries()) {
    const operator = i === 0 ? null : operators[i - 1];
    const place = operator === null ? setting : conditionally(setting);
    if (i > 0 && !step(run)) return null;
    scope.directories = operator === "||" ? failed : succeeded;
    scope.failed = undefined;
    const written = walkPipelineNode(run, scope, place, command);
    const afterFailure = scope.failed === undefined ? scope.directories : scope.failed;
    if (operator === "||") {
      if (!exits(command, scope)) succeeded = eitherDirectory(succeeded, scope.directories);
      failed = afterFailure;
      output = output === null || written === null ? null : i === 0 ? written : null;
    } else {
      succeeded = scope.directories;
      failed = operator === null ? afterFailure : eitherDirectory(failed, afterFailure);
      output = joined(output, written);
    }
  }
  scope.directories = succeeded;
  scope.failed = exits(commands.at(-1), scope) && operators.at(-1) === "||" ? undefined : failed;
  return output;
}

/** Whether nothing behind this runs: `cd x || exit`. */
function exits(node: PipelineNode | undefined, scope: Scope): boolean {
  if (node?.type === "BraceGroup") {
    const last = node.body.commands.at(-1);
    return last !== undefined && last.background !== true && last.command.type !== "AndOr" &&
      exits(last.command, scope);
  }
  return node?.type === "Command" && node.name?.text === "exit" &&
    findFunction(scope, "exit") === null;
}

function walkPipelineNode(run: Run, scope: Scope, setting: Setting, node: PipelineNode): Output {
  return node.type === "Pipeline"
    ? walkPipeline(run, scope, setting, node)
    : walkNode(run, scope, setting, node);
}

function walkPipeline(run: Run, scope: Scope, setting: Setting, node: Pipeline): Output {
  const { commands, prefixes } = node;
  const [only] = commands;
  if (commands.length === 1 && only !== undefined) {
    const output = walkNode(run, scope, setting, only);
    const negations = prefixes.filter(({ type }) => type === "Negation").length;
    if (negations % 2 === 1 && scope.failed !== undefined) {
      [scope.directories, scope.failed] = [scope.failed, scope.directories];
    }
    return output;
  }
  let text: Output = null;
  for (const [i, command] of commands.entries()) {
    if (!step(run)) return null;
    const first = i === 0, last = i === commands.length - 1;
    const stdin = first ? scope.stdin : text === null ? null : stdinOf(text);
    const child = forkScope(scope, { stdin });
    const pipe = {
      stdin: !first || setting.pipe.stdin,
      stdout: !last || setting.pipe.stdout,
    };
    const place = { ...setting, pipe, conditional: false, heard: !last || setting.heard };
    text = walkNode(run, child, place, command);
    // In zsh, and in bash with `lastpipe`, the last part runs in the shell itself.
    if (last) mergeScope(scope, child, false);
  }
  return text;
}

/** Walks any command. */
export function walkNode(
  run: Run,
  scope: Scope,
  setting: Setting,
  node: CommandNode | CompoundList,
): Output {
  switch (node.type) {
    case "Command":
      return walkCommand(run, scope, setting, node);
    case "Redirected": {
      const place = { run, scope, setting };
      return walkRedirects(
        place,
        node.redirects,
        [node.pos, node.end],
        (inside) => walkNode(run, scope, inside, node.command),
      );
    }
    case "Subshell":
      return walkList(
        run,
        forkScope(scope),
        { ...setting, conditional: false },
        node.body.commands,
      );
    case "BraceGroup":
      return walkList(run, scope, setting, node.body.commands);
    case "CompoundList":
      return walkList(run, scope, setting, node.commands);
    case "If":
      return walkIf(run, scope, setting, node);
    case "For":
    case "Select":
      return walkFor(run, scope, setting, node);
    case "ArithmeticFor":
      return walkArithmeticFor(run, scope, setting, node);
    case "While":
      return walkWhile(run, scope, setting, node);
    case "Case":
      return walkCase(run, scope, setting, node);
    case "Function":
      walkDefinition(run, scope, setting, node);
      return noOutput;
    case "Coproc":
      return walkCoproc(run, scope, setting, node);
    case "TestCommand":
      visitTest({ run, scope, setting }, node.expression);
      return noOutput;
    case "ArithmeticCommand":
      visitArithmetic({ run, scope, setting }, node.expression, node.body);
      if (node.expression === undefined) checkExpressionText(run, scope, node.body);
      return noOutput;
  }
}

function walkIf(run: Run, scope: Scope, setting: Setting, node: If): Output {
  const branch = conditionally(setting);
  let ends: Directories | undefined;
  const end = () => {
    settle(scope);
    ends = ends === undefined ? scope.directories : eitherDirectory(ends, scope.directories);
  };
  for (const [i, { clause, then }] of [node, ...node.elif].entries()) {
    walkList(run, scope, i === 0 ? setting : branch, clause.commands);
    const otherwise = scope.failed === undefined ? scope.directories : scope.failed;
    scope.failed = undefined;
    walkList(run, scope, branch, then.commands);
    end();
    scope.directories = otherwise;
  }
  if (node.else !== undefined) walkList(run, scope, branch, node.else.commands);
  end();
  scope.directories = ends ?? null;
  return null;
}

function walkCase(run: Run, scope: Scope, setting: Setting, node: Case): Output {
  const place = { run, scope, setting, pattern: true };
  visitWord(place, node.word);
  if (touches(node.word, node.items[0]?.pattern[0])) {
    report(run, "ambiguous", "a process substitution inside a word");
  }
  const before = scope.directories;
  let ends = before;
  let fallsFrom: Directories | undefined;
  for (const { pattern, body, terminator } of node.items) {
    for (const word of pattern) visitWord(place, word);
    scope.directories = fallsFrom === undefined ? before : eitherDirectory(before, fallsFrom);
    walkList(run, scope, conditionally(setting), body.commands);
    settle(scope);
    ends = eitherDirectory(ends, scope.directories);
    fallsFrom = terminator === ";;" || terminator === undefined ? undefined : scope.directories;
  }
  scope.directories = ends;
  return null;
}

function walkCoproc(run: Run, scope: Scope, setting: Setting, node: Coproc): Output {
  const name = node.name?.text ?? "COPROC";
  const child = forkScope(scope, { stdin: null });
  const pipe = { stdin: true, stdout: true };
  walkNode(run, child, { ...setting, pipe, heard: false, conditional: false }, node.body);
  noteSet(run, name);
  forget(scope, name);
  return noOutput;
}
