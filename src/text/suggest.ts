/** The name that was probably meant. */

/** Names longer than this are not compared: the work grows with the square of the length. */
const LONGEST = 100;

/** Candidates beyond these are not looked at. */
const MOST = 5000;

/**
 * The candidate nearest to a name by edit distance (insert, delete, replace, swap neighbours; case
 * counts as nothing), or null when none is near: at most a third of the name may differ.
 *
 * @example nearest("mesage", ["message", "sandbox"]) // "message"
 */
export function nearest(name: string, candidates: Iterable<string>): string | null {
  if (name.length > LONGEST) return null;
  const wanted = name.toLowerCase();
  let best: string | null = null;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  let seen = 0;
  for (const candidate of candidates) {
    if (++seen > MOST) break;
    if (Math.abs(candidate.length - name.length) >= least) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance < least) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}

/** Optimal string alignment distance, three rows at a time. */
function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      let cost = Math.min(
        at(above, column) + 1,
        at(current, column - 1) + 1,
        at(above, column - 1) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1];
      if (swapped) cost = Math.min(cost, at(before, column - 2) + 1);
      current.push(cost);
    }
    before = above;
    above = current;
  }
  return at(above, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
