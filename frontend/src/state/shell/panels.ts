/** Which panels stand beside the content. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { preference } from "../base/local-preference";

const NARROW = "(max-width: 699px)";
/** Beside the run table and an open card, a drawing would have a third of such a window. */
const TIGHT = "(max-width: 1099px)";

export const MIN_RUN_TABLE_PX = 200;
export const MAX_RUN_TABLE_PX = 640;

/** In a narrow window the run table is a sheet over the content. */
export const narrow = signal(false);
export const runTableWidth = preference<number>("run-table-width", 330);
export const runTableCollapsed = preference<boolean>("run-table-collapsed", false);
export const runSheetOpen = signal(false);

/** Whether the tab that is open is one drawing, which has a use for all the room there is. */
export const isDrawingOpen = signal(false);
const tight = signal(false);
/** Whether the viewer opened the table beside a drawing in a tight window. */
const openedBesideDrawing = signal(false);

/** Whether the run table begins as a rail, for the room of a drawing. */
const givesWay: ReadonlySignal<boolean> = computed(() => tight.value && isDrawingOpen.value);

/** How the run table is shown now. */
export const runTableForm: ReadonlySignal<"table" | "rail" | "sheet" | "hidden"> = computed(() => {
  if (narrow.value) return runSheetOpen.value ? "sheet" : "hidden";
  const isOpen = !runTableCollapsed.value && (!givesWay.value || openedBesideDrawing.value);
  return isOpen ? "table" : "rail";
});

export function toggleRunTable(): void {
  if (narrow.peek()) {
    runSheetOpen.value = !runSheetOpen.peek();
    return;
  }
  const isOpened = runTableForm.peek() === "rail";
  if (givesWay.peek()) openedBesideDrawing.value = isOpened;
  // What is opened or closed for the room of a drawing says nothing of other tabs.
  if (!givesWay.peek() || isOpened) runTableCollapsed.value = !isOpened;
}

export function resizeRunTable(width: number): void {
  runTableWidth.value = Math.round(Math.min(MAX_RUN_TABLE_PX, Math.max(MIN_RUN_TABLE_PX, width)));
}

/** Follows the window's width. Call once. */
export function startPanels(): void {
  follow(matchMedia(NARROW), (matches) => {
    narrow.value = matches;
    runSheetOpen.value = false;
  });
  follow(matchMedia(TIGHT), (matches) => {
    tight.value = matches;
    openedBesideDrawing.value = false;
  });
}

function follow(query: MediaQueryList, set: (matches: boolean) => void): void {
  set(query.matches);
  query.addEventListener("change", ({ matches }) => set(matches));
}
