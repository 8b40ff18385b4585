/** What is wrong with one file, collected so that all of it is reported at once. */
import { formatPlace, type Place, type UsherError } from "../text/error.ts";
import { placeAt, type Source, sourceError } from "./source.ts";

/** Something that a person should know and that is no failure. */
export interface Notice {
  readonly kind:
    /** A project's file counts only as far as it tightens. */
    | "untrusted"
    /** A pattern that surely never matches what it seems to say, in a file that stays valid. */
    | "mistake"
    /** An old form, still read. */
    | "deprecated"
    /** A file or key that does not count where it stands. */
    | "ignored"
    /** A name that nothing defines, so that what uses it never applies. */
    | "undefined-name"
    /** A copy of a repository that could not be fetched anew. */
    | "stale"
    /** The environment does not say where the user's files are. */
    | "environment";
  /** Begins with the place, where there is one. */
  readonly message: string;
  readonly place: Place | null;
}

/** A notice about a place. */
export function placedNotice(kind: Notice["kind"], place: Place, message: string): Notice {
  return { kind, message: `${formatPlace(place)}: ${message}`, place };
}

/** Problems of one file that are kept; a hostile one has as many as it has lines. */
const MAX_KEPT = 100;

/** Collects the errors and notices of one file. */
export interface Problems {
  readonly source: Source;
  /** How many errors there were, kept or not. */
  readonly count: number;
  /** Whether no more errors are kept, so that their text does not matter. */
  readonly isFull: boolean;
  /** The first 100. */
  readonly errors: readonly UsherError[];
  /** The first 100. */
  readonly notices: readonly Notice[];
  /** An error that was made elsewhere. */
  add(error: UsherError): void;
  /** An error at an offset. */
  error(offset: number, why: string, hint?: string): void;
  /** Something that surely is a mistake: an error, and only a notice where the file stays valid. */
  mistake(offset: number, why: string, hint?: string): void;
  /** A notice at an offset. */
  notice(kind: Notice["kind"], offset: number, message: string): void;
}

/**
 * An empty collection for a file.
 * @param foreign whether it stays valid with mistakes
 */
export function collectProblems(source: Source, foreign = false): Problems {
  const errors: UsherError[] = [];
  const notices: Notice[] = [];
  let count = 0;
  const keep = (make: () => UsherError) => {
    if (++count <= MAX_KEPT) errors.push(make());
  };
  const problems: Problems = {
    source,
    errors,
    notices,
    get count() {
      return count;
    },
    get isFull() {
      return count >= MAX_KEPT;
    },
    add: (error) => keep(() => error),
    error: (offset, why, hint) => keep(() => sourceError(source, offset, why, hint)),
    mistake(offset, why, hint) {
      if (!foreign) return problems.error(offset, why, hint);
      problems.notice("mistake", offset, hint === undefined ? why : `${why}; ${hint}`);
    },
    notice(kind, offset, message) {
      if (notices.length >= MAX_KEPT) return;
      notices.push(placedNotice(kind, placeAt(source, offset), message));
    },
  };
  return problems;
}
