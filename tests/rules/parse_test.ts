import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { lex, type LexedToken, PatternError } from "../../src/rules/lexer.ts";
import { parseFlagGroup, parsePattern } from "../../src/rules/parse.ts";
import type { CommandPattern, Element, FlagValue, Pattern } from "../../src/rules/pattern.ts";
import { runsOfText, type TextPattern } from "../../src/rules/text_pattern.ts";
import { rows } from "../rows.ts";

interface Row {
  readonly id: string;
  readonly stage: string;
  readonly pattern: string;
  readonly tokens?: unknown[];
  readonly command?: unknown;
  readonly patterns?: { command: unknown; tokens: unknown[] }[];
  readonly count?: number;
  readonly spans?: [number, number][];
  readonly aliases?: string[];
  readonly value?: unknown;
  readonly error?: boolean;
}

/** A lexed token in the neutral form of the table. */
function neutralToken(token: LexedToken): unknown {
  switch (token.kind) {
    case "wildcard":
      return "*";
    case "question":
      return "?";
    case "open":
      return "[";
    case "close":
      return "]";
    case "placeholder":
      return { placeholder: token.content };
    case "redirect":
      return { redirect: token.direction };
    case "texts": {
      const texts = token.texts.map(({ text }) => text);
      if (token.negated) return texts.length > 1 ? { not_alt: texts } : { not: texts[0] };
      if (texts.length > 1) {
        const several = token.texts.some(({ text, quoted }) => quoted && text.includes(" "));
        if (several) return { multi_alt: texts.map((text) => text.split(" ")) };
        return { alt: texts };
      }
      const [only] = token.texts;
      // The table keeps a flag alternation of one as a literal at this stage.
      return only!.quoted ? { quoted: only!.text } : { lit: only!.text };
    }
  }
}

const sourceOf = (text: TextPattern) => runsOfText(text).join("*");

const one = (texts: readonly TextPattern[]) =>
  texts.length === 1 ? { lit: sourceOf(texts[0]!) } : { alt: texts.map(sourceOf) };

function neutralValue(value: FlagValue): unknown {
  if (value.kind === "any") return "*";
  if (value.kind === "optional") return "?";
  return value.negated ? { not: one(value.texts) } : one(value.texts);
}

function neutralElement(element: Element): unknown {
  switch (element.kind) {
    case "texts":
      return one(element.texts);
    case "dashes":
      return { lit: "--" };
    case "flag":
      return { alt: element.names.map(sourceOf) };
    case "valued":
      return {
        flag: element.names.map(sourceOf),
        value: neutralValue(element.value),
      };
    case "not":
      return { not: one(element.texts) };
    case "absent":
      return { not: one(element.names) };
    case "wildcard":
      return "*";
    case "optional":
      return { optional: element.elements.map(neutralElement) };
    case "command":
      return { placeholder: "cmd" };
    case "options":
      return { placeholder: "opts" };
    case "variables":
      return { placeholder: "vars" };
    case "path":
      return { path: element.name };
    case "var":
      return { var: element.name };
    case "flag-group":
      return { flag_group: element.name };
    case "flags":
      return { flags: element.letters };
    case "word":
    case "choice":
      throw new Error(`no ${element.kind} comes from a text`);
    case "named":
      return { placeholder: element.name };
  }
}

function neutralCommand(command: CommandPattern): unknown {
  if (command.kind === "any") return "*";
  if (command.kind === "places") throw new Error("no places come from a text");
  return command.kind === "var" ? { var: command.name } : one(command.texts);
}

function neutral(pattern: Pattern) {
  if (pattern.kind !== "command") throw new Error(`a ${pattern.kind} pattern`);
  return {
    command: neutralCommand(pattern.command),
    tokens: pattern.elements.map(neutralElement),
  };
}

const table = rows<Row>("runok/parse.jsonl");

Deno.test("the parse table is whole", () => {
  strictEqual(table.length, 95);
});

for (const row of table) {
  Deno.test(`${row.id} ${row.stage}: ${row.pattern}`, () => {
    switch (row.stage) {
      case "lex":
        return deepStrictEqual(lex(row.pattern).map(neutralToken), row.tokens);
      case "optional_value_spans": {
        const marks = lex(row.pattern).filter(({ kind }) => kind === "question");
        return deepStrictEqual(marks.map(({ at }) => [at, at + 1]), row.spans);
      }
      case "parse":
        return deepStrictEqual(parsePattern(row.pattern).map(neutral), [{
          command: row.command,
          tokens: row.tokens,
        }]);
      case "parse_multi":
        if (row.count !== undefined) {
          return strictEqual(parsePattern(row.pattern).length, row.count);
        }
        return deepStrictEqual(parsePattern(row.pattern).map(neutral), row.patterns);
      case "flag_group": {
        if (row.error) return throws(() => parseFlagGroup(row.pattern), PatternError);
        const { names, value } = parseFlagGroup(row.pattern);
        deepStrictEqual(names.map(sourceOf), row.aliases);
        return deepStrictEqual(value === null ? null : neutralValue(value), row.value);
      }
      default:
        throw new Error(`an unknown stage: ${row.stage}`);
    }
  });
}

const kinds: readonly (readonly [string, string])[] = [
  ["> <path:secrets>", "redirect output"],
  ["< *", "redirect input"],
  ["> /dev/null", "redirect output"],
  ["PATH=*", "assignment PATH"],
  ["LD_*=*|DYLD_*=*", "assignment LD_*,DYLD_*"],
  ["@Read|@Edit <path:secrets>", "tool Read,Edit"],
  ["@mcp__server__*", "tool mcp__server__*"],
  ["a=b|c", "command"],
  ["<name> x", "error"],
  ["rm <flags:rf> *", "command"],
];
for (const [pattern, expected] of kinds) {
  Deno.test(`kind of ${pattern}`, () => {
    if (expected === "error") return throws(() => parsePattern(pattern), PatternError);
    const [parsed] = parsePattern(pattern);
    const names = parsed!.kind === "redirect"
      ? ` ${parsed!.direction}`
      : parsed!.kind === "assignment"
      ? ` ${parsed!.options.map(({ name }) => sourceOf(name))}`
      : parsed!.kind === "tool"
      ? ` ${parsed!.names.map(sourceOf)}`
      : "";
    strictEqual(parsed!.kind + names, expected);
  });
}

const faults: readonly (readonly [string, string, number])[] = [
  ["PATH=* rm", "an assignment rule has no second token", 7],
  ["rm <flags:>", "<flags:…> takes letters, as in <flags:rf>", 3],
  ["sudo <opts:u> <cmd>", "<opts:…> takes the flags that have a value, as in <opts:-u|--user>", 5],
  ["git !a|", "an alternative is empty", 7],
  ["git <a", "`<` is never closed by `>`", 4],
  ["git 'x", "unclosed quote starting at position 4", 4],
  ["git x|'a b'", "alternatives of several words are only possible in the place of the command", 4],
  ["!git status", "the command cannot be a negation", 0],
  ["[git] status", "the command cannot be optional", 0],
];
for (const [pattern, message, position] of faults) {
  Deno.test(`fault in ${pattern}`, () => {
    throws(() => parsePattern(pattern), { name: "PatternError", message, position });
  });
}
