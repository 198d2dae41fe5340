/** Places on the x axes in words. */
import type { Axis } from "../../../api/types";
import { countText } from "../../../lib/format/number";
import { durationText, wallTimeText } from "../../../lib/format/time";
import * as messages from "../messages";

export const AXIS_TEXT: Record<Axis, (x: number) => string> = {
  step: (x) => countText(Math.round(x)),
  relative: durationText,
  wall_time: wallTimeText,
};

export const AXIS_NAME: Record<Axis, string> = {
  step: messages.step,
  relative: messages.relative,
  wall_time: messages.wallTime,
};
