/**
 * Secrets out of what is written down. (`08-audit.md`, "Secrets")
 *
 * Two looks at a text: for what shows by itself (`secret_shapes.ts`), and, word by word, for what a name
 * or a command says is one (`secret_names.ts`, `secret_tools.ts`). What is masked becomes `***`, with
 * the head that says what it was. Masking twice changes nothing, and time grows with the text only.
 */
import { isHarmless, isSecretName } from "./secret_names.ts";
import { maskShapes } from "./secret_shapes.ts";
import { takesScript } from "./secret_tools.ts";
import { maskFrom, secretOffsets } from "./secret_words.ts";
import { shellWords, wordParts } from "./shell_words.ts";

const mask = "***";

/** Quotes within quotes within quotes: deeper is not looked into. */
const depthLimit = 4;

/** How words are to be read. */
interface Reading {
  /** Whether they still have their quotes. */
  readonly raw: boolean;
  /** Whether flags count: not in prose, such as a commit message. */
  readonly flags: boolean;
  readonly depth: number;
}

/** Masks shell text, or any text that may hold some: a message, an error. */
export function maskText(text: string): string {
  // A mask can bring to light what stood beside it; few texts hold a secret and pay for another look.
  let masked = text;
  for (let look = 0; look < 3; look++) {
    const before = masked;
    masked = maskScript(maskKeys(maskShapes(before)), { raw: true, flags: true, depth: 0 });
    if (masked === before) break;
  }
  return masked;
}

/** Masks the arguments of one command, after quote removal. */
export function maskArgv(argv: readonly string[]): string[] {
  const words = argv.map((word) => maskKeys(maskShapes(word)));
  return maskWords(words, { raw: false, flags: true, depth: 0 });
}

/** Masks the value of a variable, after quote removal. */
export function maskVariable(name: string, value: string): string {
  if (isSecretName(name)) return isHarmless(value) ? value : mask;
  return maskText(value);
}

/** `"password": "…"` in JSON and its like, in quotes that may be escaped. */
function maskKeys(text: string): string {
  if (!text.includes(":")) return text;
  const key = /(\\?["'])([\w.-]{1,64})\1[ \t]{0,4}:[ \t]{0,4}(\\?["'])/g;
  let result = "";
  let done = 0;
  for (let match = key.exec(text); match !== null; match = key.exec(text)) {
    const [, , name = "", quote = ""] = match;
    if (!isSecretName(name)) continue;
    const start = key.lastIndex;
    const end = closing(text, start, quote);
    if (end < 0) continue;
    key.lastIndex = end + quote.length;
    if (isHarmless(text.slice(start, end))) continue;
    result += text.slice(done, start) + mask;
    done = end;
  }
  return result + text.slice(done);
}

/** Where the quote is closed; -1 when it is not. */
function closing(text: string, start: number, quote: string): number {
  if (quote !== '"') return text.indexOf(quote, start);
  for (let at = start; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === quote) return at;
  }
  return -1;
}

function maskScript(text: string, reading: Reading): string {
  if (reading.depth > depthLimit) return text;
  let result = "";
  let done = 0;
  for (const spans of shellWords(text)) {
    const words = spans.map(([start, end]) => text.slice(start, end));
    const masked = maskWords(words, { ...reading, raw: true });
    spans.forEach(([start, end], index) => {
      result += text.slice(done, start) + (masked[index] ?? "");
      done = end;
    });
  }
  return result + text.slice(done);
}

function maskWords(words: readonly string[], reading: Reading): string[] {
  const offsets = secretOffsets(words, reading.flags);
  return words.map((word, index) => {
    const script = /\s/.test(word) && (takesScript(words[index - 1] ?? "") || words[0] === "ssh");
    const offset = offsets[index] ?? null;
    if (offset !== null && !script) return maskFrom(word, offset, reading.raw);
    return reading.raw ? maskParts(word, script, reading) : maskContent(word, script, reading);
  });
}

/** Looks into the quoted parts of a word. */
function maskParts(word: string, script: boolean, reading: Reading): string {
  if (!word.includes("'") && !word.includes('"')) return maskParameters(word);
  return wordParts(word).map(({ text, quoted }) => {
    if (!quoted) return maskParameters(text);
    const quote = text.slice(0, 1);
    return `${quote}${maskContent(text.slice(1, -1), script, reading)}${quote}`;
  }).join("");
}

/** What is in quotes: a script, prose that may hold a script, or one word. */
function maskContent(text: string, script: boolean, reading: Reading): string {
  if (!/[\s;&|`]/.test(text)) return maskParameters(text);
  const flags = script || /`|\$\(/.test(text);
  return maskScript(text, { raw: true, flags, depth: reading.depth + 1 });
}

/** `https://host/?token=abc&x=1`, `a;Password=abc`: names with a value inside a word. */
function maskParameters(word: string): string {
  if (!word.includes("=")) return word;
  return word.replace(
    /(?<![\w.$-])([A-Za-z_][\w.-]*)=([^=&;'"\s][^&;'"\s]*)/g,
    (whole, name: string, value: string) =>
      isSecretName(name) && !isHarmless(value) ? `${name}=${mask}` : whole,
  );
}
