/** The time now, for ages: seconds since the epoch, renewed every few seconds while in sight. */
import { signal } from "@preact/signals";

const TICK_MS = 5000;

export const now = signal(Date.now() / 1000);

/** Starts ticking. Call once. */
export function startClock(): void {
  setInterval(() => {
    if (!document.hidden) now.value = Date.now() / 1000;
  }, TICK_MS);
}
