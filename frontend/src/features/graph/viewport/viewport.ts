/**
 * The scene on the canvas and its camera: what a viewer looks at stays in place when the scene
 * changes.
 */
import type { ReadonlySignal } from "@preact/signals";
import { clamp, type Point } from "../../../lib/geometry/geometry";
import { lateCode } from "../../../state/base/late-code";
import { narrow } from "../../../state/shell/panels";
import { isSameStyle } from "../layout/request";
import type { Camera, Outlook, ViewSize } from "../options/camera";
import { holdPoint, isInView, panBy, worldRectToView, worldToView, zoomAt } from "../scene/camera";
import type { Highlight } from "../scene/highlight";
import { type Hit, hitTest } from "../scene/hit-test";
import { canInterpolate } from "../scene/interpolate";
import type { MeasureText } from "../scene/node-size";
import type { Scene } from "../scene/scene";
import type { SignSnapshot } from "../scene/snapshot";
import { CameraController, type ResizeCause } from "./camera-controller";
import { FrameLoop, prefetchSigns } from "./frame-loop";
import { hasSameContent, hasSameOpen } from "./scene-anchor";

type Placement = typeof import("./placement");

/** How the camera turns to a node. */
export type Placing =
  | "bringIntoView"
  | "keepInView"
  | "showExpanded"
  | "showFound"
  | "showOpened"
  | "zoomTo";

interface Turn {
  readonly name: string;
  readonly placing: Placing;
}

const placement = lateCode<Placement>(() => import("./placement"));

export class Viewport {
  private readonly view = new CameraController(() => this.frames.scene);
  private readonly frames: FrameLoop;
  /** The camera that is on its way or has arrived. */
  readonly camera: ReadonlySignal<Camera> = this.view.camera;
  /** The zoom, for the toolbar. */
  readonly scale: ReadonlySignal<number> = this.view.scale;
  /** The size of the canvas in CSS pixels. */
  readonly viewSize: ReadonlySignal<ViewSize> = this.view.viewSize;
  /** Whether the next scene is to leave the camera where it is, whatever opens. */
  private isStill = false;
  /** A node to move out from under panels that come beside the drawing. */
  private anchor: string | undefined;
  /** A node to turn to when the scene that holds it arrives. */
  private awaited: Turn | undefined;
  /** What the camera turned to last: panels that come do not cover it, unless it was moved since. */
  private turned: Turn | undefined;
  /** Where to look from when the next scene arrives; null for where it opens. */
  private due: Camera | null | undefined;
  /** Whether scopes that a link opens are still on their way: the camera is for the whole of it. */
  private isArriving = false;

  /** `start` is what a link shows; without it, the drawing as it opens. */
  constructor(
    private readonly canvas: HTMLCanvasElement,
    measure: MeasureText,
    private readonly start: Outlook | undefined,
  ) {
    this.frames = new FrameLoop(canvas, measure, this.camera);
  }

  dispose(): void {
    this.frames.dispose();
  }

  /** The scene that is on its way or has arrived. */
  get shown(): Scene | undefined {
    return this.frames.scene;
  }

  /** The camera, where it is not the one that the drawing opens with in the view as it is. */
  get chosenCamera(): Camera | undefined {
    return this.view.chosenCamera;
  }

  /** The same with the size of the view, for a link. */
  get chosenOutlook(): Outlook | undefined {
    return this.view.chosenOutlook;
  }

  /** From now on panels that come and go leave everything in the drawing where it is. */
  hold(): void {
    this.view.hold();
  }

  /** The next scene leaves the camera where it is. */
  stay(): void {
    this.isStill = true;
    this.view.hold();
    this.view.unfit();
  }

  /**
   * Sets the size of the canvas.
   *
   * A click on a node opens a panel beside the drawing. If that fitted the drawing again, the node
   * would move from under the pointer before the second press of a double click.
   */
  resize(size: ViewSize, cause: ResizeCause): void {
    // The canvas is on its way out of the page: nothing can be shown, and nothing has to move.
    if (size.width === 0 || size.height === 0) return;
    this.frames.resize(size);
    if (!this.view.resize(size, cause) && this.anchor !== undefined) {
      const { anchor: name, turned } = this;
      this.turnTo(turned?.name === name ? turned : { name, placing: "keepInView" });
    }
    // At once: a resized canvas is blank until it is drawn.
    this.frames.drawNow(performance.now());
  }

  readTheme(): void {
    this.frames.readTheme();
  }

  emphasise(emphasis: Highlight): void {
    this.frames.emphasise(emphasis);
  }

  /** Whether all of a node's box is in view. */
  isSeen(name: string): boolean {
    const box = this.shown?.boxByName.get(name);
    return box !== undefined && isInView(this.view.now, box.worldRect, this.view.size);
  }

  /** From now on moves this node into view where a panel would hide a part of it. */
  keepInView(name: string | undefined): void {
    this.anchor = name;
  }

  /**
   * Shows another scene; the upper left corner of the pivot's box stays where it is, unless much
   * of what was opened would then be out of view. `isWhole` tells that no open scope is missing.
   */
  show(scene: Scene, pivot: string | undefined, isWhole: boolean): void {
    const before = this.shown;
    const { due } = this;
    this.frames.show(scene);
    if (before === undefined) {
      this.showFirst();
      this.isArriving = !isWhole;
      if (!isWhole) this.due = due;
      return;
    }
    if (hasSameContent(before, scene)) {
      this.frames.request();
      return;
    }
    const fromCamera = this.frames.cameraAt(performance.now());
    this.place(before, scene, pivot);
    if (!isWhole) this.due = due;
    this.isArriving &&= !isWhole;
    this.showAwaited(scene);
    this.frames.startMove(canInterpolate(before, scene) ? before : undefined, fromCamera);
  }

  /**
   * Looks from where the viewer looked before, undefined for where the drawing opens: now, or when
   * the scene arrives that is coming.
   */
  restore(camera: Camera | undefined, isSceneComing: boolean): void {
    this.awaited = undefined;
    this.due = camera ?? null;
    if (isSceneComing) return;
    const fromCamera = this.frames.cameraAt(performance.now());
    this.lookFrom(this.due);
    this.frames.startMove(this.shown, fromCamera);
  }

  /** Looks from where the drawing opens, now or when the scene is there that is coming. */
  startAfresh(isSceneComing: boolean): void {
    this.view.release();
    this.restore(undefined, isSceneComing);
  }

  fit(): void {
    this.due = undefined;
    this.view.fit();
    this.frames.request();
  }

  zoomBy(factor: number, at?: Point): void {
    const { now, size } = this.view;
    const middle = { x: size.width / 2, y: size.height / 2 };
    this.lookAt(zoomAt(now, at ?? middle, factor));
  }

  panBy(viewDx: number, viewDy: number): void {
    this.lookAt(panBy(this.view.now, viewDx, viewDy));
  }

  /** Moves the camera at once, as a hand on the drawing does. */
  lookAt(camera: Camera): void {
    this.frames.endMove();
    this.turned = undefined;
    this.lookFrom(camera);
    this.frames.request();
  }

  /** Moves the camera so that a node is in view; once it is there. */
  reveal(name: string, placing: Placing = "bringIntoView"): void {
    this.view.hold();
    this.due = undefined;
    const isThere = this.shown?.boxByName.has(name);
    this.awaited = isThere ? undefined : { name, placing };
    if (isThere) this.turnTo({ name, placing });
  }

  /** The same in the next scene, which is on its way and may have opened or closed the node. */
  revealNext(name: string, placing: Placing): void {
    this.view.hold();
    this.due = undefined;
    this.awaited = { name, placing };
  }

  hitAt(view: Point): Hit | undefined {
    if (this.shown === undefined) return undefined;
    const world = this.view.toWorld(view);
    const { now } = this.view;
    const signed = this.frames.signsAt(this.shown, now)?.boxAt(world);
    if (signed !== undefined) return { kind: "box", box: signed };
    return hitTest(this.shown, world.x, world.y, now.scale);
  }

  /** What stands for names that are too small to be read, as it is seen. */
  signsInView(): SignSnapshot[] {
    const { now } = this.view;
    const signs = this.shown && this.frames.signsAt(this.shown, now);
    return (signs?.shown ?? []).map(({ box, text, opacity, worldRect }) => ({
      name: box.node.name,
      text,
      opacity,
      ...worldRectToView(now, worldRect),
    }));
  }

  /** The lower left corner of a node's box in the window, moved into the canvas. */
  placeInWindow(name: string): Point | undefined {
    const box = this.shown?.boxByName.get(name);
    if (box === undefined) return undefined;
    const { now, size } = this.view;
    const { x, y, height } = worldRectToView(now, box.worldRect);
    const { left, top } = this.canvas.getBoundingClientRect();
    return {
      x: left + clamp(x, 0, size.width),
      y: top + clamp(y + height, 0, size.height),
    };
  }

  private lookFrom(camera: Camera | null): void {
    this.due = undefined;
    this.view.lookFrom(camera);
  }

  private showFirst(): void {
    if (this.start === undefined || this.due !== undefined) this.lookFrom(this.due ?? null);
    else this.view.lookFromLink(this.start);
    this.frames.request();
  }

  /** Where to look from at a scene that comes after another. */
  private place(before: Scene, scene: Scene, pivot: string | undefined): void {
    const isOpened = (from: Scene) => from.boxByName.get(pivot ?? "")?.isOpen;
    const { isFitted } = this.view;
    if (this.due !== undefined) this.lookFrom(this.due);
    else if (this.isArriving && this.view.isLinked) return;
    else if (isFitted && !isSameStyle(before.style, scene.style)) this.view.fitNow();
    else if (hasSameOpen(before, scene)) this.holdStill(before, scene);
    // As when a link's scopes arrive one after another: the viewer has not moved anything yet.
    else if (isFitted && isOpened(before) === isOpened(scene)) this.view.fitNow();
    else this.holdPivot(before, scene, pivot);
  }

  /** The viewer chose something else to see of the same scopes. */
  private holdStill(before: Scene, scene: Scene): void {
    const code = placement.module.peek();
    if (code === null) return;
    const camera = code.holdStill(this.stageOf(code, scene), before, this.anchor);
    const isWhole = isInView(camera, scene.worldBounds, this.view.size);
    if (this.view.isFitted && !isWhole) this.view.fitNow();
    else if (!isSameCamera(camera, this.view.now)) this.view.lookFrom(camera);
  }

  private holdPivot(before: Scene, scene: Scene, pivot: string | undefined): void {
    this.view.unfit();
    const old = before.boxByName.get(pivot ?? "");
    const now = scene.boxByName.get(pivot ?? "");
    if (old === undefined || now === undefined) {
      this.holdStill(before, scene);
      return;
    }
    const camera = this.view.now;
    const held = holdPoint(camera, now.worldRect, worldToView(camera, old.worldRect));
    const isNewlyOpen = now.isOpen && !old.isOpen && !this.isStill;
    this.isStill = false;
    this.view.set(held);
    if (isNewlyOpen) this.turnTo({ name: now.node.name, placing: "showOpened" });
  }

  private showAwaited({ boxByName }: Scene): void {
    const { awaited } = this;
    if (awaited === undefined || !boxByName.has(awaited.name)) return;
    this.awaited = undefined;
    this.turnTo(awaited);
  }

  /** Turns to a node of the scene; a little later where the code for it is on its way. */
  private turnTo(turn: Turn): void {
    this.turned = turn;
    const loading = placement.load();
    if (loading === null) this.turnNow(turn);
    else loading.then(() => this.turnNow(turn)).catch(() => undefined);
  }

  private turnNow({ name, placing }: Turn): void {
    const [code, scene] = [placement.module.peek(), this.shown];
    const box = scene?.boxByName.get(name);
    if (code === null || scene === undefined || box === undefined) return;
    const found = code[placing](this.stageOf(code, scene), box);
    if (isSameCamera(found, this.view.now)) return;
    const fromCamera = this.frames.cameraAt(performance.now());
    this.view.lookFrom(found);
    this.frames.startMove(scene, fromCamera);
  }

  private stageOf(code: Placement, scene: Scene) {
    const { now: camera, size } = this.view;
    const covers = code.coversOf(this.canvas);
    return { camera, size, scene, covers, hasMinimap: !narrow.peek() };
  }
}

function isSameCamera(one: Camera, other: Camera): boolean {
  return one.x === other.x && one.y === other.y && one.scale === other.scale;
}

/** Loads what turns the camera and what small drawings show, before it is wanted. */
export function prefetchView(): void {
  placement.load()?.catch(() => undefined);
  prefetchSigns();
}
