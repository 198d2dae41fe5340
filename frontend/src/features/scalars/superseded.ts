/**
 * What a restarted training superseded, drawn palely under what stands.
 *
 * The server answers with what stands, or with everything. Where both answers hold points, those
 * of the second that the first lacks are what was superseded; of buckets all that can be drawn is
 * everything.
 */
import type { RawSeries, ScalarSeries, Scalars } from "../../api/scalars";
import type { ChartLine } from "../../chart/chart-line";
import type { RunLook } from "./card-lines";
import { positionsOf } from "./positions";

/** How many superseded points are left out. */
export function hiddenPoints({ series }: Scalars): number {
  return series.reduce((sum, { hidden }) => sum + hidden, 0);
}

/** The runs of an answer that have superseded points, by id. */
export function runsWithHidden({ series }: Scalars): string[] {
  return series.filter(({ hidden }) => hidden > 0).map(({ run }) => run);
}

/** Which points of `all` are not in `kept`, given that both are in the same order. */
function missingFrom(kept: RawSeries, all: RawSeries): number[] {
  const missing: number[] = [];
  let next = 0;
  for (let at = 0; at < all.step.length; at += 1) {
    const isKept =
      all.step[at] === kept.step[next] &&
      Object.is(all.wall_time[at], kept.wall_time[next]) &&
      Object.is(all.value[at], kept.value[next]);
    if (isKept) next += 1;
    else missing.push(at);
  }
  return missing;
}

function taken(column: Float64Array, which: readonly number[]): Float64Array {
  return Float64Array.from(which, (at) => column[at] as number);
}

function pointsOf(
  kept: ScalarSeries | undefined,
  all: ScalarSeries,
  x: Float64Array,
): { x: Float64Array; y: Float64Array } {
  if (!all.raw) return { x, y: all.mean };
  if (!kept?.raw) return { x, y: all.value };
  const which = missingFrom(kept, all);
  return { x: taken(x, which), y: taken(all.value, which) };
}

/** One line for each run of `all`, an answer with superseded points; `kept` is that without. */
export function supersededLines(
  kept: Scalars,
  all: Scalars,
  lookOf: (run: string) => RunLook,
): ChartLine[] {
  const keptOf = new Map(kept.series.map((series) => [series.run, series]));
  return all.series.map((series) => {
    const { colour, start } = lookOf(series.run);
    const points = pointsOf(keptOf.get(series.run), series, positionsOf(series, all.x, start));
    const plain = { dash: 0, faint: null, band: null, nonFinite: null };
    return { key: series.run, colour, ...plain, ...points };
  });
}
