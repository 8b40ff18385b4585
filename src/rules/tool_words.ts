/** The arguments of tool calls as words. */
import type { Word, WordPiece } from "../shell/command.ts";
import { literalWord, wordOf } from "../shell/words.ts";

/** Tools that take a glob for a path. */
const searches: ReadonlySet<string> = new Set(["Grep", "Glob"]);

/** An argument as a word: its text, or for a tool that searches what its globs stand for. */
export function toolWord(tool: string, text: string): Word {
  if (!searches.has(tool) || !/[*?[]/.test(text)) return literalWord(text);
  const pieces = text.split(/(\[[^\]]*\]|[*?]+)/).flatMap((part, index): readonly WordPiece[] => {
    if (part === "") return [];
    return [
      index % 2 === 1 ? { kind: "glob", text: part } : { kind: "text", text: part, quoted: true },
    ];
  });
  return { ...wordOf(pieces), value: text };
}
