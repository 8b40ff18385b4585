/** Other ways to write a flag: abbreviated, or with its value behind it. */
import { equalsOf } from "./pattern.ts";
import { type Rest, without, withToken } from "./rest.ts";
import { matchesAnyText, runsOfText, type TextPattern } from "./text_pattern.ts";
import { tail, type Token } from "./token.ts";

/** Whether text is the beginning of a long flag: GNU's programs take it for the flag. */
export function abbreviates(text: string, flag: string): boolean {
  return text.length > 2 && text.startsWith("--") && flag.startsWith(text);
}

/** Whether a flag is one of these. Those of a wrapper may be abbreviated. */
export function isNamed(names: readonly TextPattern[], text: string, wrapper: boolean): boolean {
  return matchesAnyText(names, text) ||
    (wrapper && names.some((name) => abbreviates(text, runsOfText(name)[0] ?? "")));
}

/**
 * What is left when a token is taken for one of these flags, in each way that it may be: alone, or with a
 * value behind `=`, which stays.
 * @param wrapper it may be abbreviated
 * @param fused it may have the command behind it that a wrapper runs: `-cTEXT`
 */
export function withoutFlag(
  rest: Rest,
  index: number,
  token: Token,
  names: readonly TextPattern[],
  { wrapper, fused }: { readonly wrapper: boolean; readonly fused: boolean },
): readonly Rest[] {
  const { text } = token;
  const equals = equalsOf(text);
  const behind = (length: number) => withToken(rest, index, tail(token, length));
  return [
    ...(isNamed(names, text, wrapper) ? [without(rest, index)] : []),
    ...(equals > 0 && isNamed(names, text.slice(0, equals), wrapper) ? [behind(equals + 1)] : []),
    ...(fused && isFused(names, text) ? [behind(2)] : []),
  ];
}

/** `-cTEXT` for `-c TEXT`, where the pattern names no clusters of flags. */
function isFused(names: readonly TextPattern[], text: string): boolean {
  const written = names.map((name) => runsOfText(name).join("*"));
  return /^-[A-Za-z]./.test(text) && written.includes(text.slice(0, 2)) &&
    written.every((name) => name.startsWith("--") || name.length === 2);
}
