/** The ticks of the axis on which steps stand. */
import type { Axis } from "../../../api/types";
import { axisTicks, rowTicks, type Tick } from "../../../chart/axes/axis-ticks";
import { LINEAR } from "../../../chart/axes/scale";
import { xTicks } from "../../../chart/axes/tick-labels";
import type { PlaceRange } from "./step-positions";

/** A digit of DejaVu Sans, the widest of typical fonts, in the size of the axes, in CSS pixels. */
const CHARACTER_PX = 7;
/** CSS pixels from one tick to the next at least, where they stand in a column. */
const COLUMN_ROOM = 26;

const KINDS = { step: "number", relative: "duration", wall_time: "moment" } as const;

/** By the number of characters, so that a drawing on the page and one in a file agree. */
export function textWidth(text: string): number {
  return text.length * CHARACTER_PX;
}

/** One tick where there is only one step; `length` is in CSS pixels. */
export function stepTicks(
  { low, high }: PlaceRange,
  axis: Axis,
  length: number,
  direction: "row" | "column",
): Tick[] {
  const kind = KINDS[axis];
  if (low === high) return [{ at: low, text: xTicks(kind, [low], 1)[0] ?? "", isDay: false }];
  const along = { scale: LINEAR, ends: [low, high] } as const;
  if (direction === "row") return rowTicks(along, kind, length, textWidth);
  return axisTicks(along, kind, length, COLUMN_ROOM);
}
