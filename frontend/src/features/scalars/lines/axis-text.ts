/** Places on the x axes in words. */
import { isNamedAxis, type XAxis } from "../../../api/scalars";
import type { Axis } from "../../../api/types";
import type { AxisKind } from "../../../chart/model/chart-line";
import { countText, valueText } from "../../../lib/format/number";
import { durationText, wallTimeText } from "../../../lib/format/time";
import * as messages from "../messages";

const TEXTS: Record<Axis, (x: number) => string> = {
  step: (x) => countText(Math.round(x)),
  relative: durationText,
  wall_time: wallTimeText,
};

const NAMES: Record<Axis, string> = {
  step: messages.step,
  relative: messages.relative,
  wall_time: messages.wallTime,
};

/** How positions on an axis read. */
export function axisKind(axis: XAxis): AxisKind {
  if (axis === "relative") return "duration";
  return axis === "wall_time" ? "moment" : "number";
}

export function axisText(axis: XAxis, x: number): string {
  return isNamedAxis(axis) ? TEXTS[axis](x) : valueText(x);
}

/** What the axis is called; an expression stands for itself. */
export function axisName(axis: XAxis): string {
  return isNamedAxis(axis) ? NAMES[axis] : axis;
}
