/**
 * A line chart: uPlot has the axes, the cursor and the selection; the lines are drawn here, each
 * from its own x column, since uPlot would ask for one x column shared by all.
 */
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type uPlot from "uplot";
import type { AxisKind, ChartLines, ChartPoint, Range } from "./chart-line";
import { createPlot, PLACEHOLDER, type PlotState } from "./plot";
import "./chart.css";

export interface LineChartProps extends ChartLines {
  readonly axis: AxisKind;
  readonly log: boolean;
  /** The part of the x axis to show; null for all of it. */
  readonly range: Range | null;
  /** Where the cursor stands on another chart of the same x axis; null when nowhere. */
  readonly cursorX: number | null;
  /** Changes when the page's colours do. */
  readonly theme: string;
  readonly onCursor: (point: ChartPoint | null) => void;
  readonly onZoom: (range: Range) => void;
  readonly onReset: () => void;
}

function sizeOf(element: HTMLElement): { width: number; height: number } {
  return {
    width: Math.max(40, Math.floor(element.clientWidth)),
    height: Math.max(40, Math.floor(element.clientHeight)),
  };
}

function placeCursor(plot: uPlot, x: number | null): void {
  const left = x === null ? -10 : plot.valToPos(x, "x");
  const inside = left >= 0 && left <= plot.over.clientWidth;
  plot.setCursor({ left: inside ? left : -10, top: inside ? 0 : -10 }, false);
}

/** Fills its parent, which must have a height. */
export function LineChart(props: LineChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const state = useRef<PlotState>(props);
  const isNew = useRef(false);
  state.current = props;
  const { lines, under, axis, log, range, cursorX, theme } = props;

  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    const created = createPlot(element, sizeOf(element), axis, log, () => state.current);
    plot.current = created;
    isNew.current = true;
    const observer = new ResizeObserver(() => created.setSize(sizeOf(element)));
    observer.observe(element);
    return () => {
      observer.disconnect();
      created.destroy();
      plot.current = null;
    };
  }, [axis, log]);

  // The plot reads what changed from `state`; a new one has drawn it already.
  useEffect(() => {
    if (!isNew.current) plot.current?.setData(PLACEHOLDER, true);
    isNew.current = false;
  }, [lines, under, range, theme, axis, log]);

  useEffect(() => {
    const current = plot.current;
    if (current === null || current.over.matches(":hover")) return;
    placeCursor(current, cursorX);
  }, [cursorX]);

  return <div class="chart" ref={host} />;
}
