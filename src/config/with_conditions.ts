/** The way to the check of conditions, which is loaded only for a file that has some. */
import type { ConfigurationFile } from "./configuration_file.ts";

/** The file with its conditions checked; see `checkConditions`. */
export async function withConditions(parsed: ConfigurationFile): Promise<ConfigurationFile> {
  if (parsed.conditions.length === 0) return parsed;
  const { checkConditions } = await import("./conditions.ts");
  return await checkConditions(parsed);
}
