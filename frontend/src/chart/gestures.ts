/**
 * What a pointer does on a plot: drag to zoom along x, Shift+drag for a box, Ctrl+drag (or
 * Command) to choose a range, Alt+drag to pan, a press without a drag to pick a place, a double one
 * to reset, the wheel to zoom while the chart has the focus.
 *
 * Places are parts of the plot: x from 0 at the left to 1, y from 0 at the bottom to 1.
 */

export interface PlotPlace {
  readonly x: number;
  readonly y: number;
}

export interface GestureListener {
  /** While a part is being marked; null when it is marked or given up. */
  readonly onMark: (from: PlotPlace, to: PlotPlace | null, isBox: boolean) => void;
  readonly onZoom: (from: PlotPlace, to: PlotPlace, isBox: boolean) => void;
  readonly onChoose: (from: PlotPlace, to: PlotPlace) => void;
  /** By how far the plot has been moved since it was taken; `isLast` when it is let go. */
  readonly onPan: (by: PlotPlace, isLast: boolean) => void;
  /** `factor` is below 1 to see less. */
  readonly onScale: (at: PlotPlace, factor: number) => void;
  /** The wheel has come to rest. */
  readonly onScaled: () => void;
  readonly onPick: (at: PlotPlace) => void;
  readonly onReset: () => void;
}

/** A drag shorter than this is a click with an unsteady hand. */
const LEAST_DRAG_PX = 6;
/** A second press within this time makes both a double one. */
const DOUBLE_MS = 300;
/** A wheel that has not turned for so long is at rest. */
const REST_MS = 250;
/** One notch of a mouse's wheel is about 100 of its pixels. */
const SCALE_PER_PIXEL = 0.0015;

interface Drag {
  readonly kind: "zoom" | "box" | "choose" | "pan";
  readonly from: PlotPlace;
  readonly fromX: number;
  readonly fromY: number;
  isLong: boolean;
}

function kindOf({ shiftKey, altKey, ctrlKey, metaKey }: PointerEvent): Drag["kind"] {
  if (altKey) return "pan";
  if (ctrlKey || metaKey) return "choose";
  return shiftKey ? "box" : "zoom";
}

function hasFocus(element: HTMLElement): boolean {
  return element.closest("[tabindex]")?.matches(":focus-within") ?? false;
}

/** Listens on the element that the plot fills; returns how to stop. */
export function listenToGestures(element: HTMLElement, listener: GestureListener): () => void {
  let drag: Drag | null = null;
  let pickTimer: ReturnType<typeof setTimeout> | undefined;
  let restTimer: ReturnType<typeof setTimeout> | undefined;
  const stopping = new AbortController();
  const { signal } = stopping;

  const placeOf = ({ clientX, clientY }: MouseEvent): PlotPlace => {
    const box = element.getBoundingClientRect();
    const part = (at: number) => Math.max(0, Math.min(1, at));
    return {
      x: part((clientX - box.left) / box.width),
      y: part(1 - (clientY - box.top) / box.height),
    };
  };
  const movedBy = ({ fromX, fromY }: Drag, { clientX, clientY }: PointerEvent): PlotPlace => ({
    x: (clientX - fromX) / element.clientWidth,
    y: (fromY - clientY) / element.clientHeight,
  });
  const begin = (press: PointerEvent): void => {
    if (press.button !== 0 || press.pointerType === "touch") return;
    const from = placeOf(press);
    const [fromX, fromY] = [press.clientX, press.clientY];
    drag = { kind: kindOf(press), from, fromX, fromY, isLong: false };
    element.setPointerCapture(press.pointerId);
  };
  const move = (moved: PointerEvent): void => {
    if (drag === null) return;
    const far = Math.hypot(moved.clientX - drag.fromX, moved.clientY - drag.fromY);
    drag.isLong ||= far >= LEAST_DRAG_PX;
    if (!drag.isLong) return;
    if (drag.kind === "pan") listener.onPan(movedBy(drag, moved), false);
    else listener.onMark(drag.from, placeOf(moved), drag.kind === "box");
  };
  const end = (lifted: PointerEvent): void => {
    if (drag === null) return;
    const { kind, from, isLong } = drag;
    const by = movedBy(drag, lifted);
    drag = null;
    if (!isLong) return;
    if (kind === "pan") listener.onPan(by, true);
    else {
      listener.onMark(from, null, kind === "box");
      if (kind === "choose") listener.onChoose(from, placeOf(lifted));
      else listener.onZoom(from, placeOf(lifted), kind === "box");
    }
    suppressClick();
  };
  const giveUp = (): void => {
    if (drag !== null && drag.kind !== "pan") listener.onMark(drag.from, null, false);
    drag = null;
  };
  let isSuppressed = false;
  const suppressClick = (): void => {
    isSuppressed = true;
    setTimeout(() => {
      isSuppressed = false;
    });
  };
  // A double press begins with a single one, which must not pick anything; a tap reads values.
  const click = (press: MouseEvent): void => {
    clearTimeout(pickTimer);
    const isTap = press instanceof PointerEvent && press.pointerType === "touch";
    if (isSuppressed || isTap || press.detail > 1) return;
    const at = placeOf(press);
    pickTimer = setTimeout(() => listener.onPick(at), DOUBLE_MS);
  };
  const reset = (): void => {
    clearTimeout(pickTimer);
    listener.onReset();
  };
  const turn = (turned: WheelEvent): void => {
    if (!hasFocus(element) || turned.ctrlKey) return;
    turned.preventDefault();
    const pixels = turned.deltaMode === 0 ? turned.deltaY : turned.deltaY * 30;
    listener.onScale(placeOf(turned), Math.exp(pixels * SCALE_PER_PIXEL));
    clearTimeout(restTimer);
    restTimer = setTimeout(listener.onScaled, REST_MS);
  };
  element.addEventListener("pointerdown", begin, { signal });
  element.addEventListener("pointermove", move, { signal });
  element.addEventListener("pointerup", end, { signal });
  element.addEventListener("pointercancel", giveUp, { signal });
  element.addEventListener("click", click, { signal });
  element.addEventListener("dblclick", reset, { signal });
  element.addEventListener("wheel", turn, { signal, passive: false });
  return () => {
    clearTimeout(pickTimer);
    clearTimeout(restTimer);
    stopping.abort();
  };
}
