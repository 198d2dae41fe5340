/** The histograms of one card: requested while it is near the viewport, followed while it is in it. */
import type { Histograms, HistogramsQuery } from "../../../api/histograms";
import { useEntries } from "../../../state/server/use-query";
import { histogramsCache } from "./histograms-cache";

/** A card that is scrolled past is not worth a request, nor a step that is dragged past. */
const SETTLE_MS = 30;

export interface CardHistograms {
  readonly histograms: Histograms | null;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** What is known now. A query for no run requests nothing. `isVisible`: whether to follow changes. */
export function useHistograms(query: HistogramsQuery, isVisible: boolean): CardHistograms {
  const queries = query.runs.length === 0 ? [] : [query];
  const options = { isLive: isVisible, delayMs: SETTLE_MS };
  const [entry] = useEntries(histogramsCache, queries, options);
  const state = entry?.state.value;
  return {
    histograms: state?.data ?? null,
    error: state?.error ?? null,
    retry: () => entry?.retry(),
  };
}
