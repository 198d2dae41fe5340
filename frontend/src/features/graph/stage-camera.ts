/** Where a stage looks from, and whether that is all of the drawing or what a viewer has chosen. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Point, Rect } from "../../lib/geometry";
import {
  type Camera,
  cameraIn,
  fitCamera,
  type Outlook,
  rounded,
  type ViewSize,
  viewToWorld,
} from "./camera";

/** Why a drawing has another size: the window has, or a panel beside it came or went. */
export type ResizeCause = "window" | "panel";

export class StageCamera {
  private readonly newest = signal<Camera>({ x: 0, y: 0, scale: 1 });
  private readonly newestSize = signal<ViewSize>({ width: 0, height: 0 });
  /** Whether the whole drawing is meant to be in view, until the viewer moves the camera. */
  private readonly fitted = signal(true);
  /** Whether the viewer has turned to something in the drawing since it was fitted. */
  private readonly held = signal(false);
  /** What a link shows, until the viewer turns elsewhere, whatever panels come and go meanwhile. */
  private linked: Outlook | undefined;

  /** The camera that is on its way or has arrived. */
  readonly camera: ReadonlySignal<Camera> = this.newest;
  /** The size of the canvas in CSS pixels. */
  readonly viewSize: ReadonlySignal<ViewSize> = this.newestSize;
  readonly scale = computed(() => this.newest.value.scale);

  /** `boundsOf` tells where the drawing is in the world; undefined before there is one. */
  constructor(private readonly boundsOf: () => Rect | undefined) {}

  get now(): Camera {
    return this.newest.peek();
  }

  get size(): ViewSize {
    return this.newestSize.peek();
  }

  get isFitted(): boolean {
    return this.fitted.peek();
  }

  /** Whether what is on show is what a link says. */
  get isLinked(): boolean {
    return this.linked !== undefined;
  }

  /**
   * The camera, unless it is the one that shows the whole drawing in the view as it is. It may be
   * one that fitted before a panel came, after the viewer had turned to something.
   */
  get chosenCamera(): Camera | undefined {
    const camera = this.newest.value;
    const isWhole = this.fitted.value && !(this.held.value && !this.isFitNow(camera));
    return isWhole ? undefined : camera;
  }

  /** The same with the size of the view, for a link; what a link shows stays what it is. */
  get chosenOutlook(): Outlook | undefined {
    const camera = this.chosenCamera;
    const size = this.newestSize.value;
    return camera && (this.linked ?? { camera, size });
  }

  /** Takes the size of the canvas; returns whether that placed the camera anew. */
  resize(size: ViewSize, cause: ResizeCause): boolean {
    this.newestSize.value = size;
    if (this.fitted.peek() && (cause === "window" || !this.held.peek())) this.fitNow();
    else if (this.linked !== undefined) this.showLinked(this.linked);
    else return false;
    return true;
  }

  /** All of the drawing, from now on. */
  fit(): void {
    this.fitted.value = true;
    this.held.value = false;
    this.fitNow();
  }

  /** All of the drawing as it is now, whether or not panels that come and go are to move it. */
  fitNow(): void {
    const bounds = this.boundsOf();
    if (bounds !== undefined) this.set(fitCamera(bounds, this.size));
  }

  /** From here, as the viewer has chosen; null for all of the drawing. */
  lookFrom(camera: Camera | null): void {
    this.fitted.value = camera === null;
    if (camera === null) this.fitNow();
    else this.set(camera);
  }

  lookFromLink(linked: Outlook): void {
    this.fitted.value = false;
    this.showLinked(linked);
  }

  /** All cameras are such as the address can tell, so that a link shows the same to the pixel. */
  set(camera: Camera): void {
    this.linked = undefined;
    this.newest.value = rounded(camera);
  }

  /** From now on panels that come and go leave everything in the drawing where it is. */
  hold(): void {
    this.held.value = true;
    this.linked = undefined;
  }

  /** The whole drawing is no longer meant to be in view. */
  unfit(): void {
    this.fitted.value = false;
  }

  toWorld(view: Point): Point {
    return viewToWorld(this.now, view);
  }

  private isFitNow(camera: Camera): boolean {
    const bounds = this.boundsOf();
    if (bounds === undefined) return true;
    const fit = rounded(fitCamera(bounds, this.newestSize.value));
    return fit.x === camera.x && fit.y === camera.y && fit.scale === camera.scale;
  }

  private showLinked(linked: Outlook): void {
    this.set(cameraIn(linked, this.size));
    this.linked = linked;
  }
}
