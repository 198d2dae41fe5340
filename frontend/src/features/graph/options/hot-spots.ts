/** Whether the table of hot spots is on the page, and what they took most of; in the address. */
import { batch, computed, type ReadonlySignal } from "@preact/signals";
import type { HotSpots } from "../../../api/types";
import { commitHistory, urlText } from "../../../state/address/url-state";

export type Measure = HotSpots["by"];

export const MEASURES: readonly { readonly value: Measure; readonly text: string }[] = [
  { value: "time", text: "compute time" },
  { value: "memory", text: "memory" },
  { value: "bytes", text: "output" },
];

const written = urlText("hot_spots");
const inside = urlText("hot_spots_in");

/** Undefined while the table is not on the page. */
export const hotSpotsBy: ReadonlySignal<Measure | undefined> = computed(
  () => MEASURES.find(({ value }) => value === written.value)?.value,
);

/** The scope whose ops are listed; empty for all of the graph. */
export const hotSpotsIn: ReadonlySignal<string> = inside;

export function showHotSpots(by: Measure | undefined): void {
  written.value = by ?? "";
  commitHistory();
}

/** Lists the ops inside a scope, in the order that is chosen, else by time. */
export function showHotSpotsIn(scope: string): void {
  batch(() => {
    inside.value = scope;
    if (hotSpotsBy.peek() === undefined) written.value = "time";
  });
  commitHistory();
}

/** Another graph has other scopes. */
export function forgetHotSpotScope(): void {
  inside.value = "";
}
