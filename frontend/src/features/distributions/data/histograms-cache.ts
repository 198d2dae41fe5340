/** The histograms that cards show, and those of cards that were scrolled past. */
import { signal } from "@preact/signals";
import {
  type DataWarning,
  getHistograms,
  type Histograms,
  type HistogramsQuery,
} from "../../../api/histograms";
import { seriesVersion } from "../../../state/server/connection";
import { QueryCache } from "../../../state/server/query-cache";

const MAX_IDLE = 60;

export interface LayerSign extends DataWarning {
  readonly tag: string;
  /** Run id. */
  readonly run: string;
}

/** What is wrong with the layers seen so far, by tag. */
export const layerSigns = signal<ReadonlyMap<string, readonly LayerSign[]>>(new Map());

export const histogramsCache = new QueryCache<HistogramsQuery, Histograms>({
  fetch: fetchHistograms,
  version: ({ tag, runs }) => seriesVersion(tag, runs),
  maxIdle: MAX_IDLE,
  relation: {
    topic: ({ tag, at }) => `${at !== null} ${tag}`,
    showMeanwhile: seriesInBoth,
  },
});

async function fetchHistograms(query: HistogramsQuery, signal: AbortSignal): Promise<Histograms> {
  const histograms = await getHistograms(query, signal);
  if (query.at === null && query.range === null) noteSigns(histograms);
  return histograms;
}

function noteSigns({ tag, series }: Histograms): void {
  const found = series.flatMap(({ run, warnings }) =>
    warnings.map((warning) => ({ ...warning, tag, run })),
  );
  const known = layerSigns.peek();
  if (found.length === 0 && !known.has(tag)) return;
  const next = new Map(known).set(tag, found);
  if (found.length === 0) next.delete(tag);
  layerSigns.value = next;
}

/** What an answer about the tag holds of the runs of a query. */
function seriesInBoth(
  { runs }: HistogramsQuery,
  _: HistogramsQuery,
  histograms: Histograms,
): Histograms | null {
  const requested = new Set(runs);
  const series = histograms.series.filter(({ run }) => requested.has(run));
  return series.length === 0 ? null : { ...histograms, series };
}
