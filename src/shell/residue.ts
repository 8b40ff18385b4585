/**
 * Looks for substitutions in what the parser gave as plain text. There should be none; but it overlooks
 * one in `{a}<(x)`, and nothing may hide behind such a thing.
 */
import { report, type Run } from "./run.ts";

/** What begins a substitution outside quotes, and inside double quotes. */
const opening = /(?:^|[^\\])(?:\\\\)*(?:[<>$]\(|`|\$[{[])/;
const quotedOpening = /(?:^|[^\\])(?:\\\\)*(?:\$[({[]|`)/;

/** Reports a substitution in unquoted text. */
export function reportResidue(run: Run, text: string): void {
  if (opening.test(text)) reportUnread(run);
}

/** Reports a substitution in text between double quotes, or in a here-document. */
export function reportQuotedResidue(run: Run, text: string): void {
  if (quotedOpening.test(text)) reportUnread(run);
}

function reportUnread(run: Run): void {
  report(run, "ambiguous", "a substitution that cannot be read");
}
