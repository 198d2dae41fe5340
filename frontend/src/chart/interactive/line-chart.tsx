/** A line chart: lines over a numeric x axis, with a cursor, zoom and marks. */
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { type ChartState, InteractiveChart } from "./interactive-chart";
import "./chart.css";

export interface LineChartProps extends ChartState {
  /** Changes when the page's colours do. */
  readonly theme: string;
}

/** Fills its parent, which must have a height. */
export function LineChart(props: LineChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<InteractiveChart | null>(null);
  const state = useRef<ChartState>(props);
  state.current = props;
  const { lines, under, axis, logX, logY, range, yRange, hidesOutliers, cursorX, front, theme } =
    props;
  const { references, chosenX, chosenRange, lineWidth } = props;

  useLayoutEffect(() => {
    if (host.current === null) return;
    const made = new InteractiveChart(host.current, () => state.current);
    chart.current = made;
    return () => {
      made.destroy();
      chart.current = null;
    };
  }, []);

  // The chart reads what changed from `state`.
  useLayoutEffect(
    () => chart.current?.redraw(),
    [
      lines,
      under,
      lineWidth,
      range,
      yRange,
      hidesOutliers,
      references,
      chosenRange,
      theme,
      axis,
      logX,
      logY,
    ],
  );

  useLayoutEffect(() => chart.current?.placeChosen(), [chosenX]);

  useEffect(() => chart.current?.placeCursor(), [cursorX, front]);

  return <div class="chart" ref={host} />;
}
