/**
 * The scalars that cards show, and those of cards that were scrolled past: a few screens of them.
 *
 * Where the page has every point of a series, it smooths it, converts its axis and cuts ranges
 * without the server.
 */
import { signal } from "@preact/signals";
import { getScalars, isNamedAxis, type Scalars, type ScalarsQuery } from "../../../api/scalars";
import { isSameValue } from "../../../lib/algorithms/deep-equal";
import { dataVersion, seriesVersion } from "../../../state/server/connection";
import { QueryCache } from "../../../state/server/query-cache";
import { wholeAnswers } from "./whole-answers";

const MAX_IDLE = 120;

/** Whether any answer so far had points left out as superseded. */
export const hasSuperseded = signal(false);

export const scalarsCache = new QueryCache<ScalarsQuery, Scalars>({
  fetch: fetchScalars,
  version: scalarsVersion,
  maxIdle: MAX_IDLE,
  relation: {
    topic: ({ tag, superseded, isExpression }) => `${superseded} ${isExpression} ${tag}`,
    derive: deriveScalars,
    showMeanwhile: seriesInBoth,
  },
});

/** An expression changes with every tag that it names, in runs that are not shown too. */
export function scalarsVersion({ tag, isExpression, runs, axis }: ScalarsQuery) {
  return isExpression || !isNamedAxis(axis) ? dataVersion.value : seriesVersion(tag, runs);
}

async function fetchScalars(query: ScalarsQuery, signal: AbortSignal): Promise<Scalars> {
  const scalars = await getScalars(query, signal);
  if (scalars.series.some(({ hidden }) => hidden > 0)) hasSuperseded.value = true;
  return scalars;
}

/**
 * What the server would answer to a query, as it answered another; null where only it can tell, or
 * the code that works it out is not there.
 */
export function deriveScalars(
  query: ScalarsQuery,
  answered: ScalarsQuery,
  scalars: Scalars,
): Scalars | null {
  if (!isSameValue(seriesOf(query), seriesOf(answered))) return null;
  const isWhole = scalars.series.every(({ whole }) => whole);
  if (query.smoothing !== answered.smoothing && !isWhole) return null;
  const isSameAxis = query.axis === answered.axis;
  const code = wholeAnswers.module.peek();
  if (isSameValue(query.range, answered.range)) {
    if (isSameAxis) return scalars;
    const isAxisKnown = isNamedAxis(query.axis) && isNamedAxis(answered.axis);
    return query.range === null && isAxisKnown && code !== null
      ? code.overAxis(scalars, query.axis)
      : null;
  }
  const isCut = isSameAxis && query.range !== null && answered.range === null;
  return isCut && code !== null ? code.inRange(scalars, query.range) : null;
}

/** A query without its smoothing and its range. */
function seriesOf({ axis: _, range: __, smoothing: ___, ...series }: ScalarsQuery) {
  return series;
}

/** What an answer about the tag over the same axis holds of the runs of a query. */
function seriesInBoth(
  { axis, runs }: ScalarsQuery,
  answered: ScalarsQuery,
  scalars: Scalars,
): Scalars | null {
  if (axis !== answered.axis) return null;
  const requested = new Set(runs);
  const series = scalars.series.filter(({ run }) => requested.has(run));
  return series.length === 0 ? null : { ...scalars, series };
}
