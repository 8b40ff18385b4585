/** Bounds of an analysis that its quick form keeps too. (`02-rules.md`, Bounds) */

/** Calls of functions and aliases inside each other, wrappers around this text included. */
export const deepestCall = 10;
