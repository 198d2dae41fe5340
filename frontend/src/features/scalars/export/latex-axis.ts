/** The x axis of a chart as LaTeX can set it: its numbers are good to five digits and no dates. */
import { isNamedAxis, type XAxis } from "../../../api/scalars";
import { wallTimeText } from "../../../lib/format/time";
import { axisName } from "../lines/axis-text";
import * as messages from "../messages";

export interface LatexAxis {
  readonly label: string;
  /** What stands at 0, and how much is 1, both in the chart's unit. */
  readonly origin: number;
  readonly unit: number;
}

const UNITS = [
  { name: messages.seconds, seconds: 1 },
  { name: messages.minutes, seconds: 60 },
  { name: messages.hours, seconds: 3600 },
  { name: messages.days, seconds: 86_400 },
] as const;
/** A unit is the largest of which there are this many. */
const MIN_UNITS = 3;

function extentOf(columns: readonly Float64Array[]): [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const column of columns) {
    for (const x of column) {
      least = Math.min(least, x);
      most = Math.max(most, x);
    }
  }
  return least <= most ? [least, most] : [0, 0];
}

/** Times in the unit that suits them; wall times from the first on, which a log axis cannot show. */
export function latexAxis(
  axis: XAxis,
  columns: readonly Float64Array[],
  isLog: boolean,
): LatexAxis {
  if (axis === "step" || !isNamedAxis(axis)) return { label: axisName(axis), origin: 0, unit: 1 };
  const [first, last] = extentOf(columns);
  const origin = axis === "wall_time" && !isLog ? first : 0;
  const enough = UNITS.filter(({ seconds }) => last - first >= MIN_UNITS * seconds);
  const { name, seconds } = enough.at(-1) ?? UNITS[0];
  const label =
    origin === 0
      ? messages.axisInUnit(axisName(axis), name)
      : messages.axisInUnitSince(axisName(axis), name, wallTimeText(origin));
  return { label, origin, unit: seconds };
}
