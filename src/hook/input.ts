/** Reading the hook event from standard input. */
import { UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";
import { objectWatcher, parseJsonObject } from "../text/json.ts";

/** The largest event that is read, in bytes. */
const largest = 16 << 20;
/** How long an event may take to come, in milliseconds. */
const patience = 5000;

/**
 * One JSON object from standard input; reading ends with the object, whether or not the stream does.
 * @throws UsherError when it is no JSON object, too large, or does not come in time
 */
export async function readEvent(host: Host): Promise<Record<string, unknown>> {
  const bytes = await host.readStdin({
    limit: largest,
    deadline: patience,
    complete: objectWatcher(),
  });
  try {
    return parseJsonObject(bytes, "standard input");
  } catch (error) {
    if (!(error instanceof UsherError)) throw error;
    throw new UsherError("JSON parse error", error.message);
  }
}
