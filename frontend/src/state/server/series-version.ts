/** The versions of several series together. */
import { seriesVersion } from "./connection";

/** A tag in some runs; in all runs where none is named. */
export interface SeriesGroup {
  readonly tag: string;
  readonly runs: readonly string[];
}

/** Grows when one of the series may have new points, as every notice has a higher number. */
export function seriesVersions(groups: readonly SeriesGroup[]): number {
  return groups.reduce((latest, { tag, runs }) => Math.max(latest, seriesVersion(tag, runs)), 0);
}
