/**
 * The forms of a pattern once its names are looked up: aliases and variables in the place of the command
 * give several, and a variable of patterns a choice among them.
 */
import { beginsWithAlias, expandAliases } from "./aliases.ts";
import { compiledPattern, spanning } from "./compiled_pattern.ts";
import { PatternError } from "./lexer.ts";
import { parseElementsOf, parsePattern } from "./parse.ts";
import type { Element, Pattern } from "./pattern.ts";
import type { Scope } from "./rule_set.ts";
import { type Variable, variableOf } from "./variables.ts";

/** What came of looking up a pattern's names. */
export interface PatternForms {
  readonly patterns: readonly Pattern[];
  /** Why some of them are missing. */
  readonly faults: readonly string[];
}

type CommandForm = Pattern & { readonly kind: "command" };

/** What is known of the patterns of a scope. */
interface ScopeForms {
  readonly forms: Map<string, PatternForms>;
  /** The choices that a variable among arguments gives. */
  readonly choices: Map<string, readonly (readonly Element[])[]>;
  /** How many forms and choices there are. */
  size: number;
}

const known = new WeakMap<Scope, ScopeForms>();

/** Forms and choices of one scope, so that a file cannot make a rule set of any size. */
const mostForms = 50_000;

/**
 * What a pattern is for.
 * - `allow`, and an exception: what an alias stands for is put in its place, and the words of a literal in
 *   the place of the command stand together.
 * - `tighten`, a deny or ask rule: the alias as written counts too, and the words of a literal are
 *   matched like those of a pattern, with flags between them.
 * - `wrapper`: like `tighten`, without aliases.
 */
export type PatternUse = "allow" | "tighten" | "wrapper";

/**
 * The forms of a pattern.
 * @throws PatternError when the pattern itself is none
 */
export function patternForms(text: string, scope: Scope, use: PatternUse): readonly Pattern[] {
  return hasNames(text, scope) ? lookUpNames(text, scope, use).patterns : compiledPattern(text);
}

/** Whether the meaning of a pattern depends on the variables and aliases of its scope. */
export function hasNames(text: string, { aliases }: Scope): boolean {
  return text.includes("<var:") || (aliases !== undefined && beginsWithAlias(text, aliases));
}

/** The forms of a pattern, and what is wrong with them. Made once for each scope. */
export function lookUpNames(text: string, scope: Scope, use: PatternUse): PatternForms {
  let whole = known.get(scope);
  if (whole === undefined) {
    known.set(scope, whole = { forms: new Map(), choices: new Map(), size: 0 });
  }
  const key = `${use} ${text}`;
  let found = whole.forms.get(key);
  if (found === undefined) whole.forms.set(key, found = lookUp(text, scope, use, whole));
  return found;
}

function lookUp(
  text: string,
  scope: Scope,
  use: PatternUse,
  whole: ScopeForms,
): PatternForms {
  const aliases = use === "wrapper" ? {} : scope.aliases ?? {};
  const tighten = use !== "allow";
  const faults: string[] = [];
  const own = compiledPattern(text);
  if (whole.size > mostForms) {
    const patterns = tighten ? own : [];
    return { patterns, faults: ["variables and aliases make too many patterns"] };
  }
  const { expansions, complete } = expandAliases(text, aliases);
  if (!complete) faults.push("its alias stands for too many commands");
  const expanded = expansions.some(({ chain }) => chain.length > 0);
  const parsed = [
    ...(tighten || !expanded ? own : []),
    ...(expanded ? expansions : []).flatMap(({ pattern }) => tried(() => compiledPattern(pattern))),
  ];
  const patterns = parsed.flatMap((pattern): readonly Pattern[] => {
    if (pattern.kind === "assignment") return [pattern];
    const elements = pattern.elements.map((element, i) =>
      withChoices(element, i + 1 < pattern.elements.length)
    );
    if (pattern.kind !== "command" || pattern.command.kind !== "var") {
      return [{ ...pattern, elements }];
    }
    const { name } = pattern.command;
    const variable = variableOf(scope, name);
    return variable === null ? [] : variableForms(name, variable, elements);
  });
  whole.size += patterns.length;
  return { patterns, faults };

  function variableForms(
    name: string,
    { literals, paths, patterns }: Variable,
    elements: readonly Element[],
  ): readonly CommandForm[] {
    return [
      ...[...literals].flatMap((value) => literalForms(name, value, elements, tighten)),
      ...(paths.length === 0 ? [] : [
        { kind: "command", command: { kind: "places", paths, variable: name }, elements } as const,
      ]),
      ...patterns.flatMap((value) =>
        tried(() => parsePattern(value, elements.length > 0)).flatMap((pattern) => {
          if (pattern.kind === "command") {
            return [spanning({ ...pattern, elements: [...pattern.elements, ...elements] })];
          }
          faults.push(`the value ${value} of <var:${name}> begins with no command`);
          return [];
        })
      ),
    ];
  }

  /** A variable among the arguments, with its patterns as further choices. */
  function withChoices(element: Element, more: boolean): Element {
    if (element.kind !== "var") return element;
    const { name } = element;
    const { patterns = [] } = variableOf(scope, name) ?? {};
    if (patterns.length === 0) return element;
    const key = `${more ? "+" : "-"}${name}`;
    let options = whole.choices.get(key);
    if (options === undefined) {
      const parsed = patterns.flatMap((value) => tried(() => [parseElementsOf(value, more)]));
      whole.choices.set(key, options = [[element], ...parsed]);
    }
    whole.size += options.length;
    return { kind: "choice", options };
  }

  function tried<T>(parse: () => readonly T[]): readonly T[] {
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      faults.push(error.message);
      return [];
    }
  }
}

/** A literal of one or more words in the place of the command. */
function literalForms(
  name: string,
  value: string,
  elements: readonly Element[],
  tighten: boolean,
): readonly CommandForm[] {
  const [first, ...words] = value.split(/\s+/).filter(Boolean);
  if (first === undefined) return [];
  const command = { kind: "texts", texts: [first], variable: { name, value } } as const;
  if (!tighten || words.length === 0) {
    const exact = words.map((text): Element => ({ kind: "word", text }));
    return [{ kind: "command", command, elements: [...exact, ...elements] }];
  }
  const more = parseElementsOf(words.map(escaped).join(" "), true);
  return [{ kind: "command", command, elements: [...more, ...elements] }];
}

/** A word as the pattern that means just this word. */
function escaped(word: string): string {
  return word.replace(/[\\*?[\]<>|!"']/g, "\\$&");
}
