/** Plane geometry on plain values; y grows downwards or upwards, nothing here depends on it. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** An upright rectangle by its corner with the smallest coordinates. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function rectContains(rect: Rect, x: number, y: number): boolean {
  return x >= rect.x && x <= rect.x + rect.width && y >= rect.y && y <= rect.y + rect.height;
}

/** Whether two rectangles share area; touching borders do not count. */
export function rectsOverlap(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** What two rectangles share; without width or height where they are apart. */
export function rectOverlap(a: Rect, b: Rect): Rect {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y),
  };
}

/** The smallest rectangle that holds two others. */
export function rectUnion(a: Rect, b: Rect): Rect {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}

/** The rectangle with `by` more on every side (less when negative). */
export function inflateRect(rect: Rect, by: number): Rect {
  return {
    x: rect.x - by,
    y: rect.y - by,
    width: rect.width + 2 * by,
    height: rect.height + 2 * by,
  };
}

/** The point a fraction `t` of the way from `a` to `b`, per coordinate of a rectangle. */
export function mixRects(a: Rect, b: Rect, t: number): Rect {
  return {
    x: mix(a.x, b.x, t),
    y: mix(a.y, b.y, t),
    width: mix(a.width, b.width, t),
    height: mix(a.height, b.height, t),
  };
}

export function mix(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}

export function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

export function rectMiddle({ x, y, width, height }: Rect): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

/** Distance from a point to the nearest of a rectangle; 0 inside. */
export function distanceToRect({ x, y, width, height }: Rect, point: Point): number {
  const across = Math.max(x - point.x, 0, point.x - x - width);
  const down = Math.max(y - point.y, 0, point.y - y - height);
  return Math.hypot(across, down);
}

/** Distance from a point to the segment from (x0, y0) to (x1, y1). */
export function distanceToSegment(
  x: number,
  y: number,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
): number {
  const dx = x1 - x0;
  const dy = y1 - y0;
  const lengthSquared = dx * dx + dy * dy;
  const along = lengthSquared === 0 ? 0 : ((x - x0) * dx + (y - y0) * dy) / lengthSquared;
  const t = clamp(along, 0, 1);
  return Math.hypot(x - x0 - t * dx, y - y0 - t * dy);
}

/** Whether a segment passes through the inside of a rectangle (Liang and Barsky 1984). */
export function segmentEntersRect(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  rect: Rect,
): boolean {
  const x = clip(x0, x1 - x0, rect.x, rect.x + rect.width);
  const y = clip(y0, y1 - y0, rect.y, rect.y + rect.height);
  return Math.max(x.enter, y.enter, 0) < Math.min(x.leave, y.leave, 1);
}

/** The parameters between which `start + t * step` lies strictly between two bounds. */
function clip(
  start: number,
  step: number,
  least: number,
  most: number,
): { enter: number; leave: number } {
  if (step === 0) {
    const isInside = start > least && start < most;
    return isInside
      ? { enter: Number.NEGATIVE_INFINITY, leave: Number.POSITIVE_INFINITY }
      : { enter: 1, leave: 0 };
  }
  const a = (least - start) / step;
  const b = (most - start) / step;
  return { enter: Math.min(a, b), leave: Math.max(a, b) };
}
