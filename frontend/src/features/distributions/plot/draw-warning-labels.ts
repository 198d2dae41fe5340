/** Where on a plot a layer's trouble is to be seen. */

import * as messages from "../messages";
import { yOf } from "./draw-over-steps";
import { type Facet, stepsAcross } from "./facet";
import { type Brush, fillPath } from "./pen";
import { labelPosition, type Span } from "./place-labels";
import { textWidth } from "./step-ticks";

interface WarningMark {
  readonly value: number;
  readonly text: string;
}

/** The values at which a kind of trouble shows; what spreads shows nowhere in particular. */
const PLACES = new Map<string, readonly WarningMark[]>([
  ["dead", [{ value: 0, text: messages.spikeAtZero }]],
  [
    "saturated",
    [
      { value: -1, text: messages.atTheBound },
      { value: 1, text: messages.atTheBound },
    ],
  ],
]);

const ARROW_PX = 5;
/** From the middle of a spike to its side. */
const BESIDE_PX = 10;
/** Between an arrow and its words. */
const WORDS_PX = 3;

const LINE_PX = 13;

/** Between a line and the tip of the arrow on it, and what arrow and words need above it. */
const CLEAR_PX = 2;
const ROOM_PX = 16;

/** Points at the last step, with which the trouble was found. */
export function paintSigns(brush: Brush, facet: Facet): void {
  const kinds = new Set(
    facet.runs.flatMap(({ data }) => data.warnings.map((warning) => warning.kind)),
  );
  const occupied: Span[] = [];
  for (const kind of kinds) {
    for (const { value, text } of PLACES.get(kind) ?? []) {
      if (value < facet.values.low || value > facet.values.high) continue;
      if (stepsAcross(facet.look.mode)) pointAtEnd(brush, facet, value, text);
      else occupied.push(pointAtSpike(brush, facet, value, text, occupied));
    }
  }
}

/** A value is a height: the arrow comes down on its line's end, or up to it where there is no room. */
function pointAtEnd(brush: Brush, facet: Facet, value: number, text: string): void {
  const tipX = facet.plot.x + facet.plot.width - ARROW_PX;
  const onLine = yOf(facet, value);
  const direction = onLine - facet.plot.y < ROOM_PX ? 1 : -1;
  const tipY = onLine + direction * CLEAR_PX;
  const base = tipY + direction * 2 * ARROW_PX;
  fillPath(brush, [tipX, tipY, tipX - ARROW_PX, base, tipX + ARROW_PX, base], brush.ink.warn);
  write(brush, text, tipX - ARROW_PX - 2 * WORDS_PX, base - direction * WORDS_PX, "right");
}

/** A value is a place on the width; gives where the words went. */
function pointAtSpike(
  brush: Brush,
  { plot, values }: Facet,
  value: number,
  text: string,
  occupied: readonly Span[],
): Span {
  const tip = plot.x + (plot.width * (value - values.low)) / (values.high - values.low);
  const y = plot.y + plot.height - 7;
  const room = { from: plot.x, to: plot.x + plot.width };
  const arrow = BESIDE_PX + 2 * ARROW_PX + WORDS_PX;
  const place = labelPosition(tip, room, arrow, textWidth(text), occupied);
  const near = tip + place.side * BESIDE_PX;
  const far = near + place.side * 2 * ARROW_PX;
  fillPath(brush, [near, y, far, y - ARROW_PX, far, y + ARROW_PX], brush.ink.warn);
  const { from, to } = place.words;
  const height = place.isAbove ? y - LINE_PX : y;
  if (place.side > 0) write(brush, text, from, height, "left");
  else write(brush, text, to, height, "right");
  return place.words;
}

function write(
  { context, ink }: Brush,
  text: string,
  x: number,
  y: number,
  align: "left" | "right",
): void {
  context.textAlign = align;
  context.strokeStyle = ink.surface;
  context.lineWidth = 3;
  context.strokeText(text, x, y);
  context.fillStyle = ink.warn;
  context.fillText(text, x, y);
}
