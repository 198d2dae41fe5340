/** An answer of the server, asked for again when the data changes, and until it comes. */
import { effect, type ReadonlySignal, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { dataVersion, reached } from "./connection";
import { PacedRequest } from "./throttled-request";

export interface Resource<T> {
  /** The last answer, kept while a newer one is fetched; null until the first. */
  readonly data: ReadonlySignal<T | null>;
  /** Why the last request failed; it is repeated by itself. */
  readonly error: ReadonlySignal<Error | null>;
  /** Asks at once. */
  readonly retry: () => void;
  /** Whether somebody looks: until nobody does, changes on the server are followed. */
  readonly isShown: { value: boolean };
}

interface Following {
  /** What is asked again after: any change, unless it is known which can make a difference. */
  readonly version?: ReadonlySignal<string | number | null>;
  readonly restFactor?: number;
  readonly leastGap?: number;
}

/**
 * Fetches once the server is reachable, and again after changes on it. What failed is asked for
 * again, later each time, and at once when a lost connection is back.
 */
export function followGeneration<T>(
  get: () => Promise<T>,
  { version: followed = dataVersion, ...pace }: Following = {},
): Resource<T> {
  const data = signal<T | null>(null);
  const error = signal<Error | null>(null);
  const isShown = signal(true);
  let answered: string | number | null = null;
  const request = new PacedRequest(async () => {
    const version = followed.peek();
    try {
      data.value = await get();
      error.value = null;
      answered = version;
    } catch (cause) {
      error.value = cause instanceof Error ? cause : new Error(String(cause));
    }
    return error.peek() === null;
  }, pace);
  effect(() => {
    const version = followed.value;
    if (version !== null && isShown.value && version !== answered) request.want();
  });
  effect(() => {
    if (reached.value > 0 && error.peek() !== null) request.askNow();
  });
  return { data, error, retry: () => request.askNow(), isShown };
}

/** Lets a resource rest after the component that shows it has gone. */
export function useShown({ isShown }: Resource<unknown>): void {
  useEffect(() => {
    isShown.value = true;
    return () => {
      isShown.value = false;
    };
  }, []);
}
