/** What the viewer chose on the tab, all of it in the address. */
import { computed, type ReadonlySignal } from "@preact/signals";
import { parseTextFilter } from "../../lib/filter/text-filter";
import { urlText } from "../../state/address/url-state";

const thresholdText = urlText("curves.threshold");

/** From which score on a prediction counts as positive. */
export const threshold: ReadonlySignal<number> = computed(() => {
  const value = Number(thresholdText.value);
  return value >= 0 && value <= 1 ? value : 0.5;
});

export function moveThreshold(value: number): void {
  thresholdText.value = String(Math.round(value * 1e4) / 1e4);
}

export const tagFilterText = urlText("curves.tags");
export const tagFilter = computed(() => parseTextFilter(tagFilterText.value));
