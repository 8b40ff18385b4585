/** Fetching what files extend of repositories, for the few commands that may. (`10-safety.md`, 6) */
import { UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";
import type { EnsurePreset } from "./extender.ts";
import { fetchCopy } from "./git.ts";
import type { Standing } from "./placed_file.ts";
import { copyFile, isDue, type PresetCopy, readCopy, writeCopy } from "./preset_copy.ts";
import { isCommitHash, type RemoteReference } from "./preset_reference.ts";

/** What is fetched. */
export interface FetchPolicy {
  /** `due`: what is missing or too old; `all`: that, and what is not too old. Never a commit again. */
  readonly which: "due" | "all";
  /** Whether what a file of this standing extends may be fetched. */
  readonly mayFetch: (standing: Standing) => boolean;
}

/** A repository that was fetched, or was to be. */
export interface FetchOutcome {
  readonly reference: RemoteReference;
  /** The copy that was there. */
  readonly before: PresetCopy | null;
  /** The copy that is there now. */
  readonly after: PresetCopy | null;
  readonly error: UsherError | null;
}

/** Fetches each repository at most once. */
export interface PresetFetcher {
  readonly ensure: EnsurePreset;
  /** What it did so far, in order. */
  readonly outcomes: readonly FetchOutcome[];
}

/**
 * Makes one.
 * @throws UsherError for an unknown `USHER_CACHE_TTL`
 */
export function presetFetcher(host: Host, { which, mayFetch }: FetchPolicy): PresetFetcher {
  const lifetime = cacheLifetime(host);
  const outcomes: FetchOutcome[] = [];
  const done = new Map<string, UsherError | null>();
  return { ensure, outcomes };

  async function ensure(
    folder: string,
    reference: RemoteReference,
    standing: Standing,
  ): Promise<string | null> {
    if (!mayFetch(standing)) return null;
    const key = copyFile(folder, reference);
    const before = readCopy(host, folder, reference);
    const known = done.get(key);
    if (known !== undefined) {
      if (known !== null && before === null) throw known;
      return null;
    }
    if (before !== null && !isWanted(before, reference)) return null;
    try {
      const after = await fetchCopy(host, folder, reference);
      writeCopy(host, folder, reference, after);
      outcomes.push({ reference, before, after, error: null });
      done.set(key, null);
      return null;
    } catch (error) {
      if (!(error instanceof UsherError)) throw error;
      outcomes.push({ reference, before, after: before, error });
      done.set(key, error);
      if (before === null) throw error;
      const date = new Date(before.fetchedAt).toISOString().slice(0, 10);
      return `cannot be fetched, and its copy of ${date} is used: ${error.message}`;
    }
  }

  function isWanted(copy: PresetCopy, reference: RemoteReference): boolean {
    if (which === "due") return isDue(copy, reference, host.now(), lifetime);
    return reference.ref === null || !isCommitHash(reference.ref);
  }
}

const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** How long a copy is good, in milliseconds: `USHER_CACHE_TTL`, in seconds or such as `12h`; else a day. */
function cacheLifetime(host: Host): number {
  const written = host.env("USHER_CACHE_TTL") ?? "";
  if (written === "") return 86_400_000;
  const [, number, unit = "s"] = /^(\d{1,9})([smhd])?$/.exec(written) ?? [];
  if (number !== undefined) return Number(number) * (units[unit] ?? 1) * 1000;
  throw new UsherError("USHER_CACHE_TTL", "is no duration", {
    hint: "write seconds, or such as 30m, 12h or 7d",
  });
}
