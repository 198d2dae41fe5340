/** An answer of the server, kept by generation: asked for again when the generation grows. */
import { effect, type ReadonlySignal, signal } from "@preact/signals";
import { generation } from "./live";

export interface Resource<T> {
  /** The last answer, kept while a newer one is fetched; null until the first. */
  readonly data: ReadonlySignal<T | null>;
  readonly error: ReadonlySignal<Error | null>;
}

/** Fetches once the server is reachable, and again after every change on it. */
export function followGeneration<T>(get: () => Promise<T>): Resource<T> {
  const data = signal<T | null>(null);
  const error = signal<Error | null>(null);
  let fetching = false;
  let stale = false;

  async function refresh(): Promise<void> {
    stale = true;
    if (fetching) return;
    fetching = true;
    while (stale) {
      stale = false;
      try {
        data.value = await get();
        error.value = null;
      } catch (cause) {
        error.value = cause instanceof Error ? cause : new Error(String(cause));
      }
    }
    fetching = false;
  }

  effect(() => {
    if (generation.value >= 0) void refresh();
  });
  return { data, error };
}
