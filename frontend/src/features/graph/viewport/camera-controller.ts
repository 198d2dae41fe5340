/** The camera of a viewport: as a drawing opens, fitted to it, or set by the viewer. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Point } from "../../../lib/geometry/geometry";
import { type Camera, type Outlook, rounded, type ViewSize } from "../options/camera";
import { cameraIn, fitCamera, viewToWorld } from "../scene/camera";
import { type Drawn, initialCamera } from "./initial-camera";

/** Why a drawing has another size: the window has, or a panel beside it came or went. */
export type ResizeCause = "window" | "panel";

export class CameraController {
  private readonly newest = signal<Camera>({ x: 0, y: 0, scale: 1 });
  private readonly newestSize = signal<ViewSize>({ width: 0, height: 0 });
  /** Whether the camera goes by the drawing and the view, until the viewer moves it. */
  private readonly fitted = signal(true);
  /** Whether it then shows all of the drawing, which a narrow view does not at first. */
  private readonly whole = signal(false);
  /** Whether the viewer has turned to something in the drawing since it was fitted. */
  private readonly held = signal(false);
  /** What a link shows, until the viewer turns elsewhere, whatever panels come and go meanwhile. */
  private linked: Outlook | undefined;

  /** The camera that is on its way or has arrived. */
  readonly camera: ReadonlySignal<Camera> = this.newest;
  /** The size of the canvas in CSS pixels. */
  readonly viewSize: ReadonlySignal<ViewSize> = this.newestSize;
  readonly scale = computed(() => this.newest.value.scale);

  /** `drawn` returns the drawing in view; undefined before there is one. */
  constructor(private readonly drawn: () => Drawn | undefined) {}

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
   * The camera, unless it is the one that the drawing opens with in the view as it is. It may be
   * one that did before a panel came, after the viewer had turned to something.
   */
  get chosenCamera(): Camera | undefined {
    const camera = this.newest.value;
    const isOwn = this.held.value || this.whole.value;
    const isOpening = this.fitted.value && !(isOwn && !this.isOpeningNow(camera));
    return isOpening ? undefined : camera;
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
    this.whole.value = true;
    this.held.value = false;
    this.fitNow();
  }

  /** The drawing as it is now, whether or not panels that come and go are to move it. */
  fitNow(): void {
    const drawn = this.drawn();
    if (drawn === undefined) return;
    const isWhole = this.whole.peek();
    this.set(isWhole ? fitCamera(drawn.worldBounds, this.size) : initialCamera(drawn, this.size));
  }

  /** From here, as the viewer has chosen; null for where the drawing opens. */
  lookFrom(camera: Camera | null): void {
    this.fitted.value = camera === null;
    this.whole.value = false;
    if (camera === null) this.fitNow();
    else this.set(camera);
  }

  lookFromLink(linked: Outlook): void {
    this.fitted.value = false;
    this.showLinked(linked);
  }

  /** All cameras are rounded as in the address, so that a link shows the same to the pixel. */
  set(camera: Camera): void {
    this.linked = undefined;
    this.newest.value = rounded(camera);
  }

  /** From now on panels that come and go leave everything in the drawing where it is. */
  hold(): void {
    this.held.value = true;
    this.linked = undefined;
  }

  /** The viewer has turned to nothing: panels that come and go fit the drawing again. */
  release(): void {
    this.held.value = false;
  }

  /** Leaves the fitted state. */
  unfit(): void {
    this.fitted.value = false;
  }

  toWorld(view: Point): Point {
    return viewToWorld(this.now, view);
  }

  private isOpeningNow(camera: Camera): boolean {
    const drawn = this.drawn();
    if (drawn === undefined) return true;
    const { x, y, scale } = rounded(initialCamera(drawn, this.newestSize.value));
    return x === camera.x && y === camera.y && scale === camera.scale;
  }

  private showLinked(linked: Outlook): void {
    this.set(cameraIn(linked, this.size));
    this.linked = linked;
  }
}
