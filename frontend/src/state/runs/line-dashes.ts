/** How the lines of runs are dashed, by which they are distinguished besides their colours. */

const NONE: ReadonlyMap<string, number> = new Map();

/**
 * A dash pattern for each path, in the order of `slots`, which has the slot of its colour.
 *
 * Neighbours differ in their patterns, and as many paths in a row as there are pairs of a slot and
 * a pattern differ in one of them. As with colours, a path that is added changes no other's, nor
 * do those in `fixed` change.
 */
export function assignDashes(
  slots: ReadonlyMap<string, number>,
  patterns: number,
  fixed: ReadonlyMap<string, number> = NONE,
): Map<string, number> {
  const assigned = new Map<string, number>();
  const used = new Map<number, number[]>();
  let last = -1;
  for (const [path, slot] of slots) {
    const inSlot = used.get(slot) ?? [];
    let dash = fixed.get(path) ?? (last + 1) % patterns;
    while (!fixed.has(path) && inSlot.includes(dash)) dash = (dash + 1) % patterns;
    assigned.set(path, dash);
    last = dash;
    used.set(slot, [...inSlot, dash].slice(1 - patterns));
  }
  return assigned;
}
