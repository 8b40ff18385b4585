/** `~`, `$HOME` and `$PWD`: places that are known without the text setting them. */
import { findVariable, isSet, type Scope } from "./scope.ts";
import { valueOf } from "./words.ts";

/** The home folder at this point; null when not known. */
export function homeAt(scope: Scope, home: string | null): string | null {
  if (!isSet(scope, "HOME")) return home;
  return valueAt(scope, "HOME");
}

/** The working folder at this point, absolute; null when not known. */
export function workingFolderAt(scope: Scope): string | null {
  if (isSet(scope, "PWD")) return valueAt(scope, "PWD");
  const [directory] = scope.directories ?? [];
  const known = scope.directories?.length === 1 && directory?.startsWith("/") === true;
  return known ? directory : null;
}

/** What a `~` prefix, without the slash behind it, stands for; null when not known. */
export function tildeAt(scope: Scope, home: string | null, prefix: string): string | null {
  switch (prefix) {
    case "~":
      return homeAt(scope, home);
    case "~+":
      return workingFolderAt(scope);
    case "~root":
      return "/root";
    default:
      return null;
  }
}

/** A variable whose known value is plain text. */
function valueAt(scope: Scope, name: string): string | null {
  const value = findVariable(scope, name)?.value ?? null;
  return value !== null && value.every((piece) => piece.kind === "text") ? valueOf(value) : null;
}
