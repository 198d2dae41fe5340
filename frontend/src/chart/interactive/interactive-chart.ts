/** A chart on the page: it draws what its state says, as large as the element it is in. */
import { type AxisLayout, layOutAxes } from "../axes/axis-layout";
import { type ChartAxes, type PlotArea, partOf } from "../axes/projection";
import { paintAxes } from "../draw/draw-axes";
import { paintLines } from "../draw/draw-lines";
import { paintAbove, paintBelow } from "../draw/draw-marks";
import type { PointedLines, PointedState } from "../front/pointed-lines";
import type { AxisKind, ChartMarks, ChartPoint } from "../model/chart-line";
import { type AxisInputs, axisMemo } from "./axis-memo";
import { ChartElements, type Size } from "./chart-elements";
import { type ChartLook, chartLook } from "./chart-look";
import { listenToGestures, listenToPointer, type PlotPosition } from "./gestures";
import { pointedLines } from "./late-front";
import { observePixels } from "./pixel-ratio";
import { redrawNoMore, redrawSoon } from "./redraw-queue";
import { pointAt, type ZoomState, zoomListener } from "./zoom";

/** What the chart reads anew whenever it draws or is used. */
export interface ChartState extends AxisInputs, ChartMarks, ZoomState, PointedState {
  readonly axis: AxisKind;
  readonly onCursor: (point: ChartPoint | null) => void;
  /** After each drawing, to put elements on the plot; its size is in its style. */
  readonly onDraw?: (plot: HTMLElement, axes: ChartAxes) => void;
}

const MIN_PX = 40;

function sizeOf({ width, height }: DOMRectReadOnly): Size {
  return {
    width: Math.max(MIN_PX, Math.floor(width)),
    height: Math.max(MIN_PX, Math.floor(height)),
  };
}

function paint(
  context: CanvasRenderingContext2D,
  state: ChartState,
  axes: ChartAxes,
  layout: AxisLayout,
  look: ChartLook,
): void {
  const area = { ...layout.area, merged: 1 };
  paintAxes(context, layout, look);
  context.save();
  context.beginPath();
  context.rect(area.left, area.top, area.width, area.height);
  context.clip();
  paintBelow(context, state, axes, area, look);
  paintLines(context, state, axes, area);
  // The x that was chosen is an element: going from step to step draws no line anew.
  paintAbove(context, { ...state, chosenX: null }, axes, area, look);
  context.restore();
}

export class InteractiveChart {
  private readonly elements: ChartElements;
  private readonly axes: () => ChartAxes;
  /** Null until the browser has laid out the page. */
  private size: Size | null = null;
  private drawnAxes: ChartAxes | null = null;
  private area: PlotArea | null = null;
  /** Made when something is first pointed at. */
  private pointed: PointedLines | null = null;
  /** Where the pointer is on the plot; null when it is elsewhere. */
  private pointer: PlotPosition | null = null;
  private readonly stops: readonly (() => void)[];

  constructor(
    host: HTMLElement,
    private readonly state: () => ChartState,
  ) {
    this.elements = new ChartElements(host);
    this.axes = axisMemo(state);
    const { plot } = this.elements;
    const zooming = zoomListener(state, this.axes, (...mark) => this.elements.mark(...mark));
    // The browser tells the size when it has laid out the page, still before the frame: asking for
    // it would lay out the page once for each chart.
    const observer = new ResizeObserver((entries) => {
      const last = entries.at(-1);
      if (last !== undefined) this.resize(sizeOf(last.contentRect));
    });
    this.stops = [
      () => redrawNoMore(this.draw),
      () => observer.disconnect(),
      observePixels(observer, host, () => this.size && this.resize(this.size)),
      listenToGestures(plot, zooming),
      listenToPointer(plot, (at) => this.point(at)),
      () => this.elements.remove(),
    ];
  }

  /** Draws what the state says now, with all other charts that changed. */
  redraw(): void {
    redrawSoon(this.draw);
  }

  /** Puts the cursor where the pointer is, or else where another chart has it. */
  placeCursor(): void {
    const { cursorX } = this.state();
    const other = cursorX === null ? null : partOf(this.axes().x, cursorX);
    this.elements.placeCursor(this.pointer === null ? other : this.pointer.x);
    this.placeFront();
  }

  /** Follows what is pointed at on lines, from when anything is. */
  placeFront(): void {
    const { area, pointer } = this;
    if (area === null || !(pointer ?? this.state().front?.[0] ?? this.pointed)) return;
    const code = pointedLines(() => this.placeFront());
    this.pointed ??= code && new code(this.elements.plot, this.state);
    this.pointed?.update(pointer, { axes: this.axes(), area, paper: chartLook().paper });
  }

  /** Puts the line at the x that was chosen. */
  placeChosen(): void {
    const { chosenX } = this.state();
    this.elements.placeChosen(chosenX === null ? null : partOf(this.axes().x, chosenX));
  }

  destroy(): void {
    this.area = null;
    this.pointed?.destroy();
    for (const stop of this.stops) stop();
  }

  private resize(size: Size): void {
    this.size = size;
    this.elements.resize(size, devicePixelRatio);
    this.draw();
  }

  private readonly draw = (): void => {
    const { context } = this.elements;
    if (this.size === null || context === null) return;
    const [state, axes, look, ratio] = [this.state(), this.axes(), chartLook(), devicePixelRatio];
    const { width, height } = context.canvas;
    const box = { left: 0, top: 0, width, height, ratio };
    const layout = layOutAxes(axes, state.axis, box, look.family, (text, font) => {
      if (context.font !== font) context.font = font;
      return context.measureText(text).width;
    });
    context.clearRect(0, 0, width, height);
    paint(context, state, axes, layout, look);
    this.area = layout.area;
    this.elements.placePlot(layout.area);
    state.onDraw?.(this.elements.plot, axes);
    this.placeChosen();
    this.placeCursor();
    // Under a pointer that rests, the values have changed with the axes.
    if (axes !== this.drawnAxes && this.pointer !== null) this.point(this.pointer);
    this.drawnAxes = axes;
  };

  private point(at: PlotPosition | null): void {
    this.pointer = at;
    this.placeCursor();
    this.state().onCursor(at && pointAt(this.axes(), at));
  }
}
