/** Patterns that parse and surely never match what they seem to say. */
import { nearest } from "../text/suggest.ts";
import type { PatternFault } from "./compile.ts";
import { lex, type LexedToken } from "./lexer.ts";

/** Tools by the names that rules know them by, whatever the agent calls them. */
const tools = [
  "Read",
  "Write",
  "Edit",
  "Grep",
  "Glob",
  "LS",
  "WebFetch",
  "WebSearch",
  "Agent",
  "Monitor",
] as const;

/** What is judged under another name. */
const renamed: ReadonlyMap<string, string> = new Map([
  ["MultiEdit", "@Edit covers it"],
  ["NotebookEdit", "@Edit covers it"],
  ["NotebookRead", "@Read covers it"],
  ["Task", "@Agent covers it"],
  ["Bash", "a command is judged by rules that begin with its name: `rm *`"],
  ["PowerShell", "a command for PowerShell is asked about, whatever the rules say"],
]);

/** The mistake in a pattern that parses; null when there is none to see. */
export function mistakeIn(pattern: string): PatternFault | null {
  const tokens = lex(pattern);
  const [first] = tokens;
  if (first === undefined) return null;
  for (const token of tokens) {
    const fault = separatorIn(token);
    if (fault !== null) return fault;
  }
  return redirectFault(first) ?? toolFault(first);
}

/** The text of a token that is one bare word. */
function bareText(token: LexedToken): string | null {
  if (token.kind !== "texts" || token.negated || token.texts.length > 1) return null;
  const [only] = token.texts;
  return only === undefined || only.quoted ? null : only.text;
}

/** `a && b`, `a; b`: usher judges each command of a line by itself. */
function separatorIn(token: LexedToken): PatternFault | null {
  const text = bareText(token);
  if (text === null) return null;
  const separator = text === "&&" || text === "&" || /(?:^|[^\\*]);$/.test(text);
  if (!separator) return null;
  return {
    message: "a pattern is one command, and each command of a line is judged by itself",
    position: token.at,
    hint: "write a rule for each; a literal `;` is `\\;`",
  };
}

/** `>> log`, `2> log`, `>log`. A `<` in such a place does not parse. */
function redirectFault(first: LexedToken): PatternFault | null {
  const text = bareText(first);
  const sign = text === null ? null : /^(?:\d+|&)?(>>|>)/.exec(text)?.[1] ?? null;
  if (sign === null) return null;
  const hint =
    "begin with `> ` and the file: that covers `>`, `>>`, `>|`, `&>` and `<>`, of every descriptor";
  return { message: "no command is named so", position: first.at, hint };
}

/** `@Raed`, `@MultiEdit`. A tool that usher does not know may be one of an agent's own. */
function toolFault(first: LexedToken): PatternFault | null {
  if (first.kind !== "texts") return null;
  const names = first.texts.map(({ text, quoted }) => quoted ? "" : text);
  if (!names.every((name) => name.startsWith("@"))) return null;
  for (const name of names.map((each) => each.slice(1))) {
    const instead = renamed.get(name);
    const fault = { message: `no tool is judged as @${name}`, position: first.at };
    if (instead !== undefined) return { ...fault, hint: instead };
    if (tools.some((tool) => tool === name) || /[*_]/.test(name)) continue;
    const meant = near(name);
    if (meant !== null) return { ...fault, hint: `did you mean @${meant}?` };
  }
  return null;
}

/** The tool whose name is this one but for case, or for two neighbours that changed places. */
function near(name: string): string | null {
  const meant = nearest(name, tools);
  if (meant === null) return null;
  const sorted = (text: string) => [...text.toLowerCase()].sort().join("");
  return sorted(meant) === sorted(name) ? meant : null;
}
