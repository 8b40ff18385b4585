/** Reading the hook event from standard input. */
import { UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";
import { depthLimit, isTooDeep, objectWatcher, parseJsonObject } from "../text/json.ts";
import { outlineJson } from "../text/json_outline.ts";

/** The most that is kept of an event, in bytes. */
const largest = 16 << 20;
/** How long an event may take to come, in milliseconds. */
const patience = 5000;

/** What is kept of an event that is too large or too deep: the fields that rules look at, and more. A
 * string stays longer than any command text that is analysed, so that it does not look whole. */
const outline = { deepest: 4, longest: (1 << 20) + 1024, most: 1000 };

/** An event as it was read. */
export interface ReadEvent {
  readonly payload: Readonly<Record<string, unknown>>;
  /** Why the payload is not all that was sent: then it may be denied, and nothing else can be said of it. */
  readonly fault: UsherError | null;
}

/**
 * One JSON object from standard input; reading ends with the object, whether or not the stream does. Of one
 * that is too large or too deep an outline is read.
 * @throws UsherError when it is no JSON object, has no outline, or does not come in time
 */
export async function readEvent(host: Host): Promise<ReadEvent> {
  let watch = objectWatcher();
  let why: string | null = null;
  let bytes = await host.readStdin({
    limit: largest,
    deadline: patience,
    complete: (bytes) => watch(bytes),
    shorten: (bytes) => {
      why = `more than ${largest} bytes`;
      watch = objectWatcher();
      return outlineJson(bytes, outline);
    },
  });
  if (isTooDeep(bytes)) {
    why ??= `nested more than ${depthLimit} levels deep`;
    bytes = outlineJson(bytes, outline);
  }
  try {
    const payload = parseJsonObject(bytes, "standard input");
    return { payload, fault: why === null ? null : new UsherError("standard input", why) };
  } catch (error) {
    if (!(error instanceof UsherError)) throw error;
    throw new UsherError("JSON parse error", error.message);
  }
}
