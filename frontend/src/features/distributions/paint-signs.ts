/** Where on a plot a layer's trouble is to be seen. */
import { type Brush, fillPath } from "./brush";
import { type Facet, stepsAcross } from "./facet";
import { yOf } from "./paint-across";

interface Place {
  readonly value: number;
  readonly text: string;
}

/** The values at which a kind of trouble shows; what spreads shows nowhere in particular. */
const PLACES = new Map<string, readonly Place[]>([
  ["dead", [{ value: 0, text: "spike at zero" }]],
  [
    "saturated",
    [
      { value: -1, text: "at the bound" },
      { value: 1, text: "at the bound" },
    ],
  ],
]);

const ARROW_PX = 5;
/** From the middle of a spike to its side. */
const BESIDE_PX = 10;
const CHARACTER_PX = 6.2;

/** Points at the last step, with which the trouble was found. */
export function paintSigns(brush: Brush, facet: Facet): void {
  const kinds = new Set(
    facet.runs.flatMap(({ data }) => data.warnings.map((warning) => warning.kind)),
  );
  for (const kind of kinds) {
    for (const { value, text } of PLACES.get(kind) ?? []) {
      if (value >= facet.values.low && value <= facet.values.high) point(brush, facet, value, text);
    }
  }
}

function point(brush: Brush, facet: Facet, value: number, text: string): void {
  const { plot, values, look } = facet;
  const right = plot.x + plot.width;
  const isAcross = stepsAcross(look.mode);
  const share = (value - values.low) / (values.high - values.low);
  const tipX = isAcross ? right : plot.x + plot.width * share;
  const tipY = isAcross ? yOf(facet, value) : plot.y + plot.height - 7;
  const width = text.length * CHARACTER_PX + 5 * ARROW_PX;
  // On the side that has more room.
  const side = isAcross || tipX + width > right ? -1 : 1;
  const y = isAcross ? Math.max(plot.y + 8, tipY - 10) : tipY;
  const gap = isAcross ? 2 : BESIDE_PX;
  const from = tipX + side * (gap + 2 * ARROW_PX);
  const { context, ink } = brush;
  const arrow = [tipX + side * gap, tipY, from, y - ARROW_PX, from, y + ARROW_PX];
  fillPath(brush, arrow, ink.warn);
  context.textAlign = side < 0 ? "right" : "left";
  context.strokeStyle = ink.surface;
  context.lineWidth = 3;
  context.strokeText(text, from + side * 3, y);
  context.fillStyle = ink.warn;
  context.fillText(text, from + side * 3, y);
}
