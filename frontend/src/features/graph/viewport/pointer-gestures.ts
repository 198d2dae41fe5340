/**
 * Pointers on the canvas: drag to pan, wheel and pinch to zoom, click, double click, hover.
 *
 * Double clicks are recognised here and not by the browser's `dblclick`: a first click may open a
 * panel beside or below the drawing, and the second press is then meant for what was clicked first,
 * wherever that is by now and even when the panel has come under the pointer.
 */
import type { Point } from "../../../lib/geometry/geometry";

export interface PointerActions {
  pan(viewDx: number, viewDy: number): void;
  zoom(factor: number, at: Point): void;
  click(at: Point): void;
  /** After `click`, for the second click at the same place of the window. */
  doubleClick(): void;
  /** A right click, or a finger that rests. */
  menu(at: Point): void;
  /** Undefined when the pointer has left. */
  hover(at: Point | undefined): void;
}

/** A press that moves further than this is a drag. */
const CLICK_SLOP = 4;
/** Two clicks within this time, as systems have it, are a double click. */
const DOUBLE_MS = 500;
/** A finger that has rested for this long opens the menu, as systems have it. */
const LONG_PRESS_MS = 500;
/** How far apart they may be, in view pixels; fingers are less exact. */
const DOUBLE_SLOP = { mouse: 5, touch: 24 } as const;
/** Zoom per unit of wheel travel; a notch of a mouse wheel (100) zooms by about a fifth. */
const WHEEL_ZOOM = 0.002;
/** Browsers report a trackpad pinch as a wheel with Ctrl and ten times smaller steps. */
const PINCH_ZOOM = 0.01;
const LINE_HEIGHT = 16;

/** Starts listening on an element; returns how to stop. */
export function listenToPointers(element: HTMLElement, actions: PointerActions): () => void {
  const gesture = new Gesture(element, actions);
  const stopping = new AbortController();
  const options = { signal: stopping.signal };
  element.addEventListener("pointerdown", (input) => gesture.press(input), options);
  element.addEventListener("pointermove", (input) => gesture.move(input), options);
  element.addEventListener("pointerup", (input) => gesture.release(input, true), options);
  element.addEventListener("pointercancel", (input) => gesture.release(input, false), options);
  element.addEventListener(
    "contextmenu",
    (input) => {
      input.preventDefault();
      gesture.requestMenu(pointOf(element, input));
    },
    options,
  );
  element.addEventListener("touchend", (input) => gesture.lift(input), {
    ...options,
    passive: false,
  });
  element.addEventListener("pointerleave", () => actions.hover(undefined), options);
  addEventListener("pointerdown", (input) => gesture.pressElsewhere(input), {
    ...options,
    capture: true,
  });
  element.addEventListener(
    "wheel",
    (input) => {
      input.preventDefault();
      const travel =
        input.deltaY * (input.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_HEIGHT : 1);
      const factor = Math.exp(-travel * (input.ctrlKey ? PINCH_ZOOM : WHEEL_ZOOM));
      actions.zoom(factor, pointOf(element, input));
    },
    { ...options, passive: false },
  );
  return () => stopping.abort();
}

function pointOf(element: HTMLElement, input: MouseEvent): Point {
  const bounds = element.getBoundingClientRect();
  return { x: input.clientX - bounds.left, y: input.clientY - bounds.top };
}

/** The pointers that are down: one drags or clicks, two pinch. */
class Gesture {
  private readonly down = new Map<number, Point>();
  private start: Point | undefined;
  private isDrag = false;
  /** Whether this press has opened the menu, which some browsers request once more. */
  private hasMenu = false;
  private resting: ReturnType<typeof setTimeout> | undefined;
  private readonly clicks = new ClickSeries();

  constructor(
    private readonly element: HTMLElement,
    private readonly actions: PointerActions,
  ) {}

  press(input: PointerEvent): void {
    this.hasMenu = false;
    if (input.button !== 0) return;
    const at = pointOf(this.element, input);
    this.element.setPointerCapture(input.pointerId);
    this.down.set(input.pointerId, at);
    this.start = at;
    this.isDrag = this.down.size > 1;
    clearTimeout(this.resting);
    if (input.pointerType !== "touch" || this.isDrag) return;
    this.resting = setTimeout(() => this.requestMenu(at), LONG_PRESS_MS);
  }

  /** The press that opens the menu is no click. */
  requestMenu(at: Point): void {
    clearTimeout(this.resting);
    if (this.hasMenu) return;
    this.hasMenu = true;
    this.isDrag = true;
    this.actions.menu(at);
  }

  move(input: PointerEvent): void {
    const at = pointOf(this.element, input);
    const before = this.down.get(input.pointerId);
    if (before === undefined || this.start === undefined) {
      this.actions.hover(at);
      return;
    }
    this.isDrag ||= Math.hypot(at.x - this.start.x, at.y - this.start.y) > CLICK_SLOP;
    if (!this.isDrag || this.hasMenu) return;
    clearTimeout(this.resting);
    if (this.down.size === 1) this.actions.pan(at.x - before.x, at.y - before.y);
    else this.pinch(input.pointerId, before, at);
    this.down.set(input.pointerId, at);
  }

  release(input: PointerEvent, isClick: boolean): void {
    clearTimeout(this.resting);
    if (!this.down.delete(input.pointerId)) return;
    if (!isClick || this.isDrag) return;
    const count = this.clicks.add(
      input,
      DOUBLE_SLOP[input.pointerType === "touch" ? "touch" : "mouse"],
    );
    if (count === 1) this.actions.click(pointOf(this.element, input));
    else if (count === 2) this.actions.doubleClick();
  }

  /** A finger that has opened the menu presses nothing in it when it is lifted. */
  lift(input: TouchEvent): void {
    if (this.hasMenu) input.preventDefault();
  }

  /**
   * Takes the second press of a pair from the panel that the first has opened. The press and not the
   * click: there is no click where what was pressed is replaced before the release.
   */
  pressElsewhere(input: PointerEvent): void {
    if (input.target === this.element || !this.clicks.isContinuedBy(input)) return;
    input.stopPropagation();
    input.preventDefault();
    this.press(input);
  }

  private pinch(id: number, before: Point, now: Point): void {
    const other = [...this.down].find(([pointer]) => pointer !== id)?.[1];
    if (other === undefined) return;
    const distance = (point: Point): number => Math.hypot(point.x - other.x, point.y - other.y);
    this.actions.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    this.actions.zoom(distance(now) / Math.max(1, distance(before)), {
      x: (now.x + other.x) / 2,
      y: (now.y + other.y) / 2,
    });
  }
}

/** Clicks at one place of the window, each soon after the one before. */
class ClickSeries {
  private first: { x: number; y: number; slop: number } | undefined;
  private lastTime = 0;
  private count = 0;

  isContinuedBy({ clientX, clientY, timeStamp }: MouseEvent): boolean {
    if (this.first === undefined || timeStamp - this.lastTime > DOUBLE_MS) return false;
    return Math.hypot(clientX - this.first.x, clientY - this.first.y) <= this.first.slop;
  }

  /** Returns which click of its series this is, from 1; `slop` holds for those that follow. */
  add(input: MouseEvent, slop: number): number {
    if (this.isContinuedBy(input)) this.count++;
    else {
      this.count = 1;
      this.first = { x: input.clientX, y: input.clientY, slop };
    }
    this.lastTime = input.timeStamp;
    return this.count;
  }
}
