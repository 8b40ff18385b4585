/**
 * Forms of bash that a shell with nothing beyond POSIX reads in another way. dash takes `$'a\\'` for `$` and
 * a text that ends at that quote, and runs what stands behind it.
 */
import { type Command, forEachChild, type SyntaxNode } from "unbash";
import { report, type Run } from "./run.ts";

/** Nodes that are looked at. */
const mostNodes = 1 << 18;

/** Forms of which `isReadApart` may hold. */
const maybeApart = /\$'|&>|\(\(|\[\[/;

/**
 * Reports forms that dash and its like read in another way.
 * @param posix whether the shell has nothing beyond POSIX. Null where that is not known, as of the shell that
 * an agent runs its commands with: then only what would run, or write, something else there.
 */
export function reportBeyondPosix(run: Run, posix: boolean | null): void {
  if (posix === false || (posix === null && !maybeApart.test(run.text))) return;
  const isApart = posix === null ? isReadApart : isBeyond;
  const stack: SyntaxNode[] = [run.script];
  const push = (child: SyntaxNode) => {
    stack.push(child);
  };
  let left = mostNodes;
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isApart(node, run) || --left < 0) {
      return report(run, "ambiguous", "a form of bash that `sh` may read in another way");
    }
    forEachChild(node, push);
  }
}

/** Whether a node is a form that POSIX does not have. */
function isBeyond(node: SyntaxNode): boolean {
  switch (node.type) {
    case "AnsiCQuoted":
    case "LocaleString":
    case "TestCommand":
    case "ArithmeticCommand":
    case "ArithmeticFor":
    case "Select":
    case "Coproc":
    case "ArrayValue":
    case "HereString":
    case "ProcessSubstitution":
    case "BraceExpansion":
    case "ExtendedGlob":
    case "FileDescriptorVariable":
      return true;
    case "Function":
      return node.name.pos > node.pos;
    case "Assignment":
      return node.append === true || node.index !== undefined;
    case "ArithmeticExpansion":
      return node.text.startsWith("$[");
    case "Pipeline":
      return node.operators.includes("|&");
    case "CaseItem":
      return node.terminator === ";&" || node.terminator === ";;&";
    case "Command":
      return hasWordsBehind(node);
    default:
      return false;
  }
}

/** `a &>f b`: two commands there, `a &` and `>f b`. */
function hasWordsBehind({ redirects, suffix }: Command): boolean {
  const last = suffix.findLast(({ type }) => type === "Word" || type === "Assignment")?.pos ?? 0;
  return redirects.some(({ operator, end }) => operator.startsWith("&>") && end <= last);
}

/**
 * Whether dash finds other commands here: `$'a\' ; b #'` ends at the first quote, `((b))` is a group, and
 * in `[[ a && b ]]` and `[[ a > b ]]` operators are the shell's own.
 */
function isReadApart(node: SyntaxNode, { text }: Run): boolean {
  switch (node.type) {
    case "AnsiCQuoted":
      return node.text.includes("\\'");
    case "ArithmeticCommand":
      return /^\s*[a-z./~][\w./-]*\w\s*(?:$|[;&|\n]|[ \t][\w./~-]*[\w/~])/.test(node.body);
    case "TestCommand":
      return /(?:&&|\|\|)\s*["'\\]*[A-Za-z./~]/.test(text.slice(node.pos, node.end));
    case "TestBinary":
      return node.operator === ">";
    case "Command":
      return hasWordsBehind(node);
    default:
      return false;
  }
}
