/** Schedules frames: one for each change, and one after another while something moves. */
import type { ReadonlySignal } from "@preact/signals";
import { lateCode } from "../../../state/base/late-code";
import type { Camera, ViewSize } from "../options/camera";
import { CanvasRenderer } from "../render/canvas-renderer";
import { SIGNS_BELOW } from "../render/fading";
import type { DrawnSigns, SceneSigns } from "../render/signs/scene-signs";
import { type Palette, readPalette } from "../render/theme";
import { type Highlight, NO_HIGHLIGHT } from "../scene/highlight";
import type { MeasureText } from "../scene/node-size";
import type { Scene } from "../scene/scene";
import { changeCode } from "./change-code";
import { SceneAnimation } from "./scene-animation";
import { valueCode } from "./value-code";

/** A move starts with the frame on show, so that the next one shows something of it. */
const FRAME_MS = 1000 / 60;

/** A drawing opens at a zoom at which its names are read: what stands for them comes later. */
const signCode = lateCode(() => import("../render/signs/scene-signs"));

/** Loads what is drawn in place of names, before it is wanted. */
export function prefetchSigns(): void {
  signCode.load()?.catch(() => undefined);
}

export class FrameLoop {
  private readonly renderer: CanvasRenderer;
  private palette: Palette;
  private newest: Scene | undefined;
  private signs: SceneSigns | undefined;
  private highlight: Highlight = NO_HIGHLIGHT;
  private move: SceneAnimation | undefined;
  private frame: number | undefined;

  /** `camera` is the one that is on its way or has arrived. */
  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly measure: MeasureText,
    private readonly camera: ReadonlySignal<Camera>,
  ) {
    this.renderer = new CanvasRenderer(canvas, measure);
    this.palette = readPalette(canvas);
  }

  dispose(): void {
    if (this.frame !== undefined) cancelAnimationFrame(this.frame);
  }

  /** The scene that is on its way or has arrived. */
  get scene(): Scene | undefined {
    return this.newest;
  }

  /** What is to be drawn from the next frame on. */
  show(scene: Scene): void {
    this.newest = scene;
  }

  emphasise(emphasis: Highlight): void {
    this.highlight = emphasis;
    this.request();
  }

  resize(size: ViewSize): void {
    this.renderer.resize(size, devicePixelRatio);
  }

  readTheme(): void {
    this.palette = readPalette(this.canvas);
    this.request();
  }

  /** Moves there from what was on show; at once without a scene before, or under reduced motion. */
  startMove(from: Scene | undefined, fromCamera: Camera): void {
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.move =
      isStill || from === undefined
        ? undefined
        : new SceneAnimation(from, fromCamera, performance.now() - FRAME_MS);
    this.request();
  }

  endMove(): void {
    this.move = undefined;
  }

  /** The camera of this moment, which may be on its way. */
  cameraAt(now: number): Camera {
    const camera = this.camera.peek();
    return this.move?.cameraAt(now, camera) ?? camera;
  }

  request(): void {
    this.frame ??= requestAnimationFrame((now) => this.drawNow(now));
  }

  drawNow(now: number): void {
    if (this.frame !== undefined) cancelAnimationFrame(this.frame);
    this.frame = undefined;
    if (this.newest === undefined) {
      this.renderer.clear(this.palette);
      return;
    }
    if (this.move?.isOver(now)) this.move = undefined;
    const camera = this.cameraAt(now);
    const scene = this.move?.sceneAt(now, this.newest) ?? this.newest;
    const signs = this.signsAt(scene, camera);
    const changes = changeCode.module.peek() ?? undefined;
    const values = valueCode.module.peek() ?? undefined;
    const frame = { scene, camera, emphasis: this.highlight, signs, changes, values };
    this.renderer.draw(frame, this.palette);
    if (this.move !== undefined) this.request();
  }

  /** The signs on a scene, where the camera shows any and their code is there. */
  signsAt(drawn: Scene, { scale }: Camera): DrawnSigns | undefined {
    const { newest, measure } = this;
    if (newest === undefined || scale >= SIGNS_BELOW) return undefined;
    const code = signCode.module.peek();
    if (code === null) {
      signCode
        .load()
        ?.then(() => this.request())
        .catch(() => undefined);
      return undefined;
    }
    if (!this.signs?.isOf(newest)) this.signs = new code.SceneSigns(newest, measure);
    return this.signs.at(drawn, scale);
  }
}
