/** Slots of the palette, by which runs are distinguished on every tab. */
import { hashText } from "../../lib/algorithms/fnv1a";

/** Coprime to the palette's length, so that probing reaches every slot. */
const PROBE_STEP = 3;

const NONE: ReadonlyMap<string, number> = new Map();

/** The first free slot when probing from the path's own. */
function freeSlot(path: string, slots: number, used: readonly number[]): number {
  let slot = hashText(path) % slots;
  while (used.includes(slot)) slot = (slot + PROBE_STEP) % slots;
  return slot;
}

/**
 * A slot of the palette for each path, by path.
 *
 * A path hashes to its slot; where two clash, the later one moves on. As many runs in a row as
 * there are slots all differ, so the runs compared most often, the newest, always do. Earlier paths
 * never move: a run appended to the list changes no other run's colour. Nor do those in `fixed`.
 */
export function assignColourSlots(
  paths: readonly string[],
  slots: number,
  fixed: ReadonlyMap<string, number> = NONE,
): Map<string, number> {
  const assigned = new Map<string, number>();
  const used: number[] = [];
  for (const path of paths) {
    if (assigned.has(path)) continue;
    const slot = fixed.get(path) ?? freeSlot(path, slots, used);
    assigned.set(path, slot);
    used.push(slot);
    if (used.length === slots) used.shift();
  }
  return assigned;
}
