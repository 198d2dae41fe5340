/**
 * The elements of a chart: a canvas, and over its plot what moves without a stroke drawn anew:
 * the cursor, the x that was chosen, and the part being marked.
 */
import type { PlotArea } from "../axes/projection";
import type { PlotPosition } from "./gestures";

/** In CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

function addDiv(parent: HTMLElement, className: string): HTMLDivElement {
  const element = document.createElement("div");
  element.className = className;
  parent.append(element);
  return element;
}

function addMark(plot: HTMLElement, className: string): HTMLDivElement {
  const mark = addDiv(plot, className);
  mark.hidden = true;
  return mark;
}

export class ChartElements {
  readonly context: CanvasRenderingContext2D | null;
  /** Covers the plot, between the axes. */
  readonly plot: HTMLElement;
  private readonly canvas = document.createElement("canvas");
  private readonly cursor: HTMLElement;
  private readonly chosen: HTMLElement;
  private readonly marked: HTMLElement;
  /** Of the plot, in CSS pixels. */
  private width = 0;
  private placed = "";

  constructor(host: HTMLElement) {
    host.append(this.canvas);
    this.context = this.canvas.getContext("2d");
    this.plot = addDiv(host, "chart-plot");
    this.cursor = addMark(this.plot, "chart-cursor");
    this.chosen = addMark(this.plot, "chart-chosen");
    this.marked = addMark(this.plot, "chart-marked");
  }

  /** Empties the canvas: draw before the next frame. */
  resize({ width, height }: Size, ratio: number): void {
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    // Exactly as large as its pixels: a canvas that is stretched blurs.
    this.canvas.style.width = `${this.canvas.width / ratio}px`;
    this.canvas.style.height = `${this.canvas.height / ratio}px`;
  }

  placePlot({ left, top, width, height, ratio }: PlotArea): void {
    this.width = width / ratio;
    const px = [left, top, width, height].map((pixels) => `${pixels / ratio}px`);
    if (px.join() === this.placed) return;
    this.placed = px.join();
    const [x = "", y = "", wide = "", high = ""] = px;
    Object.assign(this.plot.style, { left: x, top: y, width: wide, height: high });
  }

  /** `part` is of the plot's width; the line is hidden beyond its sides, and for null. */
  placeCursor(part: number | null): void {
    this.place(this.cursor, part, Math.round);
  }

  placeChosen(part: number | null): void {
    this.place(this.chosen, part, (left) => left);
  }

  /** Marks a part of the plot, of its full height or a box; removes the mark for null. */
  mark(from: PlotPosition, to: PlotPosition | null, isBox: boolean): void {
    this.marked.hidden = to === null;
    if (to === null) return;
    const inset = (one: number) => `${100 * one}%`;
    this.marked.style.left = inset(Math.min(from.x, to.x));
    this.marked.style.right = inset(1 - Math.max(from.x, to.x));
    this.marked.style.bottom = inset(isBox ? Math.min(from.y, to.y) : 0);
    this.marked.style.top = inset(isBox ? 1 - Math.max(from.y, to.y) : 0);
  }

  remove(): void {
    this.canvas.remove();
    this.plot.remove();
  }

  private place(line: HTMLElement, part: number | null, round: (left: number) => number): void {
    line.hidden = part === null || !(part >= 0 && part <= 1);
    if (part !== null) line.style.transform = `translateX(${round(part * this.width)}px)`;
  }
}
