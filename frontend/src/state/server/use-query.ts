/** Answers of the server for one component, which an answer draws again. */
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { LatestState } from "./latest-query";
import { type ObserveOptions, Observer, type QueryCache } from "./query-cache";
import type { QueryEntry } from "./query-entry";

/**
 * The entries of some queries, observed while the component is on the page and queries it; they
 * are the same for as long as the queries are.
 */
export function useEntries<Q, T>(
  cache: QueryCache<Q, T>,
  queries: readonly Q[],
  { isLive = true, delayMs = 0 }: ObserveOptions = {},
): readonly QueryEntry<Q, T>[] {
  const keys = queries.map((query) => cache.keyOf(query)).join("\n");
  const entries = useMemo(
    () => [...new Set(queries.map((query) => cache.entry(query)))],
    [cache, keys],
  );
  const observer = useMemo(() => new Observer(cache), [cache]);
  // Before the frame is drawn: the server can work meanwhile.
  useLayoutEffect(() => observer.show(entries, { isLive, delayMs }), [entries, isLive]);
  useLayoutEffect(() => () => observer.stop(), [observer]);
  return entries;
}

/** The list as it was before, as long as the same things are in it. */
export function useSame<T>(list: readonly T[]): readonly T[] {
  const before = useRef<readonly T[]>(list);
  const isSame =
    before.current.length === list.length && list.every((one, at) => one === before.current[at]);
  if (!isSame) before.current = list;
  return before.current;
}

/**
 * The answer to a query, refreshed when it changes; with null, nothing is requested. The answer to
 * the query before stays until the next one, so that a view does not flicker while a step is
 * dragged.
 */
export function useQuery<Q, T>(cache: QueryCache<Q, T>, query: Q | null): LatestState<T> {
  const [entry] = useEntries(cache, query === null ? [] : [query]);
  const state = entry?.state.value;
  const shown = useRef<T | null>(null);
  if (state?.isAnswered || state?.error) shown.current = state.isAnswered ? state.data : null;
  return {
    data: state?.data ?? shown.current,
    error: state?.error ?? null,
    isLoading: state !== undefined && !state.isAnswered && state.error === null,
  };
}
