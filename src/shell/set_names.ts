/**
 * Variables that a text sets in another way than by an assignment: `for PATH in …`, `((PATH=1))`,
 * `read PATH`, `{PATH}>f`. To the rules each is an assignment of a value that is not known.
 */
import type { Assignment, SimpleCommand, Word } from "./command.ts";
import type { Run } from "./run.ts";

/** `name=`, `name+=`, `name[…]=`, `++name`, `name--` in arithmetic; no comparison. */
const arithmeticSet =
  /([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)?(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--)|(?:\+\+|--)\s*([A-Za-z_]\w*)/g;

/** Notes that a variable is set. */
export function noteSet(run: Run, name: string): void {
  run.setNames.add(name);
}

/** Notes the variables that arithmetic may set. */
export function noteSetIn(run: Run, source: string): void {
  for (const [, before, behind] of source.matchAll(arithmeticSet)) {
    noteSet(run, before ?? behind ?? "");
  }
}

/** Notes that a variable is set whose name is not known before it runs. */
export function noteUnknownSet(run: Run, word: Word): void {
  run.setUnknown ??= word;
}

/** What sets these variables, as a command of nothing but assignments; null when there are none. */
export function settingCommand({ text, setNames, setUnknown }: Run): SimpleCommand | null {
  if (setNames.size === 0 && setUnknown === null) return null;
  const value: Word = {
    source: "…",
    value: "…",
    pieces: [{ kind: "unknown", text: "…", quoted: true, cause: "variable" }],
  };
  const known = [...setNames].map((name): Assignment => ({ name, value, kind: "statement" }));
  const unknown: Assignment[] = setUnknown === null
    ? []
    : [{ name: setUnknown.value, value, kind: "statement", unknownName: true }];
  return {
    argv: [],
    assignments: [...known, ...unknown],
    redirects: [],
    pipe: { stdin: false, stdout: false },
    stdin: null,
    loop: "",
    range: [0, text.length],
    text: "",
    original: null,
    directories: null,
    callsFunction: false,
    variables: null,
  };
}
