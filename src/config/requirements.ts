/** The versions that a file asks for, checked without a cost for files that ask for none. */
import type { UsherError } from "../text/error.ts";
import type { ConfigurationFile } from "./configuration_file.ts";

/** An error for each version that a file asks for and that is not there. */
export async function unmetRequirements(
  { requirements }: ConfigurationFile,
): Promise<readonly UsherError[]> {
  if (requirements.length === 0) return [];
  const { requirementError } = await import("./required_version.ts");
  return requirements.flatMap((requirement) => requirementError(requirement) ?? []);
}
