/** The canvas in time: camera, animation, and when to draw. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { clamp, type Point } from "../../lib/geometry";
import type { MeasureText } from "./box-size";
import {
  bringIntoView,
  type Camera,
  cameraIn,
  fitCamera,
  holdPoint,
  isInView,
  type Outlook,
  panBy,
  rounded,
  showOpened,
  type ViewSize,
  viewToWorld,
  worldRectToView,
  worldToView,
  zoomAt,
} from "./camera";
import { CanvasRenderer } from "./canvas-renderer";
import { isSameStyle } from "./drawing-style";
import { type Emphasis, NO_EMPHASIS } from "./emphasis";
import { type Hit, hitTest } from "./hit-test";
import { type Palette, readPalette } from "./palette";
import type { Scene } from "./scene";
import { hasSameOpen, holdMiddle, isSameDrawing } from "./scene-anchor";
import { SceneMove } from "./scene-move";
import { canMove } from "./scene-transition";

/** Why a drawing has another size: the window has, or a panel beside it came or went. */
export type ResizeCause = "window" | "panel";

export class Stage {
  /** The camera that is on its way or has arrived. */
  readonly camera: ReadonlySignal<Camera>;
  /** The zoom, for the toolbar. */
  readonly scale = computed(() => this.newestCamera.value.scale);
  private readonly renderer: CanvasRenderer;
  private palette: Palette;
  private scene: Scene | undefined;
  private readonly newestCamera = signal<Camera>({ x: 0, y: 0, scale: 1 });
  private readonly newestSize = signal<ViewSize>({ width: 0, height: 0 });
  /** The size of the canvas in CSS pixels. */
  readonly viewSize: ReadonlySignal<ViewSize> = this.newestSize;
  private emphasis: Emphasis = NO_EMPHASIS;
  private move: SceneMove | undefined;
  private frame: number | undefined;
  /** Whether the whole drawing is meant to be in view, until the viewer moves the camera. */
  private readonly fitted = signal(true);
  /** Whether the viewer has turned to something in the drawing since it was fitted. */
  private readonly held = signal(false);
  /** Whether the next scene is to leave the camera where it is, whatever opens. */
  private isStill = false;
  /** What a link shows, until the viewer turns elsewhere, whatever panels come and go meanwhile. */
  private linked: Outlook | undefined;
  /** A node to bring into view when the scene that holds it arrives. */
  private awaited: string | undefined;
  /** Where to look from when the next scene arrives; null for all of it. */
  private due: Camera | null | undefined;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    measure: MeasureText,
    private readonly start: Outlook | undefined,
  ) {
    this.camera = this.newestCamera;
    this.renderer = new CanvasRenderer(canvas, measure);
    this.palette = readPalette(canvas);
  }

  dispose(): void {
    if (this.frame !== undefined) cancelAnimationFrame(this.frame);
  }

  private get isFitted(): boolean {
    return this.fitted.peek();
  }

  private set isFitted(is: boolean) {
    this.fitted.value = is;
  }

  private get isHeld(): boolean {
    return this.held.peek();
  }

  private set isHeld(is: boolean) {
    this.held.value = is;
  }

  private get size(): ViewSize {
    return this.newestSize.peek();
  }

  /** The scene that is on its way or has arrived. */
  get shown(): Scene | undefined {
    return this.scene;
  }

  /**
   * The camera, unless it is the one that shows the whole drawing in the view as it is. It may be
   * one that fitted before a panel came, after the viewer had turned to something.
   */
  get chosenCamera(): Camera | undefined {
    const camera = this.newestCamera.value;
    const isWhole = this.fitted.value && !(this.held.value && !this.isFitNow(camera));
    return isWhole ? undefined : camera;
  }

  /** The same with the size of the view, for a link; what a link shows stays what it is. */
  get chosenOutlook(): Outlook | undefined {
    const camera = this.chosenCamera;
    const size = this.newestSize.value;
    return camera && (this.linked ?? { camera, size });
  }

  /** From now on panels that come and go leave everything in the drawing where it is. */
  hold(): void {
    this.isHeld = true;
    this.linked = undefined;
  }

  /** The next scene leaves the camera where it is. */
  stay(): void {
    this.isHeld = this.isStill = true;
    this.isFitted = false;
    this.linked = undefined;
  }

  /**
   * Takes the size of the canvas.
   *
   * A click on a node brings up a panel beside the drawing. If that fitted the drawing again,
   * the node would move away from under the pointer before the second press of a double click.
   */
  resize(size: ViewSize, cause: ResizeCause): void {
    // The canvas is on its way out of the page: nothing can be shown, and nothing has to move.
    if (size.width === 0 || size.height === 0) return;
    this.newestSize.value = size;
    this.renderer.resize(size, devicePixelRatio);
    if (this.isFitted && (cause === "window" || !this.isHeld)) this.fitNow();
    else if (this.linked !== undefined) this.showLinked(this.linked);
    else if (this.emphasis.selected !== undefined) {
      this.revealHidden(this.emphasis.selected);
    }
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

  /**
   * Shows another scene; the upper left corner of the pivot's box stays where it is, unless much
   * of what was opened would then be out of view.
   */
  show(scene: Scene, pivot: string | undefined): void {
    const before = this.scene;
    this.scene = scene;
    if (before === undefined) {
      this.showFirst();
      return;
    }
    if (isSameDrawing(before, scene)) {
      this.requestDraw();
      return;
    }
    const fromCamera = this.cameraNow(performance.now());
    const isOpened = (from: Scene) => from.boxByName.get(pivot ?? "")?.isOpen;
    if (this.due !== undefined) this.lookFrom(this.due);
    else if (this.isFitted && !isSameStyle(before.style, scene.style)) this.fitNow();
    else if (hasSameOpen(before, scene)) this.holdStill(before, scene);
    // As when a link's scopes arrive one after another: the viewer has not moved anything yet.
    else if (this.isFitted && isOpened(before) === isOpened(scene)) this.fitNow();
    else this.holdPivot(before, scene, pivot);
    this.showAwaited(scene);
    this.startMove(canMove(before, scene) ? before : undefined, fromCamera);
  }

  /**
   * Looks from where the viewer looked before, undefined for all of the drawing: now, or when the
   * scene arrives that is coming.
   */
  restore(camera: Camera | undefined, isSceneComing: boolean): void {
    this.awaited = undefined;
    this.due = camera ?? null;
    if (isSceneComing) return;
    const fromCamera = this.cameraNow(performance.now());
    this.lookFrom(this.due);
    this.startMove(this.scene, fromCamera);
  }

  fit(): void {
    this.due = undefined;
    this.isFitted = true;
    this.isHeld = false;
    this.fitNow();
    this.requestDraw();
  }

  zoomBy(factor: number, at?: Point): void {
    const middle = { x: this.size.width / 2, y: this.size.height / 2 };
    this.lookAt(zoomAt(this.newestCamera.peek(), at ?? middle, factor));
  }

  panBy(viewDx: number, viewDy: number): void {
    this.lookAt(panBy(this.newestCamera.peek(), viewDx, viewDy));
  }

  /** Moves the camera at once, as a hand on the drawing does. */
  lookAt(camera: Camera): void {
    this.move = this.due = undefined;
    this.isFitted = false;
    this.setCamera(camera);
    this.requestDraw();
  }

  /** Moves the camera, if it has to, so that a node is in view; once it is there. */
  reveal(name: string): void {
    this.hold();
    this.due = undefined;
    const box = this.scene?.boxByName.get(name);
    this.awaited = box === undefined ? name : undefined;
    if (box === undefined) return;
    const before = this.newestCamera.peek();
    const camera = bringIntoView(before, box.worldRect, this.size);
    if (camera.x === before.x && camera.y === before.y) return;
    const fromCamera = this.cameraNow(performance.now());
    this.isFitted = false;
    this.setCamera(camera);
    this.startMove(this.scene, fromCamera);
  }

  hitAt(view: Point): Hit | undefined {
    if (this.scene === undefined) return undefined;
    const camera = this.newestCamera.peek();
    const world = viewToWorld(camera, view);
    return hitTest(this.scene, world.x, world.y, camera.scale);
  }

  /** The lower left corner of a node's box in the window, moved into the canvas. */
  placeInWindow(name: string): Point | undefined {
    const box = this.scene?.boxByName.get(name);
    if (box === undefined) return undefined;
    const { x, y, height } = worldRectToView(this.newestCamera.peek(), box.worldRect);
    const { left, top } = this.canvas.getBoundingClientRect();
    const { size } = this;
    return {
      x: left + clamp(x, 0, size.width),
      y: top + clamp(y + height, 0, size.height),
    };
  }

  private lookFrom(camera: Camera | null): void {
    this.due = undefined;
    this.isFitted = camera === null;
    if (camera === null) this.fitNow();
    else this.setCamera(camera);
  }

  private showFirst(): void {
    if (this.start === undefined) {
      this.fit();
      return;
    }
    this.isFitted = false;
    this.showLinked(this.start);
    this.requestDraw();
  }

  private fitNow(): void {
    if (this.scene === undefined) return;
    this.setCamera(fitCamera(this.scene.worldBounds, this.size));
  }

  /** The viewer chose something else to see of the same scopes. */
  private holdStill(before: Scene, scene: Scene): void {
    const camera = this.newestCamera.peek();
    const held = holdMiddle(before, scene, camera, this.size);
    const { width, height } = before.worldBounds;
    if (width === scene.worldBounds.width && height === scene.worldBounds.height) return;
    this.isFitted = false;
    this.setCamera(held);
  }

  private isFitNow(camera: Camera): boolean {
    if (this.scene === undefined) return true;
    const fit = rounded(fitCamera(this.scene.worldBounds, this.newestSize.value));
    return fit.x === camera.x && fit.y === camera.y && fit.scale === camera.scale;
  }

  /** All cameras are such as the address can tell, so that a link shows the same to the pixel. */
  private setCamera(camera: Camera): void {
    this.linked = undefined;
    this.newestCamera.value = rounded(camera);
  }

  private showLinked(linked: Outlook): void {
    this.setCamera(cameraIn(linked, this.size));
    this.linked = linked;
  }

  private holdPivot(before: Scene, scene: Scene, pivot: string | undefined): void {
    this.isFitted = false;
    const old = before.boxByName.get(pivot ?? "");
    const now = scene.boxByName.get(pivot ?? "");
    if (old === undefined || now === undefined) {
      this.holdStill(before, scene);
      return;
    }
    const camera = this.newestCamera.peek();
    const held = holdPoint(camera, now.worldRect, worldToView(camera, old.worldRect));
    const isNewlyOpen = now.isOpen && !old.isOpen && !this.isStill;
    this.isStill = false;
    this.setCamera(isNewlyOpen ? showOpened(held, now.worldRect, this.size) : held);
  }

  private showAwaited({ boxByName }: Scene): void {
    const box = this.awaited === undefined ? undefined : boxByName.get(this.awaited);
    if (box === undefined) return;
    this.awaited = undefined;
    const camera = this.newestCamera.peek();
    this.setCamera(bringIntoView(camera, box.worldRect, this.size));
  }

  /** Moves a node of which a part is out of view into view. */
  private revealHidden(name: string): void {
    const box = this.scene?.boxByName.get(name);
    if (box === undefined || box.isOpen) return;
    if (!isInView(this.newestCamera.peek(), box.worldRect, this.size)) this.reveal(name);
  }

  private startMove(from: Scene | undefined, fromCamera: Camera): void {
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.move =
      isStill || from === undefined
        ? undefined
        : new SceneMove(from, fromCamera, performance.now());
    this.requestDraw();
  }

  private cameraNow(now: number): Camera {
    const camera = this.newestCamera.peek();
    return this.move?.cameraAt(now, camera) ?? camera;
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
    if (this.move?.isOver(now)) this.move = undefined;
    const camera = this.cameraNow(now);
    const scene = this.move?.sceneAt(now, this.scene) ?? this.scene;
    this.renderer.draw({ scene, camera, emphasis: this.emphasis }, this.palette);
    if (this.move !== undefined) this.requestDraw();
  }
}
