/**
 * Words on what has just been done, where nothing else on the page shows it.
 *
 * None takes the place of another, but for one of its own topic: they stand together, and what there
 * is no room for waits until there is. The time of a notice begins when it comes into sight.
 */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";

const SHOWN_MS = 2500;
const MAX_SHOWN = 3;

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly shownMs: number;
  readonly topic: string | null;
}

const toasts = signal<readonly Toast[]>([]);
const timers = new Map<number, ReturnType<typeof setTimeout>>();
let count = 0;

/** Those in sight, the oldest first. */
export const shownToasts: ReadonlySignal<readonly Toast[]> = computed(() =>
  toasts.value.slice(0, MAX_SHOWN),
);

effect(() => {
  for (const { id, shownMs } of shownToasts.value) {
    if (!timers.has(id))
      timers.set(
        id,
        setTimeout(() => forget(id), shownMs),
      );
  }
});

/**
 * Shows a toast for a moment, longer for more than a few words. A toast with the same text or topic
 * replaces the one before.
 */
export function showToast(
  text: string,
  shownMs: number = SHOWN_MS,
  topic: string | null = null,
): void {
  const isOvertaken = (one: Toast) => one.text === text || (topic !== null && one.topic === topic);
  for (const { id } of toasts.peek().filter(isOvertaken)) forget(id);
  toasts.value = [...toasts.peek(), { id: ++count, text, shownMs, topic }];
}

function forget(removed: number): void {
  clearTimeout(timers.get(removed));
  timers.delete(removed);
  toasts.value = toasts.peek().filter(({ id }) => id !== removed);
}
