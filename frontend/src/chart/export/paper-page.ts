/** A picture for paper, whatever the theme of the page: drawn as pixels, or written as SVG. */
import type { DrawingContext, MeasureText } from "../../lib/canvas/drawing-context";
import { xmlAttributes, xmlText } from "../../lib/format/xml";
import type { AxisLook } from "../draw/draw-axes";
import type { MarkLook } from "../draw/draw-marks";
import * as messages from "../messages";

export const PAPER = {
  ink: "#1b1f24",
  axisText: "#57606a",
  paper: "#ffffff",
  grid: "#e1e4e8",
  day: "#c9ced4",
  border: "#57606a",
  accent: "#0a63c2",
  family: "Helvetica Neue, Helvetica, Arial, Liberation Sans, sans-serif",
} as const satisfies MarkLook & AxisLook;

export const MARGIN = 16;
export const TITLE = 30;
export const TEXT = `400 12px ${PAPER.family}`;
const HEADING = `600 15px ${PAPER.family}`;

/** In CSS pixels; a legend, and more rows than fit, make a picture higher. */
export interface FigureSize {
  readonly width: number;
  readonly plotHeight: number;
}

/** The room between the margins. */
export function innerWidth({ width }: FigureSize): number {
  return width - 2 * MARGIN;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface PaperPage {
  readonly title: string;
  readonly description: string;
  readonly width: number;
  readonly height: number;
  /** From the lowest to the topmost; nothing of a part is seen outside its clip. */
  readonly parts: readonly {
    readonly clip: Box | null;
    readonly draw: (context: DrawingContext) => void;
  }[];
}

/** A context that writes SVG. */
interface Recorder extends DrawingContext {
  readonly markup: string;
}

export function write(
  context: DrawingContext,
  text: string,
  x: number,
  y: number,
  look: { font: string; colour: string; align: CanvasTextAlign },
): void {
  context.font = look.font;
  context.fillStyle = look.colour;
  context.textAlign = look.align;
  context.textBaseline = "middle";
  context.fillText(text, x, y);
}

export function writeTitle(context: DrawingContext, title: string): void {
  const look = { font: HEADING, colour: PAPER.ink, align: "left" } as const;
  write(context, title, MARGIN, MARGIN + TITLE / 2 - 3, look);
}

/** A name, cut in its middle where it is wider than its room. */
export function fitted(name: string, room: number, measure: MeasureText): string {
  if (measure(name, TEXT) <= room) return name;
  const letters = [...name];
  for (let length = letters.length - 1; length > 2; length -= 1) {
    const head = Math.ceil(length / 2);
    const text = `${letters.slice(0, head).join("")}…${letters.slice(head - length).join("")}`;
    if (measure(text, TEXT) <= room) return text;
  }
  return "…";
}

/** The page as an SVG document; `newRecorder` makes a context that writes SVG. */
export function svgPage(page: PaperPage, newRecorder: () => Recorder): string {
  const { title, description, width, height, parts } = page;
  const root = xmlAttributes({
    xmlns: "http://www.w3.org/2000/svg",
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    "font-family": PAPER.family,
  });
  const body = parts.flatMap(({ clip, draw }, at) => {
    const recorder = newRecorder();
    draw(recorder);
    if (clip === null) return [recorder.markup];
    const { left, top, width: wide, height: high } = clip;
    const rect = xmlAttributes({ x: left, y: top, width: wide, height: high });
    return [
      `<clipPath id="clip${at}"><rect${rect}/></clipPath>`,
      `<g clip-path="url(#clip${at})">`,
      recorder.markup,
      "</g>",
    ];
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg${root}>`,
    `<title>${xmlText(title)}</title>`,
    `<desc>${xmlText(description)}</desc>`,
    `<rect${xmlAttributes({ width, height, fill: PAPER.paper })}/>`,
    ...body,
    "</svg>\n",
  ].join("\n");
}

/** Paints the page, `scale` pixels to a unit. Throws when the browser gives no canvas. */
function paintPage(
  canvas: OffscreenCanvas | HTMLCanvasElement,
  { width, height, parts }: PaperPage,
  scale: number,
): void {
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  // Both kinds of canvas draw all that the page draws, whatever the types say of them.
  const context = canvas.getContext("2d", { alpha: false }) as CanvasRenderingContext2D | null;
  if (context === null) throw new Error(messages.noCanvas);
  context.scale(scale, scale);
  context.fillStyle = PAPER.paper;
  context.fillRect(0, 0, width, height);
  for (const { clip, draw } of parts) {
    context.save();
    if (clip !== null) {
      context.beginPath();
      context.rect(clip.left, clip.top, clip.width, clip.height);
      context.clip();
    }
    draw(context);
    context.restore();
  }
}

/** The page as a PNG, `scale` pixels to a unit. Throws when the browser gives no canvas. */
export async function pngPage(page: PaperPage, scale: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(1, 1);
  paintPage(canvas, page, scale);
  return canvas.convertToBlob({ type: "image/png" });
}

/** The page as an element, at once. Throws when the browser gives no canvas. */
export function pageElement(page: PaperPage, scale: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  paintPage(canvas, page, scale);
  return canvas;
}
