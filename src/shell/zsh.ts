/**
 * Forms that bash's grammar lets pass and that mean something else in zsh, which may be the agent's
 * shell. (`02-rules.md`: they are at least `ask`)
 */
import type { Redirection } from "unbash";
import { report, type Run } from "./run.ts";

/** Words that zsh takes before a command, or as a keyword, and bash as a command's name. */
const modifiers: ReadonlyMap<string, string> = new Map([
  ["-", "`-` in front of a command is a modifier in zsh"],
  ["noglob", "`noglob` in front of a command is a modifier in zsh"],
  ["nocorrect", "`nocorrect` in front of a command is a modifier in zsh"],
  ["repeat", "`repeat` is a loop in zsh"],
  ["foreach", "`foreach` is a loop in zsh"],
  ["end", "`end` is a keyword in zsh"],
  ["nameref", "`nameref` makes another name for a variable in ksh"],
]);

/** `$=x`, `$~x`, `$^x` and `$+x`: parameters there, plain text in bash. */
const parameter = /(?:^|[^\\])(?:\\\\)*\$[=~^+]+[\w{(]/;

/** Reports a command word that zsh reads in another way. */
export function reportZshCommandWord(run: Run, source: string, value: string): void {
  if (source.startsWith("=")) {
    report(run, "ambiguous", "a command word that starts with `=` is expanded by zsh");
  }
  if (/^\{./.test(source)) {
    report(run, "ambiguous", "a command word that starts with `{` begins a group in zsh");
  }
  const message = modifiers.get(value);
  if (message !== undefined) report(run, "ambiguous", message);
}

/** Reports an argument that zsh replaces by a program's path. */
export function reportZshArgument(run: Run, source: string): void {
  if (/^=[\w./\\'"$-]/.test(source)) {
    report(run, "ambiguous", "a word that starts with `=` is a program's path in zsh");
  }
}

/** Reports `~` or `=` behind what is, or may be, empty: zsh takes it for the front of the word. */
export function reportZshFront(run: Run): void {
  report(run, "ambiguous", "`~` or `=` behind nothing is the front of a word in zsh");
}

/** Reports `$"…"`, which is no form of quoting in zsh. */
export function reportZshDollarQuote(run: Run): void {
  report(run, "ambiguous", '`$"…"` keeps its `$` in zsh');
}

/** Reports text that is a parameter in zsh. */
export function reportZshParameters(run: Run, text: string): void {
  if (parameter.test(text)) {
    report(run, "ambiguous", "`$=`, `$~` and `$^` expand parameters in zsh");
  }
}

/** Reports a pattern in parentheses, which zsh takes for qualifiers that may run commands. */
export function reportZshPattern(run: Run): void {
  report(run, "ambiguous", "a pattern with parentheses may run commands in zsh");
}

/** Reports redirects that are a number range in zsh: `<1-9>`. */
export function reportZshRanges(run: Run, redirects: readonly Redirection[]): void {
  for (const [i, redirect] of redirects.entries()) {
    const next = redirects[i + 1];
    if (redirect.type !== "Redirect" || redirect.operator !== "<" || next === undefined) continue;
    if (next.pos !== redirect.end || !/^\d*-\d*$/.test(redirect.target?.text ?? "")) continue;
    report(run, "ambiguous", "`<…>` is a range of numbers in zsh");
  }
}
