/** How a run is told apart on every tab: a colour of the palette and a dash. */
import { hashText } from "../lib/hash";

/** `dash` is 0 for a solid line and counts up when the palette is used more than once. */
export interface RunMark {
  readonly slot: number;
  readonly dash: number;
}

/** Coprime to the palette's length, so that probing reaches every slot. */
const PROBE_STEP = 3;

/** The least used slot that comes first when probing from the path's own. */
function leastUsedSlot(path: string, used: readonly number[]): number {
  const least = Math.min(...used);
  let slot = hashText(path) % used.length;
  while (used[slot] !== least) slot = (slot + PROBE_STEP) % used.length;
  return slot;
}

/**
 * A mark for each path, by path.
 *
 * A path hashes to its slot; where two clash, the later one moves on, so no slot is used a second
 * time before all are used once. Earlier paths never move: a run appended to the list changes no
 * other run's mark.
 */
export function assignMarks(paths: readonly string[], slots: number): Map<string, RunMark> {
  const used = new Array<number>(slots).fill(0);
  const marks = new Map<string, RunMark>();
  for (const path of paths) {
    if (marks.has(path)) continue;
    const slot = leastUsedSlot(path, used);
    const dash = used[slot] ?? 0;
    used[slot] = dash + 1;
    marks.set(path, { slot, dash });
  }
  return marks;
}
