/**
 * What differs between two sequences, by the shortest edit script: E. Myers, An O(ND) Difference
 * Algorithm and Its Variations, Algorithmica 1 (1986).
 */

export interface Edit {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** Sequences that differ in more places than this are one replaced by the other. */
const MAX_EDITS = 1500;

/** How far each diagonal reaches with so many edits: the trace of the search. */
function search(before: readonly string[], after: readonly string[]): Int32Array[] | null {
  const most = Math.min(before.length + after.length, MAX_EDITS);
  const centre = most + 1;
  const reach = new Int32Array(2 * centre + 1);
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits += 1) {
    trace.push(reach.slice(centre - edits - 1, centre + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const below = reach[centre + diagonal - 1] as number;
      const above = reach[centre + diagonal + 1] as number;
      const isDown = diagonal === -edits || (diagonal !== edits && below < above);
      let x = isDown ? above : below + 1;
      while (x < before.length && before[x] === after[x - diagonal]) x += 1;
      reach[centre + diagonal] = x;
      if (x >= before.length && x - diagonal >= after.length) return trace;
    }
  }
  return null;
}

/** Walks the trace back from both ends to both beginnings. */
function editsOf(
  before: readonly string[],
  after: readonly string[],
  trace: readonly Int32Array[],
): Edit[] {
  const edits: Edit[] = [];
  let x = before.length;
  let y = after.length;
  const keepUntil = (left: number) => {
    for (; x > left; x -= 1, y -= 1) edits.push({ kind: "same", text: before[x - 1] as string });
  };
  for (let count = trace.length - 1; count > 0; count -= 1) {
    const reach = trace[count] as Int32Array;
    const diagonal = x - y;
    const at = count + 1 + diagonal;
    const below = reach[at - 1] as number;
    const above = reach[at + 1] as number;
    const isDown = diagonal === -count || (diagonal !== count && below < above);
    keepUntil(isDown ? above : below + 1);
    if (isDown) {
      y -= 1;
      edits.push({ kind: "added", text: after[y] as string });
    } else {
      x -= 1;
      edits.push({ kind: "removed", text: before[x] as string });
    }
  }
  keepUntil(0);
  return edits.reverse();
}

/** The edits that turn one sequence into the other, in order; the fewest that do. */
export function differences(before: readonly string[], after: readonly string[]): Edit[] {
  const trace = search(before, after);
  if (trace !== null) return editsOf(before, after, trace);
  return [
    ...before.map((text): Edit => ({ kind: "removed", text })),
    ...after.map((text): Edit => ({ kind: "added", text })),
  ];
}
