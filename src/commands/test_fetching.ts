/** Whether `usher test` fetches what a file extends of repositories. (`10-safety.md`, 6) */
import { runningAgent } from "../agents/running_agent.ts";
import type { EnsurePreset } from "../config/extender.ts";
import { presetFetcher } from "../config/preset_fetcher.ts";
import { projectAt, trustedList } from "../config/project.ts";
import { UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";

/**
 * What fetches for a test. A file that was found in a project nobody trusts names no address that is
 * called, and an agent calls none by way of a test; then the copies that are there are read.
 * @param given what `-c` names
 * @param file the file that is tested; null for the user's own
 * @throws UsherError for an unknown `USHER_CACHE_TTL`
 */
export async function testFetching(
  host: Host,
  given: string | undefined,
  file: string | null,
): Promise<EnsurePreset> {
  const isOwn = given !== undefined || file === null || await isInTrusted(host);
  let byAgent: boolean | undefined;
  const mayFetch = () => isOwn && !(byAgent ??= mayBeAgent(host));
  return presetFetcher(host, { which: "due", mayFetch }).ensure;
}

async function isInTrusted(host: Host): Promise<boolean> {
  const cwd = host.cwd();
  if (cwd === null) return false;
  try {
    const project = await projectAt(host, cwd, trustedList(host, cwd).pins);
    return project?.trust === "trusted";
  } catch (error) {
    if (error instanceof UsherError) return false;
    throw error;
  }
}

function mayBeAgent(host: Host): boolean {
  try {
    return runningAgent(host) !== null;
  } catch (error) {
    if (error instanceof UsherError) return true;
    throw error;
  }
}
