/**
 * Where the viewer looks from: the camera of the graph on show, and those of the graphs before it.
 * A drawing seen as it opens has none, and opens anew.
 */
import type { ReadonlySignal, Signal } from "@preact/signals";
import { clamp } from "../../../lib/geometry/geometry";
import type { CanvasShape } from "../layout/request";
import { steppedShape } from "./canvas-shape";
import type { OptionStore } from "./option-store";

/** `view = world * scale + (x, y)`. */
export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface ViewSize {
  readonly width: number;
  readonly height: number;
}

/** A camera and the size of the view that it is for; without a size it is for any. */
export interface Outlook {
  readonly camera: Camera;
  readonly size: ViewSize | undefined;
  /** The canvas for which the drawing is laid out; left out where any will do. */
  readonly canvas?: CanvasShape;
}

export const MIN_SCALE = 0.002;
export const MAX_SCALE = 8;

export class CameraOptions {
  /** As printed; empty for where the drawing opens. */
  readonly text: ReadonlySignal<string>;
  private readonly written: Signal<string>;
  private readonly byGraph = new Map<string, Outlook>();
  /** The store says where to look only until the viewer has looked around. */
  private isFromStore = true;

  constructor(store: OptionStore) {
    this.written = store.text("camera");
    this.text = this.written;
  }

  find(graph: string): Outlook | undefined {
    const outlook = this.isFromStore ? parseCamera(this.written.peek()) : this.byGraph.get(graph);
    this.isFromStore = false;
    this.set(graph, outlook);
    return outlook;
  }

  /** The canvas for which a link, or the viewer before, has the drawing; undefined for any. */
  canvasOf(graph: string): CanvasShape | undefined {
    const outlook = this.isFromStore ? parseCamera(this.written.peek()) : this.byGraph.get(graph);
    return outlook?.canvas;
  }

  set(graph: string, outlook: Outlook | undefined): void {
    if (outlook === undefined) this.byGraph.delete(graph);
    else this.byGraph.set(graph, outlook);
    this.written.value = outlook === undefined ? "" : printCamera(outlook);
  }

  /** Leaves the next graph to open as it does. */
  forget(): void {
    this.written.value = "";
  }
}

/**
 * `-12,340.5,0.8512,1062,672,1024,724`: view pixels of the world's origin, the zoom, the view's size,
 * the canvas for which the drawing is laid out.
 */
export function printCamera({ camera, size, canvas }: Outlook): string {
  const { x, y, scale } = rounded(camera);
  const numbers = [x, y, scale];
  if (size !== undefined) {
    numbers.push(size.width, size.height);
    if (canvas !== undefined) numbers.push(canvas.width, canvas.height);
  }
  return numbers.join(",");
}

/** Undefined for what is no camera; an address can hold anything. */
export function parseCamera(text: string): Outlook | undefined {
  const numbers = text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  const [x, y, scale, width, height, ...canvas] = numbers;
  if (!numbers.every(Number.isFinite)) return undefined;
  const camera = { x, y, scale: clamp(scale, MIN_SCALE, MAX_SCALE) };
  if (numbers.length === 3) return { camera, size: undefined };
  if (width < 1 || height < 1) return undefined;
  if (numbers.length === 5) return { camera, size: { width, height } };
  if (numbers.length !== 7) return undefined;
  const shape = steppedShape({ width: canvas[0], height: canvas[1] });
  return { camera, size: { width, height }, canvas: shape };
}

/** A camera to a hundredth of a pixel and a millionth of its zoom, as an address holds it. */
export function rounded({ x, y, scale }: Camera): Camera {
  // Adding zero makes a zero of minus zero.
  const hundredths = (pixels: number): number => Math.round(100 * pixels) / 100 + 0;
  return { x: hundredths(x), y: hundredths(y), scale: Number(scale.toPrecision(7)) };
}
