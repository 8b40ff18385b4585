/** How an error is shown to a person. */
import { reasonOf, UsherError } from "../text/error.ts";
import { visibleText } from "../text/visible.ts";

/** More than fits a few lines of a terminal says nothing more. */
const longest = 1000;

/** The lines `usher: <what>: <why>` and, where there is one, `hint: …`. (`01-cli.md`) */
export function errorText(error: UsherError): string {
  const hint = error.hint === undefined ? "" : `hint: ${shown(error.hint)}\n`;
  return `usher: ${shown(error.message)}\n${hint}`;
}

/** A fault in a configuration file, told apart from the command's own errors. */
export function configurationError(fault: UsherError): UsherError {
  const { message, hint, place } = fault;
  return new UsherError("config error", message, {
    ...(hint === undefined ? {} : { hint }),
    ...(place === undefined ? {} : { place }),
  });
}

/** The faults of a configuration as one error: the first, and how many more there are; null for none. */
export function configurationFailure(faults: readonly UsherError[]): UsherError | null {
  const [first, ...others] = faults;
  if (first === undefined) return null;
  const { what, why, hint, place } = configurationError(first);
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  return new UsherError(what, why + more, {
    ...(hint === undefined ? {} : { hint }),
    ...(place === undefined ? {} : { place }),
  });
}

/** Whatever was thrown, as an error to print. What is not ours is a fault of the program. */
export function asUsherError(thrown: unknown): UsherError {
  return thrown instanceof UsherError ? thrown : new UsherError("internal error", reasonOf(thrown));
}

function shown(text: string): string {
  return visibleText(text, { limit: longest });
}
