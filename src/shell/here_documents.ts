/** A bound on here-documents: the parser's time grows with the square of their number. */

/** Here-document operators that a text may have. */
const most = 5000;

/** Whether a text may have more here-documents than can be read in time. */
export function hasManyHereDocuments(text: string): boolean {
  if (text.length < most * 2) return false;
  let count = 0;
  for (let at = text.indexOf("<<"); at >= 0; at = text.indexOf("<<", at + 2)) {
    if (++count > most) return true;
  }
  return false;
}
