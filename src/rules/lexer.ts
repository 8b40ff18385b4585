/** Pattern text → tokens. Quotes group and do not stop globs; a backslash pair stays in the text. */

/** Why a pattern is no pattern. */
export type PatternErrorKind =
  | "invalid_syntax"
  | "unclosed_square"
  | "nested_square"
  | "empty_alternation";

/** A fault in a pattern; `position` is a UTF-16 offset into it. */
export class PatternError extends Error {
  override readonly name = "PatternError";
  readonly kind: PatternErrorKind;
  readonly position: number;
  readonly hint: string | undefined;

  constructor(kind: PatternErrorKind, message: string, position: number, hint?: string) {
    super(message);
    this.kind = kind;
    this.position = position;
    this.hint = hint;
  }
}

/** One item of an alternation: `git`, `"npx prettier"`. */
export interface LexedText {
  readonly text: string;
  readonly quoted: boolean;
}

/** A token with the offset it begins at. */
export type LexedToken =
  & { readonly at: number }
  & (
    | { readonly kind: "texts"; readonly texts: readonly LexedText[]; readonly negated: boolean }
    | { readonly kind: "wildcard" | "question" | "open" | "close" }
    | { readonly kind: "placeholder"; readonly content: string }
    /** `>` or `<` as the first token. */
    | { readonly kind: "redirect"; readonly direction: "output" | "input" }
  );

const isSpace = (char: string | undefined) => char === " " || char === "\t" || char === "\n";

/** Whether a character (its code) ends a bare word: space, `|`, quotes, `<`, `[`, and `]` in a group. */
function endsBareWord(code: number, grouped: boolean): boolean {
  switch (code) {
    case 0x20:
    case 0x09:
    case 0x0a:
    case 0x7c:
    case 0x22:
    case 0x27:
    case 0x3c:
    case 0x5b:
      return true;
    case 0x5d:
      return grouped;
    default:
      return false;
  }
}

/**
 * Splits a pattern into tokens.
 * @throws PatternError
 */
export function lex(pattern: string): readonly LexedToken[] {
  const tokens: LexedToken[] = [];
  let at = 0;
  let open = -1;

  while (isSpace(pattern[at])) at++;
  const head = pattern[at];
  if ((head === "<" || head === ">") && isWordAlone(at)) {
    tokens.push({ at, kind: "redirect", direction: head === ">" ? "output" : "input" });
    at++;
  }

  while (at < pattern.length) {
    const char = pattern[at];
    if (isSpace(char)) {
      at++;
    } else if (char === "[" && !isWordAlone(at)) {
      if (open >= 0) throw new PatternError("nested_square", "optional groups do not nest", at);
      open = at;
      tokens.push({ at, kind: "open" });
      at++;
    } else if (char === "]" && open >= 0) {
      open = -1;
      tokens.push({ at, kind: "close" });
      at++;
    } else if (char === "<") {
      tokens.push(placeholder());
    } else {
      tokens.push(texts());
    }
  }
  if (open >= 0) throw new PatternError("unclosed_square", "`[` is never closed", open);
  return tokens;

  function isWordAlone(index: number): boolean {
    return index + 1 >= pattern.length || isSpace(pattern[index + 1]);
  }

  function placeholder(): LexedToken {
    const start = at;
    const end = pattern.indexOf(">", at);
    if (end < 0) throw new PatternError("invalid_syntax", "`<` is never closed by `>`", start);
    const content = pattern.slice(at + 1, end);
    at = end + 1;
    return { at: start, kind: "placeholder", content };
  }

  function texts(): LexedToken {
    const start = at;
    const negated = pattern[at] === "!" && at + 1 < pattern.length && !isSpace(pattern[at + 1]);
    if (negated) at++;
    const items: LexedText[] = [];
    let alternation = false;
    for (;;) {
      const from = at;
      const item = pattern[at] === '"' || pattern[at] === "'" ? quoted() : bare();
      if (pattern[at] === "|") alternation = true;
      if (item.text === "" && !item.quoted && (alternation || negated)) {
        throw new PatternError("empty_alternation", "an alternative is empty", from);
      }
      items.push(item);
      if (pattern[at] !== "|") break;
      at++;
    }
    const [only] = items;
    if (!negated && items.length === 1 && only !== undefined && !only.quoted) {
      if (only.text === "*") return { at: start, kind: "wildcard" };
      if (only.text === "?") return { at: start, kind: "question" };
    }
    return { at: start, kind: "texts", texts: items, negated };
  }

  function quoted(): LexedText {
    const quote = pattern[at] ?? "";
    const end = pattern.indexOf(quote, at + 1);
    if (end < 0) {
      throw new PatternError("invalid_syntax", `unclosed quote starting at position ${at}`, at);
    }
    const text = pattern.slice(at + 1, end);
    at = end + 1;
    return { text, quoted: true };
  }

  function bare(): LexedText {
    const start = at;
    if (pattern[at] === "[" && isWordAlone(at)) at++;
    while (at < pattern.length && !endsBareWord(pattern.charCodeAt(at), open >= 0)) {
      // A backslash keeps the next character; at the end of the word it is one itself.
      const escapes = pattern.charCodeAt(at) === 0x5c && !isSpace(pattern[at + 1]);
      at += escapes && at + 1 < pattern.length ? 2 : 1;
    }
    return { text: pattern.slice(start, at), quoted: false };
  }
}
