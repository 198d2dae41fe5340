/** How a run is told apart on every tab: by a slot of the palette. */
import { hashText } from "../lib/hash";

/** Coprime to the palette's length, so that probing reaches every slot. */
const PROBE_STEP = 3;

/** A slot is not used again for the runs that follow at once, which are compared most often. */
const RECENT_PART = 0.7;

/** The least used slot among those not used lately, the first when probing from the path's own. */
function freeSlot(path: string, used: readonly number[], recent: readonly number[]): number {
  const candidates = used.map((count, slot) => (recent.includes(slot) ? Infinity : count));
  const least = Math.min(...candidates);
  let slot = hashText(path) % used.length;
  while (candidates[slot] !== least) slot = (slot + PROBE_STEP) % used.length;
  return slot;
}

/**
 * A slot of the palette for each path, by path.
 *
 * A path hashes to its slot; where two clash, the later one moves on, so no slot is used a second
 * time before all are used once, and none twice in close succession. Earlier paths never move: a
 * run appended to the list changes no other run's colour.
 */
export function assignSlots(paths: readonly string[], slots: number): Map<string, number> {
  const used = new Array<number>(slots).fill(0);
  const assigned = new Map<string, number>();
  const recent: number[] = [];
  for (const path of paths) {
    if (assigned.has(path)) continue;
    const slot = freeSlot(path, used, recent);
    used[slot] = (used[slot] as number) + 1;
    assigned.set(path, slot);
    recent.push(slot);
    if (recent.length > slots * RECENT_PART) recent.shift();
  }
  return assigned;
}
