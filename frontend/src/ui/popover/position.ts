/** Positions of menus, panels and tooltips in the window, in CSS pixels. */

/** The distance to the edges of the window. */
const EDGE = 8;
/** The distance to the button. */
const GAP = 4;

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Rect {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Which edges of a popover and its button are in line; of a wider button, the left ones. */
export type Align = "start" | "centre" | "end";

export interface Position {
  readonly left: number;
  readonly top: number;
  /** A longer popover is scrolled. */
  readonly maxHeight: number;
}

/** Below the button, or above it where there is more room and the popover needs it. */
export function besideButton(button: Rect, size: Size, page: Size, align: Align): Position {
  const spare = button.right - button.left - size.width;
  const shift = { start: 0, centre: Math.min(0, spare / 2), end: spare }[align];
  const wanted = button.left + shift;
  const left = Math.max(EDGE, Math.min(wanted, page.width - EDGE - size.width));
  const below = page.height - EDGE - (button.bottom + GAP);
  const above = button.top - GAP - EDGE;
  if (size.height <= below || below >= above) {
    return { left, top: button.bottom + GAP, maxHeight: below };
  }
  const shown = Math.min(size.height, above);
  return { left, top: button.top - GAP - shown, maxHeight: shown };
}

/** Below and to the right of a point where there is room, else on the other side. */
export function besidePoint(x: number, y: number, size: Size, page: Size): Position {
  const along = (at: number, length: number, room: number): number => {
    const isBeyond = at + length > room - EDGE;
    return Math.max(EDGE, Math.min(isBeyond ? at - length : at, room - EDGE - length));
  };
  const maxHeight = page.height - 2 * EDGE;
  return {
    left: along(x, size.width, page.width),
    top: along(y, Math.min(size.height, maxHeight), page.height),
    maxHeight,
  };
}

/** Puts an element at a position. */
export function moveTo(element: HTMLElement, { left, top, maxHeight }: Position): void {
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
  element.style.maxHeight = `${maxHeight}px`;
}

/** The window's size. */
export function pageSize(): Size {
  return { width: innerWidth, height: innerHeight };
}

/** An element, or what has a rectangle in the window without being one. */
export interface Anchor {
  getBoundingClientRect(): Rect;
}

/**
 * Shows a popover beside its anchor, also when something is scrolled or the window is resized.
 * Returns how to stop.
 */
export function keepBeside(popover: HTMLElement, anchor: Anchor, align: Align): () => void {
  const place = (): void => {
    // The natural height: the one that the last position allowed says nothing.
    popover.style.maxHeight = "";
    const size = popover.getBoundingClientRect();
    moveTo(popover, besideButton(anchor.getBoundingClientRect(), size, pageSize(), align));
  };
  const placeUnlessInside = ({ target }: Event): void => {
    if (!(target instanceof Node && popover.contains(target))) place();
  };
  popover.showPopover();
  place();
  const stopping = new AbortController();
  const { signal } = stopping;
  addEventListener("scroll", placeUnlessInside, { signal, capture: true, passive: true });
  addEventListener("resize", place, { signal });
  return () => stopping.abort();
}
