/**
 * Words on what has just been done, where nothing else on the page shows it.
 *
 * None takes the place of another, but for one of its own topic: they stand together, and what there
 * is no room for waits until there is. The time of a notice begins when it comes into sight.
 */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";

const SHOWN_MS = 2500;
const MAX_SHOWN = 3;

export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly shownMs: number;
  readonly topic: string | null;
}

const said = signal<readonly Notice[]>([]);
const timers = new Map<number, ReturnType<typeof setTimeout>>();
let count = 0;

/** Those in sight, the oldest first. */
export const notices: ReadonlySignal<readonly Notice[]> = computed(() =>
  said.value.slice(0, MAX_SHOWN),
);

effect(() => {
  for (const { id, shownMs } of notices.value) {
    if (!timers.has(id))
      timers.set(
        id,
        setTimeout(() => forget(id), shownMs),
      );
  }
});

/**
 * Says it for a moment, longer for more than a few words; what is being said already goes on. Of
 * what is said about one topic, only the last is worth reading.
 */
export function say(text: string, shownMs: number = SHOWN_MS, topic: string | null = null): void {
  const isOvertaken = (one: Notice) => one.text === text || (topic !== null && one.topic === topic);
  for (const { id } of said.peek().filter(isOvertaken)) forget(id);
  said.value = [...said.peek(), { id: ++count, text, shownMs, topic }];
}

function forget(gone: number): void {
  clearTimeout(timers.get(gone));
  timers.delete(gone);
  said.value = said.peek().filter(({ id }) => id !== gone);
}
