/** The last shape of a histogram that the graph's run logged under a node. */
import { useEffect, useMemo, useRef } from "preact/hooks";
import { getHistograms, type Histograms } from "../../../api/histograms";
import type { Run } from "../../../api/types";
import { countText, valueText } from "../../../lib/format/number";
import { runColour } from "../../../state/runs/runs";
import { LatestAnswer } from "../../../state/server/latest-query";
import { useVisible } from "../../../ui/lists/use-in-viewport";
import { histogramShape } from "./histogram-shape";
import { TagTitle } from "./tag-title";

const BINS = 40;
/** Of the drawing, which is stretched to its room. */
const WIDTH = 400;
const HEIGHT = 100;

export function TagHistogram({ tag, run }: { tag: string; run: Run }) {
  const root = useRef<HTMLDivElement>(null);
  const isVisible = useVisible(root);
  const answer = useMemo(() => new LatestAnswer<Histograms>(), []);
  useEffect(() => () => answer.clear(), [answer]);
  useEffect(() => {
    if (!isVisible) return;
    const about = { tag, runs: [run.id], range: null, at: null, superseded: false };
    answer.ask(tag, (signal) => getHistograms({ ...about, steps: 2, bins: BINS }, signal));
  }, [isVisible, tag, run.id, answer]);
  const { data, error } = answer.now.value;
  const last = data?.series[0]?.steps.at(-1);
  const shape = useMemo(() => last && histogramShape(last, WIDTH, HEIGHT), [last]);
  return (
    <div class="tag-chart" ref={root}>
      <TagTitle kind="histograms" tag={tag} run={run}>
        {last && `step ${countText(last.step)}`}
      </TagTitle>
      <div class="tag-chart-plot tag-histogram">
        {last && shape ? (
          <>
            <svg
              viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
              preserveAspectRatio="none"
              role="img"
              aria-label={`${countText(last.total)} values from ${valueText(shape.from)} to ${valueText(shape.to)}`}
            >
              <path d={shape.path} fill={runColour(run.id)} />
            </svg>
            <p>
              <span>{valueText(shape.from)}</span>
              <span>{valueText(shape.to)}</span>
            </p>
          </>
        ) : (
          <span>{error?.message ?? (data && "no values")}</span>
        )}
      </div>
    </div>
  );
}
