/** An answer of the server, asked for again when the data changes, and until it comes. */
import { effect, type ReadonlySignal, signal } from "@preact/signals";
import { retryDelay } from "../lib/retry-delay";
import { dataVersion, online } from "./live";

export interface Resource<T> {
  /** The last answer, kept while a newer one is fetched; null until the first. */
  readonly data: ReadonlySignal<T | null>;
  /** Why the last request failed; it is repeated by itself. */
  readonly error: ReadonlySignal<Error | null>;
  /** Asks at once. */
  readonly retry: () => void;
}

/**
 * Fetches once the server is reachable, and again after every change on it. What failed is asked
 * for again, later each time, and at once when a lost connection is back.
 */
export function followGeneration<T>(get: () => Promise<T>): Resource<T> {
  const data = signal<T | null>(null);
  const error = signal<Error | null>(null);
  let fetching = false;
  let stale = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function fetchOnce(): Promise<void> {
    try {
      data.value = await get();
      error.value = null;
      failures = 0;
    } catch (cause) {
      error.value = cause instanceof Error ? cause : new Error(String(cause));
      failures += 1;
      timer = setTimeout(retry, retryDelay(failures));
    }
  }

  async function refresh(): Promise<void> {
    stale = true;
    if (fetching) return;
    fetching = true;
    while (stale) {
      stale = false;
      clearTimeout(timer);
      await fetchOnce();
    }
    fetching = false;
  }

  function retry(): void {
    void refresh();
  }

  effect(() => {
    if (dataVersion.value !== null) retry();
  });
  effect(() => {
    if (online.value && error.peek() !== null) retry();
  });
  return { data, error, retry };
}
