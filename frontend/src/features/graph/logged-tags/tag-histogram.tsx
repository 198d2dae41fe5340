/** The last shape of a histogram that the graph's run logged under a node. */
import { useMemo, useRef } from "preact/hooks";
import { getHistograms, type Histograms } from "../../../api/histograms";
import type { Run } from "../../../api/types";
import { valueText } from "../../../lib/format/number";
import { runColour } from "../../../state/runs/runs";
import { seriesVersion } from "../../../state/server/connection";
import { QueryCache } from "../../../state/server/query-cache";
import type { SeriesGroup } from "../../../state/server/series-version";
import { useQuery } from "../../../state/server/use-query";
import { useInViewport } from "../../../ui/lists/use-in-viewport";
import { histogramShape } from "./histogram-shape";
import * as messages from "./messages";
import { TagTitle } from "./tag-title";

const BINS = 40;
/** Of the drawing, which is stretched to its room. */
const WIDTH = 400;
const HEIGHT = 100;

const MAX_IDLE = 20;

const LAST = { range: null, at: null, superseded: false, steps: 2, bins: BINS } as const;

const histograms = new QueryCache<SeriesGroup, Histograms>({
  fetch: (query, signal) => getHistograms({ ...query, ...LAST }, signal),
  version: ({ tag, runs }) => seriesVersion(tag, runs),
  maxIdle: MAX_IDLE,
});

export function TagHistogram({ tag, run }: { tag: string; run: Run }) {
  const root = useRef<HTMLDivElement>(null);
  const isVisible = useInViewport(root);
  const { data, error } = useQuery(histograms, isVisible ? { tag, runs: [run.id] } : null);
  const last = data?.series[0]?.steps.at(-1);
  const shape = useMemo(() => last && histogramShape(last, WIDTH, HEIGHT), [last]);
  return (
    <div class="graph-tag-chart" ref={root}>
      <TagTitle kind="histograms" tag={tag} run={run}>
        {last && messages.step(last.step)}
      </TagTitle>
      <div class="graph-tag-chart-plot graph-tag-histogram">
        {last && shape ? (
          <>
            <svg
              viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
              preserveAspectRatio="none"
              role="img"
              aria-label={messages.histogramLabel(last.total, shape.from, shape.to)}
            >
              <path d={shape.path} fill={runColour(run.id)} />
            </svg>
            <p>
              <span>{valueText(shape.from)}</span>
              <span>{valueText(shape.to)}</span>
            </p>
          </>
        ) : (
          <span>{error?.message ?? (data && messages.noValues)}</span>
        )}
      </div>
    </div>
  );
}
