/** What launchers put into the words of a command: `{}` of `find -exec` and `fd -x`, the mark of `xargs -I`. */
import type { SimpleCommand, Word, WordPiece } from "../shell/command.ts";
import { posixShells, programName } from "../shell/shells.ts";
import { wordOf } from "../shell/words.ts";

/** `{}`, and the forms of `fd` and `parallel`: `{.}`, `{/}`, `{1}`. */
const braces = /\{[\d./#%+-]*\}/g;

/**
 * The words of a command with what is put into them: in texts, and for a shell in every word. In a plain
 * word the mark stays as it is written; what comes in is one word there, as those that are appended are.
 */
export function withPutIn(launcher: SimpleCommand, words: readonly Word[]): readonly Word[] {
  const marks = marksOf(launcher);
  const shell = words.some(({ value }) => posixShells.has(programName(value)));
  return words.map((word, i) => {
    const isText = !/^[\w./+@%:,~=^-]*$/.test(word.value.replaceAll(marks, ""));
    return isText || (shell && i > 0) ? putIn(word, marks) : word;
  });
}

function marksOf({ argv: [name, ...operands] }: SimpleCommand): RegExp {
  if (!/^g?xargs$/.test(programName(name?.value ?? ""))) return braces;
  const marks = operands.flatMap(({ value }, i) => {
    const [, attached] = /^(?:-[IJi]|--replace=?)(.*)$/s.exec(value) ?? [];
    const mark = attached === "" ? operands[i + 1]?.value : attached;
    return mark === undefined || mark === "" ? [] : [mark];
  });
  const all = ["{}", ...marks].map((mark) => mark.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"));
  return new RegExp(all.join("|"), "g");
}

/** A word with the marks in its known text replaced by something unknown. */
function putIn(word: Word, marks: RegExp): Word {
  let changed = false;
  const pieces = word.pieces.flatMap((piece): readonly WordPiece[] => {
    if (piece.kind !== "text" || piece.text.search(marks) < 0) return [piece];
    changed = true;
    const found = [...piece.text.matchAll(marks)];
    return piece.text.split(marks).flatMap((text, i): readonly WordPiece[] => {
      const mark = found[i]?.[0];
      return [
        ...(text === "" ? [] : [{ ...piece, text }]),
        ...(mark === undefined
          ? []
          : [{ kind: "unknown", text: mark, quoted: true, cause: "appended" } as const]),
      ];
    });
  });
  return changed ? wordOf(pieces) : word;
}
