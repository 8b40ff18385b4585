/** Subscripts behind a parameter without braces, which zsh evaluates: `$x[…]`, `"$x[…]"`. */
import type { SimpleExpansionPart, WordPart } from "unbash";
import { checkSubscriptParts } from "./numbers.ts";
import { report, type Run } from "./run.ts";
import type { Scope } from "./scope.ts";

/** Text in brackets that is no more than a place or a range: `[1]`, `[2,-1]`, `[a-z]`. */
const plainText = /^[\w\s,.*@+?#!^:-]*$/;

/** Reports what zsh may run when it takes brackets behind `$x` for a subscript. */
export function checkUnbracedSubscript(
  run: Run,
  scope: Scope,
  { text }: SimpleExpansionPart,
  following: readonly WordPart[],
): void {
  // Behind `$#`, a name is part of the parameter: `$#x[…]`.
  const named = text === "$#" && /^\w+$/.test(following[0]?.text ?? "");
  const parts = named ? following.slice(1) : following;
  const start = (text === "$#" ? /^\w*\[/ : /^\[/).exec(parts[0]?.text ?? "")?.[0].length;
  if (start === undefined) return;
  const inside: WordPart[] = [];
  for (const [i, part] of parts.entries()) {
    if (part.type === "Literal") {
      const from = i === 0 ? start : 0;
      const end = part.text.indexOf("]", from);
      const value = part.text.slice(from, end < 0 ? part.text.length : end);
      if (!plainText.test(value)) return reportSubscript(run);
      inside.push({ ...part, text: value, value });
      if (end >= 0) return checkSubscriptParts(run, scope, inside);
    } else if (part.type === "Glob" && part.kind === "bracket") {
      const inner = part.parts.length === 0 ? part.text : "";
      const strange = part.parts.some(({ type }) =>
        /Quoted|LocaleString|Glob|Process/.test(type)
      ) ||
        part.parts.some((inner) => inner.type === "Literal" && !plainText.test(strip(inner.text)));
      if (strange || !plainText.test(strip(inner))) return reportSubscript(run);
      inside.push(...part.parts.map((inner) =>
        inner.type === "Literal"
          ? { ...inner, text: strip(inner.text), value: strip(inner.value) }
          : inner
      ));
      return checkSubscriptParts(run, scope, inside);
    } else if (/Expansion$/.test(part.type)) inside.push(part);
    else return reportSubscript(run);
  }
  // The bracket is not closed in this word: it is text.
}

/** The brackets of a pattern are not part of what is in them. */
function strip(text: string): string {
  return text.replace(/^\[|\]$/g, "");
}

function reportSubscript(run: Run): void {
  report(
    run,
    "ambiguous",
    "brackets behind a parameter are a subscript in zsh, which may run commands",
  );
}
