/** Which of the projects around a command the user trusts as they are now. (`10-safety.md`, 3) */
import { reasonOf, UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";
import { visibleText } from "../text/visible.ts";
import { untrustedAllowance } from "./allowance.ts";
import { gainsOf } from "./gains.ts";
import { type FileContent, matchesPin, type Pin, type Pins, pinsFile, readPins } from "./pins.ts";
import { readConfigurationFile } from "./read_file.ts";
import type { PlacedFile } from "./placed_file.ts";
import { type Notice, placedNotice } from "./problems.ts";
import {
  type Circumstances,
  type FoundContent,
  parseContent,
  type ReadFile,
} from "./read_found.ts";

/** Whether the user trusts a project. `changed`: its files are not what they were then. */
export type Trust = "trusted" | "changed" | "untrusted";

/** A project's files, and how it stands with them. */
export interface ReadProject {
  readonly trust: Trust;
  readonly read: readonly ReadFile[];
}

/** The user's list of projects; an empty one and a notice where it cannot be read. */
export function trustedProjects(
  host: Host,
  data: string | null,
): { readonly pins: Pins; readonly notices: readonly Notice[] } {
  if (data === null) return { pins: new Map(), notices: [] };
  try {
    return { pins: readPins(host, data), notices: [] };
  } catch (error) {
    const why = visibleText(reasonOf(error), { limit: 300 });
    const message = `no project is trusted: ${why}`;
    return {
      pins: new Map(),
      notices: [{ kind: "untrusted", message, place: { file: pinsFile(data) } }],
    };
  }
}

/**
 * Reads the files of one project. What it extends is reached as a trusted project may only while all that
 * is read is as it was pinned; else it is read anew, as an untrusted one may.
 * @param isTrusted overrides the pins; null for none
 */
export async function readProject(
  host: Host,
  contents: readonly FoundContent[],
  { pins, isTrusted, circumstances }: {
    readonly pins: Pins;
    readonly circumstances: Circumstances;
    readonly isTrusted: ((folder: string) => boolean) | null;
  },
): Promise<ReadProject> {
  const { folder = "", nearest = false } = contents[0]?.found ?? {};
  const pin = pins.get(folder);
  const given = isTrusted?.(folder) ?? null;
  const isBelieved = async (files: ReadFile["contents"], part: "some" | "all") =>
    given ?? (pin !== undefined && await matchesPin(pin, files, part));
  // Nothing is parsed, however large it is, before all that is pinned is seen to be as it was.
  if (await isBelieved([...contents, ...pinnedContents(host, pin)], "some")) {
    const read = await parseAll(host, contents, nearest ? "full" : "outer", circumstances);
    const all = read.flatMap((each) => each.contents);
    if (await isBelieved(all, "all")) return { trust: "trusted", read };
  }
  if (pin === undefined) {
    return {
      trust: "untrusted",
      read: await parseAll(host, contents, "untrusted", circumstances),
    };
  }
  // What others bring takes nothing from a project that was trusted once.
  const own = { ...circumstances, allowance: untrustedAllowance() };
  return { trust: "changed", read: await parseAll(host, contents, "untrusted", own) };
}

/** What the files of a pin hold now. */
function pinnedContents(host: Host, pin: Pin | undefined): readonly FileContent[] {
  return [...pin?.files.keys() ?? []].map((file) => {
    try {
      return { file, bytes: readConfigurationFile(host, file) };
    } catch (error) {
      if (!(error instanceof UsherError)) throw error;
      return { file, bytes: null };
    }
  });
}

async function parseAll(
  host: Host,
  contents: readonly FoundContent[],
  standing: PlacedFile["standing"],
  circumstances: Circumstances,
): Promise<readonly ReadFile[]> {
  const read: ReadFile[] = [];
  for (const content of contents) {
    read.push(await parseContent(host, content, standing, circumstances));
  }
  return read;
}

/** One notice for the nearest project when it would count for more if it were trusted. */
export function untrustedNotices({ trust, read }: ReadProject): readonly Notice[] {
  if (trust === "trusted") return [];
  const files = read.flatMap(({ placed }) => placed)
    .filter(({ parsed }) => gainsOf(parsed).length > 0);
  const [first] = files;
  if (first === undefined) return [];
  const gains = new Set(files.flatMap(({ parsed }) => gainsOf(parsed)));
  const since = trust === "changed" ? "it has changed since; " : "";
  const message = `untrusted project configuration: ${since}run \`usher trust\` ` +
    `(until then these do not count: ${[...gains].join(", ")})`;
  return [placedNotice("untrusted", { file: first.parsed.file }, message)];
}
