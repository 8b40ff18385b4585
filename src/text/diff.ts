/** What changed between two texts, line by line, in the unified format. */

/** One line of a difference. */
export interface DiffLine {
  /** `head` is a file name or the place of a hunk. */
  readonly kind: "head" | "same" | "removed" | "added";
  /** With its `-`, `+` or space, without a newline. */
  readonly text: string;
}

/** Lines around a change that are shown. */
const context = 3;

/** Beyond this many changed lines, what lies between the first and the last change is all replaced. */
const mostChanges = 1000;

type Step = "same" | "removed" | "added";

/** The difference; empty when there is none. */
export function unifiedDiff(
  before: string,
  after: string,
  names: { readonly before: string; readonly after: string },
): readonly DiffLine[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const steps = stepsOf(old, now);
  const hunks = hunksOf(steps);
  if (hunks.length === 0) return [];
  const lines: DiffLine[] = [
    { kind: "head", text: `--- ${names.before}` },
    { kind: "head", text: `+++ ${names.after}` },
  ];
  for (const { start, end } of hunks) {
    let [oldAt, nowAt] = countsUpTo(steps, start);
    const [oldEnd, nowEnd] = countsUpTo(steps, end);
    const place = `@@ -${range(oldAt, oldEnd)} +${range(nowAt, nowEnd)} @@`;
    lines.push({ kind: "head", text: place });
    for (const step of steps.slice(start, end)) {
      if (step === "added") lines.push({ kind: step, text: `+${now[nowAt++]}` });
      else if (step === "removed") lines.push({ kind: step, text: `-${old[oldAt++]}` });
      else {
        lines.push({ kind: step, text: ` ${old[oldAt++]}` });
        nowAt++;
      }
    }
  }
  return lines;
}

/** Lines; one without a newline at its end differs from one with it. */
function linesOf(text: string): readonly string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  const last = lines.pop() ?? "";
  return last === "" ? lines : [...lines, `${last}\n\\ No newline at end of file`];
}

function stepsOf(old: readonly string[], now: readonly string[]): readonly Step[] {
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (
    tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)
  ) tail++;
  return [
    ...new Array<Step>(head).fill("same"),
    ...shortestEdit(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...new Array<Step>(tail).fill("same"),
  ];
}

/** Myers's greedy algorithm: time and space grow with the number of changes, not with the lines. */
function shortestEdit(old: readonly string[], now: readonly string[]): readonly Step[] {
  const furthest = new Map([[1, 0]]);
  const trace: ReadonlyMap<number, number>[] = [];
  for (let changes = 0; changes <= Math.min(old.length + now.length, mostChanges); changes++) {
    trace.push(new Map(furthest));
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let x = startOf(furthest, diagonal, changes);
      while (x < old.length && x - diagonal < now.length && old[x] === now[x - diagonal]) x++;
      furthest.set(diagonal, x);
      if (x >= old.length && x - diagonal >= now.length) return walkBack(trace, old, now);
    }
  }
  return [...old.map((): Step => "removed"), ...now.map((): Step => "added")];
}

function startOf(furthest: ReadonlyMap<number, number>, diagonal: number, changes: number): number {
  const above = furthest.get(diagonal + 1) ?? -1;
  const left = furthest.get(diagonal - 1) ?? -1;
  return diagonal === -changes || (diagonal !== changes && left < above) ? above : left + 1;
}

function walkBack(
  trace: readonly ReadonlyMap<number, number>[],
  old: readonly string[],
  now: readonly string[],
): readonly Step[] {
  const steps: Step[] = [];
  let x = old.length;
  let y = now.length;
  for (let changes = trace.length - 1; changes >= 0; changes--) {
    const furthest = trace[changes] ?? new Map<number, number>();
    const start = startOf(furthest, x - y, changes);
    const isAdded = start === furthest.get(x - y + 1) &&
      (x - y === -changes || (x - y !== changes && start > (furthest.get(x - y - 1) ?? -1)));
    const startY = start - (x - y);
    while (x > start && y > startY) {
      steps.push("same");
      x--;
      y--;
    }
    if (changes === 0) break;
    if (isAdded) y--;
    else x--;
    steps.push(isAdded ? "added" : "removed");
  }
  return steps.reverse();
}

/** Changes with the lines around them, joined where those meet. */
function hunksOf(steps: readonly Step[]): readonly { start: number; end: number }[] {
  const hunks: { start: number; end: number }[] = [];
  steps.forEach((step, at) => {
    if (step === "same") return;
    const start = Math.max(0, at - context);
    const end = Math.min(steps.length, at + 1 + context);
    const last = hunks.at(-1);
    if (last !== undefined && start <= last.end) last.end = end;
    else hunks.push({ start, end });
  });
  return hunks;
}

function countsUpTo(steps: readonly Step[], end: number): [old: number, now: number] {
  const before = steps.slice(0, end);
  const count = (skipped: Step) => before.filter((step) => step !== skipped).length;
  return [count("added"), count("removed")];
}

/** Lines from 1; an empty range names the line before it. */
function range(start: number, end: number): string {
  const length = end - start;
  return length === 1 ? `${start + 1}` : `${length === 0 ? start : start + 1},${length}`;
}
