/** Random bash for property tests, generated from a grammar, and rewritings that keep a command's meaning. */
import * as fc from "fast-check";

/** A generated text and the simple commands that are somewhere in it. */
export interface Script {
  readonly text: string;
  readonly commands: readonly string[];
}

/** Simple commands that the policy of the tests allows, asks about, denies and does not know. */
export const simpleCommands: readonly string[] = [
  "git status",
  "git log --oneline",
  "ls -la src",
  "echo hi there",
  "grep -rn x .",
  "cat notes.md",
  "git push origin main",
  "curl https://api.example",
  "rm -rf build",
  "rm file",
  "dd if=a of=b",
  "git reset --hard HEAD",
  "git push --force origin",
  "cat .env",
  "frobnicate --all",
];

/** Those of them that are denied. */
export const deniedCommands: readonly string[] = [
  "rm -rf build",
  "rm file",
  "dd if=a of=b",
  "git reset --hard HEAD",
  "git push --force origin",
  "cat .env",
];

const simple: fc.Arbitrary<Script> = fc.constantFrom(...simpleCommands)
  .map((command) => ({ text: command, commands: [command] }));

/** Texts around the texts of their parts; each `%` stands for one part, of which each is used once. */
const forms: readonly string[] = [
  "% && %",
  "% || %",
  "%; %",
  "% | %",
  "% |& %",
  "% & %",
  "%\n%",
  "(%)",
  "{ %; }",
  "! %",
  "time %",
  "if %; then %; fi",
  "if %; then %; else %; fi",
  "if %; then :; elif %; then %; fi",
  "for i in 1 2; do %; done",
  "for ((i=0; i<2; i++)); do %; done",
  "for i in $(%); do %; done",
  "while %; do %; break; done",
  "until %; do %; done",
  "case x in x) % ;; *) % ;; esac",
  'case "$(%)" in x) :; esac',
  "f() { %; }; f",
  "f() { %; }; %",
  "function g { %; }; g",
  'echo "$(%)"',
  "echo $(%) `%`",
  "echo <(%)",
  "x=$(%)",
  "x=(a $(%))",
  'echo "${x:-$(%)}"',
  "echo $(( 1 + $(%; echo 2) ))",
  "[[ -n $(%) ]]",
  "cat <<EOF\n$(%)\nEOF",
  'cat <<< "$(%)"',
  "coproc %",
  "select i in a; do %; done",
  "% > /dev/null 2>&1",
  "{ %; } 2>/dev/null",
  "# comment\n% # another",
  "bash -c '%'",
  "bash <<'END'\n%\nEND",
  "echo '%' | sh",
  "eval '%'",
  "sudo -u root %",
  "env A=1 %",
  "timeout 5 %",
  "nohup %",
];

/** Forms whose parts have to be one simple command without quotes. */
const needsSimple = /`%`|^(cat <<EOF|bash -c|bash <<|echo '%'|eval|sudo|env|timeout|nohup|time )/;

/** Scripts up to some depth. */
export const scripts: fc.Arbitrary<Script> = fc.letrec<{ script: Script }>((tie) => ({
  script: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    simple,
    fc.constantFrom(...forms).chain((form) => {
      const count = form.split("%").length - 1;
      const part = needsSimple.test(form) ? simple : tie("script");
      return fc.tuple(...Array.from({ length: count }, () => part)).map((parts) =>
        fill(form, parts)
      );
    }),
  ),
})).script;

function fill(form: string, parts: readonly Script[]): Script {
  const pieces = form.split("%");
  const text = pieces.map((piece, i) => piece + asPart(parts[i])).join("");
  return { text, commands: parts.flatMap(({ commands }) => commands) };
}

/** A part that can stand anywhere a command can: comments and here-documents end at a line's end. */
function asPart(part: Script | undefined): string {
  if (part === undefined) return "";
  return simpleCommands.includes(part.text) ? part.text : `{ ${part.text}\n}`;
}

/** A word with quotes, backslashes and escapes put in that bash takes out again. */
function quotedWord(word: string): fc.Arbitrary<string> {
  return fc.array(fc.nat(5), { minLength: word.length, maxLength: word.length }).map((ways) =>
    [...word].map((char, i) => {
      switch (ways[i]) {
        case 0:
          return `'${char}'`;
        case 1:
          return `"${char}"`;
        case 2:
          return `\\${char}`;
        case 3:
          return `$'\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}'`;
        case 4:
          return `''${char}`;
        default:
          return char;
      }
    }).join("")
  );
}

const gap = fc.constantFrom(" ", "  ", "\t", " \\\n ", " \\\n");

/** The command's words, each with quotes put in, and odd gaps between them. */
function requoted(command: string): fc.Arbitrary<string> {
  const words = command.split(" ");
  return fc.tuple(
    fc.tuple(...words.map(quotedWord)),
    fc.array(gap, { minLength: words.length, maxLength: words.length }),
  ).map(([quoted, gaps]) => quoted.map((word, i) => (i === 0 ? "" : gaps[i]) + word).join(""));
}

/** Wrappers around a command; `%` is the command, `^` the command in single quotes. */
const wrappers: readonly string[] = [
  "sudo %",
  "sudo -u root %",
  "env A=1 B=2 %",
  "command %",
  "nohup %",
  "nice timeout 5 %",
  "bash -c ^",
  "sh -c ^",
  "bash -xc ^",
  "eval ^",
  "bash -c 'sh -c \"%\"'",
  "echo x | xargs %",
  "(%)",
  "{ %; }",
  "$(%)",
  "true && %",
  "f() { %; }; f",
  'f() { "$@"; }; f %',
  "f() { $1 $2 $3 $4; }; f %",
  "X='%'; $X",
  "X='%'; ${X}",
  "X='%'; eval \"$X\"",
  "for x in a; do %; done",
  "x=1 %",
  "exec %",
  "% # quiet",
  "# quiet\n%",
  "%;",
  "\n\n%\n",
  "% &",
  "coproc %",
];

/** Rewritings of one command: quoting and spacing, wrapping, or its words through variables. */
export function rewritings(command: string): fc.Arbitrary<string> {
  const wrapped = fc.array(fc.constantFrom(...wrappers), { minLength: 1, maxLength: 1 }).map(
    ([wrapper = "%"]) =>
      wrapper.replaceAll("%", () => command).replaceAll("^", () => `'${command}'`),
  );
  const words = command.split(" ");
  const throughVariables = fc.subarray(words.map((_, i) => i), { minLength: 1 }).map((chosen) => {
    const settings = chosen.map((i) => `V${i}='${words[i]}'; `).join("");
    return settings + words.map((word, i) => chosen.includes(i) ? `$V${i}` : word).join(" ");
  });
  const throughUnknowns = fc.nat(words.length - 1).chain((i) =>
    fc.constantFrom("$UNKNOWN", "$(cat x)", "${UNKNOWN}").map((unknown) =>
      words.map((word, j) => i === j ? unknown : word).join(" ")
    )
  );
  return fc.oneof(requoted(command), wrapped, throughVariables, throughUnknowns);
}
