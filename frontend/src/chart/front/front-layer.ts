/**
 * What lies over a plot while some of its lines stand in front: a veil, through which the
 * others are seen palely, these lines, a dot on the point of each next to the cursor, and the name
 * of the line under the pointer. The chart below is not drawn anew, however many lines it has.
 */
import type { ChartAxes, PlotArea } from "../axes/projection";
import { paintLines } from "../draw/draw-lines";
import type { ChartLine } from "../model/chart-line";
import { type PixelPlace, pointNextTo } from "./nearest-line";

/** Lines of which this much is left are behind the others, and still read as a whole. */
const LEFT_OF_OTHERS = 0.22;
/** How much larger strokes are in front. */
const LARGER = 1.5;
const DOT_PX = 4;
const DOT_BORDER_PX = 1.5;

export interface Front {
  readonly lines: readonly ChartLine[];
  readonly lineWidth?: number | undefined;
  /** Whether there are others, which fade. */
  readonly isPart: boolean;
  /** In units of the x axis; null where no cursor stands. */
  readonly cursorX: number | null;
  /** Of the line under the pointer; null where the pointer is elsewhere. */
  readonly name: string | null;
}

/** The plot alone: its own canvas begins at its corner. */
function atOrigin(area: PlotArea): PlotArea {
  return { ...area, left: 0, top: 0, merged: 1 };
}

function paintDot(
  context: CanvasRenderingContext2D,
  { x, y }: PixelPlace,
  { ratio }: PlotArea,
  colour: string,
  paper: string,
): void {
  context.beginPath();
  context.arc(x, y, DOT_PX * ratio, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
  context.setLineDash([]);
  context.lineWidth = DOT_BORDER_PX * ratio;
  context.strokeStyle = paper;
  context.stroke();
}

export class FrontLayer {
  private readonly canvas = document.createElement("canvas");
  private readonly name = document.createElement("div");
  private readonly context = this.canvas.getContext("2d");

  constructor(plot: HTMLElement) {
    this.canvas.className = "chart-front";
    this.name.className = "chart-front-name";
    plot.append(this.canvas, this.name);
  }

  /** `area` is the plot on the chart's canvas, `paper` the colour behind it. */
  show(front: Front, axes: ChartAxes, area: PlotArea, paper: string): void {
    const { context } = this;
    if (context === null) return;
    const own = atOrigin(area);
    this.fit(own);
    this.canvas.hidden = false;
    if (front.isPart) {
      context.globalAlpha = 1 - LEFT_OF_OTHERS;
      context.fillStyle = paper;
      context.fillRect(0, 0, own.width, own.height);
    }
    // Lines, dashes and dots alike are as many pixels as the ratio says.
    const larger = { ...own, ratio: own.ratio * LARGER };
    paintLines(context, { ...front, under: [] }, axes, larger);
    const dots = this.paintDots(context, front, axes, own, paper);
    this.placeName(front.name, dots[0] ?? null, own);
  }

  hide(): void {
    this.canvas.hidden = true;
    this.name.hidden = true;
  }

  private paintDots(
    context: CanvasRenderingContext2D,
    { lines, cursorX }: Front,
    axes: ChartAxes,
    area: PlotArea,
    paper: string,
  ): PixelPlace[] {
    if (cursorX === null) return [];
    return lines.flatMap((line) => {
      const place = pointNextTo(line, cursorX, axes, area);
      if (place === null) return [];
      paintDot(context, place, area, line.colour, paper);
      return [place];
    });
  }

  /** Empties the canvas. */
  private fit({ width, height, ratio }: PlotArea): void {
    const [wide, high] = [Math.round(width), Math.round(height)];
    this.canvas.width = wide;
    this.canvas.height = high;
    this.canvas.style.width = `${wide / ratio}px`;
    this.canvas.style.height = `${high / ratio}px`;
  }

  /** Beside the dot, on the side where there is more room. */
  private placeName(name: string | null, at: PixelPlace | null, area: PlotArea): void {
    this.name.hidden = name === null || at === null;
    if (name === null || at === null) return;
    this.name.textContent = name;
    const { style } = this.name;
    const px = (pixels: number) => `${Math.max(0, pixels) / area.ratio}px`;
    const isRight = at.x > area.width / 2;
    const isLow = at.y > area.height / 2;
    style.left = isRight ? "" : px(at.x);
    style.right = isRight ? px(area.width - at.x) : "";
    style.top = isLow ? "" : px(at.y);
    style.bottom = isLow ? px(area.height - at.y) : "";
  }
}
