/** Changes to a text that leave everything else in it as it is. */

/** Replaces `[start, end)`, in UTF-16 offsets of the text before. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Makes all the changes. Those at the same place are made in their order; the same change given twice, as
 * for two names of one place, counts once.
 * @throws RangeError when two different changes overlap
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const sorted = edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
  let result = "";
  let at = 0;
  let last: Edit | null = null;
  for (const edit of sorted) {
    if (last !== null && isSame(edit, last)) continue;
    if (edit.start < at) throw new RangeError(`changes overlap at ${edit.start}`);
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
    last = edit;
  }
  return result + text.slice(at);
}

function isSame(a: Edit, b: Edit): boolean {
  return a.start === b.start && a.end === b.end && a.text === b.text;
}
