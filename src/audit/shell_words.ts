/**
 * A rough look at shell text: where its words are. It never fails and takes one pass; what it is for is
 * masking, where a word taken wrongly costs nothing but a mask. What decides reads `shell/` instead.
 */

/** UTF-16 offsets `[start, end)`. */
export type Span = readonly [number, number];

/** Ends a word and the command it belongs to. */
const separators = new Set(";&|()\n`");
const spaces = new Set(" \t\r");

/**
 * The words of each command, quotes and all; the arrow of a redirect is one. A quote that is not closed is a character; quotes in
 * comments are too.
 */
export function shellWords(text: string): Span[][] {
  const commands: Span[][] = [];
  const unclosed = new Set<string>();
  let command: Span[] = [];
  let start = -1;
  const endWord = (at: number) => {
    if (start >= 0) command.push([start, at]);
    start = -1;
  };
  const endCommand = (at: number) => {
    endWord(at);
    if (command.length > 0) commands.push(command);
    command = [];
  };
  let inComment = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? "";
    if (separators.has(char) && !isDuplication(text, at)) {
      if (char === "\n") inComment = false;
      endCommand(at);
      continue;
    }
    if (spaces.has(char)) {
      endWord(at);
      continue;
    }
    if (char === "<" || char === ">") {
      endWord(at);
      command.push([at, at + 1]);
      continue;
    }
    if (start < 0) {
      start = at;
      if (char === "#") inComment = true;
    }
    if (char === "\\") at++;
    else if ((char === "'" || char === '"') && !inComment && !unclosed.has(char)) {
      const close = closing(text, at);
      if (close < 0) unclosed.add(char);
      else at = close;
    }
  }
  endCommand(text.length);
  return commands;
}

/** The quoted and unquoted parts of a word, in order; a quoted one has its quotes. */
export function wordParts(word: string): { readonly text: string; readonly quoted: boolean }[] {
  const parts: { readonly text: string; readonly quoted: boolean }[] = [];
  let start = 0;
  const push = (end: number, quoted: boolean) => {
    if (end > start) parts.push({ text: word.slice(start, end), quoted });
    start = end;
  };
  for (let at = 0; at < word.length; at++) {
    const char = word[at];
    if (char === "\\") at++;
    if (char !== "'" && char !== '"') continue;
    const close = closing(word, at);
    if (close < 0) break;
    push(at, false);
    push(close + 1, true);
    at = close;
  }
  push(word.length, false);
  return parts;
}

/** The `&` of `2>&1` and `&>file`, which ends no command. */
function isDuplication(text: string, at: number): boolean {
  const before = text[at - 1];
  return text[at] === "&" && (before === ">" || before === "<" || text[at + 1] === ">");
}

/** Where the quote at `open` is closed; -1 when it is not. */
function closing(text: string, open: number): number {
  if (text[open] === "'" && text[open - 1] !== "$") return text.indexOf("'", open + 1);
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === text[open]) return at;
  }
  return -1;
}
