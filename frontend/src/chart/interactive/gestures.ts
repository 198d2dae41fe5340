/**
 * What a pointer does on a plot: drag to zoom along x, Shift+drag for a box, Ctrl+drag (or
 * Command) to choose a range, Alt+drag to pan, a press without a drag to pick a place, a double one
 * to reset, the wheel to zoom while the chart has the focus.
 *
 * Places are parts of the plot: x from 0 at the left to 1, y from 0 at the bottom to 1.
 */

export interface PlotPosition {
  readonly x: number;
  readonly y: number;
}

export interface GestureListener {
  /** While a part is being marked; null when it is marked or given up. */
  readonly onMark: (from: PlotPosition, to: PlotPosition | null, isBox: boolean) => void;
  readonly onZoom: (from: PlotPosition, to: PlotPosition, isBox: boolean) => void;
  readonly onChoose: (from: PlotPosition, to: PlotPosition) => void;
  /** The distance by which the plot was dragged; `isLast` when it is released. */
  readonly onPan: (by: PlotPosition, isLast: boolean) => void;
  /** `factor` is below 1 to see less. */
  readonly onScale: (at: PlotPosition, factor: number) => void;
  /** The wheel has come to rest. */
  readonly onScaled: () => void;
  readonly onPick: (at: PlotPosition) => void;
  readonly onReset: () => void;
}

/** A drag shorter than this is a click with an unsteady hand. */
const MIN_DRAG_PX = 6;
/** A second press within this time makes both a double one. */
const DOUBLE_MS = 300;
/** A wheel that has not turned for so long is at rest. */
const REST_MS = 250;
/** One notch of a mouse's wheel is about 100 of its pixels. */
const SCALE_PER_PIXEL = 0.0015;
/** Some browsers tell the travel of a wheel in lines. */
const LINE_PX = 30;

/** Listens on the element that the plot fills; returns how to stop. */
export function listenToGestures(element: HTMLElement, listener: GestureListener): () => void {
  const presses = new Presses(element, listener);
  const drags = new Drags(element, listener, () => presses.ignoreNext());
  const wheel = new Wheel(element, listener);
  const stopping = new AbortController();
  const { signal } = stopping;
  element.addEventListener("pointerdown", (input) => drags.begin(input), { signal });
  element.addEventListener("pointermove", (input) => drags.move(input), { signal });
  element.addEventListener("pointerup", (input) => drags.end(input), { signal });
  element.addEventListener("pointercancel", () => drags.cancel(), { signal });
  element.addEventListener("click", (input) => presses.handleClick(input), { signal });
  element.addEventListener("dblclick", () => presses.handleDoubleClick(), { signal });
  element.addEventListener("wheel", (input) => wheel.turn(input), { signal, passive: false });
  return () => {
    presses.stop();
    wheel.stop();
    stopping.abort();
  };
}

/** So near an edge of the plot, the pointer is on it. */
const EDGE_PX = 1;

/**
 * Reports where the pointer is on the plot, and null when it has left; taps, too: browsers turn a
 * tap into a mouse that stays where it was tapped. A long press, too: the menu that it opens is
 * about that place.
 */
export function listenToPointer(
  element: HTMLElement,
  onPlace: (at: PlotPosition | null) => void,
): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const move = (input: MouseEvent) => {
    const { x, y } = positionIn(element, input);
    const edge = EDGE_PX / element.clientWidth;
    onPlace({ x: x <= edge ? 0 : x >= 1 - edge ? 1 : x, y });
  };
  element.addEventListener("mousemove", move, { signal });
  // A finger that rests opens a menu, and no other event says where it is.
  element.addEventListener("contextmenu", move, { signal });
  element.addEventListener("mouseleave", () => onPlace(null), { signal });
  return () => stopping.abort();
}

function positionIn(element: HTMLElement, { clientX, clientY }: MouseEvent): PlotPosition {
  const box = element.getBoundingClientRect();
  const part = (at: number) => Math.max(0, Math.min(1, at));
  return {
    x: part((clientX - box.left) / box.width),
    y: part(1 - (clientY - box.top) / box.height),
  };
}

interface Drag {
  readonly kind: "zoom" | "box" | "choose" | "pan";
  readonly from: PlotPosition;
  readonly fromX: number;
  readonly fromY: number;
  isLong: boolean;
}

function kindOf({ shiftKey, altKey, ctrlKey, metaKey }: PointerEvent): Drag["kind"] {
  if (altKey) return "pan";
  if (ctrlKey || metaKey) return "choose";
  return shiftKey ? "box" : "zoom";
}

/** What is marked, chosen or moved while a button is held. */
class Drags {
  private drag: Drag | null = null;

  constructor(
    private readonly element: HTMLElement,
    private readonly listener: GestureListener,
    private readonly onDone: () => void,
  ) {}

  begin(press: PointerEvent): void {
    if (press.button !== 0 || press.pointerType === "touch") return;
    const from = positionIn(this.element, press);
    const [fromX, fromY] = [press.clientX, press.clientY];
    this.drag = { kind: kindOf(press), from, fromX, fromY, isLong: false };
    this.element.setPointerCapture(press.pointerId);
  }

  move(moved: PointerEvent): void {
    const { drag } = this;
    if (drag === null) return;
    const far = Math.hypot(moved.clientX - drag.fromX, moved.clientY - drag.fromY);
    drag.isLong ||= far >= MIN_DRAG_PX;
    if (!drag.isLong) return;
    if (drag.kind === "pan") this.listener.onPan(this.movedBy(drag, moved), false);
    else this.listener.onMark(drag.from, positionIn(this.element, moved), drag.kind === "box");
  }

  end(lifted: PointerEvent): void {
    const { drag } = this;
    this.drag = null;
    if (!drag?.isLong) return;
    if (drag.kind === "pan") this.listener.onPan(this.movedBy(drag, lifted), true);
    else this.finish(drag, drag.kind, positionIn(this.element, lifted));
    this.onDone();
  }

  cancel(): void {
    const { drag } = this;
    this.drag = null;
    if (drag !== null && drag.kind !== "pan") this.listener.onMark(drag.from, null, false);
  }

  private finish({ from }: Drag, kind: Exclude<Drag["kind"], "pan">, to: PlotPosition): void {
    const isBox = kind === "box";
    this.listener.onMark(from, null, isBox);
    if (kind === "choose") this.listener.onChoose(from, to);
    else this.listener.onZoom(from, to, isBox);
  }

  private movedBy({ fromX, fromY }: Drag, { clientX, clientY }: PointerEvent): PlotPosition {
    return {
      x: (clientX - fromX) / this.element.clientWidth,
      y: (fromY - clientY) / this.element.clientHeight,
    };
  }
}

/** Presses without a drag. */
class Presses {
  private picking: ReturnType<typeof setTimeout> | undefined;
  private isIgnored = false;

  constructor(
    private readonly element: HTMLElement,
    private readonly listener: GestureListener,
  ) {}

  /** A double press begins with a single one, which must not pick anything; a tap reads values. */
  handleClick(press: MouseEvent): void {
    clearTimeout(this.picking);
    const isTap = press instanceof PointerEvent && press.pointerType === "touch";
    if (this.isIgnored || isTap || press.detail > 1) return;
    const at = positionIn(this.element, press);
    this.picking = setTimeout(() => this.listener.onPick(at), DOUBLE_MS);
  }

  handleDoubleClick(): void {
    clearTimeout(this.picking);
    this.listener.onReset();
  }

  /** Browsers tell of a click at the end of a drag too. */
  ignoreNext(): void {
    this.isIgnored = true;
    setTimeout(() => {
      this.isIgnored = false;
    });
  }

  stop(): void {
    clearTimeout(this.picking);
  }
}

/** The wheel, while the chart has the focus: elsewhere it scrolls the page. */
class Wheel {
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly element: HTMLElement,
    private readonly listener: GestureListener,
  ) {}

  turn(turned: WheelEvent): void {
    if (!hasFocus(this.element) || turned.ctrlKey) return;
    turned.preventDefault();
    const pixels = turned.deltaMode === 0 ? turned.deltaY : turned.deltaY * LINE_PX;
    const factor = Math.exp(pixels * SCALE_PER_PIXEL);
    this.listener.onScale(positionIn(this.element, turned), factor);
    clearTimeout(this.resting);
    this.resting = setTimeout(this.listener.onScaled, REST_MS);
  }

  stop(): void {
    clearTimeout(this.resting);
  }
}

function hasFocus(element: HTMLElement): boolean {
  return element.closest("[tabindex]")?.matches(":focus-within") ?? false;
}
