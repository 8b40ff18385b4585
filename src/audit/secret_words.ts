/** Which words of a command are secrets, and where in them the secret begins. */
import { baseName } from "../text/paths.ts";
import type { Found } from "./found.ts";
import { isHarmless, isKeyFlag, isSecretFlag, isSecretName, looksRandom } from "./secret_names.ts";
import { isLauncher, type SecretTool, secretTools } from "./secret_tools.ts";

const mask = "***";

/**
 * Finds the words that are, or end in, a secret.
 * @param words of one command; with or without their quotes.
 * @param flags whether flags and commands count, or only names with a value, as in prose.
 * @returns for each word the offset at which the secret begins, or null.
 */
export function secretOffsets(words: readonly string[], flags: boolean): (number | null)[] {
  const offsets: (number | null)[] = words.map(() => null);
  const tools = flags ? toolsOf(words) : [];
  for (const { behind } of tools) {
    const index = behind === undefined ? -1 : indexBehind(words, behind);
    if (index >= 0) offsets[index] = 0;
  }
  words.forEach((word, index) => {
    offsets[index] ??= ownSecret(word, flags, tools);
    const next = words[index + 1];
    if (next === undefined) return;
    if (next === "=" && isSecretName(word) && /^['"]/.test(words[index + 2] ?? "")) {
      offsets[index + 2] = 0;
    }
    if (announces(words, index)) offsets[index + 1] = 0;
    else if (flags) offsets[index + 1] ??= nextSecret(word, next, tools);
  });
  return offsets;
}

/**
 * The word with what begins at the offset masked, unless that is none; its quotes stay around it.
 * @param raw whether the word still has its quotes. Without them a `$` may be one that was in single
 * quotes, and so be part of the secret.
 */
export function maskFrom(word: string, offset: number, raw: boolean, found: Found): string {
  const head = word.slice(0, offset);
  const rest = word.slice(offset);
  // A quote that began before the name: "TOKEN=abc".
  const open = /^['"]/.exec(head)?.[0] ?? "";
  if (open !== "" && rest.endsWith(open)) {
    const value = rest.slice(0, -1);
    if (isNoSecret(value, raw && open !== "'")) return word;
    found.add(value);
    return `${head}${mask}${open}`;
  }
  const quote = quoteOf(rest);
  const value = unquoted(rest);
  if (isNoSecret(value, raw && quote !== "'")) return word;
  found.add(value);
  return `${head}${quote}${mask}${quote}`;
}

function isNoSecret(value: string, expands: boolean): boolean {
  return isHarmless(value) && (expands || !value.startsWith("$"));
}

/** `TOKEN=abc`, `--password=abc`, `--env=TOKEN=abc`, `-DdbPassword=abc`, `-pabc`. */
function ownSecret(word: string, flags: boolean, tools: readonly SecretTool[]): number | null {
  // Most words are neither, and a hook pays for every pattern that it makes ready.
  const named = word.includes("=") ? /^['"]?(-{0,2})([A-Za-z_][\w.-]*)\+?=(?!=)/.exec(word) : null;
  if (named === null) return word.startsWith("-") ? joinedSecret(word, tools) : null;
  const [start, dashes = "", name = ""] = named;
  const value = word.slice(start.length);
  if (dashes === "") {
    const isSecret = isSecretName(name) || tools.some(({ assignments }) => assignments);
    return isSecret ? start.length : null;
  }
  if (flags && isSecretFlag(name)) return start.length;
  if (tools.some(({ next }) => next?.includes(`${dashes}${name}`))) return start.length;
  if (dashes === "-" && isSecretName(name.slice(1))) return start.length;
  if (isKeyFlag(name) && looksRandom(unquoted(value))) return start.length;
  const inner = /^['"]?([A-Za-z_][\w.-]*)\+?=/.exec(value);
  if (inner !== null && isSecretName(inner[1] ?? "")) return start.length + inner[0].length;
  return userSecretAfter(tools, word.slice(0, start.length - 1), value, start.length) ??
    joinedSecret(word, tools);
}

/** `-pSECRET`, `-uUSER:SECRET`: a flag of one or two letters with its value right behind. */
function joinedSecret(word: string, tools: readonly SecretTool[]): number | null {
  for (const { joined = [], userAnd = [], clusters, separator, holding = "" } of tools) {
    const flag = joined.find((each) => word.startsWith(each) && word.length > each.length);
    if (flag !== undefined) return flag.length;
    const at = lastOfCluster(word, clusters);
    const user = userAnd.includes(`-${word[at]}`);
    if (user && word.length > at + 1 && word.includes(holding)) {
      return afterUser(word, at + 1, separator);
    }
  }
  return null;
}

/** Where in `-sSu` the letter stands that may have a value: behind those that have none. */
function lastOfCluster(word: string, clusters = ""): number {
  let at = 1;
  while (at < word.length - 1 && clusters.includes(word[at] ?? "")) at++;
  return at;
}

/** The word at a place behind a verb, flags not counted; -1 when there is none. */
function indexBehind(
  words: readonly string[],
  { verb, place }: { readonly verb: string; readonly place: number },
): number {
  const start = words.findIndex((word) => baseName(unquoted(word)) === verb);
  if (start < 0) return -1;
  let left = place;
  return words.findIndex((word, index) => index > start && !word.startsWith("-") && --left === 0);
}

/** Whether this word and those before it say that the next one is a secret. */
function announces(words: readonly string[], index: number): boolean {
  const [twoBefore = "", before = "", word = "", next = ""] = [-2, -1, 0, 1]
    .map((step) => words[index + step]);
  // aws configure set aws_secret_access_key …, npm config set //host/:_authToken …
  if (before === "set" && /^config/.test(twoBefore)) {
    return isSecretName(word.slice(word.lastIndexOf(":") + 1));
  }
  // ALTER USER me PASSWORD '…', CREATE USER me IDENTIFIED BY '…'
  return (next.startsWith("'") || next.startsWith("\\'")) &&
    (/^password$/i.test(word) || (/^by$/i.test(word) && /^identified$/i.test(before)));
}

/** Where in the word after a flag a secret begins. */
function nextSecret(word: string, next: string, tools: readonly SecretTool[]): number | null {
  const flag = word.startsWith("-") ? /^(--?)([A-Za-z][\w.-]*)$/.exec(word) : null;
  if (flag === null) return null;
  const [, dashes = "", name = ""] = flag;
  if (tools.some((tool) => tool.next?.includes(word))) return 0;
  if ((dashes === "--" || name.length > 1) && isSecretFlag(name) && !next.startsWith("-")) {
    // openssl -passin pass:…
    return /^['"]?pass:/.exec(next)?.[0].length ?? 0;
  }
  if (isKeyFlag(name) && looksRandom(unquoted(next))) return 0;
  return userSecretAfter(tools, word, next, 0);
}

function userSecretAfter(
  tools: readonly SecretTool[],
  flag: string,
  value: string,
  start: number,
): number | null {
  const tool = tools.find(({ userAnd, clusters }) => {
    if (userAnd?.includes(flag)) return true;
    const at = lastOfCluster(flag, clusters);
    return at > 1 && at === flag.length - 1 && userAnd?.includes(`-${flag[at]}`);
  });
  if (tool === undefined || !value.includes(tool.holding ?? "")) return null;
  const at = afterUser(value, 0, tool.separator);
  return at === null ? null : at + start;
}

function afterUser(value: string, from: number, separator = ":"): number | null {
  const at = value.indexOf(separator, from);
  return at < 0 ? null : at + separator.length;
}

/** What the command, or one that it launches, takes. */
function toolsOf(words: readonly string[]): readonly SecretTool[] {
  for (const word of words) {
    const plain = unquoted(word);
    if (plain.startsWith("-") || plain.includes("=")) continue;
    const name = baseName(plain);
    const tools = secretTools(name).filter((tool) =>
      tool.with === undefined || words.includes(tool.with)
    );
    if (tools.length > 0) return tools;
    if (!isLauncher(name) && !isLauncher(words[0] ?? "")) return [];
  }
  return [];
}

/** The quote that is around the whole text, or nothing. */
function quoteOf(text: string): string {
  const first = text[0] ?? "";
  const quoted = (first === "'" || first === '"') && text.length > 1 && text.endsWith(first);
  return quoted ? first : "";
}

function unquoted(text: string): string {
  const quote = quoteOf(text);
  return quote === "" ? text : text.slice(1, -1);
}
