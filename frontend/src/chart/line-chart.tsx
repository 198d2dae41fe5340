/**
 * A line chart: uPlot has the axes and the cursor; the lines are drawn here, each from its own x
 * column, since uPlot would ask for one x column shared by all.
 */
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { createPlot, type Plot, type PlotState, settledFor } from "./plot";
import "./chart.css";

export interface LineChartProps extends PlotState {
  /** Where the cursor stands on another chart of the same x axis; null when nowhere. */
  readonly cursorX: number | null;
  /** Changes when the page's colours do. */
  readonly theme: string;
}

function sizeOf(element: HTMLElement): { width: number; height: number } {
  return {
    width: Math.max(40, Math.floor(element.clientWidth)),
    height: Math.max(40, Math.floor(element.clientHeight)),
  };
}

/** Fills its parent, which must have a height. */
export function LineChart(props: LineChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot | null>(null);
  const state = useRef<PlotState>(props);
  const isNew = useRef(false);
  state.current = props;
  const { lines, under, axis, logX, logY, range, yRange, hidesOutliers, cursorX, theme } = props;
  const { references, chosenX, chosenRange } = props;
  const settled = settledFor(props);

  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    const created = createPlot(element, sizeOf(element), () => state.current);
    plot.current = created;
    isNew.current = true;
    const observer = new ResizeObserver(() => created.resize(sizeOf(element)));
    observer.observe(element);
    return () => {
      observer.disconnect();
      created.destroy();
      plot.current = null;
    };
  }, [settled]);

  // The plot reads what changed from `state`; a new one has drawn it already. Not before the frame:
  // the page would be laid out anew between any two of its charts.
  useEffect(() => {
    if (!isNew.current) plot.current?.redraw();
    isNew.current = false;
  }, [
    lines,
    under,
    range,
    yRange,
    hidesOutliers,
    references,
    chosenX,
    chosenRange,
    theme,
    axis,
    logX,
    logY,
    settled,
  ]);

  useEffect(() => plot.current?.placeCursor(cursorX), [cursorX]);

  return <div class="chart" ref={host} />;
}
