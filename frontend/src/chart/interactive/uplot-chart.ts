/** The uPlot behind a line chart. It works in places along the axes, which lie evenly. */
import uPlot from "uplot";
import { type Framing, frameOf, type Logs, type Scales, scalesFor } from "../axes/chart-axes";
import { numberTicks } from "../axes/number-labels";
import type { Frame, Placing, PlotArea } from "../axes/projection";
import { COUNT_STEPS, DURATION_STEPS, logTicks, xTicks } from "../axes/tick-labels";
import { multiples } from "../axes/tick-values";
import { paintLines } from "../draw/draw-lines";
import { type MarkLook, paintAbove, paintBelow } from "../draw/draw-marks";
import type {
  AxisKind,
  ChartLines,
  ChartMarks,
  ChartPoint,
  Range,
  Side,
} from "../model/chart-line";
import { listenToGestures, type PlotPlace } from "./gestures";

/** What the plot reads anew whenever it draws or is used. */
export interface PlotState extends ChartLines, ChartMarks, Framing, Logs {
  readonly axis: AxisKind;
  readonly onCursor: (point: ChartPoint | null) => void;
  /** `yRange` is null unless a box was marked; `isLast` is false while the plot is moved. */
  readonly onZoom: (range: Range, yRange: Range | null, isLast: boolean) => void;
  /** A part of the x axis was chosen, not to be zoomed to; absent where that means nothing. */
  readonly onChoose?: (range: Range) => void;
  readonly onReset: () => void;
  readonly onPick: (point: ChartPoint) => void;
}

const MIN_Y_AXIS_PX = 56;
const AXIS_GAP_PX = 6;
/** No narrower than a digit of the axes' font. */
const DIGIT_PX = 6.2;
const MAX_LOG_TICKS = 8;
/** The least distance of ticks along the x axis. */
const TICK_PX = 72;
const WIDE_TICK_PX = 88;

/** uPlot ranges and draws its scales only when it has a point; the scales here ignore it. */
const PLACEHOLDER: uPlot.AlignedData = [
  [0, 1],
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

function markLook(): MarkLook {
  return {
    ink: cssValue("--text-soft"),
    paper: cssValue("--surface"),
    accent: cssValue("--accent"),
    family: cssValue("--font"),
  };
}

/** The result for the last arguments, for as long as these are the same. */
function remembered<A extends readonly unknown[], R>(work: (...given: A) => R): (...given: A) => R {
  let last: { given: A; result: R } | null = null;
  return (...given) => {
    if (last === null || !given.every((one, at) => one === last?.given[at])) {
      last = { given, result: work(...given) };
    }
    return last.result;
  };
}

/** The axes for the state as it is; a cursor that moves changes nothing about them. */
function framing(state: () => PlotState): () => Frame {
  const scales = remembered(
    (lines: PlotState["lines"], under: PlotState["under"], logX: boolean, logY: boolean) =>
      scalesFor({ lines, under }, logX, logY),
  );
  const frame = remembered(
    (
      scaled: Scales,
      lines: PlotState["lines"],
      under: PlotState["under"],
      range: Range | null,
      yRange: Range | null,
      hidesOutliers: boolean,
      references: PlotState["references"],
    ) => frameOf({ lines, under }, scaled, { range, yRange, hidesOutliers, references }),
  );
  return () => {
    const { lines, under, logX, logY, range, yRange, hidesOutliers, references } = state();
    const scaled = scales(lines, under, logX, logY);
    return frame(scaled, lines, under, range, yRange, hidesOutliers, references);
  };
}

function plotArea({ bbox }: uPlot): PlotArea {
  const { left, top, width, height } = bbox;
  return { left, top, width, height, ratio: uPlot.pxRatio, merged: 1 };
}

function paint(plot: uPlot, state: PlotState, frame: Frame): void {
  const [area, look, context] = [plotArea(plot), markLook(), plot.ctx];
  context.save();
  context.beginPath();
  context.rect(area.left, area.top, area.width, area.height);
  context.clip();
  paintBelow(context, state, frame, area, look);
  paintLines(context, state, frame, area);
  paintAbove(context, { ...state, chosenX: null }, frame, area, look);
  context.restore();
}

/** The x that was chosen, over the canvas: whoever goes from step to step has no line drawn anew. */
function chosenLine(plot: uPlot, state: () => PlotState, frame: () => Frame): () => void {
  const line = document.createElement("div");
  line.className = "chart-chosen";
  line.hidden = true;
  plot.over.append(line);
  return () => {
    const { chosenX } = state();
    const left = chosenX === null ? -1 : plot.valToPos(frame().x.scale.place(chosenX), "x");
    line.hidden = !(left >= 0 && left <= widthOf(plot));
    line.style.transform = `translateX(${left}px)`;
  };
}

/** In CSS pixels, without asking the browser. */
function widthOf(plot: uPlot): number {
  return plot.bbox.width / uPlot.pxRatio;
}

/** Most axes have the same width, so that cards below each other agree; a long text gets its room. */
function yAxisWidth(texts: readonly string[] | null): number {
  const longest = Math.max(0, ...(texts ?? []).map(({ length }) => length));
  return Math.max(MIN_Y_AXIS_PX, longest * DIGIT_PX + 2 * AXIS_GAP_PX);
}

interface NumberAxis extends Pick<uPlot.Axis, "splits" | "filter"> {
  readonly values: uPlot.Axis.DynamicValues;
}

/**
 * Ticks of numbers: multiples of the distance for which uPlot finds room, or where values do not
 * lie evenly, those of the scale.
 */
function numberAxis(placing: () => Placing): NumberAxis {
  // A power of ten comes back from its logarithm with a digit too many.
  const valueAtPlace = (place: number) => Number(placing().scale.value(place).toPrecision(9));
  return {
    splits: (_plot, _axis, low, high, step) => {
      const { scale } = placing();
      if (scale.kind === "linear") return multiples(low, high, step);
      const values = scale.ticks(scale.value(low), scale.value(high), MAX_LOG_TICKS);
      return values.map((value) => scale.place(value));
    },
    values: (_plot, splits, _axis, _space, step) =>
      placing().scale.kind === "linear"
        ? numberTicks(splits, step)
        : logTicks(splits.map(valueAtPlace)),
    filter: (_plot, splits) => splits,
  };
}

/** Ticks of counts and of durations, which share an axis. */
function countAxis(state: () => PlotState, placing: () => Placing): Partial<uPlot.Axis> {
  const isDuration = () => state().axis === "duration";
  const numbers = numberAxis(placing);
  return {
    ...numbers,
    space: () => (isDuration() ? WIDE_TICK_PX : TICK_PX),
    incrs: () => [...(isDuration() ? DURATION_STEPS : COUNT_STEPS)],
    values: (plot, splits, axis, space, step) =>
      isDuration() && placing().scale.kind === "linear"
        ? xTicks("duration", splits, step)
        : numbers.values(plot, splits, axis, space, step),
  };
}

/** Ticks of moments: uPlot's own, which know what hours and days are, or those of the scale. */
function momentAxis(isLog: boolean, placing: () => Placing): Partial<uPlot.Axis> {
  const space = WIDE_TICK_PX;
  if (isLog) return { space, ...numberAxis(placing) };
  return {
    space,
    values: (_plot, splits, _axis, _space, step) => xTicks("moment", splits, step),
  };
}

function axes(state: () => PlotState, frame: () => Frame): uPlot.Axis[] {
  const common: uPlot.Axis = {
    stroke: () => cssValue("--text-faint"),
    grid: { stroke: () => cssValue("--grid"), width: 1 },
    ticks: { show: false },
    font: `11px ${cssValue("--font")}`,
    gap: AXIS_GAP_PX,
  };
  const y = (side: Side): uPlot.Axis => ({
    ...common,
    scale: side,
    side: side === "left" ? 3 : 1,
    size: (_plot, texts) => yAxisWidth(texts),
    space: 32,
    ...numberAxis(() => frame()[side] ?? frame().left),
  });
  const { axis, logX } = state();
  const placing = () => frame().x;
  const ticks = axis === "moment" ? momentAxis(logX, placing) : countAxis(state, placing);
  const x = { ...common, size: 26, ...ticks };
  if (frame().right === null) return [x, y("left")];
  return [x, y("left"), { ...y("right"), grid: { show: false } }];
}

function scales(kind: AxisKind, frame: () => Frame): uPlot.Scales {
  const range = (ends: (frame: Frame) => Range) => () => [...ends(frame())] as [number, number];
  return {
    x: { time: kind === "moment", range: range(({ x }) => x.ends) },
    left: { range: range(({ left }) => left.ends) },
    right: { range: range(({ left, right }) => (right ?? left).ends) },
  };
}

/** The value at a part of an axis, from 0 at its beginning to 1. */
function valueAt({ scale, ends }: Placing, part: number): number {
  return scale.value(ends[0] + part * (ends[1] - ends[0]));
}

function cursorPoint(plot: uPlot, frame: Frame): ChartPoint | null {
  const { left = -1, top = -1 } = plot.cursor;
  if (left < 0 || top < 0) return null;
  const { x, left: y } = frame;
  return {
    x: x.scale.value(plot.posToVal(left, "x")),
    y: y.scale.value(plot.posToVal(top, "left")),
  };
}

function sorted(one: number, other: number): Range {
  return one < other ? [one, other] : [other, one];
}

/** The part of an axis between two parts of its length, which may lie beyond its ends. */
function part(placing: Placing, one: number, other: number): Range {
  return sorted(valueAt(placing, one), valueAt(placing, other));
}

function markPart(plot: uPlot, from: PlotPlace, to: PlotPlace | null, isBox: boolean): void {
  const { clientWidth, clientHeight } = plot.over;
  const [left, right] = sorted(from.x, (to ?? from).x);
  const [bottom, top] = isBox ? sorted(from.y, (to ?? from).y) : [0, 1];
  const isNone = to === null;
  plot.setSelect(
    {
      left: left * clientWidth,
      top: (1 - top) * clientHeight,
      width: isNone ? 0 : (right - left) * clientWidth,
      height: isNone ? 0 : (top - bottom) * clientHeight,
    },
    false,
  );
}

/** Turns gestures into ranges of the axes. */
function listen(plot: uPlot, state: () => PlotState, frame: () => Frame): () => void {
  let taken: (Pick<PlotState, "yRange"> & { frame: Frame }) | null = null;
  return listenToGestures(plot.over, {
    onMark: (from, to, isBox) => markPart(plot, from, to, isBox),
    onZoom: (from, to, isBox) => {
      const { x, left } = frame();
      const isFlat = from.y === to.y;
      if (from.x === to.x) return;
      state().onZoom(
        part(x, from.x, to.x),
        isBox && !isFlat ? part(left, from.y, to.y) : state().yRange,
        true,
      );
    },
    onChoose: (from, to) => {
      if (from.x !== to.x) state().onChoose?.(part(frame().x, from.x, to.x));
    },
    onPan: (by, isLast) => {
      taken ??= { frame: frame(), yRange: state().yRange };
      const { x, left } = taken.frame;
      const yRange = taken.yRange && part(left, -by.y, 1 - by.y);
      if (isLast) taken = null;
      state().onZoom(part(x, -by.x, 1 - by.x), yRange, isLast);
    },
    onScale: (at, factor) => {
      const range = part(frame().x, at.x * (1 - factor), at.x + (1 - at.x) * factor);
      state().onZoom(range, state().yRange, false);
    },
    onScaled: () => {
      const { range, yRange, onZoom } = state();
      if (range !== null) onZoom(range, yRange, true);
    },
    onPick: (at) => state().onPick({ x: valueAt(frame().x, at.x), y: valueAt(frame().left, at.y) }),
    onReset: () => state().onReset(),
  });
}

/** A chart on the page. */
export interface Plot {
  /** Draws what the state says now. */
  redraw(): void;
  resize(size: Size): void;
  /** Puts the cursor where another chart has it, unless the pointer is on this one. */
  placeCursor(x: number | null): void;
  /** Puts the line at the x chosen where the state says now. */
  placeChosen(): void;
  destroy(): void;
}

/** In CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What of a state a plot cannot change: another needs a plot of its own. */
export function settledFor({ axis, logX, lines }: PlotState): string {
  const x = axis === "moment" ? `moment ${logX}` : "count";
  return lines.some(({ side }) => side === "right") ? `${x} right` : x;
}

/** Draws into `host`. What `settledFor` tells is settled for good; the rest is read from `state`. */
export function createPlot(host: HTMLElement, size: Size, state: () => PlotState): Plot {
  const frame = framing(state);
  const options: uPlot.Options = {
    ...size,
    padding: [8, frame().right === null ? 12 : 0, 0, 0],
    legend: { show: false },
    scales: scales(state().axis, frame),
    axes: axes(state, frame),
    series: [
      {},
      { scale: "left", points: { show: false }, paths: () => null },
      { scale: "right", points: { show: false }, paths: () => null },
    ],
    cursor: {
      y: false,
      points: { show: false },
      // What uPlot takes for the end of a drag, it would keep from being a click.
      drag: { x: false, y: false, setScale: false, click: () => {} },
    },
    hooks: {
      draw: [
        (plot) => {
          paint(plot, state(), frame());
          placeChosen();
        },
      ],
      setCursor: [
        (plot) => {
          const point = cursorPoint(plot, frame());
          // One that another chart placed is not this chart's to tell of, however often it is drawn.
          if (point === null || plot.over.matches(":hover")) state().onCursor(point);
        },
      ],
    },
  };
  const plot = new uPlot(options, PLACEHOLDER, host);
  // uPlot draws for the first time when this function has returned.
  const placeChosen = chosenLine(plot, state, frame);
  const stop = listen(plot, state, frame);
  let labelled = state().axis;
  return {
    redraw: () => {
      plot.setData(PLACEHOLDER, true);
      const { axis } = state();
      // uPlot keeps its ticks where an axis reaches as far as before: from 0 to 50 steps, and seconds.
      if (axis !== labelled) plot.redraw(false, true);
      labelled = axis;
    },
    resize: (to) => plot.setSize({ ...to }),
    placeCursor: (x) => {
      if (plot.over.matches(":hover")) return;
      const left = x === null ? -10 : plot.valToPos(frame().x.scale.place(x), "x");
      const isInside = left >= 0 && left <= widthOf(plot);
      plot.setCursor({ left: isInside ? left : -10, top: isInside ? 0 : -10 }, false);
    },
    placeChosen,
    destroy: () => {
      stop();
      plot.destroy();
    },
  };
}
