/** The uPlot behind a line chart. */
import uPlot from "uplot";
import type { AxisKind, ChartLines, ChartPoint, Range } from "./chart-line";
import { valueExtent, xExtent, yAxis } from "./extent";
import { numberTicks } from "./number-tick";
import { paintLines } from "./paint";
import { type PlotArea, projection } from "./projection";
import { COUNT_STEPS, DURATION_STEPS, logPlaces, logTicks, xTicks } from "./ticks";

/** What the plot reads anew whenever it draws or is used. */
export interface PlotState extends ChartLines {
  readonly log: boolean;
  readonly range: Range | null;
  readonly onCursor: (point: ChartPoint | null) => void;
  readonly onZoom: (range: Range) => void;
  readonly onReset: () => void;
}

/** A selection narrower than this is a click with an unsteady hand. */
const LEAST_DRAG_PX = 6;

const LEAST_Y_AXIS_PX = 56;
const AXIS_GAP_PX = 6;
/** No narrower than a digit of the axes' font. */
const DIGIT_PX = 6.2;

/** uPlot ranges and draws its scales only when it has a point; the scales here ignore it. */
export const PLACEHOLDER: uPlot.AlignedData = [
  [0, 1],
  [0, 1],
];

/** Values of custom properties by theme: asking for one makes the browser lay out the page. */
const knownValues = new Map<string, string>();

function cssValue(name: string): string {
  const root = document.documentElement;
  const key = `${root.dataset.theme} ${name}`;
  const known = knownValues.get(key);
  if (known !== undefined) return known;
  const value = getComputedStyle(root).getPropertyValue(name).trim();
  knownValues.set(key, value);
  return value;
}

function shownRange({ range, lines, under }: PlotState): Range {
  return range ?? xExtent([...lines, ...under]) ?? [0, 1];
}

function shownExtent(state: PlotState): Range | null {
  return valueExtent([...state.lines, ...state.under], shownRange(state), state.log);
}

function plotArea({ bbox }: uPlot): PlotArea {
  const { left, top, width, height } = bbox;
  return { left, top, width, height, ratio: uPlot.pxRatio };
}

function scaleEnds({ scales }: uPlot, name: "x" | "y"): Range {
  return [scales[name]?.min ?? 0, scales[name]?.max ?? 1];
}

function paint(plot: uPlot, state: PlotState): void {
  const area = plotArea(plot);
  const to = projection(scaleEnds(plot, "x"), scaleEnds(plot, "y"), state.log, area);
  paintLines(plot.ctx, state, shownRange(state), to, area);
}

/** Most axes have the same width, so that cards below each other agree; a long text gets its room. */
function yAxisWidth(texts: readonly string[] | null): number {
  const longest = Math.max(0, ...(texts ?? []).map(({ length }) => length));
  return Math.max(LEAST_Y_AXIS_PX, longest * DIGIT_PX + 2 * AXIS_GAP_PX);
}

function axes(kind: AxisKind, log: boolean): uPlot.Axis[] {
  const common: uPlot.Axis = {
    stroke: () => cssValue("--text-faint"),
    grid: { stroke: () => cssValue("--grid"), width: 1 },
    ticks: { show: false },
    font: `11px ${cssValue("--font")}`,
  };
  const x: uPlot.Axis = {
    ...common,
    size: 26,
    gap: AXIS_GAP_PX,
    space: kind === "number" ? 72 : 88,
    values: (_plot, splits, _axis, _space, step) => xTicks(kind, splits, step),
  };
  if (kind !== "moment") x.incrs = [...(kind === "duration" ? DURATION_STEPS : COUNT_STEPS)];
  const y: uPlot.Axis = {
    ...common,
    size: (_plot, texts) => yAxisWidth(texts),
    gap: AXIS_GAP_PX,
    space: 32,
    values: (_plot, splits, _axis, _space, step) =>
      log ? logTicks(splits) : numberTicks(splits, step),
  };
  if (log) {
    // uPlot's own ticks ask for an axis that begins at a power of ten.
    y.splits = (_plot, _axis, low, high) => logPlaces(low, high);
    y.filter = (_plot, splits) => splits;
  }
  return [x, y];
}

function scales(kind: AxisKind, log: boolean, state: () => PlotState): uPlot.Scales {
  return {
    x: {
      time: kind === "moment",
      range: () => [...shownRange(state())] as [number, number],
    },
    y: {
      distr: log ? 3 : 1,
      range: () => yAxis(shownExtent(state()), log),
    },
  };
}

function cursorPoint(plot: uPlot): ChartPoint | null {
  const { left = -1, top = -1 } = plot.cursor;
  if (left < 0 || top < 0) return null;
  return { x: plot.posToVal(left, "x"), y: plot.posToVal(top, "y") };
}

function selectedRange(plot: uPlot): Range | null {
  const { left, width } = plot.select;
  if (width < LEAST_DRAG_PX) return null;
  return [plot.posToVal(left, "x"), plot.posToVal(left + width, "x")];
}

function takeSelection(plot: uPlot, state: PlotState): void {
  const range = selectedRange(plot);
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  if (range !== null) state.onZoom(range);
}

/** Draws into `host`. `kind` and `log` are settled for good; the rest is read from `state`. */
export function createPlot(
  host: HTMLElement,
  size: { width: number; height: number },
  kind: AxisKind,
  log: boolean,
  state: () => PlotState,
): uPlot {
  const options: uPlot.Options = {
    ...size,
    padding: [8, 12, 0, 0],
    legend: { show: false },
    scales: scales(kind, log, state),
    axes: axes(kind, log),
    series: [{}, { points: { show: false }, paths: () => null }],
    cursor: {
      y: false,
      points: { show: false },
      drag: { x: true, y: false, setScale: false },
      bind: {
        dblclick: () => () => {
          state().onReset();
          return null;
        },
      },
    },
    hooks: {
      draw: [(plot) => paint(plot, state())],
      setCursor: [(plot) => state().onCursor(cursorPoint(plot))],
      setSelect: [(plot) => takeSelection(plot, state())],
    },
  };
  return new uPlot(options, PLACEHOLDER, host);
}
