/** An answer of the server for one component: asked when its question changes, and kept current. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { dataVersion } from "./connection";
import type { Answered } from "./latest-query";
import { PacedRequest } from "./throttled-request";
import { type SeriesGroup, useSeriesVersion } from "./use-series-version";

interface Kept<T> {
  /** The question it is the answer to. */
  readonly key: string | null;
  readonly data: T | null;
  readonly error: Error | null;
}

const NO_SERIES: readonly SeriesGroup[] = [];

/**
 * `key` tells questions apart; with null, nothing is asked. What was answered before stays until
 * the next answer, so that a view does not flicker while a step is dragged. With `series`, it is
 * asked again when they have new points; without, after any change of the data.
 */
export function useAnswer<T>(
  key: string | null,
  fetch: (signal: AbortSignal) => Promise<T>,
  series?: readonly SeriesGroup[],
): Answered<T> {
  const [kept, keep] = useState<Kept<T>>({ key: null, data: null, error: null });
  const request = useRef<PacedRequest | null>(null);
  const asked = useRef(fetch);
  asked.current = fetch;
  // Before the frame is drawn: the server can work meanwhile.
  useLayoutEffect(() => {
    if (key === null) return;
    const paced = new PacedRequest(async (signal) => {
      try {
        const data = await asked.current(signal);
        if (!signal.aborted) keep({ key, data, error: null });
        return true;
      } catch (cause) {
        if (signal.aborted) return true;
        const error = cause instanceof Error ? cause : new Error(String(cause));
        keep({ key, data: null, error });
        return false;
      }
    });
    request.current = paced;
    paced.askNow();
    return () => paced.stop();
  }, [key]);
  const ofSeries = useSeriesVersion(series ?? NO_SERIES);
  const version = series === undefined ? dataVersion.value : ofSeries;
  // With the first question, or it would be asked a second time when it is under way.
  useLayoutEffect(() => request.current?.want(), [version]);
  return { data: kept.data, error: kept.error, isAsking: kept.key !== key };
}
