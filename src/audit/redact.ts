/**
 * Secrets out of what is written down. (`08-audit.md`, "Secrets")
 *
 * Two looks at a text: for what shows by itself (`secret_shapes.ts`), and, word by word, for what a name
 * or a command says is one (`secret_names.ts`, `secret_tools.ts`). What is masked becomes `***`, with
 * the head that says what it was. Masking twice changes nothing, and time grows with the text only.
 */
import type { Found } from "./found.ts";
import { maskFields } from "./secret_fields.ts";
import { isHarmless, isSecretName } from "./secret_names.ts";
import { maskShapes } from "./secret_shapes.ts";
import { readsSecret, takesScript } from "./secret_tools.ts";
import { maskFrom, secretOffsets } from "./secret_words.ts";
import { shellWords, type Span, wordParts } from "./shell_words.ts";

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
  /** Where what is masked goes. */
  readonly found: Found;
}

/**
 * Masks shell text, or any text that may hold some: a message, an error.
 * @param found where the secrets go that are masked, for the other fields of a record
 */
export function maskText(text: string, found: Found = new Set()): string {
  // A mask can bring to light what stood beside it; few texts hold a secret and pay for another look.
  let masked = text;
  for (let look = 0; look < 3; look++) {
    const before = masked;
    const shown = maskFields(maskShapes(before, found), found);
    masked = maskScript(shown, { raw: true, flags: true, depth: 0, found });
    if (masked === before) break;
  }
  return masked;
}

/** Masks the arguments of one command, after quote removal. */
export function maskArgv(argv: readonly string[], found: Found = new Set()): string[] {
  const words = argv.map((word) => maskFields(maskShapes(word, found), found));
  return maskWords(words, { raw: false, flags: true, depth: 0, found });
}

/** Masks the value of a variable, after quote removal. */
export function maskVariable(name: string, value: string): string {
  if (isSecretName(name)) return isHarmless(value) ? value : mask;
  return maskText(value);
}

function maskScript(text: string, reading: Reading): string {
  if (reading.depth > depthLimit) return text;
  let result = "";
  let done = 0;
  const commands = shellWords(text);
  commands.forEach((spans, number) => {
    const words = wordsAt(text, spans);
    const masked = feedsSecret(text, spans, commands[number + 1])
      ? words.map((word, index) => index === 0 ? word : maskFed(word, reading.found))
      : maskWords(words, { ...reading, raw: true });
    spans.forEach(([start, end], index) => {
      result += text.slice(done, start) + (masked[index] ?? "");
      done = end;
    });
  });
  return result + text.slice(done);
}

function wordsAt(text: string, spans: readonly Span[]): string[] {
  return spans.map(([start, end]) => text.slice(start, end));
}

/** Whether a command prints what the next one, behind a pipe, takes for a secret. */
function feedsSecret(text: string, spans: readonly Span[], next: readonly Span[] = []): boolean {
  const [first] = spans;
  const [last] = spans.slice(-1);
  const [reader] = next;
  if (first === undefined || last === undefined || reader === undefined) return false;
  if (!/^(?:echo|printf)$/.test(text.slice(...first))) return false;
  return text.slice(last[1], reader[0]).trim() === "|" && readsSecret(wordsAt(text, next));
}

/** A word that is printed as a secret. */
function maskFed(word: string, found: Found): string {
  return /^(?:-|["']?%)/.test(word) ? word : maskFrom(word, 0, true, found);
}

function maskWords(words: readonly string[], reading: Reading): string[] {
  const offsets = secretOffsets(words, reading.flags);
  return words.map((word, index) => {
    const script = /\s/.test(word) && (takesScript(words[index - 1] ?? "") || words[0] === "ssh");
    const offset = offsets[index] ?? null;
    if (offset !== null && !script) return maskFrom(word, offset, reading.raw, reading.found);
    return reading.raw ? maskParts(word, script, reading) : maskContent(word, script, reading);
  });
}

/** Looks into the quoted parts of a word. */
function maskParts(word: string, script: boolean, reading: Reading): string {
  if (!word.includes("'") && !word.includes('"')) return maskParameters(word, reading.found);
  return wordParts(word).map(({ text, quoted }) => {
    if (!quoted) return maskParameters(text, reading.found);
    const quote = text.slice(0, 1);
    return `${quote}${maskContent(text.slice(1, -1), script, reading)}${quote}`;
  }).join("");
}

/** What is in quotes: a script, prose that may hold a script, or one word. */
function maskContent(text: string, script: boolean, reading: Reading): string {
  if (!/[\s;&|`]/.test(text)) return maskParameters(text, reading.found);
  const flags = script || /`|\$\(/.test(text);
  return maskScript(text, { ...reading, raw: true, flags, depth: reading.depth + 1 });
}

/** `https://host/?token=abc&x=1`, `a;Password=abc`, `a=1,token=abc`: names with a value inside a word. */
function maskParameters(word: string, found: Found): string {
  if (!word.includes("=")) return word;
  return word.replace(
    /(?<![\w.$-])([A-Za-z_][\w.-]*)=((?:(?!,[A-Za-z_][\w.-]{0,64}=)[^&;'"\s])+)/g,
    (whole, name: string, value: string) => {
      if (value.startsWith("=") || !isSecretName(name)) return whole;
      if (!isHarmless(value)) {
        found.add(value);
        return `${name}=${mask}`;
      }
      // s/TOKEN=.*/TOKEN=abc/
      const [first, ...rest] = value.split("/");
      return [`${name}=${first}`, ...rest.map((part) => maskParameters(part, found))].join("/");
    },
  );
}
