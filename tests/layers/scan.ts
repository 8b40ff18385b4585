/** Reads a TypeScript file as far as the layering test needs it: code apart from comments and strings. */

/** One import or re-export. */
export interface Import {
  /** What is imported, as written; `null` when it is computed. */
  readonly specifier: string | null;
  /** `import()`: loaded only when that code runs. */
  readonly dynamic: boolean;
  /** `import type` and `export type`: gone when the code runs. */
  readonly typeOnly: boolean;
}

/** A piece of the text, by UTF-16 offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What a file's text comes down to. */
export interface Scan {
  /** The text with comments, regular expressions and the content of strings made blank. */
  readonly code: string;
  readonly imports: readonly Import[];
  /** Doc comments: those with two asterisks. */
  readonly docs: readonly Span[];
}

/** Scans one file. The text is taken to be valid TypeScript. */
export function scan(text: string): Scan {
  const spans = blankSpans(text);
  let code = "";
  let at = 0;
  for (const { start, end } of spans) {
    code += text.slice(at, start) + text.slice(start, end).replace(/[^\n]/g, " ");
    at = end;
  }
  code += text.slice(at);
  const docs = spans.filter(({ start }) => text.startsWith("/**", start));
  return { code, imports: findImports(code, text), docs };
}

/** Imports in code whose strings are blank, so that each quote found is one that starts a string. */
function findImports(code: string, text: string): Import[] {
  const imports: Import[] = [];
  const stringAt = (quote: number) =>
    text.slice(quote + 1, code.indexOf(code.charAt(quote), quote + 1));
  for (const { 0: found, index } of code.matchAll(/\bfrom\s*["']|\bimport\s*["']/g)) {
    const statement = code.slice(code.lastIndexOf(";", index) + 1, index);
    const typeOnly = /^.*\b(?:import|export)\s+type\b(?!.*\b(?:import|export)\s)/s.test(statement);
    imports.push({ specifier: stringAt(index + found.length - 1), dynamic: false, typeOnly });
  }
  for (const { 0: found, index } of code.matchAll(/\bimport\s*\(\s*(["']|)/g)) {
    const specifier = /["']$/.test(found) ? stringAt(index + found.length - 1) : null;
    imports.push({ specifier, dynamic: true, typeOnly: false });
  }
  return imports;
}

/** Comments, regular expressions, and the content of strings and templates, in order. */
function blankSpans(text: string): Span[] {
  const spans: Span[] = [];
  /** For each template we are in, how many braces are open in its `${…}`. */
  const templates: number[] = [];
  let at = 0;
  const skip = (start: number, end: number) => {
    spans.push({ start, end });
    at = end;
  };
  const skipTemplate = (start: number) => {
    const end = endOf(text, start, (i) => text.startsWith("${", i) || text[i] === "`");
    skip(start, end);
    if (text[end] === "`") at = end + 1;
    else {
      templates.push(0);
      at = end + 2;
    }
  };
  while (at < text.length) {
    const char = text.charAt(at);
    if (text.startsWith("//", at)) skip(at, endOf(text, at, (i) => text[i] === "\n"));
    else if (text.startsWith("/*", at)) skip(at, text.indexOf("*/", at + 2) + 2);
    else if (char === '"' || char === "'") {
      skip(at + 1, endOf(text, at + 1, (i) => text[i] === char));
      at++;
    } else if (char === "`") skipTemplate(at + 1);
    else if (char === "/" && startsRegExp(text, at, spans)) skip(at, endOfRegExp(text, at));
    else if (char === "}" && templates.at(-1) === 0) {
      templates.pop();
      skipTemplate(at + 1);
    } else {
      const open = templates.length - 1;
      if (open >= 0 && char === "{") templates[open] = (templates[open] ?? 0) + 1;
      if (open >= 0 && char === "}") templates[open] = (templates[open] ?? 0) - 1;
      at++;
    }
  }
  return spans;
}

/** The first offset from `start` that `ends`, not counting characters after a backslash. */
function endOf(text: string, start: number, ends: (at: number) => boolean): number {
  let at = start;
  while (at < text.length && !ends(at)) at += text[at] === "\\" ? 2 : 1;
  return Math.min(at, text.length);
}

function endOfRegExp(text: string, start: number): number {
  let inClass = false;
  return 1 + endOf(text, start + 1, (at) => {
    if (text[at] === "[") inClass = true;
    if (text[at] === "]") inClass = false;
    return text[at] === "\n" || (text[at] === "/" && !inClass);
  });
}

/** Whether a slash begins a regular expression, going by what stands before it: no value does. */
function startsRegExp(text: string, at: number, spans: readonly Span[]): boolean {
  let end = at;
  for (const span of spans.toReversed()) {
    if (text.slice(span.end, end).trim() !== "") break;
    if (/^\/[/*]/.test(text.slice(span.start, span.start + 2))) end = span.start;
  }
  const before = text.slice(0, end).trimEnd();
  if (/(?:^|[^\w$.])(?:return|typeof|case|in|of|await|yield|else|do)$/.test(before)) return true;
  return before === "" || !/[\w$)\]}"'`]$/.test(before);
}
