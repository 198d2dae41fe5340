/** How the comparison is shown, all of it in the address. */
import { computed, type ReadonlySignal } from "@preact/signals";
import { parseTextFilter } from "../../../lib/filter/text-filter";
import { commitHistory, urlText } from "../../../state/address/url-state";

export const LAYOUTS = ["columns", "rows", "diff"] as const;
export type Layout = (typeof LAYOUTS)[number];

const layoutText = urlText("comparison");
const sameText = urlText("comparison.same");
export const nameFilterText = urlText("comparison.names");
export const nameFilter = computed(() => parseTextFilter(nameFilterText.value));

/** The layout of the comparison; null where the run table is shown. */
export const layout: ReadonlySignal<Layout | null> = computed(
  () => LAYOUTS.find((known) => known === layoutText.value) ?? null,
);

export function setLayout(next: Layout | null): void {
  layoutText.value = next ?? "";
  commitHistory();
}

/** Whether what is the same in all experiments is hidden. */
export const onlyDifferences: ReadonlySignal<boolean> = computed(() => sameText.value !== "on");

export function setOnlyDifferences(only: boolean): void {
  sameText.value = only ? "" : "on";
  commitHistory();
}
