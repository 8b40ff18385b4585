/** Values that are made when they are first asked for. */

/** A function that makes its value once; `make` must not give `undefined`. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => made ??= make();
}
