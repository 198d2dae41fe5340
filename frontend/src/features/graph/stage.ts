/** The canvas in time: camera, animation, and when to draw. */
import { signal } from "@preact/signals";
import type { Point, Rect } from "../../lib/geometry";
import type { MeasureText } from "./box-size";
import {
  bringIntoView,
  type Camera,
  fitCamera,
  holdPoint,
  mixCameras,
  panBy,
  type ViewSize,
  viewToWorld,
  worldToView,
  zoomAt,
} from "./camera";
import { CanvasRenderer } from "./canvas-renderer";
import type { Emphasis } from "./emphasis";
import { type Hit, hitTest } from "./hit-test";
import { type Palette, readPalette } from "./palette";
import type { Scene } from "./scene";
import { canMove, easeInOut, scenesBetween } from "./scene-transition";

/** How long opening and closing take, as in TensorBoard. */
const MOVE_MS = 250;
/** How near to a line of an edge the pointer has to be, in view pixels. */
const VIEW_REACH = 5;

interface Move {
  readonly from: Scene | undefined;
  readonly fromCamera: Camera;
  readonly startedAt: number;
}

export class Stage {
  /** The zoom, for the toolbar. */
  readonly scale = signal(1);
  private readonly renderer: CanvasRenderer;
  private palette: Palette;
  private scene: Scene | undefined;
  private camera: Camera = { x: 0, y: 0, scale: 1 };
  private size: ViewSize = { width: 0, height: 0 };
  private emphasis: Emphasis = { hovered: undefined, selected: undefined, hoveredEdge: undefined };
  private move: Move | undefined;
  private frame: number | undefined;
  /** Whether the whole drawing is meant to be in view, until the viewer moves the camera. */
  private isFitted = true;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    measure: MeasureText,
  ) {
    this.renderer = new CanvasRenderer(canvas, measure);
    this.palette = readPalette(canvas);
  }

  dispose(): void {
    if (this.frame !== undefined) cancelAnimationFrame(this.frame);
  }

  /** The scene and camera that are on their way or have arrived. */
  get shown(): { scene: Scene | undefined; camera: Camera; size: ViewSize } {
    return { scene: this.scene, camera: this.camera, size: this.size };
  }

  resize(size: ViewSize): void {
    this.size = size;
    this.renderer.resize(size, devicePixelRatio);
    if (this.isFitted && this.scene) this.setCamera(fitCamera(this.scene.worldBounds, size));
    // At once: a resized canvas is blank until it is drawn.
    this.drawNow(performance.now());
  }

  readTheme(): void {
    this.palette = readPalette(this.canvas);
    this.requestDraw();
  }

  emphasise(emphasis: Emphasis): void {
    this.emphasis = emphasis;
    this.requestDraw();
  }

  /** Shows another scene; the upper left corner of the pivot's box stays where it is. */
  show(scene: Scene, pivot: string | undefined): void {
    const before = this.scene;
    this.scene = scene;
    if (before === undefined) {
      this.fit();
      return;
    }
    const fromCamera = this.cameraNow(performance.now());
    const old = pivot === undefined ? undefined : before.boxByName.get(pivot)?.worldRect;
    const now = pivot === undefined ? undefined : scene.boxByName.get(pivot)?.worldRect;
    if (old && now) this.setCamera(holdPoint(this.camera, now, worldToView(this.camera, old)));
    this.isFitted = false;
    this.startMove(canMove(before, scene) ? before : undefined, fromCamera);
  }

  fit(): void {
    if (this.scene === undefined) return;
    this.setCamera(fitCamera(this.scene.worldBounds, this.size));
    this.isFitted = true;
    this.requestDraw();
  }

  zoomBy(factor: number, at?: Point): void {
    const middle = { x: this.size.width / 2, y: this.size.height / 2 };
    this.moveCamera(zoomAt(this.camera, at ?? middle, factor));
  }

  panBy(viewDx: number, viewDy: number): void {
    this.moveCamera(panBy(this.camera, viewDx, viewDy));
  }

  /** Moves the camera, if it has to, so that a node is in view. */
  reveal(name: string): void {
    const rect: Rect | undefined = this.scene?.boxByName.get(name)?.worldRect;
    if (rect === undefined) return;
    const fromCamera = this.camera;
    this.setCamera(bringIntoView(this.camera, rect, this.size));
    if (this.camera.x === fromCamera.x && this.camera.y === fromCamera.y) return;
    this.isFitted = false;
    this.startMove(this.scene, fromCamera);
  }

  hitAt(view: Point): Hit | undefined {
    if (this.scene === undefined) return undefined;
    const world = viewToWorld(this.camera, view);
    return hitTest(this.scene, world.x, world.y, VIEW_REACH / this.camera.scale);
  }

  private moveCamera(camera: Camera): void {
    this.move = undefined;
    this.isFitted = false;
    this.setCamera(camera);
    this.requestDraw();
  }

  private setCamera(camera: Camera): void {
    this.camera = camera;
    this.scale.value = camera.scale;
  }

  private startMove(from: Scene | undefined, fromCamera: Camera): void {
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const startedAt = performance.now();
    this.move = isStill || from === undefined ? undefined : { from, fromCamera, startedAt };
    this.requestDraw();
  }

  private progress(now: number): number {
    if (this.move === undefined) return 1;
    return Math.max(0, Math.min(1, (now - this.move.startedAt) / MOVE_MS));
  }

  private cameraNow(now: number): Camera {
    if (this.move === undefined) return this.camera;
    return mixCameras(this.move.fromCamera, this.camera, easeInOut(this.progress(now)));
  }

  private requestDraw(): void {
    this.frame ??= requestAnimationFrame((now) => this.drawNow(now));
  }

  private drawNow(now: number): void {
    if (this.frame !== undefined) cancelAnimationFrame(this.frame);
    this.frame = undefined;
    if (this.scene === undefined) {
      this.renderer.clear(this.palette);
      return;
    }
    const t = this.progress(now);
    const camera = this.cameraNow(now);
    if (t === 1) this.move = undefined;
    const from = this.move?.from;
    const isMoving = from !== undefined && from !== this.scene;
    const scene = isMoving ? scenesBetween(from, this.scene, easeInOut(t)) : this.scene;
    this.renderer.draw({ scene, camera, emphasis: this.emphasis }, this.palette);
    if (this.move !== undefined) this.requestDraw();
  }
}
