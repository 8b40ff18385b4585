/**
 * `definitions.aliases`: a name that stands for the beginning of commands, in the place of a pattern's
 * command. An alias is a way to write rules; it says nothing about the shell's own aliases.
 */

/** A pattern with its alias put in. */
export interface AliasExpansion {
  readonly pattern: string;
  /** The aliases that were put in, outermost first. */
  readonly chain: readonly string[];
}

/** The beginnings of commands that each name stands for. */
export type Aliases = Readonly<Record<string, readonly string[]>>;

/** Aliases that stand for each other, one in the other. (seed's engine) */
const depthLimit = 5;

/** Patterns that one pattern may come to, and the length of all of them. */
const mostExpansions = 256;
const mostText = 2 ** 20;

/**
 * What a pattern comes to. An alternation or a quoted word in the place of the command is no alias, and an
 * alias within itself stands for the word that it is. (seed's engine)
 * @returns the pattern itself where there is no alias; `complete` is false when there are more than 256
 */
export function expandAliases(
  pattern: string,
  aliases: Aliases,
): { readonly expansions: readonly AliasExpansion[]; readonly complete: boolean } {
  const expansions: AliasExpansion[] = [];
  let length = 0;
  const expand = (text: string, chain: readonly string[]): boolean => {
    const name = leadingName(text);
    const values = name === null || chain.includes(name) ? [] : valuesOf(aliases, name);
    if (name === null || values.length === 0 || chain.length >= depthLimit) {
      length += text.length;
      if (expansions.length >= mostExpansions || length > mostText) return false;
      expansions.push({ pattern: text, chain });
      return true;
    }
    const rest = text.trimStart().slice(name.length);
    return values.every((value) => expand(value + rest, [...chain, name]));
  };
  const complete = expand(pattern, []);
  return { expansions, complete };
}

/** Whether a pattern begins with an alias. */
export function beginsWithAlias(pattern: string, aliases: Aliases): boolean {
  const name = leadingName(pattern);
  return name !== null && valuesOf(aliases, name).length > 0;
}

function valuesOf(aliases: Aliases, name: string): readonly string[] {
  return Object.hasOwn(aliases, name) ? aliases[name] ?? [] : [];
}

/** The bare word that a pattern begins with; null for anything else. */
function leadingName(pattern: string): string | null {
  return /^[ \t\n]*([^\s|<>"'[\]\\]+)(?=\s|$)/.exec(pattern)?.[1] ?? null;
}
