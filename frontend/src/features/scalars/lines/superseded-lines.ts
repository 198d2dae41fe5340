/**
 * What a restarted training superseded, drawn palely under what stands.
 *
 * The server answers with what stands, or with everything. Where both answers hold points, those
 * of the second that the first lacks are what was superseded; of buckets all that can be drawn is
 * everything. Superseded points are never smoothed: smoothing is over what stands.
 */
import type { RawSeries, ScalarSeries, Scalars, XAxis } from "../../../api/scalars";
import type { ChartLine } from "../../../chart/model/chart-line";
import { plainLine } from "../../../chart/model/plain-line";
import { type LineStyle, sideOf } from "./series-lines";
import { positionsOf } from "./x-values";

interface Points {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/**
 * Which points of `all` are not in `current`, given that both are in the same order. Either may
 * begin before the other: one came whole, or its point before the range is farther off.
 */
function missingFrom(current: RawSeries, all: RawSeries, axis: XAxis): number[] {
  const place = axis === "step" ? "step" : "wall_time";
  const missing: number[] = [];
  let next = 0;
  for (let at = 0; at < all.step.length; at += 1) {
    while ((current[place][next] as number) < (all[place][at] as number)) next += 1;
    const isCurrent =
      all.step[at] === current.step[next] &&
      Object.is(all.wall_time[at], current.wall_time[next]) &&
      Object.is(all.value[at], current.value[next]);
    if (isCurrent) next += 1;
    else missing.push(at);
  }
  return missing;
}

function select(column: Float64Array, which: readonly number[]): Float64Array {
  return Float64Array.from(which, (at) => column[at] as number);
}

function pointsOf(
  current: ScalarSeries | undefined,
  all: ScalarSeries,
  x: Float64Array,
  axis: XAxis,
): Points {
  if (!all.raw) return { x, y: all.mean };
  if (!current?.raw) return { x, y: all.value };
  const which = missingFrom(current, all, axis);
  return { x: select(x, which), y: select(all.value, which) };
}

/** Between two restarts there is nothing superseded: a gap much wider than most is one. */
const WIDE = 4;

/** Where parts begin that wide gaps set apart, and where the last one ends. */
function partEdges(x: Float64Array): number[] {
  const gaps = x.subarray(1).map((to, at) => to - (x[at] as number));
  const median = gaps.toSorted()[gaps.length >> 1] ?? 0;
  const isWide = (gap: number) => median > 0 && gap > WIDE * median;
  const after = [...gaps.keys()].filter((at) => isWide(gaps[at] as number));
  return [0, ...after.map((at) => at + 1), x.length];
}

/** Breaks the line between its parts. */
function inParts(points: Points): Points {
  const x: number[] = [];
  const y: number[] = [];
  const edges = partEdges(points.x);
  for (let part = 1; part < edges.length; part += 1) {
    const [from, to] = [edges[part - 1] as number, edges[part]];
    if (part > 1) {
      x.push(points.x[from] as number);
      y.push(Number.NaN);
    }
    x.push(...points.x.subarray(from, to));
    y.push(...points.y.subarray(from, to));
  }
  return { x: Float64Array.from(x), y: Float64Array.from(y) };
}

/** One line for each run of `all`, an answer with superseded points; `current` is one without. */
export function supersededLines(current: Scalars, all: Scalars, style: LineStyle): ChartLine[] {
  const currentOf = new Map(current.series.map((series) => [series.run, series]));
  return all.series.map((series) => {
    const { colour, start } = style.lookOf(series.run);
    const x = positionsOf(series, all.x, start);
    const points = pointsOf(currentOf.get(series.run), series, x, all.x);
    const side = sideOf(all.tag, style);
    return plainLine({ key: series.run, colour, side, ...inParts(points) });
  });
}
