/** Which usher this is. A test keeps these the same as `deno.json` and the Deno that builds it. */

/** The version of usher. */
export const version = "0.1.0";

/** The only Deno that this usher is built with. */
export const denoVersion = "2.7.11";

/** What `--version` prints. */
export function versionLine(): string {
  return `usher ${version} (deno ${denoVersion})\n`;
}
