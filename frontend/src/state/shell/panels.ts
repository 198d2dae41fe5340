/** Which panels stand beside the content. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { preference } from "../base/local-preference";

const NARROW = "(max-width: 699px)";

export const MIN_RUN_TABLE_PX = 200;
export const MAX_RUN_TABLE_PX = 640;

/** In a narrow window the run table is a sheet over the content. */
export const narrow = signal(false);
export const runTableWidth = preference<number>("run-table-width", 330);
export const runTableCollapsed = preference<boolean>("run-table-collapsed", false);
export const runSheetOpen = signal(false);

/** How the run table is shown now. */
export const runTableForm: ReadonlySignal<"table" | "rail" | "sheet" | "hidden"> = computed(() => {
  if (narrow.value) return runSheetOpen.value ? "sheet" : "hidden";
  return runTableCollapsed.value ? "rail" : "table";
});

export function toggleRunTable(): void {
  if (narrow.peek()) runSheetOpen.value = !runSheetOpen.peek();
  else runTableCollapsed.value = !runTableCollapsed.peek();
}

export function resizeRunTable(width: number): void {
  runTableWidth.value = Math.round(Math.min(MAX_RUN_TABLE_PX, Math.max(MIN_RUN_TABLE_PX, width)));
}

/** Follows the window's width. Call once. */
export function startPanels(): void {
  const query = matchMedia(NARROW);
  narrow.value = query.matches;
  query.addEventListener("change", ({ matches }) => {
    narrow.value = matches;
    runSheetOpen.value = false;
  });
}
