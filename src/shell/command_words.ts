/** The simple commands of a shell text with the places of their words, for changes to the text. */
import { parse } from "unbash";

/** A word of a command. */
export interface PlacedWord {
  /** After quote removal; null when it holds an expansion. */
  readonly value: string | null;
  /** UTF-16 offsets `[start, end)` into the text. */
  readonly start: number;
  readonly end: number;
}

/**
 * The words of every simple command that stands in the text itself, outermost first, not of those in quoted
 * text that a shell will be given. Null when the text does not parse. Never throws.
 */
export function commandWords(text: string): readonly (readonly PlacedWord[])[] | null {
  try {
    const script = parse(text);
    if ((script.errors?.length ?? 0) > 0) return null;
    const commands: (readonly PlacedWord[])[] = [];
    collect(script, commands);
    return commands;
  } catch {
    // It nests too deep.
    return null;
  }
}

function collect(node: unknown, commands: (readonly PlacedWord[])[]): void {
  if (typeof node !== "object" || node === null) return;
  const { type, name, suffix } = node as Readonly<Record<string, unknown>>;
  if (type === "Command" && isWord(name)) {
    const others = Array.isArray(suffix) ? suffix.filter(isWord) : [];
    commands.push([name, ...others].map(placedWord));
  }
  Object.values(node).forEach((inner) => collect(inner, commands));
}

/** What of a parsed word is needed. */
interface ParsedWord {
  readonly pos: number;
  readonly end: number;
  readonly value: string;
  readonly text: string;
  readonly parts?: readonly { readonly type: string; readonly parts?: unknown }[];
}

function isWord(node: unknown): node is ParsedWord {
  return typeof node === "object" && node !== null && "type" in node && node.type === "Word";
}

function placedWord({ pos, end, value, parts, text }: ParsedWord): PlacedWord {
  const isKnown = isLiteral(parts) && !/^~|[*?[{]/.test(text);
  return { value: isKnown ? value : null, start: pos, end };
}

/** Whether a word's pieces are text and quoted text, and nothing that is expanded. */
function isLiteral(parts: unknown): boolean {
  if (parts === undefined) return true;
  return Array.isArray(parts) &&
    parts.every(({ type, parts: inner }) =>
      /^(?:Literal|SingleQuoted|DoubleQuoted)$/.test(type) && isLiteral(inner)
    );
}
