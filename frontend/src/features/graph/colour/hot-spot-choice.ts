/** Whether the table of hot spots is on the page, and what they took most of; in the address. */
import { computed, type ReadonlySignal } from "@preact/signals";
import type { HotSpots } from "../../../api/types";
import { commitHistory, urlText } from "../../../state/url";

export type Measure = HotSpots["by"];

export const MEASURES: readonly { readonly value: Measure; readonly text: string }[] = [
  { value: "time", text: "compute time" },
  { value: "memory", text: "memory" },
  { value: "bytes", text: "output" },
];

const written = urlText("hot_spots");

/** Undefined while the table is not on the page. */
export const hotSpotsBy: ReadonlySignal<Measure | undefined> = computed(
  () => MEASURES.find(({ value }) => value === written.value)?.value,
);

export function showHotSpots(by: Measure | undefined): void {
  written.value = by ?? "";
  commitHistory();
}
