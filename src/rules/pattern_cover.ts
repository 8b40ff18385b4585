/** What can be said for sure about two patterns without a command: one always matches where the other does,
 * or never. */
import { baseOf } from "./command_name.ts";
import { compiledPattern } from "./compiled_pattern.ts";
import type { Element, Pattern } from "./pattern.ts";
import type { TextPattern } from "./text_pattern.ts";

type CommandForm = Pattern & { readonly kind: "command" };

/**
 * Whether a pattern surely matches whatever another one matches: it is the same text, or it begins with the
 * same words and takes any rest. False where that cannot be told.
 * @param wide a deny or ask rule's, or both are allow rules'
 */
export function coversPattern(wide: string, narrow: string): boolean {
  if (wide === narrow) return true;
  const forms = compiledPattern(wide);
  return compiledPattern(narrow).every((form) => forms.some((each) => coversForm(each, form)));
}

/** Whether a pattern takes any rest, so that it can cover others than itself. */
export function isOpenEnded(pattern: string): boolean {
  return compiledPattern(pattern).some((form) => prefixOf(form) !== null);
}

function coversForm(wide: Pattern, narrow: Pattern): boolean {
  const prefix = prefixOf(wide);
  if (prefix === null || wide.kind !== "command" || narrow.kind !== "command") return false;
  if (wide.command.kind === "any") return prefix.length === 0;
  if (prefix.length > 0 && !isPlain(narrow)) return false;
  const [own, other] = [namesOf(wide), namesOf(narrow)];
  if (own === null || other === null || !other.every((name) => own.includes(name))) return false;
  return prefix.every((element, i) => {
    const beside = narrow.elements[i];
    return beside?.kind === "texts" && areTextsIn(beside.texts, element.texts);
  });
}

/** The words that a pattern asks for before its final `*`; null when it is another kind of pattern. */
function prefixOf(form: Pattern): readonly (Element & { readonly kind: "texts" })[] | null {
  if (form.kind !== "command") return null;
  const elements = form.command.kind === "any" ? form.elements.slice(1) : form.elements;
  if (form.command.kind === "any" && elements.length === 0) return [];
  const last = elements.at(-1);
  if (last?.kind !== "wildcard") return null;
  const prefix = elements.slice(0, -1);
  return prefix.every((element) => element.kind === "texts") ? prefix : null;
}

/** Whether words stand where they are written: no flag of the pattern takes one, none may be missing. */
function isPlain({ elements }: CommandForm): boolean {
  const plain = new Set(["texts", "flag", "absent", "not", "path", "named", "wildcard"]);
  return elements.every(({ kind }) => plain.has(kind));
}

/** Literal command names as they are written; null when one is a glob, or it is something else. */
function namesOf({ command }: CommandForm): readonly string[] | null {
  if (command.kind !== "texts" || command.variable !== undefined) return null;
  return literals(command.texts);
}

function literals(texts: readonly TextPattern[]): readonly string[] | null {
  const found = texts.filter((text) => typeof text === "string");
  return found.length === texts.length ? found : null;
}

function areTextsIn(texts: readonly TextPattern[], wide: readonly TextPattern[]): boolean {
  const known = new Set(wide.map((text) => JSON.stringify(text)));
  return texts.every((text) => known.has(JSON.stringify(text)));
}

/**
 * Whether no command can match both patterns, as far as that can be told by the command's name and the words
 * that both begin with.
 */
export function areDisjoint(a: string, b: string): boolean {
  return compiledPattern(a).every((first) =>
    compiledPattern(b).every((second) => areFormsDisjoint(first, second))
  );
}

function areFormsDisjoint(a: Pattern, b: Pattern): boolean {
  if (a.kind !== b.kind) return true;
  if (a.kind === "tool" && b.kind === "tool") {
    const [names, others] = [literals(a.names), literals(b.names)];
    return names !== null && others !== null && !names.some((name) => others.includes(name));
  }
  if (a.kind !== "command" || b.kind !== "command") return false;
  const [names, others] = [namesOf(a), namesOf(b)];
  if (names === null || others === null) return false;
  const bases = new Set(others.map(baseOf));
  if (!names.some((name) => bases.has(baseOf(name)))) return true;
  if (!isPlain(a) || !isPlain(b)) return false;
  const [first, second] = [a.elements[0], b.elements[0]];
  if (first?.kind !== "texts" || second?.kind !== "texts") return false;
  const [words, otherWords] = [literals(first.texts), literals(second.texts)];
  return words !== null && otherWords !== null && !words.some((word) => otherWords.includes(word));
}
