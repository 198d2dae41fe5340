/**
 * What the server says about itself, asked again and again: twice a second while it reads, every
 * reload interval afterwards (once for all when there is none), never while the page is hidden or
 * the viewer has paused it.
 */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { getStatus } from "../api/resources";
import type { Status } from "../api/types";
import { retryDelay } from "../lib/retry-delay";

const WHILE_READING_MS = 500;

export type Connection =
  | { state: "connecting" }
  | { state: "open" }
  | { state: "lost"; failures: number; retryAt: number };

export const status = signal<Status | null>(null);
export const connection = signal<Connection>({ state: "connecting" });
export const paused = signal(false);

/** Changes with what the server's readers see, and when it starts again; null until it is known. */
export const dataVersion: ReadonlySignal<string | null> = computed(() =>
  status.value === null ? null : `${status.value.instance} ${status.value.generation}`,
);

/** Whether the server is reading what it found when it last looked. */
export const reading: ReadonlySignal<boolean> = computed(
  () => status.value?.loading.state === "reading",
);

export const online: ReadonlySignal<boolean> = computed(() => connection.value.state === "open");

function isReadOnce({ loading, reload_interval }: Status): boolean {
  return reload_interval === 0 && loading.state === "ready";
}

/** Whether the server has read its files and will not look at them again. */
export const readOnce: ReadonlySignal<boolean> = computed(
  () => status.value !== null && isReadOnce(status.value),
);

let timer: ReturnType<typeof setTimeout> | undefined;
let polling = false;

function intervalAfter({ loading, reload_interval }: Status): number {
  const interval = Math.max(1, reload_interval) * 1000;
  return loading.state === "reading" ? Math.min(WHILE_READING_MS, interval) : interval;
}

async function ask(): Promise<number> {
  try {
    const answer = await getStatus();
    status.value = answer;
    connection.value = { state: "open" };
    return intervalAfter(answer);
  } catch {
    const before = connection.peek();
    const failures = before.state === "lost" ? before.failures + 1 : 1;
    const delay = retryDelay(failures);
    connection.value = { state: "lost", failures, retryAt: Date.now() + delay };
    return delay;
  }
}

async function poll(): Promise<void> {
  clearTimeout(timer);
  if (polling || document.hidden) return;
  polling = true;
  const delay = await ask();
  polling = false;
  if (online.peek() && readOnce.peek()) return;
  if (!paused.peek() || connection.peek().state === "lost") timer = setTimeout(poll, delay);
}

/** Asks at once, whatever the timer says. */
export function pollNow(): void {
  void poll();
}

/** Starts asking. Call once. */
export function startLive(): void {
  document.addEventListener("visibilitychange", pollNow);
  effect(() => {
    if (!paused.value) pollNow();
    else if (online.peek()) clearTimeout(timer);
  });
}
