/** Draws a scene on the page's canvas: no state but the canvas itself stays between frames. */

import * as messages from "../messages";
import type { Camera, ViewSize } from "../options/camera";
import { visibleWorld } from "../scene/camera";
import type { Highlight } from "../scene/highlight";
import type { MeasureText } from "../scene/node-size";
import type { Scene } from "../scene/scene";
import { drawHeadings } from "./draw-headings";
import type { Brush, Changes, Signs, Values } from "./draw-nodes";
import { drawScene } from "./draw-scene";
import type { Palette } from "./theme";

export interface Frame {
  readonly scene: Scene;
  readonly camera: Camera;
  readonly emphasis: Highlight;
  readonly signs?: Signs | undefined;
  readonly changes?: Changes | undefined;
  readonly values?: Values | undefined;
}

export class CanvasRenderer {
  private readonly context: CanvasRenderingContext2D;
  private size: ViewSize = { width: 0, height: 0 };
  private devicePixelRatio = 1;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly measure: MeasureText,
  ) {
    const context = canvas.getContext("2d", { alpha: false });
    if (context === null) throw new Error(messages.noCanvas);
    this.context = context;
  }

  /** Fits the canvas's pixels to its size on the page; the canvas is then blank. */
  resize(size: ViewSize, devicePixelRatio: number): void {
    this.size = size;
    this.devicePixelRatio = devicePixelRatio;
    this.canvas.width = Math.round(size.width * devicePixelRatio);
    this.canvas.height = Math.round(size.height * devicePixelRatio);
  }

  clear(palette: Palette): void {
    this.context.setTransform(1, 0, 0, 1, 0, 0);
    this.context.globalAlpha = 1;
    this.context.fillStyle = palette.ground;
    this.context.fillRect(0, 0, this.canvas.width, this.canvas.height);
  }

  draw({ scene, camera, emphasis, signs, changes, values }: Frame, palette: Palette): void {
    this.clear(palette);
    const ratio = this.devicePixelRatio;
    const { context, measure } = this;
    const { x, y, scale } = camera;
    const toWorld = (): void => {
      context.setTransform(scale * ratio, 0, 0, scale * ratio, x * ratio, y * ratio);
    };
    const inPixels: Brush["inPixels"] = (drawPixels) => {
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      drawPixels(camera);
      toWorld();
    };
    toWorld();
    const brush = { context, palette, scale, measure, signs, changes, values, inPixels };
    drawScene(brush, scene, visibleWorld(camera, this.size), emphasis);
    drawHeadings(brush, scene);
  }
}
