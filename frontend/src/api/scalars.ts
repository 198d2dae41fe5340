/** Scalars in their binary form: a JSON header, then the columns it points at. */
import { getBytes, resourceUrl } from "./client";
import { decodeColumns } from "./columns";
import type { Axis } from "./types";

/** `step`, `wall_time`, `relative`, or the expression of the positions, such as `epoch`. */
export type XAxis = string;

export function isNamedAxis(axis: XAxis): axis is Axis {
  return ["step", "wall_time", "relative"].includes(axis);
}

export interface ScalarsQuery {
  /** A tag, or an expression. */
  readonly tag: string;
  readonly isExpression?: boolean | undefined;
  /** The id of the run that `baseline(…)` in an expression is about. */
  readonly baseline?: string | undefined;
  /** Run ids; empty for all runs that have the tag. */
  readonly runs: readonly string[];
  readonly axis: XAxis;
  /** The range in units of the axis, both ends inclusive; null for all of it. */
  readonly range: readonly [from: number, to: number] | null;
  /** A run with more points in the range than this comes as buckets. */
  readonly points: number;
  /** Whether to include points that a resumed training has logged again. */
  readonly superseded: boolean;
  /**
   * Whether to add what a chart needs beyond the range: all points of a series that has no more
   * than `points`, of any other the point before the range and the one after it.
   */
  readonly context?: boolean;
  /** How the server smooths series that do not come whole, such as `0.6`; null for not at all. */
  readonly smoothing?: string | null;
}

interface SeriesHead {
  /** Run id. */
  readonly run: string;
  /** Points in the range, of them NaN, of them infinite. */
  readonly total: number;
  readonly nan: number;
  readonly inf: number;
  /** Points in the range that are left out, because a resumed training has logged them again. */
  readonly hidden: number;
  /** Points left out of an axis of time, because their wall time is no date. */
  readonly undated: number;
  /** Where on the axis a resumed training took over, in the range or not. */
  readonly restarts: readonly number[];
  /** Whether every point is there, in the range or not, and not in buckets. */
  readonly whole: boolean;
  /** How many rows at the beginning stand before the range, and at the end after it. */
  readonly before: number;
  readonly after: number;
  /** The values smoothed over all points of the series; of buckets, the means of these. */
  readonly smoothed: Float64Array | null;
}

/** Every point in the range, in the order of the axis, and rows beyond; steps beyond ±2^53 are rounded. */
export interface RawSeries extends SeriesHead {
  readonly raw: true;
  /** Positions on the requested axis, where the server sends them. */
  readonly x: Float64Array | null;
  readonly step: Float64Array;
  readonly wall_time: Float64Array;
  readonly value: Float64Array;
}

/**
 * Non-empty buckets; `x` is the centre, `min`, `max`, `mean` are NaN without a finite value. A row
 * beyond the range is a bucket of one point, with its position as `x`.
 */
export interface BucketSeries extends SeriesHead {
  readonly raw: false;
  readonly x: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly mean: Float64Array;
  readonly first: Float64Array;
  readonly last: Float64Array;
  readonly count: Float64Array;
  /** The smoothed value of the last point of each. */
  readonly smoothedLast: Float64Array | null;
  /** Of each bucket's points; null where all are finite. */
  readonly odd: OddCounts | null;
}

/** How many points of each bucket are NaN, infinite, and of those below all numbers. */
export interface OddCounts {
  readonly nans: Float64Array;
  readonly infs: Float64Array;
  readonly negativeInfs: Float64Array;
}

export type ScalarSeries = RawSeries | BucketSeries;

export interface Scalars {
  readonly tag: string;
  readonly isExpression?: boolean | undefined;
  readonly x: XAxis;
  readonly series: readonly ScalarSeries[];
}

/** Throws ApiError when the server refuses, DecodeError when the answer makes no sense. */
export function scalarsUrl(query: ScalarsQuery): string {
  const { tag, isExpression, runs, axis, range, points, superseded, context, smoothing } = query;
  const isLogged = !isExpression && isNamedAxis(axis);
  return resourceUrl(isLogged ? "api/scalars" : "api/expressions", {
    [isExpression ? "expression" : "tag"]: tag,
    baseline: query.baseline,
    run: runs,
    x: axis,
    from: range?.[0],
    to: range?.[1],
    points,
    superseded: superseded ? "true" : undefined,
    context: context ? "true" : undefined,
    smoothing: smoothing ?? undefined,
  });
}

export async function getScalars(query: ScalarsQuery, signal?: AbortSignal): Promise<Scalars> {
  const { isExpression } = query;
  const scalars = decodeScalars(await getBytes(scalarsUrl(query), signal));
  return isExpression ? { ...scalars, isExpression } : scalars;
}

type SeriesHeader = SeriesHead & { raw: boolean } & Readonly<Record<string, unknown>>;

interface Header {
  tag: string;
  x: XAxis;
  series: SeriesHeader[];
}

type Column = (name: string) => Float64Array;

/** Reads a whole body. Columns of float64 are views of it, not copies. */
export function decodeScalars(body: ArrayBuffer): Scalars {
  const { header, column } = decodeColumns<Header>(body);
  const { tag, x, series } = header;
  return { tag, x, series: series.map((own) => decodeSeries(own, (name) => column(own, name))) };
}

function decodeSeries(header: SeriesHeader, column: Column): ScalarSeries {
  const { run, total, nan, inf, hidden, undated, restarts, whole, before, after } = header;
  const optional = (name: string) => (header[name] === undefined ? null : column(name));
  const smoothed = optional("smoothed");
  const head = { run, total, nan, inf, hidden, undated, restarts, whole, before, after, smoothed };
  if (header.raw) {
    return {
      ...head,
      raw: true,
      x: optional("x"),
      step: column("step"),
      wall_time: column("wall_time"),
      value: column("value"),
    };
  }
  return {
    ...head,
    raw: false,
    x: column("x"),
    min: column("min"),
    max: column("max"),
    mean: column("mean"),
    first: column("first"),
    last: column("last"),
    count: column("count"),
    smoothedLast: optional("smoothed_last"),
    odd:
      header.nans === undefined
        ? null
        : {
            nans: column("nans"),
            infs: column("infs"),
            negativeInfs: column("negative_infs"),
          },
  };
}
