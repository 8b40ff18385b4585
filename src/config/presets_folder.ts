/** Where copies of repositories are kept. */

/** The folder of the copies below a cache folder. */
export function presetsFolder(cache: string): string {
  return `${cache.replace(/\/$/, "")}/usher/presets`;
}
