/**
 * Conditions in CEL: checked when a configuration is read, answered when a rule with a `when` matches. The
 * one file that loads the library, which parses, checks types, and carries out every operation on known
 * values; the order of evaluation and its bounds are ours. (`02-rules.md`, Evaluation: `when`)
 */
import { Environment, type ParseResult } from "@marcbachmann/cel-js";
import { nearest } from "../text/suggest.ts";
import { contextTypes, expressionOf, fieldTypes, fileTests, Refusal } from "./cel_tree.ts";
import { conditionContext } from "./condition_context.ts";
import { ConditionError, evaluateExpression } from "./condition_run.ts";
import { listOf, mapOf, simpleValue, type Value } from "./condition_value.ts";
import type {
  ConditionFault,
  Conditions,
  ConditionWork,
  Facts,
  Outcome,
  Question,
} from "./conditions.ts";
import type { Expression } from "./expression.ts";
import { fileTest, globMatches, matchesPattern, type Patterns } from "./condition_functions.ts";

/** Longer expressions are refused. */
const longestExpression = 4000;

/** Folders in which a command may run that are looked at one by one. */
const mostDirectories = 4;

/** Checked expressions kept at most: beyond that all go. */
const mostKept = 20_000;

const kept = new Map<string, Expression | ConditionFault>();

/**
 * Checks an expression: that it parses, names only what there is, and is not known to give something else
 * than true or false. Null when it is good.
 * @param patterns checks the pattern of `matches`; null to leave that to the evaluation
 */
export function checkCondition(when: string, patterns: Patterns | null): ConditionFault | null {
  const compiled = compile(when);
  if (isFault(compiled)) return compiled;
  return patterns === null ? null : patternFault(compiled, patterns);
}

/** Answers conditions with these facts; `matches` needs `patterns`. */
export function celConditions(facts: Facts, patterns: Patterns | null): Conditions {
  return {
    holds(when, question, work) {
      const compiled = compile(when);
      if (isFault(compiled)) return located(compiled, when);
      const { directories } = question.placed.surroundings;
      const places = directories === null || directories.length > mostDirectories
        ? [null]
        : directories;
      let outcome: Outcome | null = null;
      for (const directory of places) {
        const here = outcomeIn(compiled, question, directory, work);
        if (typeof here === "object") return located(here, when);
        outcome = outcome === null || outcome === here ? here : "possible";
      }
      return outcome ?? "possible";
    },
  };

  function outcomeIn(
    expression: Expression,
    question: Question,
    directory: string | null,
    work: ConditionWork,
  ): Outcome {
    try {
      const value = evaluateExpression(expression, {
        variable: conditionContext(question, facts, directory),
        apply: (operation, operands, position) => {
          if (operation === "glob_matches") return globMatches(operands, position);
          if (operation === ".matches") return matchesPattern(patterns, operands, work, position);
          if (operation.startsWith("fs.")) {
            return fileTest(operation, operands, { facts, directory }, position);
          }
          return libraryOperation(operation, operands, position);
        },
        work,
      });
      if (typeof value === "boolean") return value ? "yes" : "no";
      if (typeof value === "object" && value?.kind === "unknown") return "possible";
      return { message: "it gives something else than true or false", position: 0 };
    } catch (error) {
      if (error instanceof RangeError) return "possible";
      if (!(error instanceof ConditionError)) return { message: reasonFrom(error), position: 0 };
      return error.exhausted ? "possible" : { message: error.message, position: error.position };
    }
  }
}

function located({ message, position }: ConditionFault, when: string): ConditionFault {
  const text = when.length > 200 ? `${when.slice(0, 200)}…` : when;
  return { message: `${message}, in the condition \`${text}\``, position };
}

function isFault(compiled: Expression | ConditionFault): compiled is ConditionFault {
  return "message" in compiled;
}

function compile(when: string): Expression | ConditionFault {
  const found = kept.get(when);
  if (found !== undefined) return found;
  if (kept.size >= mostKept) kept.clear();
  const made = compileAnew(when);
  kept.set(when, made);
  return made;
}

function compileAnew(when: string): Expression | ConditionFault {
  if (when.length > longestExpression) {
    return { message: `it has more than ${longestExpression} characters`, position: 0 };
  }
  try {
    const parsed = checker().parse(when);
    const expression = expressionOf(parsed.ast, (name) => fromLibrary(plain().evaluate(name)));
    return typeFault(parsed) ?? expression;
  } catch (error) {
    if (error instanceof Refusal) return error.fault;
    if (error instanceof RangeError) return { message: "it is nested too deep", position: 0 };
    return libraryFault(error);
  }
}

function typeFault(parsed: ParseResult): ConditionFault | null {
  const { valid, type, error } = parsed.check();
  if (!valid) return libraryFault(error);
  if (type === "bool" || type === "dyn") return null;
  const hint = "compare it with something, as in `… == 'x'`";
  return { message: `it gives ${type}, and not true or false`, position: 0, hint };
}

/** Names that follow a dot, for a hint. */
const fieldNames = Object.values(fieldTypes).flatMap((fields) => Object.keys(fields));

function libraryFault(error: unknown): ConditionFault {
  const { range } = error as { range?: { start: number } };
  const said = reasonFrom(error);
  const field = /^No such key: (\w+)$/.exec(said)?.[1];
  const message = field === undefined
    ? said.replace(/\b[A-Z]{3,}\b/g, (token) => tokenTexts[token] ?? token)
    : `there is no field \`${field}\``;
  const near = field === undefined ? null : nearest(field, fieldNames);
  return {
    message,
    position: range?.start ?? 0,
    ...(near === null ? {} : { hint: `write \`${near}\`` }),
  };
}

/** What the library's names of tokens stand for. */
const tokenTexts: Readonly<Record<string, string>> = {
  EOF: "the end",
  NUMBER: "a number",
  STRING: "a text",
  IDENTIFIER: "a name",
  LPAREN: "`(`",
  RPAREN: "`)`",
  LBRACKET: "`[`",
  RBRACKET: "`]`",
  LBRACE: "`{`",
  RBRACE: "`}`",
  DOT: "`.`",
  COMMA: "`,`",
  COLON: "`:`",
  QUESTION: "`?`",
};

/** Why the library refused something, in one line. */
function reasonFrom(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const summary = "summary" in error && typeof error.summary === "string" ? error.summary : null;
  return (summary ?? error.message).split("\n", 1)[0] ?? "";
}

/** A pattern of `matches` that stands in the expression and is none. */
function patternFault(node: Expression, patterns: Patterns): ConditionFault | null {
  if (node.kind === "call" && node.operation === ".matches") {
    const [, pattern] = node.operands;
    if (pattern?.kind === "literal" && typeof pattern.value === "string") {
      const made = patterns(pattern.value);
      if (typeof made === "string") return { message: made, position: pattern.position };
    }
  }
  for (const child of childrenOf(node)) {
    const fault = patternFault(child, patterns);
    if (fault !== null) return fault;
  }
  return null;
}

function childrenOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case "literal":
    case "name":
      return [];
    case "field":
    case "has":
      return [node.of];
    case "index":
      return [node.of, node.key];
    case "logic":
      return [node.left, node.right];
    case "choice":
      return [node.condition, node.then, node.otherwise];
    case "list":
      return node.items;
    case "map":
      return node.entries.flat();
    case "call":
      return node.operands;
    case "loop":
      return [node.over, ...(node.filter === null ? [] : [node.filter]), node.body];
  }
}

let checkerMade: Environment | undefined;

/** The environment that expressions are parsed and checked in. */
function checker(): Environment {
  return checkerMade ??= makeChecker();
}

function makeChecker(): Environment {
  const environment = new Environment({
    homogeneousAggregateLiterals: false,
    limits: {
      maxAstNodes: 1000,
      maxDepth: 50,
      maxListElements: 200,
      maxMapEntries: 200,
      maxCallArguments: 4,
    },
  });
  for (const [name, fields] of Object.entries(fieldTypes)) {
    environment.registerType(name, { fields: { ...fields } });
  }
  for (const [name, type] of Object.entries(contextTypes)) environment.registerVariable(name, type);
  // They are carried out by `condition_functions.ts`; here they only have types.
  const never = () => false;
  for (const test of fileTests) {
    environment.registerFunction(`FileSystem.${test}(string): bool`, never);
  }
  return environment.registerFunction("glob_matches(string, string): bool", never);
}

let plainMade: Environment | undefined;

/** The environment in which single operations are carried out. */
function plain(): Environment {
  return plainMade ??= new Environment({
    unlistedVariablesAreDyn: true,
    homogeneousAggregateLiterals: false,
  });
}

const operations = new Map<string, ParseResult>();

/** The names that stand for an operation's operands. */
const operandNames = ["a", "b", "c"];

/** Carries out an operation of the library: `_+_`, `!_`, `size`, `.startsWith`. */
function libraryOperation(operation: string, operands: readonly Value[], position: number): Value {
  const key = `${operation} ${operands.length}`;
  let parsed = operations.get(key);
  if (parsed === undefined) {
    parsed = plain().parse(operationText(operation, operands.length));
    operations.set(key, parsed);
  }
  const context = Object.fromEntries(
    operands.map((operand, i) => [operandNames[i] ?? "", toLibrary(operand)]),
  );
  try {
    return fromLibrary(parsed(context));
  } catch (error) {
    throw new ConditionError(reasonFrom(error), position);
  }
}

function operationText(operation: string, count: number): string {
  const [first = "", ...others] = operandNames.slice(0, count);
  if (operation.startsWith("_")) return `${first} ${operation.slice(1, -1)} ${others.join("")}`;
  if (operation.startsWith(".")) return `${first}${operation}(${others.join(", ")})`;
  if (operation.endsWith("_") && count === 1) return `${operation.slice(0, -1)}${first}`;
  return `${operation}(${[first, ...others].join(", ")})`;
}

function toLibrary(value: Value): unknown {
  if (typeof value !== "object" || value === null) return value;
  switch (value.kind) {
    case "list":
      return value.items.map(toLibrary);
    case "map":
      return new Map(
        value.entries.entries().map(([key, item]) => [toLibrary(key), toLibrary(item)]),
      );
    case "foreign":
      return value.value;
    case "unknown":
      return undefined;
  }
}

function fromLibrary(value: unknown): Value {
  if (typeof value !== "object" || value === null) return simpleValue(value);
  if (Array.isArray(value)) return listOf(value.map(fromLibrary));
  if (value instanceof Map) {
    return mapOf(value.entries().map(([key, item]) => [fromLibrary(key), fromLibrary(item)]));
  }
  return { kind: "foreign", value };
}
