/** Pattern tokens → patterns. The rules are those of the seed's engine and of `02-rules.md`, Patterns. */
import { lex, type LexedText, type LexedToken, PatternError } from "./lexer.ts";
import { type Element, type FlagGroup, type FlagValue, isFlag, type Pattern } from "./pattern.ts";
import { textPattern } from "./text_pattern.ts";

/** Characters of a pattern. */
const longestPattern = 10_000;

/** Tokens of a pattern: each may be a call inside the others of a search. */
const mostTokens = 300;

/** What is wrong with a `?` that stands by itself and behind no flag; it was a literal once. */
export const BARE_QUESTION_MARK = "`?` can only appear as a flag's value";

/**
 * Parses a pattern. Several come out of a `"two words"|x` command.
 * @param more whether other elements follow, so that a `*` at the end is not the last
 * @throws PatternError
 */
export function parsePattern(pattern: string, more = false): readonly Pattern[] {
  if (pattern.length > longestPattern) throw tooLong(`${longestPattern} characters`);
  const tokens = lex(pattern);
  if (tokens.length > mostTokens) throw tooLong(`${mostTokens} words`);
  const [first, ...rest] = tokens;
  if (first === undefined) throw new PatternError("invalid_syntax", "the pattern is empty", 0);

  if (first.kind === "redirect") {
    return [{
      kind: "redirect",
      direction: first.direction,
      elements: parseElements(rest, { more }),
    }];
  }
  if (first.kind === "wildcard") {
    return [{ kind: "command", command: { kind: "any" }, elements: parseElements(rest, { more }) }];
  }
  if (first.kind === "placeholder") {
    const element = parsePlaceholder(first.content, first.at);
    if (element.kind !== "var") {
      throw new PatternError(
        "invalid_syntax",
        `<${first.content}> cannot be the command`,
        first.at,
        "begin the pattern with a command name or `*`",
      );
    }
    const command = { kind: "var", name: element.name } as const;
    return [{ kind: "command", command, elements: parseElements(rest, { more }) }];
  }
  if (first.kind !== "texts") {
    throw new PatternError("invalid_syntax", "the command cannot be optional", first.at);
  }
  if (first.negated) {
    throw new PatternError("invalid_syntax", "the command cannot be a negation", first.at);
  }
  return parseTexts(first.texts, first.at, rest, more);
}

/**
 * Parses part of a pattern: what stands behind its command.
 * @param more whether other elements follow
 * @throws PatternError
 */
export function parseElementsOf(text: string, more: boolean): readonly Element[] {
  return parseElements(lex(text), { more });
}

function parseTexts(
  texts: readonly LexedText[],
  at: number,
  rest: readonly LexedToken[],
  more: boolean,
): readonly Pattern[] {
  if (texts.every(({ text, quoted }) => !quoted && isAssignment(text))) {
    const second = rest[0];
    if (second !== undefined) {
      throw new PatternError(
        "invalid_syntax",
        "an assignment rule has no second token",
        second.at,
        "write one rule for the assignment and one for the command",
      );
    }
    const options = texts.map(({ text }) => {
      const equals = text.indexOf("=");
      return {
        name: textPattern(text.slice(0, equals)),
        value: textPattern(text.slice(equals + 1)),
      };
    });
    return [{ kind: "assignment", options }];
  }
  if (texts.every(({ text, quoted }) => !quoted && text.startsWith("@") && text.length > 1)) {
    const names = texts.map(({ text }) => textPattern(text.slice(1)));
    return [{ kind: "tool", names, elements: parseElements(rest, { more }) }];
  }
  const elements = parseElements(rest, { more });
  if (texts.length > 1 && texts.some(isSeveralWords)) {
    return texts.map((item) => {
      const [name = "", ...words] = item.quoted ? item.text.split(/\s+/).filter(Boolean) : [
        item.text,
      ];
      const literals = words.map((word): Element => ({
        kind: "texts",
        texts: [textPattern(word)],
      }));
      const command = { kind: "texts", texts: [textPattern(name)] } as const;
      return { kind: "command", command, elements: [...literals, ...elements] };
    });
  }
  const command = { kind: "texts", texts: texts.map(({ text }) => textPattern(text)) } as const;
  if (texts.some(({ text }) => text === "")) {
    throw new PatternError("invalid_syntax", "the command name is empty", at);
  }
  return [{ kind: "command", command, elements }];
}

function isSeveralWords({ text, quoted }: LexedText): boolean {
  return quoted && /\s/.test(text.trim());
}

function isAssignment(text: string): boolean {
  return /^[A-Za-z_*][A-Za-z0-9_*]*=/.test(text);
}

/**
 * Parses the definition of a flag group: `-f|--field *`, `-v|--verbose`.
 * @throws PatternError when it does not begin with a flag, or holds more than its value
 */
export function parseFlagGroup(text: string): FlagGroup {
  const elements = parseElements(lex(text));
  const [element, final] = elements;
  const isWild = elements.length === 2 && final?.kind === "wildcard";
  if (element === undefined || (elements.length > 1 && !isWild)) {
    throw new PatternError("invalid_syntax", "a flag group is a flag and at most its value", 0);
  }
  if (element.kind === "flag") {
    return { names: element.names, value: isWild ? { kind: "any" } : null };
  }
  if (element.kind === "valued") return { names: element.names, value: element.value };
  throw new PatternError("invalid_syntax", "a flag group must start with a flag", 0);
}

/** Parses the tokens behind the command. */
function parseElements(
  tokens: readonly LexedToken[],
  { grouped = false, more = false } = {},
): readonly Element[] {
  const elements: Element[] = [];
  let i = 0;
  while (i < tokens.length) {
    const token = tokens[i++];
    if (token === undefined) break;
    if (token.kind === "open") {
      let end = i;
      while (tokens[end] !== undefined && tokens[end]?.kind !== "close") end++;
      elements.push({
        kind: "optional",
        elements: parseElements(tokens.slice(i, end), { grouped: true }),
      });
      i = end + 1;
    } else if (token.kind === "texts" && isFlagToken(token)) {
      const names = token.texts.map(({ text }) => textPattern(text));
      const value = token.negated
        ? null
        : flagValue(tokens[i], tokens[i + 1] === undefined && !more);
      if (token.negated) elements.push({ kind: "absent", names });
      else if (value === null) elements.push({ kind: "flag", names });
      else {
        elements.push({ kind: "valued", names, value });
        i++;
      }
    } else elements.push(parseElement(token, grouped));
  }
  return elements;

  function flagValue(next: LexedToken | undefined, final: boolean): FlagValue | null {
    if (next === undefined) return null;
    if (next.kind === "question") return { kind: "optional" };
    if (next.kind === "wildcard") return final && !grouped ? null : { kind: "any" };
    if (next.kind !== "texts" || isFlagToken(next) || isDashes(next) || isBracket(next)) {
      return null;
    }
    refuseSeveralWords(next.texts, next.at);
    const texts = next.texts.map(({ text }) => textPattern(text));
    return { kind: "texts", texts, negated: next.negated };
  }
}

function parseElement(token: LexedToken, grouped: boolean): Element {
  switch (token.kind) {
    case "wildcard":
      return { kind: "wildcard" };
    case "question":
      throw new PatternError(
        "invalid_syntax",
        BARE_QUESTION_MARK,
        token.at,
        "write `\\?` for a literal question mark",
      );
    case "placeholder": {
      const element = parsePlaceholder(token.content, token.at);
      if (grouped && element.kind === "flag-group") {
        throw new PatternError(
          "invalid_syntax",
          `<flag:${element.name}> is not supported inside an optional group`,
          token.at,
        );
      }
      return element;
    }
    case "texts": {
      if (isDashes(token)) return { kind: "dashes" };
      refuseSeveralWords(token.texts, token.at);
      const texts = token.texts.map(({ text }) => textPattern(text));
      return { kind: token.negated ? "not" : "texts", texts };
    }
    default:
      throw new PatternError("invalid_syntax", "unexpected bracket", token.at);
  }
}

function parsePlaceholder(content: string, at: number): Element {
  const [, kind, name] = /^(path|file|pathspec|var|flag|flags|opts):(.*)$/s.exec(content) ?? [];
  if (kind === "flags") {
    if (!/^[A-Za-z0-9]+$/.test(name ?? "")) {
      throw new PatternError("invalid_syntax", "<flags:…> takes letters, as in <flags:rf>", at);
    }
    return { kind: "flags", letters: [...new Set(name ?? "")] };
  }
  if (kind === "opts") {
    const valued = (name ?? "").split("|");
    if (!valued.every(isFlag)) {
      throw new PatternError(
        "invalid_syntax",
        "<opts:…> takes the flags that have a value, as in <opts:-u|--user>",
        at,
      );
    }
    return { kind: "options", valued };
  }
  if (kind !== undefined) {
    if (name === undefined || name === "") {
      const needs = kind === "flag" ? "a group name" : "a name";
      throw new PatternError("invalid_syntax", `<${kind}:> requires ${needs}`, at);
    }
    if (kind === "path" || kind === "file" || kind === "pathspec") {
      return { kind: "path", name, reading: kind };
    }
    return { kind: kind === "var" ? "var" : "flag-group", name };
  }
  if (content === "cmd") return { kind: "command" };
  if (content === "opts") return { kind: "options", valued: null };
  if (content === "vars") return { kind: "variables" };
  if (!/^[A-Za-z_][\w-]*$/.test(content)) {
    throw new PatternError(
      "invalid_syntax",
      content === "" ? "`<>` names nothing" : `<${content}> is no placeholder`,
      at,
      "alternatives are written without brackets: main|master",
    );
  }
  return { kind: "named", name: content };
}

type TextsToken = Extract<LexedToken, { kind: "texts" }>;

function isFlagToken(token: TextsToken): boolean {
  return !isDashes(token) && token.texts.every(({ text, quoted }) => !quoted && isFlag(text));
}

/** A `]` that closes no group, as in `[ -f x ]`. */
function isBracket({ texts: [only] }: TextsToken): boolean {
  return only?.text === "]" && !only.quoted;
}

function isDashes(token: TextsToken): boolean {
  const [only] = token.texts;
  return !token.negated && token.texts.length === 1 && only?.text === "--" && !only.quoted;
}

function refuseSeveralWords(texts: readonly LexedText[], at: number): void {
  if (texts.length < 2 || !texts.some(isSeveralWords)) return;
  throw new PatternError(
    "invalid_syntax",
    "alternatives of several words are only possible in the place of the command",
    at,
    "write one rule for each",
  );
}

function tooLong(limit: string): PatternError {
  return new PatternError("invalid_syntax", `the pattern has more than ${limit}`, 0);
}
