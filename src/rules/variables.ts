/** `definitions.vars`: the values of a variable, made ready. (`02-rules.md`, Patterns) */
import { textFits } from "./fit.ts";
import type { Certainty } from "./match.ts";
import type { Scope } from "./rule_set.ts";
import type { Token } from "./token.ts";

/** The values of a variable, by type, in the order of the file. */
export interface Variable {
  readonly literals: ReadonlySet<string>;
  readonly paths: readonly string[];
  readonly patterns: readonly string[];
}

/** Values that an unresolved word is compared with; with more it could be one of them. */
const mostCompared = 1000;

const known = new WeakMap<Scope, Map<string, Variable>>();

/** The variable of this name; null when nothing defines it. */
export function variableOf(scope: Scope, name: string): Variable | null {
  let variables = known.get(scope);
  if (variables === undefined) known.set(scope, variables = new Map());
  let variable = variables.get(name);
  if (variable === undefined) {
    const { vars = {} } = scope;
    const values = Object.hasOwn(vars, name) ? vars[name] : undefined;
    if (values === undefined) return null;
    const of = (wanted: string) =>
      values.flatMap(({ type, value }) => type === wanted ? [value] : []);
    variable = { literals: new Set(of("literal")), paths: of("path"), patterns: of("pattern") };
    variables.set(name, variable);
  }
  return variable;
}

/** Whether a token is one of the variable's literal texts. */
export function isLiteral({ literals }: Variable, token: Token, certainty: Certainty): boolean {
  if (token.runs === null) {
    // In an allow rule a glob is not the text that it is written like.
    const isGlob = certainty === "allow" && token.word.pieces.some(({ kind }) => kind === "glob");
    if (!isGlob && literals.has(token.text)) return true;
  }
  const isOpen = token.runs !== null || token.names !== null;
  if (certainty !== "maybe" || !isOpen || literals.size === 0) return false;
  return literals.size > mostCompared || textFits([...literals], false, token, "maybe");
}
