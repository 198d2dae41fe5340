/**
 * A line chart: uPlot has the axes and the cursor; the lines are drawn here, each from its own x
 * column, since uPlot would ask for one x column shared by all.
 */
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { SizedPlot } from "./resizable-plot";
import type { PlotState } from "./uplot-chart";
import "./chart.css";

export interface LineChartProps extends PlotState {
  /** Where the cursor stands on another chart of the same x axis; null when nowhere. */
  readonly cursorX: number | null;
  /** Changes when the page's colours do. */
  readonly theme: string;
}

/** Fills its parent, which must have a height. */
export function LineChart(props: LineChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<SizedPlot | null>(null);
  const state = useRef<PlotState>(props);
  state.current = props;
  const { lines, under, axis, logX, logY, range, yRange, hidesOutliers, cursorX, theme } = props;
  const { references, chosenX, chosenRange } = props;

  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    const sized = new SizedPlot(element, () => state.current);
    plot.current = sized;
    return () => {
      sized.destroy();
      plot.current = null;
    };
  }, []);

  // The plot reads what changed from `state`.
  useLayoutEffect(
    () => plot.current?.redraw(),
    [lines, under, range, yRange, hidesOutliers, references, chosenRange, theme, axis, logX, logY],
  );

  useLayoutEffect(() => plot.current?.placeChosen(), [chosenX]);

  useEffect(() => plot.current?.placeCursor(cursorX), [cursorX]);

  return <div class="chart" ref={host} />;
}
