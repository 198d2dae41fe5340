/**
 * The order of the runs shown, the same on all tabs: that of the run table. Where the table has not
 * been drawn yet, and for runs that its filter leaves out, the newest experiment first.
 */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { grouped } from "../../lib/algorithms/group-by";
import { stableComputed } from "../base/stable-computed";
import { comparePhases } from "./experiments";
import { type RunIdentity, shownRuns } from "./runs";

/** Ids of runs from the top of the table to its end. */
const inTable = signal<readonly string[]>([]);

/** Makes the order of the run table that of all tabs. */
export function setTableOrder(ids: readonly string[]): void {
  const before = inTable.peek();
  const isSame = ids.length === before.length && ids.every((id, at) => id === before[at]);
  if (!isSame) inTable.value = ids;
}

/** The newest experiment first, and of each what it logged itself and learned from. */
export function newestFirst(oldestFirst: readonly RunIdentity[]): readonly RunIdentity[] {
  const experiments = grouped([...oldestFirst].reverse(), ({ training }) => training);
  return [...experiments.values()].flatMap((runs) => runs.sort(comparePhases));
}

/** The place of each run shown, by its id. */
export const runPlaces: ReadonlySignal<ReadonlyMap<string, number>> = computed(() => {
  const rest = newestFirst(shownRuns.value).map(({ id }) => id);
  const shown = new Set(rest);
  const listed = inTable.value.filter((id) => shown.has(id));
  return new Map([...new Set([...listed, ...rest])].map((id, place) => [id, place]));
});

/** What belongs to runs, in the order of these; runs that are not shown come last. */
export function inListedOrder<T>(
  items: readonly T[],
  runOf: (item: T) => string,
  places = runPlaces.value,
): T[] {
  const placeOf = (item: T) => places.get(runOf(item)) ?? places.size;
  return [...items].sort((one, other) => placeOf(one) - placeOf(other));
}

/** The runs shown, in the order of the run table. */
export const listedRuns: ReadonlySignal<readonly RunIdentity[]> = stableComputed(() =>
  inListedOrder(shownRuns.value, ({ id }) => id),
);
