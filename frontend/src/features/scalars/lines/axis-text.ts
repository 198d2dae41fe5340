/** Places on the x axes in words. */
import type { Axis } from "../../../api/types";
import { countText } from "../../../lib/format/number";
import { durationText, wallTimeText } from "../../../lib/format/time";

export const AXIS_TEXT: Record<Axis, (x: number) => string> = {
  step: (x) => countText(Math.round(x)),
  relative: durationText,
  wall_time: wallTimeText,
};

export const AXIS_NAME: Record<Axis, string> = {
  step: "Step",
  relative: "Relative",
  wall_time: "Wall time",
};
