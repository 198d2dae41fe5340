/** Waits for signals, without a clock. */
import { effect } from "@preact/signals";

/** Resolves when a condition over signals holds. */
export function until(holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (!holds()) return;
      resolve();
      queueMicrotask(() => stop());
    });
  });
}
