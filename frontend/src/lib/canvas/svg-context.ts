/**
 * A drawing context that writes SVG: what the page draws on its canvas becomes paths and texts.
 *
 * Everything is in attributes, since styles are refused in many places where pictures go. Each
 * text says how long it is, so that it keeps to its box in whatever font it is shown.
 */

import { xmlAttributes, xmlText } from "../format/xml";
import type { DrawingContext, MeasureText } from "./drawing-context";

/** From the middle of a line of text down to its baseline, as a share of the font's size. */
const MIDDLE_TO_BASELINE = 0.33;
/** Height of the patch behind a text, as a share of the font's size. */
const PATCH_HEIGHT = 1.15;

/** A piece of the document; with its `path`, an outline can join the fill before it. */
interface Piece {
  readonly tag: "path" | "rect" | "text";
  readonly attributes: Record<string, string | number | undefined>;
  readonly text?: string;
}

export class SvgContext implements DrawingContext {
  fillStyle: DrawingContext["fillStyle"] = "#000000";
  strokeStyle: DrawingContext["strokeStyle"] = "#000000";
  font = "400 10px sans-serif";
  globalAlpha = 1;
  lineWidth = 1;
  lineCap: CanvasLineCap = "butt";
  lineJoin: CanvasLineJoin = "miter";
  textAlign: CanvasTextAlign = "left";
  textBaseline: CanvasTextBaseline = "middle";
  private readonly pieces: Piece[] = [];
  private path = "";
  private dash: readonly number[] = [];

  constructor(private readonly measure: MeasureText) {}

  /** All that was drawn, as elements one after another. */
  get markup(): string {
    return this.pieces.map(printPiece).join("\n");
  }

  beginPath(): void {
    this.path = "";
  }

  moveTo(x: number, y: number): void {
    this.path += `M${short(x)} ${short(y)}`;
  }

  lineTo(x: number, y: number): void {
    this.path += `L${short(x)} ${short(y)}`;
  }

  bezierCurveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    this.path += `C${[x1, y1, x2, y2, x, y].map(short).join(" ")}`;
  }

  quadraticCurveTo(x1: number, y1: number, x: number, y: number): void {
    this.path += `Q${[x1, y1, x, y].map(short).join(" ")}`;
  }

  closePath(): void {
    this.path += "Z";
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.path += `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}Z`;
  }

  /** With one radius for all corners, or four, clockwise from the upper left. */
  roundRect(
    x: number,
    y: number,
    width: number,
    height: number,
    radii: number | DOMPointInit | Iterable<number | DOMPointInit> = 0,
  ): void {
    const [a, b, c, d] = cornerRadii(radii);
    const corner = (r: number, dx: number, dy: number): string =>
      r === 0 ? "" : `a${short(r)} ${short(r)} 0 0 1 ${short(dx * r)} ${short(dy * r)}`;
    this.path += [
      `M${short(x + a)} ${short(y)}h${short(width - a - b)}${corner(b, 1, 1)}`,
      `v${short(height - b - c)}${corner(c, -1, 1)}`,
      `h${short(c + d - width)}${corner(d, -1, -1)}`,
      `v${short(a + d - height)}${corner(a, 1, -1)}Z`,
    ].join("");
  }

  /** Whole circles are drawn as two halves: an arc that ends where it begins is none. */
  arc(x: number, y: number, radius: number, from: number, to: number): void {
    const at = (angle: number): string =>
      `${short(x + radius * Math.cos(angle))} ${short(y + radius * Math.sin(angle))}`;
    const half = `A${short(radius)} ${short(radius)} 0 0 1 `;
    const start = this.path === "" || this.path.endsWith("Z") ? "M" : "L";
    this.path += `${start}${at(from)}${half}${at((from + to) / 2)}${half}${at(to)}`;
  }

  fill(): void {
    this.addPath({ fill: String(this.fillStyle) });
  }

  stroke(): void {
    const attributes = {
      stroke: String(this.strokeStyle),
      "stroke-width": short(this.lineWidth),
      "stroke-dasharray": this.dash.length > 0 ? this.dash.map(short).join(" ") : undefined,
    };
    const last = this.pieces.at(-1)?.attributes;
    const joins = last !== undefined && last.d === this.path && last.fill !== "none";
    if (joins && last.opacity === this.opacity && last.stroke === undefined) {
      Object.assign(last, attributes);
    } else this.addPath({ fill: "none", ...attributes });
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.addRect(x, y, width, height, { fill: String(this.fillStyle) });
  }

  strokeRect(x: number, y: number, width: number, height: number): void {
    const stroke = { stroke: String(this.strokeStyle), "stroke-width": short(this.lineWidth) };
    this.addRect(x, y, width, height, { fill: "none", ...stroke });
  }

  setLineDash(dash: Iterable<number>): void {
    this.dash = [...dash];
  }

  fillText(text: string, x: number, y: number): void {
    const width = this.measure(text, this.font);
    const { size, weight } = fontParts(this.font);
    const baseline = this.textBaseline === "middle" ? y + MIDDLE_TO_BASELINE * size : y;
    const attributes = {
      x: short(this.leftOf(x, width)),
      y: short(baseline),
      "font-size": short(size),
      "font-weight": weight === "400" ? undefined : weight,
      fill: String(this.fillStyle),
      opacity: this.opacity,
      textLength: width > 0 ? short(width) : undefined,
      lengthAdjust: width > 0 ? "spacingAndGlyphs" : undefined,
      "xml:space": /^\s|\s\s|\s$/.test(text) ? "preserve" : undefined,
    };
    this.pieces.push({ tag: "text", attributes, text });
  }

  /** The outline behind a text becomes a patch: an outlined text would be there twice. */
  strokeText(text: string, x: number, y: number): void {
    const width = this.measure(text, this.font);
    const height = fontParts(this.font).size * PATCH_HEIGHT;
    const around = this.lineWidth / 2;
    const left = this.leftOf(x, width) - around;
    const fill = { fill: String(this.strokeStyle), rx: 2 };
    this.addRect(left, y - height / 2, width + 2 * around, height, fill);
  }

  private get opacity(): number | undefined {
    return this.globalAlpha === 1 ? undefined : short(this.globalAlpha);
  }

  private leftOf(x: number, width: number): number {
    if (this.textAlign === "center") return x - width / 2;
    return this.textAlign === "right" || this.textAlign === "end" ? x - width : x;
  }

  private addPath(look: Piece["attributes"]): void {
    if (this.path === "") return;
    this.pieces.push({ tag: "path", attributes: { d: this.path, ...look, opacity: this.opacity } });
  }

  private addRect(
    x: number,
    y: number,
    width: number,
    height: number,
    look: Piece["attributes"],
  ): void {
    const place = { x: short(x), y: short(y), width: short(width), height: short(height) };
    this.pieces.push({ tag: "rect", attributes: { ...place, ...look, opacity: this.opacity } });
  }
}

function printPiece({ tag, attributes, text }: Piece): string {
  const open = `<${tag}${xmlAttributes(attributes)}`;
  return text === undefined ? `${open}/>` : `${open}>${xmlText(text)}</${tag}>`;
}

/** Hundredths of a pixel are more than any screen or printer shows. */
function short(value: number): number {
  return Math.round(value * 100) / 100;
}

function fontParts(font: string): { size: number; weight: string } {
  const [, weight = "400", size = "10"] = /^(\d+) ([\d.]+)px/.exec(font) ?? [];
  return { size: Number(size), weight };
}

function cornerRadii(
  radii: number | DOMPointInit | Iterable<number | DOMPointInit>,
): [number, number, number, number] {
  const all = typeof radii === "object" && Symbol.iterator in radii ? [...radii] : [radii];
  const [a = 0, b = a, c = a, d = b] = all.map((each) =>
    typeof each === "number" ? each : (each.x ?? 0),
  );
  return [a, b, c, d];
}
