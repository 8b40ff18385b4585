/** Loops: the body is walked for each value that is known, as something that may run again. */
import type { ArithmeticFor, For, Select, While } from "unbash";
import type { Word } from "./command.ts";
import { eitherDirectory } from "./directories.ts";
import { effectsOf, expectEffects } from "./effects.ts";
import { visitArithmetic, visitWord } from "./nested.ts";
import { checkInteger } from "./numbers.ts";
import { noOutput, type Output, type Run, type Setting, step } from "./run.ts";
import { bind, forget, type Scope, settle } from "./scope.ts";
import { noteSet } from "./set_names.ts";
import { joinTouchingWords } from "./touching.ts";
import { checkAssignedValue } from "./twice_expanded.ts";
import { joined, walkList } from "./walk.ts";
import { expandWord } from "./word.ts";
import { isUnresolved } from "./words.ts";

/** More values are not told apart. */
const mostValues = 50;

/** Walks `for` and `select`. */
export function walkFor(run: Run, scope: Scope, setting: Setting, node: For | Select): Output {
  for (const word of node.wordlist ?? []) visitWord({ run, scope, setting }, word);
  const words = valuesOf(run, scope, node);
  const name = node.name.text;
  noteSet(run, name);
  for (const word of words ?? []) {
    checkAssignedValue(run, name, word.value);
    checkInteger(run, scope, name, word);
  }
  const before = scope.directories;
  expectEffects(run, scope, node);
  const fixed = !effectsOf(run, node.body).names.has(name);
  const values = words !== null && words.length > 0 && words.length <= mostValues && fixed
    ? words
    : [null];
  const inside: Setting = {
    ...setting,
    conditional: true,
    loop: node.type === "For" ? "for" : "select",
  };
  let output: Output = noOutput;
  for (const [i, word] of values.entries()) {
    if (!step(run)) return null;
    if (word === null || isUnresolved(word)) forget(scope, name);
    else bind(scope, name, { value: word.pieces, elements: null, owner: null });
    const place = i === 0 ? inside : { ...inside, repeated: true };
    output = joined(output, walkList(run, scope, place, node.body.commands));
    settle(scope);
  }
  forget(scope, name);
  scope.directories = eitherDirectory(before, scope.directories);
  return node.type === "For" && words !== null && fixed ? output : null;
}

/** The words of a loop's list; null when not known. */
function valuesOf(run: Run, scope: Scope, { wordlist }: For | Select): readonly Word[] | null {
  if (wordlist === undefined) {
    const words = scope.positional?.slice(1) ?? null;
    return words?.every((word) => !isUnresolved(word)) === true ? words : null;
  }
  return joinTouchingWords(wordlist).flatMap((word) => expandWord(run, scope, word));
}

/** Walks `while` and `until`. */
export function walkWhile(run: Run, scope: Scope, setting: Setting, node: While): Output {
  const before = scope.directories;
  expectEffects(run, scope, node);
  const inside: Setting = { ...setting, conditional: true, loop: node.kind };
  walkList(run, scope, inside, node.clause.commands);
  settle(scope);
  walkList(run, scope, inside, node.body.commands);
  settle(scope);
  scope.directories = eitherDirectory(before, scope.directories);
  return null;
}

/** Walks `for ((…))`. */
export function walkArithmeticFor(
  run: Run,
  scope: Scope,
  setting: Setting,
  node: ArithmeticFor,
): Output {
  const before = scope.directories;
  expectEffects(run, scope, node);
  const place = { run, scope, setting };
  const header = setting.source.slice(node.pos, node.body.pos);
  for (const expression of [node.initialize, node.test, node.update]) {
    visitArithmetic(place, expression, header);
  }
  walkList(run, scope, { ...setting, conditional: true, loop: "for" }, node.body.commands);
  settle(scope);
  scope.directories = eitherDirectory(before, scope.directories);
  return null;
}
