/**
 * Whether the page is idle after it was opened: its first drawing is complete, and nothing is being
 * read. Work of low priority begins then.
 */
import { type ReadonlySignal, signal } from "@preact/signals";
import { requestsUnderWay } from "../../api/client";
import { runsLoaded } from "../runs/runs";
import { reading } from "../server/connection";

const LOOK_MS = 150;
/** An answer may lead to the next question, after it has been drawn. */
const QUIET_LOOKS = 3;

const idle = signal(false);
export const isPageIdle: ReadonlySignal<boolean> = idle;

function isBusy(): boolean {
  return requestsUnderWay() > 0 || reading.peek() || !runsLoaded.peek() || document.hidden;
}

/** Looks until it has. Call once. */
export function watchForIdle(): void {
  let quiet = 0;
  const timer = setInterval(() => {
    quiet = isBusy() ? 0 : quiet + 1;
    if (quiet < QUIET_LOOKS) return;
    clearInterval(timer);
    idle.value = true;
  }, LOOK_MS);
}
