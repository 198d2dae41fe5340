/** Runs of one colour on one card are told apart by how their lines are dashed. */

/** For each of the slots in turn, how often it stood before: 0 is a solid line. */
export function countDashes(slots: readonly number[]): number[] {
  const seen = new Map<number, number>();
  return slots.map((slot) => {
    const before = seen.get(slot) ?? 0;
    seen.set(slot, before + 1);
    return before;
  });
}
