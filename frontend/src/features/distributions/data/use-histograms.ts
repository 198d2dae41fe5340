/** The histograms of one card: fetched while it is near the viewport, followed while it is in it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { getHistograms, type Histograms, type HistogramsQuery } from "../../../api/histograms";
import { reached, seriesVersion } from "../../../state/server/connection";
import { PacedRequest } from "../../../state/server/throttled-request";
import { useSeriesVersion } from "../../../state/server/use-series-version";
import { findAnswer, findPart, keepAnswer, keyOf } from "./histogram-cache";

/** A card that is scrolled past is not worth a request, nor a step that is dragged past. */
const SETTLE_MS = 30;

export interface HistogramsData {
  readonly histograms: Histograms | null;
  readonly error: Error | null;
  readonly retry: () => void;
}

interface Ended {
  readonly key: string;
  readonly error: Error | null;
}

function requestOf(query: HistogramsQuery, key: string, end: (ended: Ended) => void): PacedRequest {
  return new PacedRequest(
    async (signal) => {
      const version = seriesVersion(query.tag, query.runs);
      try {
        keepAnswer(query, version, await getHistograms(query, signal));
        end({ key, error: null });
        return true;
      } catch (cause) {
        const error = cause instanceof Error ? cause : new Error(String(cause));
        if (!signal.aborted) end({ key, error });
        return false;
      }
    },
    { delay: SETTLE_MS },
  );
}

/**
 * What is known now, and what the server says when that is older than its last change. A query for
 * no run asks nothing. `visible`: whether changes are worth following.
 */
export function useHistograms(query: HistogramsQuery, visible: boolean): HistogramsData {
  const key = keyOf(query);
  const changed = useSeriesVersion([query]);
  const request = useRef<PacedRequest | null>(null);
  const [ended, setEnded] = useState<Ended>({ key: "", error: null });
  const error = ended.key === key ? ended.error : null;

  // The key stands for the query.
  useEffect(() => {
    if (query.runs.length === 0) return;
    const own = requestOf(query, key, setEnded);
    request.current = own;
    return () => {
      own.stop();
      request.current = null;
    };
  }, [key]);
  useEffect(() => {
    const known = findAnswer(query);
    if (known === undefined || (visible && known.version !== seriesVersion(query.tag, query.runs)))
      request.current?.want();
  }, [key, changed, visible]);
  useEffect(() => {
    if (reached.value > 0 && error !== null) request.current?.askNow();
  }, [reached.value]);

  const histograms = findAnswer(query)?.histograms ?? findPart(query);
  return { histograms, error, retry: () => request.current?.askNow() };
}
