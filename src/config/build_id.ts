/** Which program this is. The program imports it as `#build-id`, for which the build puts in its own. */

/** Tells one built program from another; null for the sources, which may change under a cache. */
export const buildId: string | null = null;
