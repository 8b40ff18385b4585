/**
 * Text that bash expands a second time. Arithmetic takes off no single quotes before it expands, and the
 * subscript of a name is expanded again when the name is looked at, so that quoted text runs:
 * `(( '$(cmd)' ))`, `x='a[$(cmd)]'; (( x ))`, `test -v 'a[$(cmd)]'`.
 */
import { report, type Run } from "./run.ts";
import { noteSetIn } from "./set_names.ts";

/** A quote or backslash in front of a substitution. */
const quotedSubstitution = /\\[$`]|'[^']*[$`]/;

/** A name with a subscript that holds a substitution. */
const subscript = /[A-Za-z_]\w*\[[^\]]*(?:\$[({]|`)/;

/** Variables whose value is expanded when the shell shows it. */
const prompt = /^(?:PS[0-4]|R?PROMPT[0-9]?|SPROMPT|PROMPT_COMMAND)$/;

/** Reports quoted substitutions in the source of arithmetic or a subscript, and notes what that sets. */
export function checkArithmetic(run: Run, source: string): void {
  noteSetIn(run, source);
  if (quotedSubstitution.test(source)) {
    report(run, "ambiguous", "quoted text inside arithmetic is expanded all the same");
  }
}

/** Reports single quotes around substitutions where they do not quote: in a here-document. */
export function checkBodyOperand(run: Run, source: string): void {
  if (/'[^']*[$`]/.test(source)) {
    report(run, "ambiguous", "single quotes inside a here-document do not quote");
  }
}

/** Reports a value that runs commands when arithmetic looks at it as a name. */
export function checkName(run: Run, value: string): void {
  if (value.includes("[") && subscript.test(value)) {
    report(
      run,
      "ambiguous",
      "a name with a substitution in its subscript runs commands when it is used",
    );
  }
}

/** Reports a value that runs commands once it is in a variable. */
export function checkAssignedValue(run: Run, name: string, value: string): void {
  checkName(run, value);
  if (prompt.test(name) && /\$\(|`/.test(value)) {
    report(run, "ambiguous", "a prompt with a substitution runs commands when it is shown");
  }
}
