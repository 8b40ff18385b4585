/** What is particular about here-documents: a bound on them, and a fault of bash around them. */
import { forEachChild, type Script, type SyntaxNode } from "unbash";

/** Here-document operators that a text may have. The parser's time grows with their square. */
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

/** Where a here-document stands: the end of its operator, and its body with what closes it. */
export interface HereDocumentPlace {
  readonly end: number;
  readonly body: readonly [number, number];
  readonly closed: boolean;
}

/** The here-documents of a node, without those in its substitutions. */
export function hereDocumentsIn(root: SyntaxNode): readonly HereDocumentPlace[] {
  const found: HereDocumentPlace[] = [];
  const stack: SyntaxNode[] = [root];
  const push = (child: SyntaxNode) => {
    stack.push(child);
  };
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type === "HereDoc") {
      const { end, body, closing } = node;
      const bodyEnd = closing?.end ?? body.end;
      found.push({ end, body: [body.pos, bodyEnd], closed: closing !== undefined });
    } else if (node.type !== "Word" && node.type !== "Assignment") forEachChild(node, push);
  }
  return found;
}

/**
 * Whether bash may join commands of a substituted script. Up to 5.2 it writes `$(…)` anew before it runs
 * it, and the first `;` behind a here-document gets lost: `$(a <<E⏎E⏎b; c)` runs `b c`.
 */
export function losesSeparator(script: Script, source: string): boolean {
  const { pos, end } = script;
  const text = source.slice(pos, end);
  if (!text.includes("<<") || !text.includes(";")) return false;
  const documents = hereDocumentsIn(script).toSorted((a, b) => a.body[0] - b.body[0]);
  if (documents.length === 0) return false;
  let at = documents.reduce((first, document) => Math.min(first, document.end), end);
  for (const { body: [bodyStart, bodyEnd] } of documents) {
    if (source.slice(at, bodyStart).includes(";")) return true;
    at = Math.max(at, bodyEnd);
  }
  return source.slice(at, end).includes(";");
}
