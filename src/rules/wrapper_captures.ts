/** What a wrapper's `<cmd>` takes of a command, in each way that its pattern can be read. */
import type { SimpleCommand } from "../shell/command.ts";
import { codeIndex } from "../shell/shells.ts";
import type { CandidateWrapper } from "./candidates.ts";
import { embeddedIn } from "./embedded_code.ts";
import type { JudgeContext } from "./judge_text.ts";
import { type Capture, captureCommands } from "./match.ts";
import { emptyScope } from "./scope.ts";
import type { Subject } from "./subject.ts";
import { type Token, tokenOf } from "./token.ts";

/** The text of a shell's `-c` and what stands behind it, found as shells do; null for anything else. */
export function codeOf(
  { argv }: SimpleCommand,
  { arguments: tokens }: Subject & { kind: "command" },
): Capture | null {
  const index = codeIndex(argv);
  return index === null ? null : { command: tokens.slice(index - 1), variables: [] };
}

/** The readings of a wrapper's `<cmd>`, in all forms of its pattern. */
export function capturesOf(
  { set, paths, optionsFor }: JudgeContext,
  { directories, stdin }: SimpleCommand,
  { name, arguments: tokens }: Subject & { kind: "command" },
  { wrapper, forms }: CandidateWrapper,
  certainty: "deny" | "maybe",
): { readonly captures: readonly Capture[]; readonly exhausted: boolean } {
  const scope = set.scopes[wrapper.scope] ?? emptyScope;
  const found = forms().flatMap(({ command, elements }) => {
    const isThere = command.kind !== "places" ||
      paths.isOneOf(command.paths, name, directories, "deny");
    if (!isThere) return [];
    const options = optionsFor(certainty, scope, directories);
    return [captureCommands(elements, tokens, options)];
  });
  const captures = found.flatMap(({ captures }) => captures);
  const exhausted = found.some(({ exhausted }) => exhausted);
  if (wrapper.behind === undefined || found.length === 0) return { captures, exhausted };
  const read = stdin === null ? [] : [{ command: [tokenOf(stdin.text)], variables: [] }];
  return { captures: embeddedIn([...captures, ...read], wrapper.behind), exhausted };
}

/** Whether no capture before this one took the very same words: judging them again would say the same. */
export function isFirstSuch(capture: Capture, _: number, captures: readonly Capture[]): boolean {
  for (const other of captures) {
    if (other === capture) return true;
    const isSame = sameTokens(other.command, capture.command) &&
      sameTokens(other.variables, capture.variables);
    if (isSame) return false;
  }
  return true;
}

function sameTokens(a: readonly Token[], b: readonly Token[]): boolean {
  return a.length === b.length && a.every((token, i) => token === b[i]);
}
