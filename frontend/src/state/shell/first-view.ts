/** Whether the tab opened first has drawn what it shows: what stands beside it comes after that. */
import { computed, signal } from "@preact/signals";
import { isPageIdle } from "./page-idle";

const isNoted = signal(false);

/** A page that rests has drawn all it can, or has nothing to draw. */
export const isFirstViewDrawn = computed(() => isNoted.value || isPageIdle.value);

export function noteFirstView(): void {
  isNoted.value = true;
}
