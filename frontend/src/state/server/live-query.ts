/** One answer of the server, refreshed for as long as it is enabled. */
import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { dataVersion } from "./connection";
import { QueryCache } from "./query-cache";
import type { Version } from "./query-entry";
import type { Pace } from "./throttled-request";

export interface LiveQuery<T> {
  /** The last answer, also while a newer one is requested; null until the first. */
  readonly data: ReadonlySignal<T | null>;
  /** Why the last request failed; it is repeated. */
  readonly error: ReadonlySignal<Error | null>;
  /** Requests at once. */
  readonly retry: () => void;
  /** Whether changes on the server are followed; at first they are, unless it `isAtRest`. */
  readonly enabled: Signal<boolean>;
  /** Enables it until all that follow it have stopped; returns how to stop. */
  readonly follow: () => () => void;
  /** Disables it unless something follows it. */
  readonly rest: () => void;
}

interface LiveQueryOptions extends Pace {
  /** Changes when the server may answer otherwise: with any change of the data, unless given. */
  readonly version?: ReadonlySignal<Version>;
  /** Whether nothing is requested until something follows it. */
  readonly isAtRest?: boolean;
}

/** Requests once the server is reachable, and again after changes on it. */
export function liveQuery<T>(
  fetch: (signal: AbortSignal) => Promise<T>,
  { version = dataVersion, isAtRest = false, ...pace }: LiveQueryOptions = {},
): LiveQuery<T> {
  const cache = new QueryCache<null, T>({
    ...pace,
    fetch: (_, signal) => fetch(signal),
    version: () => version.value,
    maxIdle: 1,
  });
  const entry = cache.entry(null);
  const enabled = signal(!isAtRest);
  effect(() => (enabled.value ? cache.observe(entry) : undefined));
  let followers = 0;
  const rest = () => {
    enabled.value = followers > 0;
  };
  const follow = () => {
    followers += 1;
    enabled.value = true;
    return () => {
      followers -= 1;
      rest();
    };
  };
  return {
    data: computed(() => entry.state.value.data),
    error: computed(() => entry.state.value.error),
    retry: () => entry.retry(),
    enabled,
    follow,
    rest,
  };
}

/** Keeps a query current while a component is on the page. */
export function useLive({ follow }: LiveQuery<unknown>): void {
  useEffect(follow, [follow]);
}
