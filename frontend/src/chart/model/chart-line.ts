/** What a chart draws: lines over a numeric x axis. Columns of a line have one length. */

export interface ChartLine {
  readonly key: string;
  /** A CSS colour. */
  readonly colour: string;
  /** 0 for a solid line; lines of one colour differ by it. */
  readonly dash: number;
  /** The y axis it is measured by. */
  readonly side: Side;
  /** Ascending. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** The same series as it was logged, drawn faintly under `y`. */
  readonly faint: Float64Array | null;
  /** Whether `faint` is not drawn: it is known, but not to be seen. */
  readonly hidesFaint?: boolean;
  /** The extremes at each x, or how far a group spreads, drawn as a band. */
  readonly band: { readonly min: Float64Array; readonly max: Float64Array } | null;
  /** How many values at each x are not finite; null where the values as logged tell. */
  readonly nonFinite: NonFiniteCounts | null;
  /** Whether it lies on top of all lines that do not. */
  readonly isOnTop?: boolean;
  /** Where on the x axis training began anew. */
  readonly restarts: readonly number[];
}

export type Side = "left" | "right";

/** What a chart draws in all. */
export interface ChartLines {
  /** The first lies on top, of those on top and of the others. */
  readonly lines: readonly ChartLine[];
  /** Drawn palely below the lines, without bands and marks. */
  readonly under: readonly ChartLine[];
  /** Of all lines, in CSS pixels; without it, by how many points a line has. */
  readonly lineWidth?: number | undefined;
}

/** What stands on a chart beside its lines. */
export interface ChartMarks {
  readonly references: readonly ReferenceLine[];
  /** The x that was chosen, and the part of the x axis; either may be none. */
  readonly chosenX: number | null;
  readonly chosenRange: Range | null;
}

/** A line across the plot: at a value of the left axis, or at a place of the x axis. */
export interface ReferenceLine {
  readonly axis: "x" | "y";
  readonly at: number;
  readonly label: string;
  /** Whether the axis reaches as far as the line, where it shows all there is. */
  readonly isReached: boolean;
  /** Whether it is one of many, drawn palely, and with its label where there is room. */
  readonly isMark?: boolean;
}

/** Counts at each x. */
export interface NonFiniteCounts {
  readonly nan: Float64Array;
  readonly inf: Float64Array;
  /** Of `inf`, those below all numbers. */
  readonly negativeInf: Float64Array;
}

/** How positions on the x axis read: plain numbers, seconds since the epoch, or seconds. */
export type AxisKind = "number" | "moment" | "duration";

export type Range = readonly [from: number, to: number];

/** A place on the plot in units of its axes; `y` is by the left one. */
export interface ChartPoint {
  readonly x: number;
  readonly y: number;
}
