/**
 * The files that a file extends, and those that they extend, in the order in which they are merged.
 * (`02-rules.md`, Evaluation: "`extends`")
 */
import { formatPlace, UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";
import type { ConfigurationFile, ExtendsEntry } from "./configuration_file.ts";
import { findExtended } from "./extended_target.ts";
import { type Extender, refusal, type Surroundings } from "./extender.ts";
import type { FileContent } from "./pins.ts";
import type { Origin } from "./placed_file.ts";
import { unmetRequirements } from "./requirements.ts";
import { withConditions } from "./with_conditions.ts";

/** How many files may lead to one. */
const MAX_DEPTH = 10;
/** How many files one may lead to. */
const MAX_FILES = 100;

/** A file with everything that it extends. */
export interface ExtendedFiles {
  /** Lowest first: what a file extends comes before it, and the file that one began with is last. */
  readonly files: readonly { readonly parsed: ConfigurationFile; readonly origin: Origin }[];
  readonly errors: readonly UsherError[];
  /** Every file that was or could have been read. */
  readonly sources: readonly string[];
  /** Those of them that `extends` names as local files, there or not. */
  readonly localFiles: readonly string[];
  /** What these local files hold, as it was parsed. */
  readonly contents: readonly FileContent[];
}

/** A file and the files that it extends, as far as they can be read. */
interface Extending {
  readonly parsed: ConfigurationFile;
  readonly origin: Origin;
  readonly children: readonly Extending[];
}

/**
 * Reads all that a file extends, depth first. Never throws for what the files say: a file that cannot be
 * read is in `errors`, and the others are there all the same.
 */
export async function readExtended(
  host: Host,
  first: ConfigurationFile,
  surroundings: Surroundings,
): Promise<ExtendedFiles> {
  const errors: UsherError[] = [];
  const sources = new Set<string>();
  const localFiles = new Set<string>();
  const contents: FileContent[] = [];
  const known = new Map<string, Extending>();
  const { folder } = surroundings;
  const top: Extender = {
    name: first.file,
    origin: "local",
    repository: null,
    folder,
    root: folder,
  };
  const children = await extendedBy(first, top, [first.file]);
  const files = inOrder({ parsed: first, origin: "local", children });
  return { files, errors, sources: [...sources], localFiles: [...localFiles], contents };

  /** @param chain the names of the files that led here, this one last */
  async function extendedBy(
    parsed: ConfigurationFile,
    extender: Extender,
    chain: readonly string[],
  ): Promise<readonly Extending[]> {
    const found: Extending[] = [];
    for (const entry of parsed.extends) {
      try {
        const child = await extendedFile(entry, extender, chain);
        if (child !== null) found.push(child);
      } catch (thrown) {
        if (!(thrown instanceof UsherError)) throw thrown;
        errors.push(thrown);
      }
    }
    return found;
  }

  async function extendedFile(
    entry: ExtendsEntry,
    from: Extender,
    chain: readonly string[],
  ): Promise<Extending | null> {
    const target = await findExtended(host, entry, from, surroundings, (source) => {
      sources.add(source);
      if (entry.reference.kind === "local") localFiles.add(source);
    });
    if (target === null) return null;
    const { name, origin } = target;
    if (chain.includes(name)) {
      const circle = [...chain.slice(chain.indexOf(name)), name].join(" → ");
      throw refusal(entry, `goes in a circle: ${circle}`, "take one of them out");
    }
    const again = known.get(name);
    if (again !== undefined) return again;
    if (chain.length > MAX_DEPTH) {
      const why = `is more than ${MAX_DEPTH} files deep: ${chain.join(" → ")}`;
      throw refusal(entry, why, "extend it nearer to the first file");
    }
    if (known.size >= MAX_FILES) {
      throw refusal(entry, `is one of more than ${MAX_FILES} files`, "extend fewer");
    }
    const parsed = await withConditions(await target.read((content) => contents.push(content)));
    const faults = [...await unmetRequirements(parsed), ...parsed.errors];
    errors.push(...faults.map((error) => ledHere(error, entry)));
    const children = await extendedBy(parsed, target, [...chain, name]);
    const file = { parsed, origin, children };
    known.set(name, file);
    return file;
  }
}

/** An error in an extended file, with the line that led to the file. */
function ledHere(error: UsherError, { place }: ExtendsEntry): UsherError {
  const { what, why, hint } = error;
  return new UsherError(what, `${why} (extended by ${formatPlace(place)})`, {
    ...(hint === undefined ? {} : { hint }),
    ...(error.place === undefined ? {} : { place: error.place }),
  });
}

/**
 * Each file once, where it stands last: merged so, what replaces what is the same as when a file that
 * is extended twice is merged twice.
 */
function inOrder(top: Extending): readonly Extending[] {
  const backwards = new Set<Extending>();
  const visit = (file: Extending): void => {
    if (backwards.has(file)) return;
    backwards.add(file);
    file.children.toReversed().forEach(visit);
  };
  visit(top);
  return [...backwards].reverse();
}
