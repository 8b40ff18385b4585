/** The configuration for a command that a person runs. */
import {
  type Configuration,
  type ConfigurationRequest,
  loadConfiguration,
} from "../config/configuration.ts";
import { configurationError, errorText } from "../hook/error_text.ts";
import type { Host } from "../text/host.ts";
import { visibleText } from "../text/visible.ts";

/**
 * Loads it, and prints its notices and faults on standard error; null when there are faults.
 * @param cwd absolute; null for the process's own
 * @param file what `-c` names, or null
 * @param how the rest of the request
 */
export async function loadOrReport(
  host: Host,
  cwd: string | null,
  file: string | null,
  how: Pick<ConfigurationRequest, "cache" | "ensurePreset" | "testing"> = {},
): Promise<Configuration | null> {
  const configuration = await loadConfiguration(host, { ...how, cwd, explicit: file });
  for (const { message } of configuration.notices) {
    host.stderr(`usher: notice: ${visibleText(message)}\n`);
  }
  for (const fault of configuration.failures) {
    host.stderr(errorText(configurationError(fault)));
  }
  return configuration.failures.length === 0 ? configuration : null;
}
