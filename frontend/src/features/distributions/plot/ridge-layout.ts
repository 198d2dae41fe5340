/** Where the curves of steps stand in front of each other. */
import type { Facet, FacetRun } from "./facet";
import { shareOf } from "./step-positions";

const MIN_PX = 14;
const MAX_SHARE = 0.42;
/** Over how many of its neighbours a curve may rise. */
const OVERLAP = 5;

/** How tall the tallest curve of a facet is, in pixels. */
export function ridgeHeight({ plot, runs, places }: Facet): number {
  if (!(places.high > places.low)) return plot.height * 0.8;
  const most = Math.max(...runs.map(({ data }) => data.steps.length), 1);
  const even = (OVERLAP * plot.height) / most;
  return Math.min(plot.height * MAX_SHARE, Math.max(MIN_PX, even));
}

/** The line on which the curve at a place stands: the first step behind, the last in front. */
export function baselineOf(facet: Facet, place: number): number {
  const { plot, places } = facet;
  const height = ridgeHeight(facet);
  if (!(places.high > places.low)) return plot.y + plot.height;
  return plot.y + height + shareOf(place, places) * (plot.height - height);
}

/** The steps of all runs of a facet, those that stand behind first. */
export function backToFront({ runs }: Facet): { run: FacetRun; at: number; place: number }[] {
  return runs
    .flatMap((run) => run.places.map((place, at) => ({ run, at, place })))
    .filter(({ place }) => Number.isFinite(place))
    .sort((one, other) => one.place - other.place);
}
