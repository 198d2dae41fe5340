/** Fills a box with vertical bands, each as wide as its share, within round corners. */

import type { DrawingContext } from "../../../lib/canvas/drawing-context";
import type { Rect } from "../../../lib/geometry/geometry";

export interface PaintedBand {
  readonly colour: string;
  readonly share: number;
}

/** Points on each quarter of a round corner: enough at any zoom at which a band is wide. */
const CORNER_STEPS = 6;

export function fillBands(
  context: DrawingContext,
  rect: Rect,
  radius: number,
  bands: readonly PaintedBand[],
): void {
  let from = 0;
  for (const { colour, share } of bands) {
    const to = Math.min(1, from + share);
    context.fillStyle = colour;
    fillBand(context, rect, radius, from, to);
    from = to;
  }
}

function fillBand(
  context: DrawingContext,
  rect: Rect,
  radius: number,
  from: number,
  to: number,
): void {
  if (radius === 0) {
    const { x, y, width, height } = rect;
    context.fillRect(x + from * width, y, (to - from) * width, height);
    return;
  }
  context.beginPath();
  bandOutline(rect, radius, from, to).forEach(([x, y], at) => {
    if (at === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  });
  context.closePath();
  context.fill();
}

/** The corners of what lies between two fractions of a rounded box's width. */
export function bandOutline(
  rect: Rect,
  radius: number,
  from: number,
  to: number,
): [x: number, y: number][] {
  const { x, y, width, height } = rect;
  const r = Math.min(radius, width / 2, height / 2);
  const offsets = bendsBetween(width, r, from * width, to * width);
  const inset = (at: number): number => {
    const within = Math.min(at, width - at, r);
    return r - Math.sqrt(Math.max(0, r * r - (r - within) ** 2));
  };
  const upper = offsets.map((at): [number, number] => [x + at, y + inset(at)]);
  const lower = offsets.map((at): [number, number] => [x + at, y + height - inset(at)]);
  return [...upper, ...lower.reverse()];
}

/** The ends of a band, and where its outline bends between them. */
function bendsBetween(width: number, radius: number, from: number, to: number): number[] {
  const bends: number[] = [];
  for (let step = 0; step <= CORNER_STEPS; step++) {
    const at = radius * (1 - Math.cos((step / CORNER_STEPS) * (Math.PI / 2)));
    bends.push(at, width - at);
  }
  const inside = bends.filter((at) => at > from && at < to).sort((a, b) => a - b);
  return [from, ...inside, to];
}
